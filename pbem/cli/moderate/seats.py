"""pbem seats: who holds which seat."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, opened


@click.command()
@game_option
@json_option
def command(folder: Path, as_json: bool) -> None:
    """List the seats and who holds them."""
    game = opened(folder)
    rows = [
        {"seat": seat, "title": title, "player": who.player, "address": who.address, "bot": who.bot}
        for seat, title in game.titles.items()
        for who in [game.settings.seats[seat]]
    ]
    if as_json:
        output.data(rows)
    else:
        shown = [(seat, title, who.shown, who.address) for seat, title in game.titles.items()
                 for who in [game.settings.seats[seat]]]  # fmt: skip
        output.table(("seat", "title", "player", "address"), shown)
