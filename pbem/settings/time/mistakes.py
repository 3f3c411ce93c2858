"""Rules of time that contradict themselves, with what is right instead."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from pbem.engine.problem import OrderPath, Problem
from pbem.settings.time.clocks import start_of
from pbem.settings.time.days import NoDayCounts
from pbem.settings.time.rules import DeadlineRule, Deadlines, TimeRule
from pbem.settings.time.times import DAILY, DAYS, Duration
from pbem.sheet.names import near

_WEEK = timedelta(days=7)
_LONGEST = timedelta(days=366)
_USUAL: OrderPath = ("deadlines",)
_SOME_YEAR = datetime(2024, 1, 1, tzinfo=UTC)


def wrong_times(deadlines: Deadlines, kinds: tuple[str, ...]) -> Iterator[Problem]:
    """What is wrong with *deadlines* in a game that has *kinds* of questions."""
    path = _USUAL
    yield from _wrong(deadlines, deadlines.rule_for(), path)
    for kind, own in deadlines.rules.items():
        below = (*path, "rules", kind)
        if kind in kinds:
            yield from _wrong(own, deadlines.rule_for(kind), below)
        else:
            args = {"text": kind, "kinds": list(kinds), "nearest": list(near(kind, kinds))}
            yield Problem("unknown-kind", below, args=args)


def _wrong(own: DeadlineRule, rule: TimeRule, path: OrderPath) -> Iterator[Problem]:
    if own.at and own.after:
        yield Problem("at-and-after", (*path, "after"))
        return
    if own.share and (own.at or own.after or path == _USUAL):
        yield Problem("share-of-itself", (*path, "share"))
        return
    wrong = [*_wrong_lengths(own, path)]
    yield from wrong
    if not wrong:
        yield from _wrong_together(own, rule, path)
    yield from _wrong_days(own, rule, path)


def _wrong_lengths(own: DeadlineRule, path: OrderPath) -> Iterator[Problem]:
    lengths: Mapping[str, Duration | None] = {
        "after": own.after,
        "notice": own.notice,
        "grace": own.grace,
        "early": own.early.after if own.early else None,
    }
    for field, length in lengths.items():
        if length and length.length > _LONGEST:
            yield Problem("length-too-long", (*path, field), args={"text": str(length)})
    if own.after and not own.after.count:
        yield Problem("length-zero", (*path, "after"), args={"text": str(own.after)})


def _wrong_together(own: DeadlineRule, rule: TimeRule, path: OrderPath) -> Iterator[Problem]:
    """Lengths that do not go together, told at one that this rule has of its own."""
    times = "after" if own.after else "at" if own.at else ""
    if own.after and own.notice and own.notice.length > own.after.length:
        args = {"notice": str(own.notice), "after": str(own.after)}
        yield Problem("notice-over-after", (*path, "notice"), args=args)
    interval = _interval(rule)
    if interval is None:
        for field, needs in (("early", own.early and not own.early.allowed), ("grace", own.grace)):
            if needs:
                yield Problem(f"{field}-without-times", (*path, field))
        return
    where = "grace" if own.grace else times
    if where and rule.grace and rule.grace.length > interval:
        yield Problem("grace-too-long", (*path, where), args={"text": str(rule.grace), "most": _hours(interval)})
    least = rule.after or rule.notice
    where = "early" if own.early else times or ("notice" if own.notice else "")
    if where and rule.early.after and rule.early.after.length > least.length:
        yield Problem("early-too-late", (*path, where), args={"text": str(rule.early.after), "most": str(least)})


def _wrong_days(own: DeadlineRule, rule: TimeRule, path: OrderPath) -> Iterator[Problem]:
    """Days that leave none that counts, or no time of the rule on one that does, for a year."""
    where = next((field for field in ("holidays", "days_off", "at") if getattr(own, field)), "")
    if not where or not (rule.days.days_off or rule.days.holidays):
        return
    zone = rule.days.zone
    dated = (each.first for each in rule.days.holidays if each.first.year)
    starts = [start_of(datetime(*day.in_year(0), tzinfo=UTC).date(), zone) for day in dated]
    for start in (_SOME_YEAR, *starts):
        try:
            rule.next_time(start) if rule.at else rule.days.later(start, timedelta(0))
        except NoDayCounts:
            yield Problem("no-day-counts", (*path, where))
            return


def _interval(rule: TimeRule) -> timedelta | None:
    """The shortest time from a deadline to the next one by the same rule; None without any."""
    if rule.after:
        return rule.after.length
    times = set()
    for each in rule.at:
        for number, day in enumerate(DAYS):
            if each.day in (day, DAILY):
                times.add(timedelta(days=number, hours=each.at.hour, minutes=each.at.minute))
    if not times:
        return None
    week = sorted(times)
    return min(later - before for before, later in pairwise([*week, week[0] + _WEEK]))


def _hours(length: timedelta) -> str:
    minutes = length // timedelta(minutes=1)
    return str(Duration(minutes, "minute") if minutes % 60 else Duration(minutes // 60, "hour"))
