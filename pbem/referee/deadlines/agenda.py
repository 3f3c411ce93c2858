"""All sources of the agenda, in words, and the tick that does them.

Each source tells what comes and does what is due. All that it does is a fact in the log, so that a kill loses nothing
and repeating does nothing twice; emails follow from facts (`pbem.mail.outgoing.told`).
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from pbem.engine.reading import NO_NAMES
from pbem.referee import needs, play
from pbem.referee.deadlines import absences, edited_rules, ladder, outage, reminders
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource
from pbem.referee.deadlines.received import WAITED_FOR, SeatStatus, seat_statuses
from pbem.referee.game import Clock, Game
from pbem.referee.people import appeals, joining
from pbem.store.log import OpenQuestion, Pause

if TYPE_CHECKING:
    from pbem.report.words import Words


def said(items: Sequence[AgendaItem], titles: Mapping[str, str]) -> list[str]:
    """What *items* are, without their times: those of one kind and time together, with the *titles* of their seats."""
    seats: dict[tuple[object, str], list[str]] = {}
    for one in items:
        there = seats.setdefault((one.at, one.kind), [])
        there += [title for seat in one.seats if (title := titles.get(seat, seat)) not in there]
    return [_said(kind, named) for (_, kind), named in seats.items()]


def _said(kind: str, seats: list[str]) -> str:
    words = _words()
    return words.phrase("agenda", kind if words.has("agenda", kind) else "other", {"kind": kind, "seats": seats})


@cache
def _words() -> "Words":
    from pbem.report.words import Words  # noqa: PLC0415 - only what is told needs them

    return Words((), NO_NAMES)


def _coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    pause = game.pause
    for seat in seat_statuses(game, at) if pause and game.outcome is None else ():
        for one in pause.waits if pause else ():
            if pause and one.seat == seat.seat:
                yield from (item for item in _of(game, pause, seat, one) if item.at > at)


def _of(game: Game, pause: Pause, seat: SeatStatus, question: OpenQuestion) -> Iterator[AgendaItem]:
    """What the deadline of a *question* brings for *seat*, and the end of its grace, as far as is known now."""
    due, closes, seats = pause.due(question), pause.closes(question), (seat.seat,)
    if due is None or closes is None:
        return
    received = next((one.received for one in seat.questions if one.key == question.key), None)
    stages = (stage.decision for stage in game.stages(seat.seat) if stage.decision.key == question.key)
    if received in WAITED_FOR and any(decision.silence is not None for decision in stages):
        yield AgendaItem(closes, "silence", seats)
    elif received in WAITED_FOR:
        yield AgendaItem(due, "deadline", seats)
    elif received == "standing" and game.even:
        yield AgendaItem(closes, "standing", seats)
    if seat.holds:
        yield AgendaItem(min(due, seat.holds_until or due), "hold", seats)


def _act(game: Game, at: datetime) -> bool:
    return False


SOURCE = AgendaSource(_coming, _act)


def sources() -> tuple[AgendaSource, ...]:
    """All sources, in the order in which they act."""
    return (
        outage.SOURCE,
        edited_rules.SOURCE,
        SOURCE,
        play.SOURCE,
        joining.SOURCE,
        absences.STAND_INS,
        absences.SHIFTS,
        appeals.APPEALS,
        appeals.OVERTAKEN_SHEETS,
        reminders.SOURCE,
        ladder.SOURCE,
        needs.SOURCE,
    )


def agenda(game: Game, at: datetime) -> tuple[AgendaItem, ...]:
    """What will happen by itself, the earliest first."""
    found = (one for source in sources() for one in source.coming(game, at))
    return tuple(sorted(found, key=lambda one: (one.at, one.kind, one.seats)))


def tick(game: Game, clock: Clock) -> bool:
    """Do all that is due; whether anything was. Raises what `guard` does."""
    at = clock()
    game.guard()
    acted = False
    for source in sources():
        acted = source.act(game, at) or acted
    return acted
