"""Let a seat change hands: what anyone who may do that calls, whether a command, an email or a setting.

Each function stores one fact, or none if it is so already; it raises `NotHandedOver` if that cannot be.
"""

from datetime import datetime

from pbem.errors import Refusal
from pbem.referee.game import Clock, Game
from pbem.referee.people.holders import named
from pbem.report.plain import visible
from pbem.settings.game import StandInSettings
from pbem.settings.mail import ADDRESS
from pbem.store.facts import (
    Named,
    PendingOrders,
    SeatPromised,
    SeatTaken,
    SeatVacated,
    StandInBegun,
    StandInEnded,
    StandInNamed,
)


class NotHandedOver(Refusal):
    """A seat cannot change hands like that; says why."""


def vacate(
    game: Game, seat: str, clock: Clock, *, by: str, reason: str = "", orders: PendingOrders = "void"
) -> SeatVacated | None:
    """Let no one hold *seat* any longer; *by* is who or what did it, as in `SeatVacated`."""
    game.guard()
    if game.holders[seat].vacant and game.holders[seat].stand_in is None:
        return None
    fact = SeatVacated(
        seat=seat,
        by=by,
        reason=reason,
        instead=instead(game, seat),
        last_item=last_item(game),
        open=open_questions(game, seat),
        orders=orders,
    )
    game.note(fact, clock())
    return fact


def take(
    game: Game,
    seat: str,
    player: str,
    address: str,
    clock: Clock,
    *,
    by: str = "moderator",
    orders: PendingOrders = "void",
    forum: str = "",
) -> SeatTaken | None:
    """Let *player* at *address*, whom the forum knows as *forum*, hold *seat* from now on."""
    game.guard()
    player, forum = visible(player), account(player, forum)
    if holds(game, seat, player, address):
        _same_account(game, seat, forum)
        return None
    check(game, seat, player, address)
    fact = SeatTaken(
        seat=seat,
        player=player,
        address=address,
        instead=instead(game, seat),
        by=by,
        last_item=last_item(game),
        open=open_questions(game, seat),
        orders=orders,
        forum=forum,
    )
    game.note(fact, clock())
    return fact


def promise(
    game: Game,
    seat: str,
    player: str,
    address: str,
    turn: int,
    clock: Clock,
    *,
    by: str = "moderator",
    orders: PendingOrders = "void",
    forum: str = "",
) -> SeatPromised | None:
    """Let *player* at *address*, whom the forum knows as *forum*, hold *seat* when *turn* begins."""
    game.guard()
    player, forum = visible(player), account(player, forum)
    check(game, seat, player, address)
    if game.turn() >= turn:
        raise NotHandedOver(
            f"turn {turn} has begun already (this is turn {game.turn()}); leave out --from to let {player} take "
            f"{seat} over at once"
        )
    fact = SeatPromised(seat=seat, player=player, address=address, from_turn=turn, by=by, orders=orders, forum=forum)
    if promised(game, seat) == fact:
        return None
    game.note(fact, clock())
    return fact


def promised(game: Game, seat: str) -> SeatPromised | None:
    """Who will hold *seat* from a later turn on, unless it has changed hands for good since that was said."""
    for line in reversed(game.log.lines):
        if isinstance(line.fact, SeatPromised | SeatTaken | SeatVacated) and line.fact.seat == seat:
            return line.fact if isinstance(line.fact, SeatPromised) else None
    return None


def keep_promises(game: Game, at: datetime) -> bool:
    """Let everyone take over whose turn has begun; whether anyone did. It is called before letters are due."""
    due = [one for seat in game.titles if (one := promised(game, seat)) and game.turn() >= one.from_turn]
    for one in due:
        take(game, one.seat, one.player, one.address, lambda: at, by=one.by, orders=one.orders, forum=one.forum)
    return bool(due)


def name_stand_in(
    game: Game, seat: str, player: str, address: str, clock: Clock, *, forum: str = ""
) -> StandInNamed | None:
    """Name who may be the stand-in for *seat*; without an address no one may."""
    game.guard()
    named = StandInSettings(player, address, account(player, forum))
    if stand_in_of(game, seat) == named:
        return None
    if address:
        check(game, seat, named.player, address)
    fact = StandInNamed(
        seat=seat, player=named.player, address=address, instead=_stand_in_instead(game, seat), forum=named.forum
    )
    game.note(fact, clock())
    return fact


def stand_in_of(game: Game, seat: str) -> StandInSettings:
    """Who may be the stand-in for *seat*: as game.yaml says, or as was said since; without an address no one may."""
    found, in_file = game.written.seats[seat].stand_in or StandInSettings("", ""), _stand_in_instead(game, seat)
    for line in game.log.facts:
        if isinstance(line.fact, StandInNamed) and line.fact.seat == seat and line.fact.instead == in_file:
            found = StandInSettings(line.fact.player, line.fact.address, line.fact.forum)
    return found


def _stand_in_instead(game: Game, seat: str) -> Named:
    """The stand-in that game.yaml names for *seat*, as facts say it."""
    written = game.written.seats[seat].stand_in
    return (written.player, written.address) if written else ("", "")


def begin_stand_in(
    game: Game,
    seat: str,
    clock: Clock,
    *,
    until: datetime | None = None,
    by: str = "moderator",
    orders: PendingOrders = "keep",
) -> StandInBegun | None:
    """Let the stand-in of *seat* play it for its player, *until* a time if one is given."""
    game.guard()
    named_now = stand_in_of(game, seat)
    player, address = named_now.player, named_now.address
    now = game.holders[seat].stand_in
    if not address:
        raise NotHandedOver(
            f"{seat} has no stand-in; name one in game.yaml (`stand in: {{player: NAME, address: ADDRESS}}` in the "
            f"line of the seat), or with `pbem seat stand-in {seat} --player NAME --address ADDRESS`"
        )
    if now and (now.player, now.address, now.forum, now.until) == (player, address, named_now.forum, until):
        return None
    if until is not None and until <= clock():
        raise NotHandedOver(f"{until:%Y-%m-%d} is over; give a later date, or none")
    if now is None or (now.player, now.address) != (player, address):
        check(game, seat, player, address)
    fact = StandInBegun(
        seat=seat,
        player=player,
        address=address,
        instead=instead(game, seat),
        by=by,
        until=until,
        last_item=last_item(game),
        open=open_questions(game, seat),
        orders=orders,
        forum=named_now.forum,
    )
    game.note(fact, clock())
    return fact


def end_stand_in(
    game: Game, seat: str, clock: Clock, *, by: str = "moderator", orders: PendingOrders = "keep"
) -> StandInEnded | None:
    """Give *seat* back to its own player."""
    game.guard()
    if game.holders[seat].stand_in is None:
        return None
    fact = StandInEnded(seat=seat, by=by, last_item=last_item(game), open=open_questions(game, seat), orders=orders)
    game.note(fact, clock())
    return fact


def account(player: str, forum: str) -> str:
    """What the forum calls *player* if it is another name, as facts say it."""
    forum = visible(forum).strip()
    return "" if forum == visible(player) else forum


def _same_account(game: Game, seat: str, forum: str) -> None:
    """Raise `NotHandedOver` if who holds *seat* has another name on the forum than *forum*, where that is given."""
    who = game.settings.seats[seat]
    if forum and forum != who.forum:
        raise NotHandedOver(
            f"{who.player} holds {seat} already, and is called {who.account} on the forum; to change that, write "
            f"`{seat}: {{player: {who.player}, address: {who.address}, forum: {forum}}}` into game.yaml"
        )


def check(game: Game, seat: str, player: str, address: str) -> None:
    """Raise `NotHandedOver` unless *player* at *address* can hold *seat*."""
    if not player.strip():
        raise NotHandedOver("a player needs a name: --player NAME")
    if not ADDRESS.fullmatch(address):
        raise NotHandedOver(f"{address!r} is not an email address; write one like anna@example.org")
    if address.casefold() == game.settings.mail.sender.casefold():
        raise NotHandedOver(f"{address} is the game's own address; give the player's")
    if address.casefold() == game.settings.seats[seat].address.casefold():
        held = game.settings.seats[seat].player
        raise NotHandedOver(
            f"{address} is the address of {held or 'the player'}, who holds {seat} now; give the address of {player}, "
            f"or change the name in game.yaml if it is the same person"
        )
    others = [other for other in game.settings.seats_of(address) if other != seat]
    if others and game.settings.seats[others[0]].player.casefold() != player.casefold():
        whose = game.settings.seats[others[0]].player
        raise NotHandedOver(
            f"{address} is the address of {whose or 'the player'}, who holds {', '.join(others)}; give the address of "
            f"{player}, or the name {whose!r} if one person is to hold both"
        )


def holds(game: Game, seat: str, player: str, address: str) -> bool:
    """Whether *player* at *address* holds *seat* already, and not as a stand-in."""
    who = game.settings.seats[seat]
    same = (who.player, who.address.casefold()) == (player, address.casefold())
    return same and game.holders[seat].stand_in is None


def instead(game: Game, seat: str) -> Named:
    """Whom game.yaml names for *seat*, as facts say it."""
    return named(game.written.seats[seat])


def last_item(game: Game) -> int:
    """The number of the newest item of the inbox."""
    return max((item.number for item in game.inbox.items()), default=0)


def open_questions(game: Game, seat: str) -> tuple[tuple[str, int], ...]:
    """What *seat* is asked now: keys and asking entries."""
    return tuple(stage.put for stage in game.stages(seat) if stage.pending)
