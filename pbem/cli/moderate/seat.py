"""pbem seat: let a seat change hands, for good or for a time, and keep the list of who would take one."""

from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import click
import msgspec

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened, seat_called
from pbem.mail.exchange import up_to_date
from pbem.referee.game import Game
from pbem.referee.letters.dossier import dossier
from pbem.referee.seats import changes, invitations, waiting_list
from pbem.referee.seats.aftermath import finish
from pbem.report.content.text import text
from pbem.store.facts.seats import PendingOrders

_DAY = click.DateTime(["%Y-%m-%d"])
_seat = click.argument("name", metavar="SEAT")
_keep = click.option(
    "--keep-orders", is_flag=True, help="Let what was sent for the open questions, and plans, still count."
)
_from_turn = click.option("--from", "turn", type=click.IntRange(min=1), metavar="TURN", help="When that turn begins.")


@click.group()
def command() -> None:
    """Let a seat change hands, for good or for a time.

    Whoever takes a seat over gets a letter with all that the seat knows; the other seats are told that it has changed
    hands, but no names. From then on the old tokens and letters are worth nothing. `pbem seats` shows who holds what.
    """


@command.command()
@_seat
@click.option("--player", required=True, help="The name of the new player.")
@click.option("--address", required=True, help="The email address of the new player.")
@_from_turn
@_keep
@game_option
@json_option
def replace(
    name: str, player: str, address: str, turn: int | None, keep_orders: bool, folder: Path, as_json: bool
) -> None:
    """Give SEAT to another player, at once or from a turn on.

    Sheets of the old player for the open questions do not count, nor do plans, unless you say --keep-orders. If the
    deadline is too close, it moves for this seat, so that the new player has the usual notice.
    """
    clock, orders = host().clock, _orders(keep_orders)
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, name)
        if turn:
            new = changes.promise(game, seat, player, address, turn, clock, orders=orders) is not None
        else:
            new = changes.take(game, seat, player, address, clock, orders=orders) is not None
            finish(game, clock())
    if as_json:
        output.data({"seat": seat, "player": player, "address": address, "from": turn, "changed": new})
    elif turn:
        output.text(f"{player} {'will hold' if new else 'is known to hold'} {seat} when turn {turn} begins.")
    elif new:
        output.text(
            f"{player} holds {seat}. {_void(orders)}Run `pbem turn`: the letter with all that {seat} knows goes out."
        )
    else:
        output.text(f"{player} holds {seat} already; nothing has changed.")


@command.command()
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
    clock, orders = host().clock, _orders(keep_orders)
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, name)
        new = changes.vacate(game, seat, clock, by="moderator", reason=reason, orders=orders) is not None
        finish(game, clock())
        bot = game.settings.vacant_seats == "bot"
    if as_json:
        output.data({"seat": seat, "changed": new})
    elif new:
        output.text(f"No one holds {seat}. {_void(orders)}{'A bot plays it.' if bot else 'The game waits for it.'}")
    else:
        output.text(f"No one holds {seat}; nothing has changed.")


@command.command()
@_seat
@click.option("--player", default="", help="The name of the person.")
@click.option("--address", default="", help="The email address of the person.")
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
    until: datetime | None,
    withdraw: bool,
    turn: int | None,
    keep_orders: bool,
    folder: Path,
    as_json: bool,
) -> None:
    """Invite someone by email to take SEAT; the seat changes hands when they accept.

    They accept with a word that works once, from that address only, until the invitation ends. Without --player and
    --address the first on the waiting list is invited.
    """
    if withdraw and (player or address or until or turn):
        raise click.UsageError("Give --withdraw alone.")
    if bool(player) != bool(address):
        raise click.UsageError("Give both --player and --address, or neither to invite the first on the waiting list.")
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, name)
        if withdraw:
            closed = invitations.withdraw(game, seat, clock)
        else:
            player, address = (player, address) if player else waiting_list.first(game)
            ends = _end_of(game, until) if until else None
            new = invitations.invite(
                game, seat, player, address, clock, until=ends, from_turn=turn or 0, orders=_orders(keep_orders)
            )
        there = invitations.open_for(game, seat)
    if as_json:
        output.data({"seat": seat, "invitation": msgspec.to_builtins(there) if there else None})
    elif withdraw:
        output.text(f"The invitation to {seat} is withdrawn." if closed else f"No one is invited to take {seat}.")
    elif there:
        already = "" if new else " already"
        output.text(
            f"{player} is{already} invited to take {seat}, until {there.until:%Y-%m-%d %H:%M} UTC. "
            f"{'Run `pbem turn`: the invitation goes out.' if new else 'Nothing has changed.'}"
        )


@command.command(name="stand-in")
@_seat
@click.option("--player", default="", help="The name of the stand-in.")
@click.option("--address", default="", help="The email address of the stand-in.")
@click.option("--until", type=_DAY, metavar="DATE", help="The last day; without it, until --end.")
@click.option("--end", is_flag=True, help="Give the seat back to its player.")
@click.option("--name", "only_name", is_flag=True, help="Only name the stand-in, for a later time.")
@game_option
@json_option
def stand_in(
    name: str,
    player: str,
    address: str,
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
    if end and (player or address or until or only_name):
        raise click.UsageError("Give --end alone.")
    if bool(player) != bool(address) or (only_name and not player):
        raise click.UsageError("Give both --player and --address.")
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, name)
        if end:
            new = changes.end_stand_in(game, seat, clock) is not None
        else:
            new = bool(player) and changes.name_stand_in(game, seat, player, address, clock) is not None
            if not only_name:
                ends = _end_of(game, until) if until else None
                new = changes.begin_stand_in(game, seat, clock, until=ends) is not None
        player = changes.stand_in_of(game, seat)[0]
    said = f"{player} plays {seat}{f' until {until:%Y-%m-%d}' if until else ''}"
    if as_json:
        output.data({"seat": seat, "stand_in": player, "changed": new})
    elif end:
        output.text(
            f"{seat} is its own player's again." if new else f"{seat} has no stand-in now; nothing has changed."
        )
    elif only_name:
        output.text(f"{player} may be the stand-in for {seat}{'' if new else ' already'}.")
    else:
        output.text(f"{said}. Run `pbem turn`: the letters go out." if new else f"{said} already; nothing has changed.")


@command.command(name="dossier")
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


@command.group()
def waiting() -> None:
    """Keep the list of people who would take a seat."""


@waiting.command(name="add")
@click.option("--player", required=True, help="The name of the person.")
@click.option("--address", required=True, help="The email address of the person.")
@game_option
@json_option
def waiting_add(player: str, address: str, folder: Path, as_json: bool) -> None:
    """Put someone at the end of the waiting list."""
    with up_to_date(folder, host().clock, host().rulesets) as game:
        new = waiting_list.add(game, player, address, host().clock)
        _tell_waiting(game, as_json, f"{player} is on the waiting list{'' if new else ' already'}.")


@waiting.command(name="remove")
@click.argument("address")
@game_option
@json_option
def waiting_remove(address: str, folder: Path, as_json: bool) -> None:
    """Take whoever has ADDRESS off the waiting list."""
    with up_to_date(folder, host().clock, host().rulesets) as game:
        gone = waiting_list.remove(game, address, host().clock)
        _tell_waiting(game, as_json, f"{address} is {'off' if gone else 'not on'} the waiting list.")


@waiting.command(name="list")
@game_option
@json_option
def waiting_show(folder: Path, as_json: bool) -> None:
    """List who waits for a seat, the first first."""
    game = opened(folder)
    _tell_waiting(game, as_json, "" if waiting_list.listed(game) else "No one waits for a seat.")


def _tell_waiting(game: Game, as_json: bool, said: str) -> None:
    people = waiting_list.listed(game)
    if as_json:
        output.data([{"player": player, "address": address} for player, address in people])
        return
    if said:
        output.text(said)
    if people:
        output.table(("", "player", "address"), [(at, *each) for at, each in enumerate(people, 1)])


def _orders(keep: bool) -> PendingOrders:
    return "keep" if keep else "void"


def _void(orders: PendingOrders) -> str:
    return "What was sent for the open questions is void. " if orders == "void" else ""


def _end_of(game: Game, day: datetime) -> datetime:
    """The end of a *day* where the game has its deadlines."""
    there = datetime.combine(day.date() + timedelta(days=1), time(), game.settings.deadlines.zone.info)
    return there.astimezone(UTC)
