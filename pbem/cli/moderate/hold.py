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

    The stage is then not played before its deadline, even if all sheets are in, unless you run `pbem play --anyway`.
    """
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, seat)
        stage = (for_seats.release if release else for_seats.hold)(game, seat, clock)
        due = game.pause is not None and game.pause.deadline is not None
        until = "its deadline" if due else "the hold is released, or you run `pbem play --anyway`"
    if as_json:
        output.data({"seat": seat, "stage": stage.name, "holds": not release})
    elif release:
        output.text(f"{seat} holds {stage.decision.key} no longer; `pbem turn` continues play if all sheets are in.")
    else:
        output.text(f"{seat} holds {stage.decision.key}: it is not processed before {until}.")
