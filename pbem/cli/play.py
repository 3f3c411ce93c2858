"""pbem play: play on."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.host import game_option, host, json_option, seat_called
from pbem.mail import desk
from pbem.store.game import Game
from pbem.store.playing import apply_default, play_on
from pbem.store.status import Status, status


@click.command()
@click.option("--default", "seat", help="First answer for this seat with the default of its decision.")
@click.option("--reason", help="Why the default is applied.")
@game_option
@json_option
def command(seat: str | None, reason: str | None, folder: Path, as_json: bool) -> None:
    """Play on until answers are wanting; sheets first, then standing orders."""
    if seat and not reason:
        raise click.UsageError("--default needs --reason: it is your act, and the log says why.")
    clock = host().clock
    with Game.held(folder, host().rulesets) as game:
        desk.clear(game, clock)
        if seat:
            apply_default(game, seat_called(game, seat), reason or "", clock)
        played = play_on(game, clock)
        found = status(game, clock)
    if as_json:
        output.data({"played": played, "status": found})
    else:
        tell(played, found)


def tell(played: int, found: Status) -> None:
    """Say how far play went and whom it waits for."""
    output.text(f"Entries played: {played}.")
    if found.outcome is not None:
        output.text("The game is over.")
    for seat in found.missing:
        output.text(f"Waiting for {seat.title} ({seat.asked}): {seat.received}.")
