"""pbem absent: note when a player is away."""

from datetime import datetime
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, seat_called
from pbem.mail.deeds import seats
from pbem.mail.exchange import up_to_date

_DAY = click.DateTime(["%Y-%m-%d"])


@click.command()
@click.argument("first", required=False, type=_DAY, metavar="FIRST")
@click.argument("last", required=False, type=_DAY, metavar="LAST")
@click.option("--as", "seat", metavar="SEAT", required=True, help="The seat whose player is away.")
@click.option("--none", "back", is_flag=True, help="Delete all absences of the seat.")
@game_option
@json_option
def command(first: datetime | None, last: datetime | None, seat: str, back: bool, folder: Path, as_json: bool) -> None:
    """Note that a seat's player is away from FIRST to LAST (2026-12-24 2027-01-02), inclusive.

    What follows from that is up to `absence` in game.yaml; deadlines move at the next turn. `pbem status` shows the
    absence, and so does the reply to the player's own `status` email.
    """
    if back == (first is not None) or (last is None) != (first is None):
        raise click.UsageError("Give FIRST and LAST, or --none.")
    if first and last and last < first:
        raise click.UsageError("LAST is before FIRST.")
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, seat)
        if first and last:
            done = seats.absent(game, clock, seat, first.date(), last.date())
        else:
            done = seats.back(game, clock, seat)
    output.data(done.data) if as_json else output.lines(done.says)
