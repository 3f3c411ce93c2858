"""Deadlines as they are now: those that a pause was noted with, as facts have moved them since.

While the clock of a game is stopped nothing is due: its questions then have no deadline. A small file
beside the log, the heartbeat, says when a turn was last complete, and whether mail could be fetched. That a turn did
nothing did not happen to the game; without the file the next turn begins a new one.
"""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.store import files
from pbem.store.editions import HEARTBEAT
from pbem.store.facts import ClockResumed, ClockStopped, DeadlineMoved, OwnDeadline
from pbem.store.log import LogLine, OpenQuestion, Pause

MOVED = "moved"
"""The rule of time of a question that a person gave a deadline of its own."""


class StoppedClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clock that has stood *since* a time, for *seats* only if any are named; play waits unless it *plays*."""

    since: datetime
    by: str
    seats: tuple[str, ...] = ()
    reason: str = ""
    plays: bool = False


def stopped(lines: Iterable[LogLine]) -> tuple[StoppedClock, ...]:
    """The clocks that stand after *lines*, and why."""
    found = ((line.at, line.fact) for line in stops(lines).values())
    return tuple(
        StoppedClock(at, fact.by, fact.seats, fact.reason, fact.plays)
        for at, fact in found
        if isinstance(fact, ClockStopped)
    )


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


def standing_still(lines: Iterable[LogLine], seat: str) -> Literal["", "clock", "play"]:
    """Whether the `clock` of *seat* stands after *lines*, or `play` waits for it as well; otherwise nothing."""
    known = tuple(lines)
    if waits_for_clock(known):
        return "play"
    return "clock" if any(stopped_for(line, seat) for line in stops(known).values()) else ""


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


def standstill(lines: Iterable[LogLine], seat: str) -> tuple[LogLine | None, frozenset[int]]:
    """The line since which the clock of *seat*, or of all, has stood without a break, and the stops that last."""
    there: set[int] = set()
    since: LogLine | None = None
    for line in lines:
        if stopped_for(line, seat):
            since = since if there else line
            there.add(line.seq)
        elif isinstance(line.fact, ClockResumed):
            there -= set(line.fact.ended)
    return (since, frozenset(there)) if there else (None, frozenset())


def as_of(lines: Sequence[LogLine], number: int) -> Pause | None:
    """The last pause up to line *number* of the log, with the deadlines that it had after that line."""
    known = lines[:number]
    pause = next((line.pause for line in reversed(known) if line.pause), None)
    return as_moved(pause, known) if pause else None


A_DAY = timedelta(days=1)
_OFTEN = timedelta(minutes=5)
"""A heartbeat this young need not be written anew."""


class Heartbeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """When the last complete turn began, *at*, and *since* when none came late.

    It is *regular* once turns came for a whole day without a long gap, so that something runs them by itself; two
    such gaps within a day end that. A gap is long if it is more than *longest*. *failing* is since when incoming mail
    could not be fetched.
    """

    at: datetime
    since: datetime
    longest: timedelta
    regular: bool = False
    failing: datetime | None = None


def read(folder: Path) -> Heartbeat | None:
    """The heartbeat of the game in *folder*, if there is one that can be read."""
    try:
        return msgspec.json.decode((folder / HEARTBEAT).read_bytes(), type=Heartbeat)
    except (OSError, ValueError):
        return None


def beat(folder: Path, at: datetime, longest: timedelta | None = None) -> None:
    """Note that a turn that began *at* a time was complete; *longest* stays what it was unless it is given.

    Where that cannot be written the next turn does it: a turn that is complete does not fail for it.
    """
    last = read(folder)
    if last is None:
        if longest is not None:
            with suppress(OSError):
                _write(folder, Heartbeat(at, at, longest))
        return
    new = _after(last, at, last.longest if longest is None else longest)
    if msgspec.structs.replace(last, at=at) != new or not timedelta(0) <= at - last.at < _OFTEN:
        with suppress(OSError):
            _write(folder, new)


def stood_still(folder: Path, since: datetime) -> None:
    """Note that turns came regularly until *since*, and none after it."""
    _write(folder, Heartbeat(since, since - A_DAY, A_DAY, regular=True))


def fetched(folder: Path, at: datetime, *, wholly: bool) -> None:
    """Note whether all incoming mail could be fetched just now, before anything is decided."""
    last = read(folder)
    if last is not None and (last.failing is None) != wholly:
        _write(folder, msgspec.structs.replace(last, failing=None if wholly else at))


def known_until(folder: Path) -> datetime | None:
    """Up to when all mail is known to be here, where it could not be fetched since; None where it could."""
    last = read(folder)
    return last.at if last and last.failing else None


def _after(last: Heartbeat, at: datetime, longest: timedelta) -> Heartbeat:
    if at < last.at:  # the clock was set back
        return Heartbeat(at, at - (last.at - last.since), longest, last.regular)
    if at - last.at > longest:
        return Heartbeat(at, at, longest, last.regular and last.at - last.since >= A_DAY)
    return Heartbeat(at, last.since, longest, last.regular or at - last.since >= A_DAY)


def _write(folder: Path, new: Heartbeat) -> None:
    files.write(folder / HEARTBEAT, msgspec.json.encode(new) + b"\n", durable=False)
