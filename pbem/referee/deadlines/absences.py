"""Who is away, what follows, stand-ins.

One moves as soon as it is known that it falls into an absence of a player who must answer by it: with the question, or
when the absence is told. It does so whatever came from that player, so that no one learns that. What the moderator has
said of a deadline since the absence was told stays.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import MODERATOR
from pbem.referee import submissions
from pbem.referee.deadlines import deadlines, edited_rules
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource
from pbem.referee.deadlines.extensions import days_left, whole_days, year_of
from pbem.referee.game import Game
from pbem.referee.people import changes
from pbem.referee.people.holders import HandOver
from pbem.settings.ladder import has_grace
from pbem.settings.times import Zone
from pbem.store.facts import AbsenceCharge, DeadlineMoved, OwnDeadline, StandInEnded
from pbem.store.log import OpenQuestion, Pause

_DAY = timedelta(days=1)


class Away(msgspec.Struct, frozen=True):
    """A time for which *seat* is away, in UTC; *told* is when the first of its days was told."""

    seat: str
    begins: datetime
    ends: datetime
    told: datetime


def absences_of(game: Game, seat: str, at: datetime) -> tuple[Away, ...]:
    """The absences of *seat* that are not over *at* a time, the earliest first."""
    info = _zone_of(game, seat).info

    def midnight(day: date) -> datetime:
        return datetime.combine(day, time(), info).astimezone(at.tzinfo)

    found: list[Away] = []
    for one in submissions.absences(game, seat, at.astimezone(info).date()):
        if one.start is None or one.end is None:
            continue
        begins, ends = midnight(one.start), midnight(one.end + _DAY)
        if found and begins <= found[-1].ends:
            last = found[-1]
            found[-1] = Away(seat, last.begins, max(last.ends, ends), min(last.told, one.received))
        else:
            found.append(Away(seat, begins, ends, one.received))
    return tuple(found)


def told_in_time(game: Game, seat: str, due: datetime) -> bool:
    """Whether *seat* is away when something is *due*, and that was told before."""
    day = due.astimezone(_zone_of(game, seat).info).date()
    known = submissions.absences(game, seat, day)
    return any(one.start is not None and one.start <= day and one.received < due for one in known)


def away_at(game: Game, seat: str, time_: datetime, at: datetime) -> Away | None:
    """The absence of *seat* that a time falls into, as known *at* another."""
    return next((one for one in absences_of(game, seat, at) if one.begins <= time_ < one.ends), None)


def _zone_of(game: Game, seat: str) -> Zone:
    """The zone of the seat's own player, also while a stand-in plays it."""
    regular = game.holders[seat].regular
    return game.settings.zone_of(seat) if regular is None else regular.zone or game.settings.deadlines.zone


BY = "absence"
"""What moved a deadline, if an absence did."""


def move_deadlines(game: Game, at: datetime) -> bool:
    """Move the deadlines of the present round that fall into absences; whether any was."""
    moved = False
    while game.pause is not None and (fact := _needed(game, game.pause, at)) is not None:
        game.note(fact, at)
        moved = True
    return moved


def _coming(_game: Game, _at: datetime) -> Iterator[AgendaItem]:
    """Nothing: a deadline moves as soon as its absence is known."""
    yield from ()


SHIFTS = AgendaSource(_coming, move_deadlines)


def with_the_question(game: Game, pause: Pause, at: datetime) -> Pause:
    """*pause*, which is not in the log yet, with its deadlines out of absences; that they moved is noted before it."""
    pause = deadlines.underlying(pause, game.log.facts)  # a kill may have come after the facts
    while (fact := _needed(game, pause, at)) is not None:
        fact = replace(fact, in_letters=True)
        game.note(fact, at)
        pause = deadlines.underlying(pause, game.log.facts)
    return pause


def moved_to(game: Game, pause: Pause, away: Away, question: OpenQuestion) -> datetime | None:
    """When *question* would be due if its deadline moved because of an absence; None if it cannot move so far."""
    due = pause.due(question)
    new = game.settings.deadlines.due(away.ends, edited_rules.rule_of(game, question))
    if due is None or new is None or new <= due:
        return None
    return new if whole_days(new - due) <= days_left(game, away.seat, year_of(game, due)) else None


def _needed(game: Game, pause: Pause, at: datetime) -> DeadlineMoved | None:
    """The next deadline that has to move: that of everything due then, once the last of those away is back."""
    if game.settings.absence.follows != "shift" or game.outcome is not None:
        return None
    for due in pause.dues():
        moves = [
            (new, one.seat)
            for one in pause.waits
            if due > at and pause.due(one) == due and _answers(game, one)
            if (away := away_at(game, one.seat, due, at)) and not _said_since(game, pause, away)
            if (new := moved_to(game, pause, away, one)) is not None
        ]
        if moves:
            return _moved(game, pause, due, *max(moves))
    return None


def _moved(game: Game, pause: Pause, due: datetime, new: datetime, seat: str) -> DeadlineMoved:
    """The fact by which all that was *due* is due at a *new* time, because *seat* is away."""
    to = new if pause.deadline == due else pause.deadline
    after = {(one.seat, one.key): new if pause.due(one) == due else pause.due(one) for one in pause.waits}
    own = tuple(OwnDeadline(who, key, time) for (who, key), time in after.items() if time != to)
    charge = AbsenceCharge(seat, year_of(game, due), whole_days(new - due))
    return DeadlineMoved(round=pause.round, to=to, by=BY, own=own, away=charge)


def _answers(game: Game, question: OpenQuestion) -> bool:
    """Whether the player of the seat has to answer *question*: no bot does, and someone holds the seat."""
    return not (question.bot or game.settings.seats[question.seat].bot or game.holders[question.seat].vacant)


def _said_since(game: Game, pause: Pause, away: Away) -> bool:
    """Whether the moderator has moved the deadline since the absence was told."""
    return any(
        isinstance(line.fact, DeadlineMoved)
        and (line.fact.by, line.fact.round) == (MODERATOR, pause.round)
        and line.at >= away.told
        for line in game.log.lines
    )


KIND = "stand-in-begins"


def named(game: Game, seat: str) -> str:
    """The player who takes *seat* over while its own is away; empty if no one can."""
    held, written = game.holders[seat], changes.stand_in_of(game, seat)
    player, address = written.player, written.address
    if held.vacant or not address or (held.stand_in is None and game.settings.seats[seat].bot):
        return ""
    try:
        changes.check(game, seat, player, address)
    except changes.NotHandedOver:
        now = held.stand_in
        return player if now and (now.player, now.address) == (player, address) else ""
    return player


def coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    """The absences to come in which a stand-in will take over."""
    for seat in _seats(game):
        if game.holders[seat].stand_in is None and named(game, seat):
            found = (one for one in absences_of(game, seat, at) if not _ended_since(game, one))
            yield from (AgendaItem(max(one.begins, at), KIND, (seat,)) for one in found)


def let_stand_in(game: Game, at: datetime) -> bool:
    """Let stand-ins take over for players who are away now, and give back what they hold for one who is back."""
    before = len(game.log.lines)
    for seat in _seats(game):
        away, now = away_at(game, seat, at, at), game.holders[seat].stand_in
        if away is None:
            if now and now.by == BY:
                changes.end_stand_in(game, seat, lambda: at, by=BY)
        elif _free(game, away) if now is None else now.by == BY and named(game, seat) == now.player:
            changes.begin_stand_in(game, seat, lambda: at, until=away.ends, by=BY)
    return len(game.log.lines) > before


STAND_INS = AgendaSource(coming, let_stand_in)


def _seats(game: Game) -> tuple[str, ...]:
    """The seats that the rule is about."""
    goes = game.settings.absence.follows == "stand-in" and game.outcome is None and game.table.state.flow
    return tuple(game.titles) if goes else ()


def _free(game: Game, away: Away) -> bool:
    """Whether a stand-in may take the seat over."""
    return bool(named(game, away.seat)) and not _ended_since(game, away) and not _reply_waits(game, away.seat)


def _reply_waits(game: Game, seat: str) -> bool:
    """Whether a reply to the player is still to be sent, which would be dropped if the seat changed hands now."""
    holder = (seat, game.tenure(seat).generation)
    replies = (ident for ident in game.outbox.listed("queued") if ident.startswith("receipt-"))
    return any(found.meant == holder for ident in replies if (found := game.outbox.envelope(ident)))


def _ended_since(game: Game, away: Away) -> bool:
    """Whether the moderator or the stand-in has ended it since the absence began."""
    changed = [one for one in game.log.lines if isinstance(one.fact, HandOver) and one.fact.seat == away.seat]
    last = changed[-1] if changed else None
    by_someone = last is not None and isinstance(last.fact, StandInEnded) and last.fact.by in ("moderator", "player")
    return by_someone and last is not None and last.at >= max(away.begins, away.told)


class AbsenceEffect(msgspec.Struct, frozen=True):
    """Something that follows: the code of its phrase, and its details."""

    code: str
    args: Mapping[str, Any] = {}


def carry_out(game: Game, seat: str, at: datetime, *, back: bool = False) -> tuple[AbsenceEffect, ...]:
    """Do what follows at once from an absence of *seat* told *at* a time, and say what does.

    It may be that its player is *back*, so that there is none any more.
    """
    before = game.pause.due_for(seat) if game.pause else None
    move_deadlines(game, at)
    if back:
        moved = game.settings.absence.follows == "shift" and before is not None
        return (AbsenceEffect("back", {"due": before}),) if moved else ()
    return tuple(_effects(game, seat, at, before))


def _effects(game: Game, seat: str, at: datetime, before: datetime | None) -> Iterator[AbsenceEffect]:
    follows = game.settings.absence.follows
    if follows == "nothing":
        yield AbsenceEffect("nothing")
    elif follows == "shift":
        yield from _shifted(game, seat, at, before)
    elif follows == "standing orders":
        yield _standing_orders(game, seat, at)
    elif follows == "stand-in":
        yield _stand_in(game, seat, at)


def _stand_in(game: Game, seat: str, at: datetime) -> AbsenceEffect:
    """Who takes the seat over, and from when until when."""
    player = named(game, seat)
    if not player:
        return AbsenceEffect("no-stand-in")
    times = [(one.begins if one.begins > at else None, one.ends) for one in absences_of(game, seat, at)]
    return AbsenceEffect("stand-in", {"player": player, "times": times})


def _standing_orders(game: Game, seat: str, at: datetime) -> AbsenceEffect:
    """When the default counts for what the seat is asked now, if that is due while its player is away."""
    pause = game.pause
    asked = [one for one in pause.waits if one.seat == seat and not one.bot] if pause else []
    dues = ((pause.due(one), pause.closes(one)) for one in asked) if pause else ()
    ends = [end for due, end in dues if due and end and due > at and away_at(game, seat, due, at)]
    return AbsenceEffect(
        "standing-orders", {"at": min(ends, default=None), "grace": has_grace(game.settings.deadlines)}
    )


def _shifted(game: Game, seat: str, at: datetime, before: datetime | None) -> Iterator[AbsenceEffect]:
    pause = game.pause
    due = pause.due_for(seat) if pause else None
    asked = bool(pause and any(one.seat == seat and not one.bot for one in pause.waits))
    if due is not None and due != before:
        yield AbsenceEffect("moved", {"before": before, "due": due})
    elif due is not None and asked and due > at and away_at(game, seat, due, at):
        yield AbsenceEffect("stays", {"due": due})
    years = {year_of(game, time) for one in absences_of(game, seat, at) for time in (one.begins, one.ends)}
    left = [{"year": year, "days": days_left(game, seat, year)} for year in sorted(years)]
    yield AbsenceEffect("shift", {"left": left})
