"""What the moderator does about people: who plays and who watches, and when players are away."""

from datetime import UTC, date, datetime, time, timedelta

import msgspec

from pbem.mail.deeds.fields import Decided, moment
from pbem.mail.outgoing.reports import queue_reports
from pbem.mail.outgoing.told import tell_facts
from pbem.referee import moderator
from pbem.referee.game import Clock, Game
from pbem.referee.people import changes, words
from pbem.referee.people.changes import finish
from pbem.referee.submissions import AbsenceRequest
from pbem.store.facts import PendingOrders


class NewHolder(msgspec.Struct, frozen=True, kw_only=True):
    """Who is to hold a seat, from which *turn* on (0 is at once), and whether what was sent for it counts.

    *forum* is what the player is called on the forum, if that is another name.
    """

    player: str
    address: str
    turn: int = 0
    orders: PendingOrders = "void"
    forum: str = ""


def replace(game: Game, clock: Clock, seat: str, who: NewHolder) -> Decided:
    """Give *seat* to another player, at once or from a turn on."""
    if who.turn:
        made = changes.promise(game, seat, who.player, who.address, who.turn, clock, orders=who.orders, forum=who.forum)
        new = made is not None
        says = f"{who.player} {'will hold' if new else 'is known to hold'} {seat} when turn {who.turn} begins."
    else:
        made_now = changes.take(game, seat, who.player, who.address, clock, orders=who.orders, forum=who.forum)
        new = made_now is not None
        finish(game, clock())
        run = f"Run `pbem turn`: the letter with all that {seat} knows goes out."
        says = f"{who.player} holds {seat}. {_void(who.orders)}{run}"
        says = says if new else f"{who.player} holds {seat} already; nothing has changed."
    data = {"seat": seat, "player": who.player, "address": who.address, "from": who.turn or None, "changed": new}
    return Decided(says=(says,), data=data)


def vacate(game: Game, clock: Clock, seat: str, reason: str = "", orders: PendingOrders = "void") -> Decided:
    """Let no one hold *seat* any longer."""
    new = changes.vacate(game, seat, clock, by="moderator", reason=reason, orders=orders) is not None
    finish(game, clock())
    then = "A bot plays it." if game.settings.vacant_seats == "bot" else "The game waits for it."
    says = f"No one holds {seat}. {_void(orders)}{then}" if new else f"No one holds {seat}; nothing has changed."
    return Decided(says=(says,), data={"seat": seat, "changed": new})


def invite(game: Game, clock: Clock, seat: str, who: NewHolder, until: date | None = None) -> Decided:
    """Invite someone to take *seat*."""
    ends = _end_of(game, until) if until else None
    new = changes.invite(
        game, seat, who.player, who.address, clock, until=ends, from_turn=who.turn, orders=who.orders, forum=who.forum
    )
    there = changes.open_for(game, seat)
    says = ""
    if there:
        already, then = (
            ("", "Run `pbem turn`: the invitation goes out.") if new else (" already", "Nothing has changed.")
        )
        last = moment(there.until, game.settings.moderators_zone.name)
        says = f"{who.player} is{already} invited to take {seat}, until {last}. {then}"
    return Decided(says=tuple(filter(None, (says,))), data=_invited(game, seat))


def withdraw(game: Game, clock: Clock, seat: str) -> Decided:
    """Withdraw the open invitation to *seat*."""
    closed = changes.withdraw(game, seat, clock)
    says = f"The invitation to {seat} is withdrawn." if closed else f"No one is invited to take {seat}."
    return Decided(says=(says,), data=_invited(game, seat))


def _invited(game: Game, seat: str) -> dict[str, object]:
    there = changes.open_for(game, seat)
    return {"seat": seat, "invitation": msgspec.to_builtins(there) if there else None}


def stand_in(
    game: Game,
    clock: Clock,
    seat: str,
    *,
    player: str = "",
    address: str = "",
    forum: str = "",
    until: date | None = None,
) -> Decided:
    """Let the stand-in for *seat*, who is named before or here, play it for a time."""
    if player:
        changes.name_stand_in(game, seat, player, address, clock, forum=forum)
    ends = _end_of(game, until) if until else None
    new = changes.begin_stand_in(game, seat, clock, until=ends) is not None
    said = f"{changes.stand_in_of(game, seat).player} plays {seat}{f' until {until:%Y-%m-%d}' if until else ''}"
    says = f"{said}. Run `pbem turn`: the letters go out." if new else f"{said} already; nothing has changed."
    return _stood_in(game, seat, says, new=new)


def name_stand_in(game: Game, clock: Clock, seat: str, player: str, address: str, forum: str = "") -> Decided:
    """Only name the stand-in for *seat*, for a later time."""
    new = changes.name_stand_in(game, seat, player, address, clock, forum=forum) is not None
    named = changes.stand_in_of(game, seat).player
    return _stood_in(game, seat, f"{named} may be the stand-in for {seat}{'' if new else ' already'}.", new=new)


def end_stand_in(game: Game, clock: Clock, seat: str) -> Decided:
    """Give *seat* back to its player."""
    new = changes.end_stand_in(game, seat, clock) is not None
    own, none = f"{seat} is its own player's again.", f"{seat} has no stand-in now; nothing has changed."
    return _stood_in(game, seat, own if new else none, new=new)


def _stood_in(game: Game, seat: str, says: str, *, new: bool) -> Decided:
    data = {"seat": seat, "stand_in": changes.stand_in_of(game, seat).player, "changed": new}
    return Decided(says=(says,), data=data)


def absent(game: Game, clock: Clock, seat: str, first: date, last: date) -> Decided:
    """Note that the player of *seat* is away from *first* to *last*, inclusive."""
    return _away(seat, moderator.away(game, seat, first, last, clock))


def back(game: Game, clock: Clock, seat: str) -> Decided:
    """Delete all absences of *seat*."""
    return _away(seat, moderator.back(game, seat, clock))


def _away(seat: str, found: tuple[AbsenceRequest, ...]) -> Decided:
    says = [f"{seat} is away from {one.start} to {one.end}." for one in found]
    return Decided(says=tuple(says or [f"{seat} is not known to be away."]), data={"seat": seat, "absent": found})


def _void(orders: PendingOrders) -> str:
    return "What was sent for the open questions is void. " if orders == "void" else ""


def _end_of(game: Game, day: date) -> datetime:
    """The end of a *day* where the game has its deadlines."""
    there = datetime.combine(day + timedelta(days=1), time(), game.settings.deadlines.zone.info)
    return there.astimezone(UTC)


def watch(game: Game, clock: Clock, name: str, address: str) -> Decided:
    """Send the public reports to *address* from now on, the newest at once."""
    new = words.begin(game, address, clock, name=name, by="moderator")
    _queue(game, clock)
    done = f"{name} watches; {address} was told so, and gets the public reports."
    says = done if new else f"{address} gets the reports already."
    return Decided(says=(says,), data={"address": address, "new": new}, goes=True)


def unwatch(game: Game, clock: Clock, address: str) -> Decided:
    """Send no more public reports to *address*."""
    ended = words.end(game, address, clock, by="moderator")
    _queue(game, clock)
    says = f"{address} was told that no more reports come." if ended else f"No one watches at {address}."
    return Decided(says=(says,), data={"address": address, "ended": ended}, goes=True)


def _queue(game: Game, clock: Clock) -> None:
    queue_reports(game, clock)
    tell_facts(game)
