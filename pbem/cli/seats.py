"""The commands `seats` and `seat`: who holds a seat, and letting it change hands."""

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened, seat_called
from pbem.mail.deeds import seats
from pbem.mail.deeds.seats import NewHolder
from pbem.mail.exchange import up_to_date
from pbem.referee.game import Game
from pbem.referee.letter import dossier
from pbem.referee.people import changes
from pbem.referee.people.holders import shown
from pbem.report.plain import text
from pbem.store.facts import PendingOrders

_DAY = click.DateTime(["%Y-%m-%d"])
_seat = click.argument("name", metavar="SEAT")
_keep = click.option(
    "--keep-orders", is_flag=True, help="Let what was sent for the open questions, and plans, still count."
)
_forum = click.option("--forum", default="", metavar="ACCOUNT", help="What the forum calls them, if not that.")
_from_turn = click.option("--from", "turn", type=click.IntRange(min=1), metavar="TURN", help="When that turn begins.")


@click.group()
def seat_command() -> None:
    """Let a seat change hands, for good or for a time.

    Whoever takes a seat over gets a letter with all that the seat knows; the other seats are told that it has changed
    hands, but no names. From then on the old tokens and letters are worth nothing. `pbem seats` shows who holds what.
    """


@seat_command.command()
@_seat
@click.option("--player", required=True, help="The name of the new player.")
@click.option("--address", required=True, help="The email address of the new player.")
@_forum
@_from_turn
@_keep
@game_option
@json_option
def replace(
    name: str,
    player: str,
    address: str,
    forum: str,
    turn: int | None,
    keep_orders: bool,
    folder: Path,
    as_json: bool,
) -> None:
    """Give SEAT to another player, at once or from a turn on.

    Sheets of the old player for the open questions do not count, nor do plans, unless you say --keep-orders. If the
    deadline is too close, it moves for this seat, so that the new player has the usual notice.
    """
    who = NewHolder(player=player, address=address, turn=turn or 0, orders=_orders(keep_orders), forum=forum)
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        done = seats.replace(game, clock, seat_called(game, name), who)
    output.data(done.data) if as_json else output.lines(done.says)


@seat_command.command()
@_seat
@click.option("--reason", default="", help="Why; who held the seat is told, the others are not.")
@_keep
@game_option
@json_option
def vacate(name: str, reason: str, keep_orders: bool, folder: Path, as_json: bool) -> None:
    """Let no one hold SEAT any longer.

    The game waits for it, or a bot plays it if game.yaml says `vacant seats: bot`. Its letters are still written as
    files.
    """
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        done = seats.vacate(game, clock, seat_called(game, name), reason, _orders(keep_orders))
    output.data(done.data) if as_json else output.lines(done.says)


@seat_command.command()
@_seat
@click.option("--player", default="", help="The name of the person.")
@click.option("--address", default="", help="The email address of the person.")
@_forum
@click.option("--until", type=_DAY, metavar="DATE", help="The last day of the invitation (default: 7 days from now).")
@click.option("--withdraw", is_flag=True, help="Withdraw the open invitation.")
@_from_turn
@_keep
@game_option
@json_option
def invite(
    name: str,
    player: str,
    address: str,
    forum: str,
    until: datetime | None,
    withdraw: bool,
    turn: int | None,
    keep_orders: bool,
    folder: Path,
    as_json: bool,
) -> None:
    """Invite someone by email to take SEAT; the seat changes hands when they accept.

    They accept with a word that works once, from that address only, until the invitation ends.
    """
    if withdraw and (player or address or forum or until or turn):
        raise click.UsageError("Give --withdraw alone.")
    if not withdraw and not (player and address):
        raise click.UsageError("Give both --player and --address.")
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, name)
        if withdraw:
            done = seats.withdraw(game, clock, seat)
        else:
            who = NewHolder(player=player, address=address, turn=turn or 0, orders=_orders(keep_orders), forum=forum)
            done = seats.invite(game, clock, seat, who, until.date() if until else None)
    output.data(done.data) if as_json else output.lines(done.says)


@seat_command.command(name="stand-in")
@_seat
@click.option("--player", default="", help="The name of the stand-in.")
@click.option("--address", default="", help="The email address of the stand-in.")
@_forum
@click.option("--until", type=_DAY, metavar="DATE", help="The last day; without it, until --end.")
@click.option("--end", is_flag=True, help="Give the seat back to its player.")
@click.option("--name", "only_name", is_flag=True, help="Only name the stand-in, for a later time.")
@game_option
@json_option
def stand_in(
    name: str,
    player: str,
    address: str,
    forum: str,
    until: datetime | None,
    end: bool,
    only_name: bool,
    folder: Path,
    as_json: bool,
) -> None:
    """Let the stand-in for SEAT play it for a time.

    The stand-in is the one named in game.yaml or here, gets the letters of the seat while it lasts, and
    has tokens of its own. What the player has sent still counts. Afterwards the player gets the seat back, with new
    tokens and a letter with all that has happened.
    """
    if end and (player or address or forum or until or only_name):
        raise click.UsageError("Give --end alone.")
    if bool(player) != bool(address) or ((only_name or forum) and not player):
        raise click.UsageError("Give both --player and --address.")
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, name)
        if end:
            done = seats.end_stand_in(game, clock, seat)
        elif only_name:
            done = seats.name_stand_in(game, clock, seat, player, address, forum)
        else:
            last = until.date() if until else None
            done = seats.stand_in(game, clock, seat, player=player, address=address, forum=forum, until=last)
    output.data(done.data) if as_json else output.lines(done.says)


@seat_command.command(name="dossier")
@_seat
@game_option
def show_dossier(name: str, folder: Path) -> None:
    """Print the letter that whoever takes SEAT over now would get, and the story that goes with it."""
    game = opened(folder)
    made = dossier(game, seat_called(game, name))
    if made is None:
        output.text("There are no letters yet: the first one will tell all there is.")
        return
    output.text(f"{made.subject}\n\n{text(made.content)}\n\n{made.story}")


def _orders(keep: bool) -> PendingOrders:
    return "keep" if keep else "void"


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
