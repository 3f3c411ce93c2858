"""pbem play: play on."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, identity_option, json_option, seat_called
from pbem.mail.moderating import progress
from pbem.referee.status import Status


@click.command()
@click.option("--default", "seat", metavar="SEAT", help="First apply the default to the decision of this seat.")
@click.option("--reason", help="Why the default is applied.")
@click.option("--anyway", is_flag=True, help="Play even if a seat holds the stage until its deadline.")
@identity_option
@game_option
@json_option
def command(
    seat: str | None, reason: str | None, anyway: bool, identity: Path | None, folder: Path, as_json: bool
) -> None:
    """Play until sheets are needed; sheets are used first, then standing orders."""
    if seat and not reason:
        raise click.UsageError("--default needs --reason: it is your decision, and the log records why.")
    from pbem.mail.deeds import stages
    from pbem.mail.exchange import up_to_date
    from pbem.mail.moderating.play import play

    clock = host().clock
    with up_to_date(folder, clock, host().rulesets, identity) as game:
        if seat:
            stages.default(game, clock, seat_called(game, seat), reason or "")
        done = play(game, clock, anyway=anyway)
    output.data(done.data) if as_json else output.lines(done.says)


def tell(played: int, found: Status, locked: Sequence[str] = ()) -> None:
    """Print how far play went and whom it waits for, or that it needs the key of *locked* sheets."""
    output.lines(progress.of_play(played, found, locked))
