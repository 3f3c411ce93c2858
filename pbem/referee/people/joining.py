"""Invitations, resignations, the waiting list, links.

    https://desk.example.org/l/GAMESECRETTOKEN

GAME is public: where to look. SECRET is the seat's, for as long as its player holds it and does not renew it. TOKEN is
that of the letter with the link; a link without one opens the page all the same.

the plans of its earlier holder are dropped, if what it had sent became void
its deadline moves, so that a new player has the notice of the usual rule
a stand-in whose time is over gives the seat back
an invitation that no one accepted expires
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from pbem.engine.play import replace_plans
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource, rule_of
from pbem.referee.game import Clock, Game
from pbem.referee.keys import derived
from pbem.referee.people import changes
from pbem.referee.people.changes import NotHandedOver
from pbem.referee.people.holders import HandOver
from pbem.referee.stage import SeatStage
from pbem.store.facts import (
    DeadlineMoved,
    DeskLinkRenewed,
    InvitationClosed,
    PendingOrders,
    ResignationAsked,
    SeatInvited,
    SeatTaken,
    SeatVacated,
    StandInEnded,
)
from pbem.store.log import LogLine, Pause

_GAME, _SECRET, _TOKEN = 4, 26, 8
_LINK = re.compile(rf"([a-z2-7]{{{_GAME}}})([a-z2-7]{{{_SECRET}}})([a-z2-7]{{{_TOKEN}}})?")
Purpose = Literal["link", "cookie", "form", "sheet", "board"]
"""What a key of a seat is for, so that none reveals another."""


class DeskLink(msgspec.Struct, frozen=True):
    """What a link says: which game it is of, the secret, and the token of its letter if it has one."""

    game: str
    secret: str
    token: str = ""


def link(game: Game, seat: str, stages: tuple[SeatStage, ...], pause: Pause | None = None) -> str:
    """The link in a letter of *pause* to *seat* about *stages*, or in one of now; empty if the game has no desk."""
    if not game.settings.desk:
        return ""
    token = game.token(seat, *stages[0].put, game.tenure(seat, pause)).replace("-", "") if stages else ""
    return f"{game.settings.desk}/l/{mark_of(game.name)}{key(game, seat, 'link', pause)}{token}"


def read(text: str) -> DeskLink | None:
    """What the last part of a link says; None if it is not one."""
    found = _LINK.fullmatch(text)
    token = found[3] or "" if found else ""
    return DeskLink(found[1], found[2], f"{token[:4]}-{token[4:]}" if token else "") if found else None


def mark_of(name: str) -> str:
    """What the links of the game *name* begin with."""
    return _short(hashlib.sha256(f"desk\0{name}".encode()).digest(), _GAME)


def key(game: Game, seat: str, purpose: Purpose, pause: Pause | None = None) -> str:
    """A key of whoever holds *seat* now, or held it at *pause*: another one after each change of hands or renewal."""
    whole = derived(game.secret, "desk")
    generation = game.tenure(seat, pause).generation
    name = "\0".join((purpose, game.name, seat, str(generation), str(_renewals(game, seat, pause))))
    return _short(hmac.digest(whole.encode(), name.encode(), "sha256"), _SECRET)


def renew(game: Game, seat: str, item: int, at: datetime) -> None:
    """Make the links and cookies of *seat* void, once for each *item* of the inbox."""
    if not any(isinstance(fact, DeskLinkRenewed) and fact.item == item for fact in game.facts):
        game.note(DeskLinkRenewed(seat=seat, item=item), at)


def _renewals(game: Game, seat: str, pause: Pause | None) -> int:
    count = 0
    for line in game.log.lines:
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
    changes.check(game, seat, player, address)
    number = sum(isinstance(line.fact, SeatInvited) for line in game.log.facts) + 1
    fact = SeatInvited(
        seat=seat,
        player=player,
        address=address,
        number=number,
        until=until or clock() + VALID,
        from_turn=from_turn,
        orders=orders,
        forum=changes.account(player, forum),
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
        changes.promise(
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
        changes.take(
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
            changes.end_stand_in(game, seat, lambda: at, by="time")
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
