"""What the moderator does about people: who plays and who watches, and when players are away."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

import msgspec

from pbem.mail.deeds.deed import DeedCase, NotComplete, deed
from pbem.mail.deeds.fields import AT, BECAUSE, FORUM, FROM, KEEP, PERSON, SEAT, UNTIL, WITH, Decided, moment
from pbem.mail.outgoing.reports import queue_reports
from pbem.mail.outgoing.told import tell_facts
from pbem.referee import moderator
from pbem.referee.deadlines.received import SeatStatus
from pbem.referee.game import Game
from pbem.referee.people import changes, seal_keys, words
from pbem.referee.people.changes import finish
from pbem.referee.submissions import AbsenceRequest
from pbem.store.facts import PendingOrders

_HELPS = {
    "player": "The name of the new player or stand-in.",
    "address": "The email address of the new player or stand-in.",
    "reason": "Why; who held the seat is told, the others are not.",
    "until": "The last day of the invitation (7 days from now), or of the stand-in (--end ends it).",
    "withdraw": "Withdraw the open invitation.",
    "end": "Give the seat back to its player.",
    "name": "Only name the stand-in, for a later time.",
}
_HOLDER = "--player={player} --address={address} --forum={forum}"


def _offered(*, when: Callable[[Game, str], bool] = lambda _game, _seat: True) -> Callable[[Game, SeatStatus], bool]:
    """That a button is there for a seat without a stand-in, *when* something holds."""
    return lambda game, one: not game.holders[one.seat].stand_in and when(game, one.seat)


def _from_turn(case: DeedCase) -> int:
    return case.number_or_none("turn", "a turn") or 0


@deed(f"pbem seat replace {{seat}} {_HOLDER} --from={{turn}} [--keep-orders?orders]", quiet=True, asks=True,
      needs=("seat", "player"), may=("address", "forum", "turn", "orders"), helps=_HELPS, of_seat=_offered(),
      settles=("vacant",), line=rf"replace\s+{SEAT}{WITH}{PERSON}{FORUM}{FROM}{KEEP}")  # fmt: skip
def replace(case: DeedCase) -> Decided:
    """Give SEAT to another player, at once or from a turn on.

    Sheets of the old player for the open questions do not count, nor do plans, unless you say --keep-orders. If the
    deadline is too close, it moves for this seat, so that the new player has the usual notice. In a forum an account
    is enough, without an address.
    """
    game, clock, seat, turn = case.game, case.clock, case.seat, _from_turn(case)
    player, address, forum = case.text("player"), case.text("address"), case.text("forum")
    if turn:
        made = changes.promise(game, seat, player, address, turn, clock, orders=case.orders, forum=forum)
        new = made is not None
        says = f"{player} {'will hold' if new else 'is known to hold'} {seat} when turn {turn} begins."
    else:
        made_now = changes.take(game, seat, player, address, clock, orders=case.orders, forum=forum)
        new = made_now is not None
        finish(game, clock())
        run = f"Run `pbem turn`: the letter with all that {seat} knows goes out."
        says = f"{player} holds {seat}. {_void(case.orders)}{run}"
        says = says if new else f"{player} holds {seat} already; nothing has changed."
    data = {"seat": seat, "player": player, "address": address, "from": turn or None, "changed": new}
    return Decided(says=(says,), data=data)


@deed("pbem seat vacate {seat} --reason={reason} [--keep-orders?orders]", needs=("seat",), may=("reason", "orders"),
      quiet=True, asks=True, helps=_HELPS, of_seat=_offered(), line=rf"vacate\s+{SEAT}{KEEP}{BECAUSE}")  # fmt: skip
def vacate(case: DeedCase) -> Decided:
    """Let no one hold SEAT any longer.

    The game waits for it, or a bot plays it if game.yaml says `vacant seats: bot`. Its letters are still written as
    files.
    """
    game, seat = case.game, case.seat
    new = changes.vacate(game, seat, case.clock, by="moderator", reason=case.reason, orders=case.orders) is not None
    finish(game, case.clock())
    then = "A bot plays it." if game.settings.vacant_seats == "bot" else "The game waits for it."
    says = f"No one holds {seat}. {_void(case.orders)}{then}" if new else f"No one holds {seat}; nothing has changed."
    return Decided(says=(says,), data={"seat": seat, "changed": new})


@deed(f"pbem seat invite {{seat}} {_HOLDER} --until={{until}} --from={{turn}} [--keep-orders?orders]", quiet=True,
      needs=("seat", "player", "address"), may=("forum", "until", "turn", "orders"), asks=True, helps=_HELPS,
      settles=("vacant",), of_seat=_offered(when=lambda game, seat: not changes.open_for(game, seat)),
      undone_by="withdraw", line=rf"invite\s+{SEAT}{WITH}{PERSON}{FORUM}{FROM}{KEEP}{UNTIL}")  # fmt: skip
def invite(case: DeedCase) -> Decided:
    """Invite someone by email to take SEAT; the seat changes hands when they accept.

    They accept with a word that works once, from that address only, until the invitation ends.
    """
    game, seat, player = case.game, case.seat, case.text("player")
    new = changes.invite(
        game,
        seat,
        player,
        case.text("address"),
        case.clock,
        until=_end_of(game, case.day("until")),
        from_turn=_from_turn(case),
        orders=case.orders,
        forum=case.text("forum"),
    )
    there = changes.open_for(game, seat)
    says = ""
    if there:
        already, then = (
            ("", "Run `pbem turn`: the invitation goes out.") if new else (" already", "Nothing has changed.")
        )
        last = moment(there.until, game.settings.moderators_zone.name)
        says = f"{player} is{already} invited to take {seat}, until {last}. {then}"
    return Decided(says=tuple(filter(None, (says,))), data=_invited(game, seat))


@deed("pbem seat invite {seat} --withdraw", needs=("seat",), asks=True, helps=_HELPS,
      of_seat=_offered(when=lambda game, seat: changes.open_for(game, seat) is not None),
      line=rf"withdraw\s+(?:the\s+)?(?:invitation\s+)?(?:(?:of|to|for)\s+)?{SEAT}")  # fmt: skip
def withdraw(case: DeedCase) -> Decided:
    """Withdraw the open invitation to SEAT."""
    game, seat = case.game, case.seat
    closed = changes.withdraw(game, seat, case.clock)
    says = f"The invitation to {seat} is withdrawn." if closed else f"No one is invited to take {seat}."
    return Decided(says=(says,), data=_invited(game, seat))


def _invited(game: Game, seat: str) -> dict[str, object]:
    there = changes.open_for(game, seat)
    return {"seat": seat, "invitation": msgspec.to_builtins(there) if there else None}


@deed(f"pbem seat stand-in {{seat}} {_HOLDER} --until={{until}} [--name?name]", quiet=True, asks=True, helps=_HELPS,
      needs=("seat",), may=("player", "address", "forum", "until"), of_seat=_offered(), undone_by="end-stand-in",
      line=rf"stand-?\s?in\s+(?:for\s+)?{SEAT}(?:{WITH}{PERSON}{FORUM})?{UNTIL}")  # fmt: skip
def stand_in(case: DeedCase) -> Decided:
    """Let the stand-in for SEAT play it for a time.

    The stand-in is the one named in game.yaml or here, gets the letters of the seat while it lasts, and
    has tokens of its own. What the player has sent still counts. Afterwards the player gets the seat back, with new
    tokens and a letter with all that has happened.
    """
    game, seat, until, only_named = case.game, case.seat, case.day("until"), bool(case.text("name"))
    player, address, forum = case.text("player"), case.text("address"), case.text("forum")
    enough = bool(address) or game.settings.channel == "forum"
    if (player and not enough) or (not player and (address or forum or only_named)):
        raise NotComplete("give both the name and the address, or neither; in a forum the name is enough")
    named = bool(player) and changes.name_stand_in(game, seat, player, address, case.clock, forum=forum) is not None
    if only_named:
        who = changes.stand_in_of(game, seat).player
        return _stood_in(game, seat, f"{who} may be the stand-in for {seat}{'' if named else ' already'}.", new=named)
    new = changes.begin_stand_in(game, seat, case.clock, until=_end_of(game, until)) is not None
    said = f"{changes.stand_in_of(game, seat).player} plays {seat}{f' until {until:%Y-%m-%d}' if until else ''}"
    says = f"{said}. Run `pbem turn`: the letters go out." if new else f"{said} already; nothing has changed."
    return _stood_in(game, seat, says, new=new)


@deed("pbem seat stand-in {seat} --end", needs=("seat",), quiet=True, asks=True, helps=_HELPS,
      of_seat=lambda game, one: game.holders[one.seat].stand_in is not None,
      line=rf"end\s+(?:the\s+)?stand-?\s?in\s+(?:for\s+|of\s+)?{SEAT}")  # fmt: skip
def end_stand_in(case: DeedCase) -> Decided:
    """Give SEAT back to its player."""
    game, seat = case.game, case.seat
    new = changes.end_stand_in(game, seat, case.clock) is not None
    own, none = f"{seat} is its own player's again.", f"{seat} has no stand-in now; nothing has changed."
    return _stood_in(game, seat, own if new else none, new=new)


def _stood_in(game: Game, seat: str, says: str, *, new: bool) -> Decided:
    data = {"seat": seat, "stand_in": changes.stand_in_of(game, seat).player, "changed": new}
    return Decided(says=(says,), data=data)


@deed("pbem seat key {seat} {key}", needs=("seat", "key"), asks=True, helps={"key": "The key, such as age1..."},
      of_seat=lambda game, _one: game.settings.forum.private == "sealed",
      line=rf"key\s+(?:of|for)\s+{SEAT}\s*(?::|is)\s*(?P<key>age1[a-z0-9.]{{3,80}})")  # fmt: skip
def key(case: DeedCase) -> Decided:
    """Seal what is for SEAT for KEY from now on: its player has lost the old key, or has a new one.

    Everyone is told in the thread. The letter of the present round is sealed again.
    """
    given, seat = case.text("key"), case.seat
    new = seal_keys.give(case.game, seat, given, case.clock, by="moderator") is not None
    says = f"What is for {seat} is sealed for {given} from now on." if new else f"{given} is the key of {seat} already."
    return Decided(says=(says,), data={"seat": seat, "key": given, "changed": new})


_AWAY = {"seat": "The seat whose player is away.", "none": "Delete all absences of the seat."}


@deed("pbem absent {first} {last} --as={seat}", needs=("seat", "first", "last"), asks=True, helps=_AWAY,
      of_seat=lambda _game, _one: True, undone_by="back", line=r"absent\s+(?P<days>\S.{3,120}?)")  # fmt: skip
def absent(case: DeedCase) -> Decided:
    """Note that a seat's player is away from FIRST to LAST (2026-12-24 2027-01-02), inclusive.

    What follows from that is up to `absence` in game.yaml; deadlines move at the next turn. `pbem status` shows the
    absence, and so does the reply to the player's own `status` email.
    """
    first, last = case.day("first"), case.day("last")
    if first is None or last is None:
        raise NotComplete("both days are needed, like 2026-12-24")
    if last < first:
        raise NotComplete(f"{last} is before {first}")
    return _away(case.seat, moderator.away(case.game, case.seat, first, last, case.clock))


@deed("pbem absent --none --as={seat}", needs=("seat",), asks=True, helps=_AWAY,
      of_seat=lambda _game, one: bool(one.absent),
      line=r"(?:back\s+(?P<seat>[^:]{1,60}?)|absent\s+(?P<away>[^:]{1,60}?)[,:]?\s+none)")  # fmt: skip
def back(case: DeedCase) -> Decided:
    """Delete all absences of a seat."""
    return _away(case.seat, moderator.back(case.game, case.seat, case.clock))


def _away(seat: str, found: tuple[AbsenceRequest, ...]) -> Decided:
    says = [f"{seat} is away from {one.start} to {one.end}." for one in found]
    return Decided(says=tuple(says or [f"{seat} is not known to be away."]), data={"seat": seat, "absent": found})


def _void(orders: PendingOrders) -> str:
    return "What was sent for the open questions is void. " if orders == "void" else ""


def _end_of(game: Game, day: date | None) -> datetime | None:
    """The end of a *day*, if one is named, where the game has its deadlines."""
    if day is None:
        return None
    there = datetime.combine(day + timedelta(days=1), time(), game.settings.deadlines.zone.info)
    return there.astimezone(UTC)


@deed("pbem watchers add {player} {address}", needs=("player", "address"), of_game=lambda _game, _found: True,
      line=rf"watch(?:er)?(?:\s*:\s*|\s+){PERSON}")  # fmt: skip
def watch(case: DeedCase) -> Decided:
    """Send the public reports to ADDRESS from now on, the newest at once. Ask PLAYER first."""
    name, address = case.text("player"), case.text("address")
    new = words.begin(case.game, address, case.clock, name=name, by="moderator")
    _queue(case)
    done = f"{name} watches; {address} was told so, and gets the public reports."
    says = done if new else f"{address} gets the reports already."
    return Decided(says=(says,), data={"address": address, "new": new}, goes=True)


@deed("pbem watchers remove {address}", needs=("address",), of_game=lambda game, _found: bool(words.watchers(game)),
      line=rf"(?:unwatch|(?:remove|end)\s+watcher)(?:\s*:\s*|\s+){AT}")  # fmt: skip
def unwatch(case: DeedCase) -> Decided:
    """Send no more public reports to ADDRESS."""
    address = case.text("address")
    ended = words.end(case.game, address, case.clock, by="moderator")
    _queue(case)
    says = f"{address} was told that no more reports come." if ended else f"No one watches at {address}."
    return Decided(says=(says,), data={"address": address, "ended": ended}, goes=True)


def _queue(case: DeedCase) -> None:
    queue_reports(case.game, case.clock)
    tell_facts(case.game)
