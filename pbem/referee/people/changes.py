"""Let a seat change hands: what anyone who may do that calls, whether a command, an email or a setting.

Each function stores one fact, or none if it is so already; it raises `NotHandedOver` if that cannot be. A seat has a
link to its desk:

    https://desk.example.org/l/GAMESECRETTOKEN

GAME is public: where to look. SECRET is the seat's, for as long as its player holds it and does not renew it. TOKEN is
that of the letter with the link; a link without one opens the page all the same.

When time passes an invitation that no one accepted expires, and a stand-in whose time is over gives the seat back.
The plans of an earlier holder are dropped, if what it had sent became void; a deadline moves, so that a new player has
the notice of the usual rule.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from pbem.engine.play import replace_plans
from pbem.engine.reading import late_pattern
from pbem.errors import Refusal
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource, rule_of
from pbem.referee.game import Clock, Game
from pbem.referee.keys import derived
from pbem.referee.people.holders import HandOver, named
from pbem.referee.stage import SeatStage
from pbem.report.plain import visible
from pbem.settings.game import StandInSettings
from pbem.settings.mail import ADDRESS
from pbem.store.facts import (
    DeadlineMoved,
    DeskLinkRenewed,
    InvitationClosed,
    Named,
    PendingOrders,
    ResignationAsked,
    SeatInvited,
    SeatPromised,
    SeatTaken,
    SeatVacated,
    StandInBegun,
    StandInEnded,
    StandInNamed,
)
from pbem.store.log import LogLine, Pause


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
    for line in reversed(game.log.facts):
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
    """Name who may be the stand-in for *seat*; without an address no one may, but in a forum."""
    game.guard()
    named = StandInSettings(player, address, account(player, forum))
    if stand_in_of(game, seat) == named:
        return None
    if address or named.player:
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
    if not address and not (player and game.settings.channel == "forum"):
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
    """Raise `NotHandedOver` unless *player* at *address*, which in a forum may be empty, can hold *seat*."""
    if not player.strip():
        raise NotHandedOver("a player needs a name: --player NAME")
    if not address and game.settings.channel == "forum":
        return
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


_GAME, _SECRET, _TOKEN = 4, 26, 8
_LINK = late_pattern(rf"([a-z2-7]{{{_GAME}}})([a-z2-7]{{{_SECRET}}})([a-z2-7]{{{_TOKEN}}})?")
Purpose = Literal["link", "cookie", "form", "sheet", "board"]
"""What a key of a seat is for, so that none reveals another."""


class DeskLink(msgspec.Struct, frozen=True):
    """What a link says: which game it is of, the secret, and the token of its letter if it has one."""

    game: str
    secret: str
    token: str = ""


def desk_link(game: Game, seat: str, stages: tuple[SeatStage, ...], pause: Pause | None = None) -> str:
    """The link in a letter of *pause* to *seat* about *stages*, or in one of now; empty if the game has no desk."""
    if not game.settings.desk:
        return ""
    token = game.token(seat, *stages[0].put, game.tenure(seat, pause)).replace("-", "") if stages else ""
    return f"{game.settings.desk}/l/{link_mark(game.name)}{link_key(game, seat, 'link', pause)}{token}"


def read_link(text: str) -> DeskLink | None:
    """What the last part of a link says; None if it is not one."""
    found = _LINK.fullmatch(text)
    token = found[3] or "" if found else ""
    return DeskLink(found[1], found[2], f"{token[:4]}-{token[4:]}" if token else "") if found else None


def link_mark(name: str) -> str:
    """What the links of the game *name* begin with."""
    return _short(hashlib.sha256(f"desk\0{name}".encode()).digest(), _GAME)


def link_key(game: Game, seat: str, purpose: Purpose, pause: Pause | None = None) -> str:
    """A key of whoever holds *seat* now, or held it at *pause*: another one after each change of hands or renewal."""
    whole = derived(game.secret, "desk")
    generation = game.tenure(seat, pause).generation
    name = "\0".join((purpose, game.name, seat, str(generation), str(_renewals(game, seat, pause))))
    return _short(hmac.digest(whole.encode(), name.encode(), "sha256"), _SECRET)


def renew_link(game: Game, seat: str, item: int, at: datetime) -> None:
    """Make the links and cookies of *seat* void, once for each *item* of the inbox."""
    if not any(isinstance(fact, DeskLinkRenewed) and fact.item == item for fact in game.facts):
        game.note(DeskLinkRenewed(seat=seat, item=item), at)


def _renewals(game: Game, seat: str, pause: Pause | None) -> int:
    count = 0
    for line in game.log.noted:
        if pause is not None and line.pause and line.pause.round == pause.round:
            break
        count += isinstance(line.fact, DeskLinkRenewed) and line.fact.seat == seat
    return count


def _short(digest: bytes, length: int) -> str:
    return base64.b32encode(digest).decode().lower()[:length]


VALID = timedelta(days=7)
"""How long an invitation is open unless the moderator says otherwise."""


def invite(
    game: Game,
    seat: str,
    player: str,
    address: str,
    clock: Clock,
    *,
    until: datetime | None = None,
    from_turn: int = 0,
    orders: PendingOrders = "void",
    forum: str = "",
) -> SeatInvited | None:
    """Invite *player* at *address* to take *seat*; nothing if that invitation is open."""
    game.guard()
    if not game.settings.mail.sender:
        raise NotHandedOver("the game sends no mail, as game.yaml has no `mail: {from: ...}`; use `pbem seat replace`")
    there = open_for(game, seat)
    if there and (there.player, there.address.casefold()) == (player, address.casefold()):
        return None
    if there:
        zone = game.settings.moderators_zone
        ends = f"{there.until.astimezone(zone.info):%Y-%m-%d %H:%M} {zone.name}"
        raise NotHandedOver(
            f"{there.player} <{there.address}> is invited to take {seat} until {ends}; "
            f"`pbem seat invite {seat} --withdraw` takes that back"
        )
    check(game, seat, player, address)
    number = sum(isinstance(line.fact, SeatInvited) for line in game.log.facts) + 1
    fact = SeatInvited(
        seat=seat,
        player=player,
        address=address,
        number=number,
        until=until or clock() + VALID,
        from_turn=from_turn,
        orders=orders,
        forum=account(player, forum),
    )
    game.note(fact, clock())
    return fact


def withdraw(game: Game, seat: str, clock: Clock) -> InvitationClosed | None:
    """Take the open invitation to *seat* back; nothing if there is none."""
    game.guard()
    there = open_for(game, seat)
    return _close(game, there, "withdrawn", clock()) if there else None


def expire(game: Game, seat: str, at: datetime) -> None:
    """Close the invitation to *seat* if its time is over."""
    there = open_for(game, seat)
    if there and there.until <= at:
        _close(game, there, "expired", at)


def accept(game: Game, invited: SeatInvited, clock: Clock) -> None:
    """Let who was *invited* take the seat, at once or from the turn that the invitation names.

    What the taking of the seat says comes before the end of the invitation: after a kill in between it is accepted
    again, and the seat is taken already.
    """
    if invited.from_turn > game.turn():
        promise(
            game,
            invited.seat,
            invited.player,
            invited.address,
            invited.from_turn,
            clock,
            by="invitation",
            orders=invited.orders,
            forum=invited.forum,
        )
    else:
        take(
            game,
            invited.seat,
            invited.player,
            invited.address,
            clock,
            by="invitation",
            orders=invited.orders,
            forum=invited.forum,
        )
    _close(game, invited, "accepted", clock())


def decline(game: Game, invited: SeatInvited, clock: Clock) -> None:
    """Close an invitation that its reader declined."""
    _close(game, invited, "declined", clock())


def open_for(game: Game, seat: str) -> SeatInvited | None:
    """The open invitation to *seat*, if there is one."""
    found: SeatInvited | None = None
    for line in game.log.facts:
        fact = line.fact
        if isinstance(fact, SeatInvited) and fact.seat == seat:
            found = fact
        elif found and isinstance(fact, InvitationClosed) and fact.number == found.number:
            found = None
    return found


def word_of(game: Game, invited: SeatInvited) -> str:
    """The word that accepts an invitation, which was sent to its address alone."""
    return game.token("invitation", invited.seat, invited.number)


def invitation_with(game: Game, words: tuple[str, ...]) -> SeatInvited | None:
    """The invitation, open or not, that one of *words* accepts."""
    facts = (line.fact for line in game.log.facts)
    return next((one for one in facts if isinstance(one, SeatInvited) and word_of(game, one) in words), None)


def end_of(game: Game, invited: SeatInvited) -> str:
    """Why an invitation is open no longer: `accepted`, `declined`, `expired`, `withdrawn`; empty if it is open."""
    facts = (line.fact for line in game.log.facts)
    return next((one.why for one in facts if isinstance(one, InvitationClosed) and one.number == invited.number), "")


def taken_by(game: Game, invited: SeatInvited) -> bool:
    """Whether who was invited has taken the seat since, though the invitation is not closed yet."""
    facts = (line.fact for line in game.log.facts)
    return any(
        isinstance(one, SeatTaken) and (one.seat, one.address) == (invited.seat, invited.address) for one in facts
    )


def _close(game: Game, invited: SeatInvited, why: str, at: datetime) -> InvitationClosed:
    fact = InvitationClosed(seat=invited.seat, number=invited.number, why=why)  # type: ignore[arg-type]
    game.note(fact, at)
    return fact


BY = "seat"
"""What moved a deadline, if a new player did."""


def coming(game: Game, _at: datetime) -> Iterator[AgendaItem]:
    """The ends of stand-ins and of invitations."""
    if not game.table.state.flow:
        return
    for seat, held in game.holders.items():
        if held.stand_in and held.stand_in.until:
            yield AgendaItem(held.stand_in.until, "stand-in-ends", (seat,))
        invited = open_for(game, seat)
        if invited:
            yield AgendaItem(invited.until, "invitation-expires", (seat,))


def act(game: Game, at: datetime) -> bool:
    """End what is over, and complete what a change of hands leads to."""
    before = len(game.log.lines)
    for seat, held in game.holders.items():
        if held.stand_in and held.stand_in.until and held.stand_in.until <= at:
            end_stand_in(game, seat, lambda: at, by="time")
        expire(game, seat, at)
    finish(game, at)
    return len(game.log.lines) > before


SOURCE = AgendaSource(coming, act)


def finish(game: Game, at: datetime) -> None:
    """Complete what the changes of hands so far lead to; once for each, however often it is called."""
    if not game.table.state.flow:
        return
    for seat in game.titles:
        line = _last_change(game, seat)
        if line is not None and isinstance(line.fact, HandOver):
            _drop_plans(game, line, line.fact, at)
            if isinstance(line.fact, SeatTaken):
                _give_notice(game, line, line.fact, at)


def _last_change(game: Game, seat: str) -> LogLine | None:
    number = game.tenure(seat).line
    return game.log.lines[number - 1] if number else None


def _drop_plans(game: Game, line: LogLine, fact: HandOver, at: datetime) -> None:
    """Drop the plans for coming decisions that were made before the seat changed hands."""
    cause = f"seat-{line.seq}"
    if fact.orders == "keep" or not game.view(fact.seat).kept or game.log.caused(cause):
        return
    game.append(replace_plans(game.table, fact.seat, ()), at, cause)


def _give_notice(game: Game, line: LogLine, fact: SeatTaken, at: datetime) -> None:
    """Move the deadline of the seat's open questions, unless a new player has the usual notice, or it was moved since.

    For this seat alone: the others have had theirs.
    """
    pause, wanted = game.pause, dict.fromkeys(fact.open)
    if pause is None or any(_moves(one, pause.round, fact.seat) for one in game.log.lines[line.seq :]):
        return
    found = [one for one in pause.waits if one.seat == fact.seat and (one.key, one.asked) in wanted]
    times = [(pause.due(one), game.settings.deadlines.due(line.at, rule_of(game, one))) for one in found]
    later = [after for due, after in times if due is not None and after is not None and after > due]
    if later:
        game.note(DeadlineMoved(round=pause.round, to=max(later), by=BY, seats=(fact.seat,)), at)


def _moves(line: LogLine, number: int, seat: str) -> bool:
    fact = line.fact
    return isinstance(fact, DeadlineMoved) and fact.round == number and seat in (fact.seats or (seat,))


def ask(game: Game, seat: str, item: int, clock: Clock) -> str:
    """The word that confirms the resignation of who holds *seat*, written in *item* of the inbox."""
    fact = ResignationAsked(seat=seat, item=item)
    if fact not in game.facts:
        game.note(fact, clock())
    return _word(game, fact)


def resignation_with(game: Game, seat: str, word: str) -> LogLine | None:
    """The line of the log with which who holds *seat* now was sent *word*."""
    return _asked(game, seat, word, since=game.tenure(seat).line)


def carried_out(game: Game, seat: str, word: str) -> bool:
    """Whether someone left *seat* by this *word*."""
    asked = _asked(game, seat, word, since=0)
    if asked is None:
        return False
    left = (line.fact for line in game.log.lines[asked.seq :])
    return any(isinstance(one, SeatVacated | StandInEnded) and (one.seat, one.by) == (seat, "player") for one in left)


def _asked(game: Game, seat: str, word: str, since: int) -> LogLine | None:
    for line in game.log.lines[since:]:
        if isinstance(line.fact, ResignationAsked) and line.fact.seat == seat and _word(game, line.fact) == word:
            return line
    return None


def _word(game: Game, fact: ResignationAsked) -> str:
    return game.token("resignation", fact.seat, fact.item)
