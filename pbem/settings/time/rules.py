"""Rules of time: when an answer is due, whether play may continue before, and what grace there is."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta

import msgspec

from pbem.engine.decision import NEVER, USUAL
from pbem.settings.time.clocks import instant, shown_at
from pbem.settings.time.days import FURTHEST, DaysThatCount, Holiday, NoDayCounts, Weekday
from pbem.settings.time.times import Duration, Early, ShareOfTime, TimeOfWeek, Zone

_MINUTE = timedelta(minutes=1)
NOTICE = Duration(48, "hour")
"""The notice of a game that says nothing of it."""
LEAST = timedelta(days=1)
"""What everyone has at least after a deadline was set anew, unless the rule itself gives less."""


class TimeRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule of time with all that it has from the rules above it; without *at* and *after* nothing is ever due."""

    days: DaysThatCount
    at: tuple[TimeOfWeek, ...] = ()
    after: Duration | None = None
    notice: Duration = NOTICE
    early: Early = Early()
    grace: Duration | None = None
    share: ShareOfTime | None = None
    """The part of the time by *at* or *after* that an answer has, of the time that runs."""

    def due(self, asked: datetime) -> datetime | None:
        """When the answer to a question that is put at *asked* is due, in UTC."""
        if self.after is not None:
            whole: datetime | None = self.days.later_by_calendar(asked, self.after)
        else:
            whole = self.next_time(self.days.later(asked, self.notice.length)) if self.at else None
        if whole is None or self.share is None:
            return whole
        minutes = -(-self.days.between(asked, whole) // (self.share.parts * _MINUTE))
        return self.days.later(asked, minutes * _MINUTE)

    def anew(self, at: datetime, *, due: datetime | None = None, stood: datetime | None = None) -> datetime:
        """When what was *due* while time *stood* still since a moment is due if time runs again *at* another.

        That is the first of its times that leaves what was left, in time that runs, and at least `LEAST` or what the
        rule gives if that is less. A length and a share have no times: they are due when it has run.
        """
        left = self.days.between(stood, due) if due and stood else timedelta()
        usual = (self.after or self.notice).length / (self.share.parts if self.share else 1)
        found = self.days.later(at, max(left, min(LEAST, usual)))
        return found if self.share else self.next_time(found) or found

    def next_time(self, moment: datetime) -> datetime | None:
        """The first of the times *at*, on a day that counts, from *moment* on; None without times.

        Raises `NoDayCounts` if none is on such a day for a year.
        """
        if not self.at:
            return None
        found: datetime | None = None
        for day in self._days_from(shown_at(moment, self.days.zone).date() - timedelta(days=1)):
            before = found
            times = [instant(day, each.at, self.days.zone) for each in self.at if each.falls_on(day)]
            found = min([*([before] if before else []), *(each for each in times if each >= moment)], default=None)
            if before:  # where clocks skip a day its times come after some of the next one's
                return found
        if found is None:
            raise NoDayCounts(f"none of the times is on a day that counts after {moment}")
        return found

    def _days_from(self, day: date) -> Iterator[date]:
        """The days that count from *day* on and have one of the times."""
        days = (day + timedelta(days=ahead) for ahead in range(FURTHEST))
        return (day for day in days if any(each.falls_on(day) for each in self.at) and self.days.count(day))

    def opens(self, asked: datetime, due: datetime | None) -> datetime | None:
        """When a question put at *asked* may be played at the earliest; None if as soon as all sheets are in.

        That is never after it is *due*.
        """
        if not self.early.allowed:
            return due
        found = None
        if self.early.at is not None:
            found = self._next_clock(asked, self.early.at)
        elif self.early.after is not None:
            found = self.days.later_by_calendar(asked, self.early.after)
        return min(found, due) if found and due else found

    def closes(self, due: datetime) -> datetime:
        """The end of the grace, until which a sheet for what is *due* then counts as any other: *due* without grace."""
        return self.days.later_by_calendar(due, self.grace) if self.grace else due

    def _next_clock(self, asked: datetime, at: time) -> datetime:
        """When clocks show *at* for the first time after *asked* on a day that counts."""
        daily = msgspec.structs.replace(self, at=(TimeOfWeek("daily", at),))
        found = daily.next_time(asked + timedelta(microseconds=1))
        assert found is not None  # noqa: S101 - it has a time
        return found


class DeadlineRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule of time as game.yaml has it; what it leaves out is as in the rule above it.

    An answer is due at the first time in *at* that gives at least the *notice* after the question was put, or a
    length *after* it. No time runs on *days_off* and *holidays*. With a *share* it is due after that part of the time
    that the usual rule would give.
    """

    at: tuple[TimeOfWeek, ...] = ()
    after: Duration | None = None
    notice: Duration | None = None
    days_off: tuple[Weekday, ...] | None = None
    holidays: tuple[Holiday, ...] | None = None
    early: Early | None = None
    grace: Duration | None = None
    share: ShareOfTime | None = None

    def over(self, above: TimeRule) -> TimeRule:
        """It with what it leaves out taken from the rule *above*."""
        times = self if self.at or self.after else above
        days = above.days
        return TimeRule(
            days=DaysThatCount(
                days.zone,
                days.days_off if self.days_off is None else self.days_off,
                days.holidays if self.holidays is None else self.holidays,
            ),
            at=times.at,
            after=times.after,
            notice=self.notice or above.notice,
            early=self.early or above.early,
            grace=self.grace if self.grace is not None else above.grace,
            share=self.share,
        )


class Deadlines(DeadlineRule, frozen=True, kw_only=True):
    """The usual rule of time, and others in *rules* by the names that the game gives to kinds of questions."""

    zone: Zone = Zone("UTC")
    rules: Mapping[str, DeadlineRule] = {}

    def rule_for(self, kind: str = USUAL) -> TimeRule:
        """The rule for the questions of a *kind* (`Decision.due`): its own, or the usual one.

        For what is due in the future only. What a running question was promised is in the log: ask the pause
        (`Pause.due`, `Pause.closes`, `Pause.opens`), which also knows how facts have moved it.
        """
        usual = self.over(TimeRule(days=DaysThatCount(self.zone.name)))
        return self.rules[kind].over(usual) if kind in self.rules else usual

    def due(self, asked: datetime, kind: str = USUAL) -> datetime | None:
        """When a question of a *kind* that is put at *asked* is due, in UTC; None if never."""
        return None if kind == NEVER else self.rule_for(kind).due(asked)

    def grace_of(self, kind: str, due: datetime) -> datetime:
        """The end of the grace of a question of a *kind* that is *due* then: *due* itself if there is none.

        Until then a sheet counts as any other, and nothing is done about its absence. For the questions of the
        present pause use `Pause.closes`, which says what their letters said.
        """
        return self.rule_for(kind).closes(due)
