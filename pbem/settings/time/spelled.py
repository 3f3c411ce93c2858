"""Rules of time as plain data for the log, the same however game.yaml is written, and what differs between two."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.decision import USUAL
from pbem.settings.time.days import Weekday
from pbem.settings.time.rules import NOTICE, DeadlineRule, Deadlines
from pbem.settings.time.times import DAILY, DAYS, Duration, Early, TimeOfWeek

RulesAsData = Mapping[str, Any]
"""A rule of time by its keys, as game.yaml has them, without what is as in a game that says nothing."""

_ZONE, _RULES, _AT, _AFTER = "zone", "rules", "at", "after"
_DEFAULTS: RulesAsData = {_ZONE: "UTC", "notice": str(NOTICE), "early": str(Early())}
_KEYS = (_ZONE, _AT, _AFTER, "notice", "days off", "holidays", "early", "grace", "share")
_HOUR = 60


class KeyChange(msgspec.Struct, frozen=True):
    """A *key* of the rules of time that has another value *now*; empty if it has none."""

    key: str
    now: str
    before: str


def spelled(deadlines: Deadlines) -> RulesAsData:
    """*deadlines* as data: the order of lists, and ways to write the same, do not show."""
    usual = {_ZONE: deadlines.zone.name, **_rule(deadlines)}
    rules = {kind: _rule(deadlines.rules[kind]) for kind in sorted(deadlines.rules)}
    told = {key: value for key, value in usual.items() if value not in ([], _DEFAULTS.get(key))}
    return {**told, **({_RULES: rules} if rules else {})}


def changes(before: RulesAsData, now: RulesAsData, kind: str = USUAL) -> tuple[KeyChange, ...]:
    """What differs *now* in the rule for questions of a *kind*, with all that it has from the usual one."""
    return tuple(_differing(_whole(before, kind), _whole(now, kind)))


def changed_kinds(before: RulesAsData, now: RulesAsData) -> tuple[str, ...]:
    """The kinds of questions whose rule differs, the usual one first."""
    named = sorted({*before.get(_RULES, {}), *now.get(_RULES, {})})
    return tuple(kind for kind in (USUAL, *named) if changes(before, now, kind))


def _rule(rule: DeadlineRule) -> dict[str, Any]:
    """What a rule says itself."""
    found: dict[str, Any] = {}
    if rule.at:
        found[_AT] = [str(each) for each in sorted(set(rule.at), key=_in_the_week)]
    if rule.after:
        found[_AFTER] = str(rule.after)
    if rule.notice:
        found["notice"] = _length(rule.notice)
    if rule.days_off is not None:
        found["days off"] = sorted(set(rule.days_off), key=_weekday)
    if rule.holidays is not None:
        found["holidays"] = [str(each) for each in sorted(set(rule.holidays))]
    if rule.early:
        found["early"] = str(rule.early)
    if rule.grace:
        found["grace"] = str(rule.grace)
    if rule.share:
        found["share"] = str(rule.share)
    return found


def _in_the_week(time: TimeOfWeek) -> tuple[int, str]:
    return (-1 if time.day == DAILY else DAYS.index(time.day)), f"{time.at}"


def _weekday(day: Weekday) -> int:
    return DAYS.index(day.casefold())


def _length(notice: Duration) -> str:
    """A notice, whose days have 24 hours, in hours where it can be."""
    minutes = int(notice.length.total_seconds()) // 60
    return str(Duration(minutes, "minute") if minutes % _HOUR else Duration(minutes // _HOUR, "hour"))


def _whole(rules: RulesAsData, kind: str) -> dict[str, str]:
    """The rule for a *kind*, with what it has from the usual one, in words."""
    own = rules.get(_RULES, {}).get(kind, {})
    usual = {key: value for key, value in rules.items() if key != _RULES}
    if _AT in own or _AFTER in own:
        usual = {key: value for key, value in usual.items() if key not in (_AT, _AFTER)}
    whole = {**_DEFAULTS, **usual, **own}
    if _AFTER in whole:
        whole.pop("notice")
    return {key: value if isinstance(value, str) else ", ".join(value) for key, value in whole.items()}


def _differing(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[KeyChange]:
    for key in _KEYS:
        if now.get(key, "") != before.get(key, ""):
            yield KeyChange(key, now.get(key, ""), before.get(key, ""))
