"""The commands `seats` and `seat`: who holds a seat, and letting it change hands."""

from pathlib import Path
from typing import Any

import click

from pbem.cli import output
from pbem.cli.deeds import add_deeds
from pbem.cli.options import game_option, json_option, opened, seat_called
from pbem.referee.game import Game
from pbem.referee.letter import dossier
from pbem.referee.people import changes
from pbem.referee.people.holders import shown
from pbem.report.plain import text


@click.group()
def seat_command() -> None:
    """Let a seat change hands, for good or for a time.

    Whoever takes a seat over gets a letter with all that the seat knows; the other seats are told that it has changed
    hands, but no names. From then on the old tokens and letters are worth nothing. `pbem seats` shows who holds what.
    """


add_deeds(seat_command, "seat")


@seat_command.command(name="dossier")
@click.argument("name", metavar="SEAT")
@game_option
def show_dossier(name: str, folder: Path) -> None:
    """Print the letter that whoever takes SEAT over now would get, and the story that goes with it."""
    game = opened(folder)
    made = dossier(game, seat_called(game, name))
    if made is None:
        output.text("There are no letters yet: the first one will tell all there is.")
        return
    output.text(f"{made.subject}\n\n{text(made.content)}\n\n{made.story}")


@click.command()
@game_option
@json_option
def seats_command(folder: Path, as_json: bool) -> None:
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
    if invited := changes.open_for(game, seat):
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
        "invited": changes.open_for(game, seat),
    }
    return row | {name: value for name, value in more.items() if value}
