"""The times that forums show beside posts, in many languages: `Mon Jan 12, 2026 8:14 pm`, `Gestern um 21:02`."""

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import lru_cache

import msgspec

from pbem.mail.extraction import post_languages as said
from pbem.mail.extraction.languages import words
from pbem.settings.times import instant, shown_at

_MOST = 80
"""Characters of a time."""
_MONTHS = {name: number for number, line in enumerate(said.MONTHS, 1) for name in words((line,))}
_WEEKDAYS = {name: number for number, line in enumerate(said.WEEKDAYS) for name in words((line,))}
_TODAY, _YESTERDAY, _NOW = words((said.TODAY,)), words((said.YESTERDAY,)), words((said.JUST_NOW,))
_UNITS = {name: seconds for line, seconds in said.UNITS for name in words((line,))}
_AGO, _BETWEEN = words((said.AGO,)), words((said.NEXT_TO_TIMES,))
_CLOCK = frozenset(("uhr", "kl", "klo", "godz"))
_ALONE = re.compile(r"\d{1,2}[:.h]\d{2}(?::\d{2})?")
_IN_SIGNS = re.compile(r"(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日")
_TWO_WORDS = re.compile(r"\bi (?=(?:dag|går)\b)", re.IGNORECASE)
_ABOUT = frozenset(("il", "y", "a", "about", "etwa", "environ", "circa", "over", "almost", "ca"))
_ONE = frozenset(("a", "an", "one", "einer", "einem", "une", "un", "una", "uno", "um", "uma", "een", "en"))
_TOKEN = re.compile(
    r"(?P<clock>\d{1,2}(?:[:h]\d{2}(?::\d{2})?|\.\d{2}(?:[:]\d{2})?)(?![.\d/-]))"
    r"|(?P<iso>\d{4}[-/.]\d{1,2}[-/.]\d{1,2})T?"
    r"|(?P<day>\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?(?:\d{4}|\d{2})\b)"
    r"|(?P<half>[ap]\.?\s?m\b\.?)"
    r"|(?P<short>\d{1,3}(?:h|d|m|min)\b)"
    r"|(?P<number>\d{1,4})(?P<nth>st|nd|rd|th)?(?![\w])"
    r"|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)?)"
    r"|(?P<space>[\s,.·•@()\[\]'-]+)",
    re.IGNORECASE,
)
_DAY = timedelta(days=1)
"""From here on pages count in whole days, and the hour is not known."""
_LEAST_YEAR, _LAST_YEAR, _NOON = 1990, 2200, 12


class PostTime(msgspec.Struct, frozen=True, kw_only=True):
    """A time as a page shows it, *text*, as far as it says what it means.

    *day* has the year 1 if none is shown. It may have been *other*, if day and month are both numbers. Or it is *days*
    before today, the last *weekday*, or *ago* that long.
    """

    text: str
    day: date | None = None
    other: date | None = None
    yearless: bool = False
    days: int | None = None
    weekday: int | None = None
    at: time | None = None
    ago: timedelta | None = None

    def instant(self, zone: str, now: datetime, *, swapped: bool = False) -> datetime | None:
        """The moment on the clocks of *zone*, seen *now*; None if only a day is shown, or no day."""
        if self.ago is not None:
            return now - self.ago if self.ago < _DAY else None
        here = shown_at(now, zone)
        day = self._day(here.date(), swapped=swapped)
        if day is None or self.at is None:
            return None
        return instant(day, self.at, zone)

    def _day(self, today: date, *, swapped: bool) -> date | None:
        if self.days is not None:
            return today - timedelta(days=self.days)
        if self.weekday is not None and self.day is None:
            return today - timedelta(days=(today.weekday() - self.weekday) % 7)
        day = self.other if swapped else self.day
        if day is None:
            return today if self.at is not None and self.weekday is None else None
        if not self.yearless:
            return day
        this = _date(today.year, day.month, day.day) or _date(today.year - 1, day.month, day.day)
        return this if this is None or this <= today else _date(today.year - 1, day.month, day.day)


@lru_cache(maxsize=4096)
def time_in(text: str) -> PostTime | None:
    """The time that *text* is, if it is nothing else; it shows a day at least, or how long ago."""
    text = _TWO_WORDS.sub("i", _IN_SIGNS.sub(r"\1-\2-\3", text.strip(" \t\u00a0«»—–-·•|").replace("’", "'")))
    if not text or len(text) > _MOST or not any(char.isdigit() for char in text):
        plain = " ".join(text.casefold().split())
        return PostTime(text=text, ago=timedelta()) if plain in _NOW else _in_words(text)
    found: dict[str, object] = {}
    numbers: list[tuple[int, bool]] = []
    tokens = list(_tokens(text))
    if not tokens:
        return None
    if (ago := _ago([token for token in tokens if token[0] != "space"])) is not None:
        return PostTime(text=text, ago=ago)
    for kind, value in tokens:
        if not _entered(kind, value.casefold(), found, numbers):
            return None
    return _made(text, found, numbers)


def clock_in(text: str) -> PostTime | None:
    """The time that *text* is, or the hour of today where a chat shows nothing else."""
    text = text.strip(" \t[]()")
    if _ALONE.fullmatch(text) is None:
        return time_in(text)
    at = _clock(text, "")
    return PostTime(text=text, at=at) if at else None


def _in_words(text: str) -> PostTime | None:
    parts = text.casefold().replace(",", " ").split()
    most = 5
    if not parts or len(parts) > most:
        return None
    if any(part in _AGO for part in parts) and (seconds := [_UNITS[part] for part in parts if part in _UNITS]):
        rest = [part for part in parts if part not in _AGO and part not in _UNITS and part not in _ONE]
        return None if rest else PostTime(text=text, ago=timedelta(seconds=seconds[0]))
    if text.casefold() in _TODAY | _YESTERDAY:
        return PostTime(text=text, days=int(text.casefold() in _YESTERDAY))
    return None


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """The parts of *text*; none at all if a time has no such part."""
    at, found = 0, []
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            return
        kind = next(name for name, value in match.groupdict().items() if value and name != "nth")
        found.append((kind, match[kind] + (match["nth"] or "" if kind == "number" else "")))
        at = match.end()
    yield from found


def _ago(tokens: list[tuple[str, str]]) -> timedelta | None:
    """How long ago `2 hours ago`, `vor 3 Tagen` and `5h` say."""
    folded = [value.casefold() for _, value in tokens]
    if tokens and tokens[0][0] == "short" and set(folded[1:]) <= _AGO:
        number = re.match(r"\d+", folded[0])
        assert number is not None  # noqa: S101 - the token begins with digits
        return timedelta(seconds=int(number[0]) * _UNITS[folded[0][number.end() :]])
    said_ago = any(word in _AGO for word in folded) or "il y a" in " ".join(folded)
    numbers = [int(value) for kind, value in tokens if kind == "number" and value.isdigit()]
    units = [_UNITS[word] for word in folded if word in _UNITS]
    rest = [word for word in folded if not word.isdigit() and word not in _UNITS and word not in _AGO]
    if not said_ago or len(numbers) != 1 or len(units) != 1 or set(rest) - _ABOUT:
        return None
    return timedelta(seconds=min(numbers[0], 1000) * units[0])


def _entered(kind: str, value: str, found: dict[str, object], numbers: list[tuple[int, bool]]) -> bool:
    """Enter a part of a time; False if a time has no such part, or not twice."""
    if kind == "space":
        return True
    if kind == "word":
        return _entered_word(value, found)
    if kind == "number":
        numbers.append((int(re.sub(r"\D", "", value)), not value.isdigit()))
        return True
    if kind in found or kind == "short":
        return False
    found[kind] = value
    return True


def _entered_word(value: str, found: dict[str, object]) -> bool:
    for name, known in (("days", _TODAY), ("days", _YESTERDAY)):
        if value in known and name not in found:
            found[name] = int(known is _YESTERDAY)
            return True
    if value in _MONTHS and "month" not in found and not (value in _WEEKDAYS and "weekday" not in found):
        found["month"] = _MONTHS[value]
        return True
    if value in _WEEKDAYS:
        if "weekday" in found and value in _MONTHS:
            found["month"] = _MONTHS[value]
        elif value in _MONTHS:
            found["weekday"], found["either"] = _WEEKDAYS[value], _MONTHS[value]
        elif "weekday" not in found:
            found["weekday"] = _WEEKDAYS[value]
        return True
    if value in _CLOCK:
        found["o'clock"] = True
    return value in _BETWEEN or value in ("utc", "gmt", "t")


def _made(text: str, found: dict[str, object], numbers: list[tuple[int, bool]]) -> PostTime | None:
    at = _clock(str(found["clock"]), str(found.get("half", ""))) if "clock" in found else None
    if at is None and found.get("half") == "am":  # a German word before a day
        del found["half"]
    if ("clock" in found and at is None) or ("half" in found and at is None):
        return None
    if "month" not in found and "either" in found and numbers:  # `mar` is March and Tuesday
        found["month"] = found["either"]
    if "iso" in found or "day" in found:
        return None if numbers else _numeric(text, found, at)
    weekday = found.get("weekday")
    if "days" in found:
        days = found["days"]
        assert isinstance(days, int)  # noqa: S101 - it was entered so
        return None if numbers else PostTime(text=text, days=days, at=at)
    if "month" in found:
        month = found["month"]
        assert isinstance(month, int)  # noqa: S101 - it was entered so
        return _named(text, month, numbers, at)
    if isinstance(weekday, int) and at is not None and not numbers:
        return PostTime(text=text, weekday=weekday, at=at)
    of_day = "half" in found or "o'clock" in found
    return PostTime(text=text, at=at) if at is not None and of_day and not numbers else None


def _named(text: str, month: int, numbers: list[tuple[int, bool]], at: time | None) -> PostTime | None:
    years = [number for number, _ in numbers if _LEAST_YEAR <= number <= _LAST_YEAR]
    days = [number for number, _ in numbers if number <= 31]
    if len(numbers) > 2 or len(years) > 1:
        return None
    if len(numbers) == 2 and not years:
        return None
    day = _date(years[0] if years else 4, month, days[0]) if len(days) == 1 else None
    return PostTime(text=text, day=day, yearless=not years, at=at) if day else None


def _numeric(text: str, found: dict[str, object], at: time | None) -> PostTime | None:
    shown = str(found.get("iso") or found["day"])
    first, second, third = (int(part) for part in re.split(r"[-/.]\s?", shown))
    if "iso" in found:
        day = _date(first, second, third)
        return PostTime(text=text, day=day, at=at) if day else None
    year = third + 2000 if third < 100 else third
    by_day, by_month = _date(year, second, first), _date(year, first, second)
    if "." in shown and by_day:  # so only where the day comes first
        by_month = None
    elif "half" in found and by_month and "/" in shown and not by_day:
        by_day = None
    best = by_day or by_month
    other = by_month if by_day and by_month and by_day != by_month else None
    weekday = found.get("weekday")
    if best and other and isinstance(weekday, int) and best.weekday() != other.weekday():
        best, other = (best, None) if best.weekday() == weekday else (other, None)
    return PostTime(text=text, day=best, other=other, at=at) if best else None


def _clock(shown: str, half: str) -> time | None:
    hour, minute = (int(part) for part in re.split(r"[:h.]", shown)[:2])
    if half:
        if not 1 <= hour <= _NOON:
            return None
        hour = hour % _NOON + (_NOON if half[0] == "p" else 0)
    try:
        return time(hour, minute)
    except ValueError:
        return None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
