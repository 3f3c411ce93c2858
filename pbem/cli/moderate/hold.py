"""pbem hold: keep a stage from being processed early, for a seat."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, seat_called
from pbem.mail.exchange import up_to_date
from pbem.referee.moderation import for_seats


@click.command()
@click.option("--as", "seat", metavar="SEAT", required=True, help="The seat that asks for it.")
@click.option("--release", is_flag=True, help="Release the hold.")
@game_option
@json_option
def command(seat: str, release: bool, folder: Path, as_json: bool) -> None:
    """Hold the current stage for a seat, as if its player had asked by email.

    The stage, with all that the seat is asked in it, is then not played before its deadline, even if all sheets are
    in, unless you run `pbem play --anyway`.
    """
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, seat)
        stages = (for_seats.release if release else for_seats.hold)(game, seat, clock)
        dues = {game.pause.due_for(seat, stage.decision.key) if game.pause else None for stage in stages}
    keys = ", ".join(stage.decision.key for stage in stages)
    if as_json:
        said = {"seat": seat, "stage": stages[0].name, "holds": not release}
        output.data({**said, "stages": [stage.name for stage in stages]} if len(stages) > 1 else said)
    elif release:
        output.text(f"{seat} holds {keys} no longer; `pbem turn` continues play if all sheets are in.")
    elif None in dues:
        output.text(f"{seat} holds {keys}: play waits until the hold is released, or you run `pbem play --anyway`.")
    else:
        which = "the deadline" if len(dues) == 1 else "the last of their deadlines"
        output.text(f"{seat} holds {keys}: play does not continue before {which}.")
