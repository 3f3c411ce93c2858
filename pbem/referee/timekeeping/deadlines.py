"""Deadlines as they are now: those that a pause was noted with, as facts have moved them since.

While the clock of a game is stopped nothing is due: its questions then have no deadline.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from msgspec.structs import replace

from pbem.store.facts.time import ClockResumed, ClockStopped, DeadlineMoved, OwnDeadline
from pbem.store.log import LogLine
from pbem.store.pause import OpenQuestion, Pause

MOVED = "moved"
"""The rule of time of a question that a person gave a deadline of its own."""


def stops(lines: Iterable[LogLine]) -> dict[int, LogLine]:
    """What keeps clocks stopped after *lines*."""
    found: dict[int, LogLine] = {}
    for line in lines:
        if isinstance(line.fact, ClockStopped):
            found[line.seq] = line
        elif isinstance(line.fact, ClockResumed):
            for ended in line.fact.ended:
                found.pop(ended, None)
    return found


def stopped_for(line: LogLine, seat: str) -> bool:
    """Whether the stop of *line* is for *seat*; with no seat, whether it is for all."""
    return isinstance(line.fact, ClockStopped) and (not line.fact.seats or seat in line.fact.seats)


def waits_for_clock(lines: Iterable[LogLine]) -> bool:
    """Whether play waits until the clock runs again, even if all answers are in."""
    return any(
        isinstance(line.fact, ClockStopped) and not (line.fact.seats or line.fact.plays)
        for line in stops(lines).values()
    )


def as_moved(pause: Pause, lines: Iterable[LogLine]) -> Pause:
    """*pause* with the deadlines that it has after *lines*."""
    known = tuple(lines)
    pause = underlying(pause, known)
    for line in stops(known).values():
        if isinstance(line.fact, ClockStopped):
            pause = _due(pause, None, line.fact.seats)
    return pause


def underlying(pause: Pause, lines: Iterable[LogLine]) -> Pause:
    """*pause* with the deadlines that facts gave it, whether the clock is stopped or not."""
    for line in lines:
        fact = line.fact
        if isinstance(fact, DeadlineMoved | ClockResumed) and fact.round == pause.round:
            pause = _due(pause, fact.to, fact.seats, fact.own)
    return pause


def _due(pause: Pause, to: datetime | None, seats: Collection[str], own: Iterable[OwnDeadline] = ()) -> Pause:
    """*pause* with another deadline for *seats*, or for all, and those of single questions."""
    others = {(one.seat, one.key): one.to for one in own}

    def question(one: OpenQuestion) -> OpenQuestion:
        if (one.seat, one.key) in others:
            return replace(one, rule=one.rule or MOVED, due=others[one.seat, one.key])
        if seats and one.seat not in seats:
            return one
        return replace(one, rule=one.rule or (MOVED if seats else ""), due=to)

    waits = tuple(question(one) for one in pause.waits)
    return replace(pause, waits=waits, deadline=pause.deadline if seats else to)


def standstill(lines: Iterable[LogLine], seat: str) -> tuple[datetime | None, frozenset[int]]:
    """Since when the clock of *seat*, or of all, has been stopped without a break, and the stops that last."""
    there: set[int] = set()
    since: datetime | None = None
    for line in lines:
        if stopped_for(line, seat):
            since = since if there else line.at
            there.add(line.seq)
        elif isinstance(line.fact, ClockResumed):
            there -= set(line.fact.ended)
    return (since, frozenset(there)) if there else (None, frozenset())
