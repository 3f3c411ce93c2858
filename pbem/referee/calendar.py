"""Deadlines as entries of a player's calendar: what a letter, or the notice of a moved deadline, has beside it.

They follow from the log up to the line that the email is made of, and say nothing that is not in that email. An entry
counts only changes of its own seat's deadline, so that its number tells nothing of others.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

import msgspec

from pbem.engine.decision import USUAL
from pbem.referee.deadlines.deadlines import as_moved
from pbem.referee.game import Game
from pbem.settings.reminders import Schedule
from pbem.store.facts import ClockResumed, ClockStopped, DeadlineMoved
from pbem.store.log import LogLine, Pause


class CalendarEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A deadline as an event (RFC 5545, 3.6.1): its *uid* stays, its *sequence* rises with each change.

    It was written at *stamp*; *alarms* are so long before it is *due*. A *cancelled* one is taken off the calendar.
    """

    uid: str
    sequence: int
    stamp: datetime
    round: int
    due: datetime
    alarms: tuple[timedelta, ...] = ()
    cancelled: bool = False


class _Course(msgspec.Struct, frozen=True):
    """The deadline of a seat's questions of one *rule* in a round: what it was and, after each change, is."""

    rule: str
    dues: tuple[datetime | None, ...]

    @property
    def last(self) -> datetime | None:
        """The last deadline that there was."""
        return next((due for due in reversed(self.dues) if due is not None), None)


def at_present(game: Game, seat: str, at: datetime) -> tuple[CalendarEntry, ...]:
    """The deadlines of what *seat* was last asked, as they are now: for someone who begins to want them *at* a time."""
    pause = game.last_letter(seat)
    courses = _courses(game, pause, seat, game.log.lines[-1]) if pause else ()
    return tuple(_entry(game, seat, pause, one, at) for one in courses if pause and one.dues[-1] is not None)


def beside_letter(game: Game, pause: Pause, seat: str) -> tuple[CalendarEntry, ...]:
    """What goes with the letter of *pause*: the deadlines that it names, and the end of those of the letter before."""
    line = _line_of(game, pause)
    asked = [
        _entry(game, seat, pause, one, line.at) for one in _courses(game, pause, seat, line) if one.dues[-1] is not None
    ]
    before = game.last_letter(seat, pause)
    if before is None:
        return tuple(asked)
    over = [
        _entry(game, seat, before, one, line.at, over=True)
        for one in _courses(game, before, seat, line)
        if one.last is not None
    ]
    return (*asked, *over)


def beside_notice(game: Game, line: LogLine, seat: str) -> tuple[CalendarEntry, ...]:
    """What goes with the email that tells *seat* of the fact of *line*: its deadlines that this fact has changed."""
    pause = next((one.pause for one in reversed(game.log.lines[: line.seq]) if one.pause), None)
    if pause is None or not pause.tells(seat) or not isinstance(line.fact, DeadlineMoved | ClockStopped | ClockResumed):
        return ()
    now, before = _courses(game, pause, seat, line), _courses(game, pause, seat, game.log.lines[line.seq - 2])
    return tuple(
        _entry(game, seat, pause, one, line.at)
        for one, earlier in zip(now, before, strict=True)
        if one != earlier and one.last is not None
    )


def _line_of(game: Game, pause: Pause) -> LogLine:
    return next(line for line in game.log.lines if line.pause and line.pause.round == pause.round)


def _courses(game: Game, pause: Pause, seat: str, until: LogLine) -> tuple[_Course, ...]:
    """The deadlines of what *pause* asks *seat*, through the log *until* a line; those of one rule are one."""
    first = _line_of(game, pause).seq
    rules = {(one.key, one.asked): one.rule for one in pause.waits if one.seat == seat}
    dues: dict[str, list[datetime | None]] = {rule: [] for rule in sorted(set(rules.values()))}
    for line in game.log.lines[first - 1 : until.seq]:
        if line.seq == first or isinstance(line.fact, DeadlineMoved | ClockStopped | ClockResumed):
            for rule, due in _dues(as_moved(pause, game.log.lines[: line.seq]), seat, rules).items():
                if not dues[rule] or dues[rule][-1] != due:
                    dues[rule].append(due)
    return tuple(_Course(rule, tuple(found)) for rule, found in dues.items())


def _dues(pause: Pause, seat: str, rules: Mapping[tuple[str, int], str]) -> Mapping[str, datetime | None]:
    """The first deadline of the questions of *seat* by each rule."""
    found: dict[str, list[datetime]] = {rule: [] for rule in rules.values()}
    for one in pause.waits:
        due = pause.due(one)
        if one.seat == seat and due is not None:
            found[rules[one.key, one.asked]].append(due)
    return {rule: min(times, default=None) for rule, times in found.items()}


def _entry(
    game: Game, seat: str, pause: Pause, course: _Course, stamp: datetime, *, over: bool = False
) -> CalendarEntry:
    due = course.last
    assert due is not None  # noqa: S101 - whoever asks for an entry has seen that there is one
    cancelled = over or course.dues[-1] is None
    return CalendarEntry(
        uid=_uid(game, seat, pause, course.rule),
        sequence=len(course.dues) - 1 + over,
        stamp=stamp,
        round=pause.round,
        due=due,
        alarms=() if cancelled else tuple(_alarms(game, seat, pause, course.rule, due)),
        cancelled=cancelled,
    )


def _uid(game: Game, seat: str, pause: Pause, rule: str) -> str:
    """A name that no one can make or read, the same for the same deadline of the same player."""
    name = "\0".join(("calendar", game.name, seat, str(game.tenure(seat, pause).line), str(pause.round), rule))
    digest = hmac.new(game.keys.message_ids.encode(), name.encode(), hashlib.sha256).hexdigest()[:32]
    return f"{digest}@{game.settings.mail.sender.rpartition('@')[2] or game.name}"


def _alarms(game: Game, seat: str, pause: Pause, rule: str, due: datetime) -> Iterator[timedelta]:
    """How long before the deadline its player would be reminded."""
    schedule = Schedule(
        asked=_line_of(game, pause).at,
        due=due,
        before=game.settings.reminders.before(rule or USUAL),
        quiet=game.settings.quiet_of(seat),
        zone=game.settings.zone_of(seat).name,
    )
    yield from (due - time for time in schedule.times())
