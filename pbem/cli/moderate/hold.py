"""pbem hold: keep a stage from being processed early, for a seat."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, seat_called
from pbem.mail.deeds import stages
from pbem.mail.exchange import up_to_date


@click.command()
@click.option("--as", "seat", metavar="SEAT", required=True, help="The seat that asks for it.")
@click.option("--until", "until", metavar="WHEN", default="", help="A length or a time, such as 10m or Fri 20:00.")
@click.option("--release", is_flag=True, help="Release the hold.")
@game_option
@json_option
def command(seat: str, until: str, release: bool, folder: Path, as_json: bool) -> None:
    """Hold the current stage for a seat, as if its player had asked by email.

    The stage, with all that the seat is asked in it, is then not played before its deadline, even if all sheets are
    in, unless you run `pbem play --anyway`; or not before --until, if that is earlier.
    """
    if until and release:
        raise click.UsageError("--until and --release exclude each other.")
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, seat)
        done = stages.release(game, clock, seat) if release else stages.hold(game, clock, seat, until)
    output.data(done.data) if as_json else output.lines(done.says)
