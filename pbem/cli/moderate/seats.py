"""pbem seats: who holds which seat."""

from pathlib import Path
from typing import Any

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, opened
from pbem.referee.game import Game
from pbem.referee.seats import changes, invitations
from pbem.referee.seats.holders import shown


@click.command()
@game_option
@json_option
def command(folder: Path, as_json: bool) -> None:
    """List the seats, who holds them, and who may come next.

    Where a seat has changed hands since game.yaml was written, that is what counts, until you edit the player or the
    address there.
    """
    game = opened(folder)
    if as_json:
        output.data([_row(game, seat) for seat in game.titles])
        return
    shown = [
        (seat, title, _player(game, seat), game.settings.seats[seat].address, _next(game, seat))
        for seat, title in game.titles.items()
    ]
    more = any(row[-1] for row in shown)
    heads = ("seat", "title", "player", "address", *(("next",) if more else ()))
    output.table(heads, shown if more else [row[:-1] for row in shown])


def _player(game: Game, seat: str) -> str:
    held = game.holders[seat]
    if held.stand_in:
        until = f" until {held.stand_in.until:%Y-%m-%d}" if held.stand_in.until else ""
        whose = held.regular.player if held.regular else ""
        return f"{held.who.player} (stand-in for {whose or 'no one'}{until})"
    forum = f", {held.who.forum} on the forum" if held.who.forum else ""
    return f"{shown(game.settings.seats[seat], vacant=held.vacant)}{forum}"


def _next(game: Game, seat: str) -> str:
    """Who may come next: promised, invited, or named as stand-in."""
    found = []
    if promised := changes.promised(game, seat):
        found.append(f"{promised.player} from turn {promised.from_turn}")
    if invited := invitations.open_for(game, seat):
        found.append(f"{invited.player} invited until {invited.until:%Y-%m-%d}")
    stand_in = changes.stand_in_of(game, seat).player
    if stand_in and not game.holders[seat].stand_in:
        found.append(f"stand-in: {stand_in}")
    return "; ".join(found)


def _row(game: Game, seat: str) -> dict[str, Any]:
    who, held = game.settings.seats[seat], game.holders[seat]
    row = {"seat": seat, "title": game.titles[seat], "player": who.player, "address": who.address, "bot": who.bot}
    more = {
        "forum": who.forum,
        "vacant": held.vacant,
        "stand_in": held.stand_in,
        "promised": changes.promised(game, seat),
        "invited": invitations.open_for(game, seat),
    }
    return row | {name: value for name, value in more.items() if value}
