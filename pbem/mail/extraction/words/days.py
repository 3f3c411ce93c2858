"""Two days as people write them: `2026-12-24 to 2027-01-02`, `24.12. - 2.1.`, `24 Dec bis 2. Januar`.

With dots the day comes first, as everywhere where people write dots; with slashes it may be either, so a pair that
makes sense in both ways is not read. A day without a year is the next one after the day on which it was written.
"""

import re
from datetime import date

import msgspec

MONTHS = (
    ("january", "januar", "jänner", "janvier", "gennaio", "enero", "januari", "styczeń", "stycznia", "leden", "ledna"),
    ("february", "februar", "feber", "février", "febbraio", "febrero", "februari", "luty", "lutego", "únor", "února"),
    ("march", "märz", "maerz", "mars", "marzo", "maart", "marzec", "marca", "březen", "března"),
    ("april", "avril", "aprile", "abril", "kwiecień", "kwietnia", "duben", "dubna"),
    ("may", "mai", "maggio", "mayo", "mei", "maj", "maja", "květen", "května"),
    ("june", "juni", "juin", "giugno", "junio", "czerwiec", "czerwca", "červen", "června"),
    ("july", "juli", "juillet", "luglio", "julio", "lipiec", "lipca", "červenec", "července"),
    ("august", "août", "aout", "agosto", "augustus", "sierpień", "sierpnia", "srpen", "srpna"),
    ("september", "septembre", "settembre", "septiembre", "wrzesień", "września", "září"),
    ("october", "oktober", "octobre", "ottobre", "octubre", "październik", "października", "říjen", "října"),
    ("november", "novembre", "noviembre", "listopadu"),
    ("december", "dezember", "décembre", "decembre", "dicembre", "diciembre", "grudzień", "grudnia", "prosinec"),
)
"""The months in many languages; *listopad* is another one in Polish than in Croatian, and is not here."""

_TO = r"\s*(?:\b(?:to|until|till|through|bis|au|jusqu'au|tot|al|hasta|do)\b|[-–—]|\.\.\.?|…)\s*"
_FROM = re.compile(r"(?:from|vom|von|du|van|dal|desde|od)\s+(?:the\s+)?", re.IGNORECASE)
_DAY = (
    r"(?:(?P<{0}iso>\d{{4}}-\d{{1,2}}-\d{{1,2}})"
    r"|(?P<{0}d>\d{{1,2}})\.\s?(?P<{0}m>\d{{1,2}})(?:\.\s?(?P<{0}y>\d{{4}}|\d{{2}})?)?"
    r"|(?P<{0}a>\d{{1,2}})/(?P<{0}b>\d{{1,2}})(?:/(?P<{0}z>\d{{4}}|\d{{2}}))?"
    r"|(?P<{0}n>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+(?:of\s+)?(?P<{0}name>[^\W\d_]{{3,12}})\.?(?:,?\s+(?P<{0}x>\d{{4}}))?"
    r"|(?P<{0}named>[^\W\d_]{{3,12}})\.?\s+(?P<{0}o>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<{0}w>\d{{4}}))?)"
)
_TWO = re.compile(_DAY.format("f") + rf"(?:{_TO}|\s+)" + _DAY.format("l"), re.IGNORECASE)


_ONE = re.compile(_DAY.format("f"), re.IGNORECASE)


class Day(msgspec.Struct, frozen=True):
    """A day, perhaps of no certain year."""

    month: int
    day: int
    year: int = 0

    def __str__(self) -> str:
        year = f" {self.year}" if self.year else ""
        return f"{self.day} {MONTHS[self.month - 1][0].capitalize()}{year}"

    def on(self, year: int) -> date:
        """The day in *year*, unless it has one of its own; raises ValueError where there is none."""
        return date(self.year or year, self.month, self.day)


class TwoDays(msgspec.Struct, frozen=True):
    """The first and the last of some days."""

    first: Day
    last: Day

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"

    def seen_from(self, today: date) -> tuple[date, date]:
        """Both days: the last is the next one from *today* on, the first the one before it; raises ValueError."""
        last = self._last(today)
        first = self.first.on(last.year)
        return (first if first <= last or self.first.year else self.first.on(last.year - 1)), last

    def _last(self, today: date) -> date:
        if self.last.year:
            return self.last.on(0)
        if self.first.year:
            first = self.first.on(0)
            return next(day for year in (0, 1) if (day := self.last.on(first.year + year)) >= first or year)
        return next(day for year in (0, 1) if (day := self.last.on(today.year + year)) >= today or year)


def days_in(text: str) -> tuple[TwoDays, ...]:
    """What the first and the last day in *text* may be: one pair, two if that is not clear, otherwise none."""
    start = _FROM.match(text)
    found = _TWO.fullmatch(text[start.end() :] if start else text)
    if found is None:
        return ()
    said = found.groupdict()
    ways = [[_day(said, side, swapped=swapped) for side in "fl"] for swapped in (False, True)]
    pairs = [TwoDays(first, last) for first, last in ways if first and last]
    return tuple(dict.fromkeys(pairs))


def day_in(text: str) -> tuple[Day, ...]:
    """What the day that *text* is may be: one, two if that is not clear, otherwise none."""
    found = _ONE.fullmatch(text)
    if found is None:
        return ()
    ways = [_day(found.groupdict(), "f", swapped=swapped) for swapped in (False, True)]
    return tuple(dict.fromkeys(day for day in ways if day))


def _day(said: dict[str, str | None], side: str, *, swapped: bool) -> Day | None:
    """One day of *said*; *swapped* if the month comes before the day where that is not clear. None if there is none."""

    def part(name: str) -> str:
        return said[side + name] or ""

    if iso := part("iso"):
        year, month, day = map(int, iso.split("-"))
    elif part("a"):
        first, second = int(part("a")), int(part("b"))
        day, month = (second, first) if swapped else (first, second)
        year = _year(part("z"))
    elif part("d"):
        day, month, year = int(part("d")), int(part("m")), _year(part("y"))
    else:
        month = _month(part("name") or part("named"))
        day, year = int(part("n") or part("o")), _year(part("x") or part("w"))
    try:
        date(year or 2000, month, day)  # a leap year: the 29th of February may be meant
    except ValueError:
        return None
    return Day(month, day, year)


def _year(text: str) -> int:
    return int(text) + 2000 * (len(text) == 2) if text else 0


def _month(word: str) -> int:
    """The number of the month that *word* names, or is the beginning of; 0 if it is that of none or of several."""
    said = word.casefold().rstrip(".")
    found = {number for number, names in enumerate(MONTHS, 1) if any(name.startswith(said) for name in names)}
    whole = {number for number, names in enumerate(MONTHS, 1) if said in names}
    one = whole or found
    return next(iter(one)) if len(one) == 1 else 0
