"""When something is to be due, as people write it: `24h`, `2 days`, `until Fri 20:00`.

With dots the day comes first, as everywhere where people write dots; with slashes it may be either, so a pair that
makes sense in both ways is not read. A day without a year is the next one after the day on which it was written.

What may be two things is read as both; what is neither a length nor a time as nothing.
"""

import re
from datetime import date, time, timedelta

import msgspec

from pbem.settings.times import Duration, UntilTime, zone_like

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

_TO_A_DAY = r"\s*(?:\b(?:to|until|till|through|bis|au|jusqu'au|tot|al|hasta|do)\b|[-–—]|\.\.\.?|…)\s*"
_FROM = re.compile(r"(?:from|vom|von|du|van|dal|desde|od)\s+(?:the\s+)?", re.IGNORECASE)
_DAY = (
    r"(?:(?P<{0}iso>\d{{4}}-\d{{1,2}}-\d{{1,2}})"
    r"|(?P<{0}d>\d{{1,2}})\.\s?(?P<{0}m>\d{{1,2}})(?:\.\s?(?P<{0}y>\d{{4}}|\d{{2}})?)?"
    r"|(?P<{0}a>\d{{1,2}})/(?P<{0}b>\d{{1,2}})(?:/(?P<{0}z>\d{{4}}|\d{{2}}))?"
    r"|(?P<{0}n>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+(?:of\s+)?(?P<{0}name>[^\W\d_]{{3,12}})\.?(?:,?\s+(?P<{0}x>\d{{4}}))?"
    r"|(?P<{0}named>[^\W\d_]{{3,12}})\.?\s+(?P<{0}o>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<{0}w>\d{{4}}))?)"
)
_TWO = re.compile(_DAY.format("f") + rf"(?:{_TO_A_DAY}|\s+)" + _DAY.format("l"), re.IGNORECASE)


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


UNITS = {
    "minute": ("m", "min", "mins", "minute", "minutes", "minuten", "minuti", "minutos", "minuut", "minuty"),
    "hour": (
        *("h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures", "ora", "ore", "hora"),
        *("horas", "uur", "uren", "godzina", "godziny", "godzin", "hodina", "hodiny", "hodin"),
    ),
    "day": (
        *("d", "day", "days", "tag", "tage", "tagen", "jour", "jours", "giorno", "giorni", "día", "días", "dia"),
        *("dias", "dag", "dagen", "dzień", "dni", "den", "dny", "dnů"),
    ),
    "week": (
        *("w", "week", "weeks", "woche", "wochen", "semaine", "semaines", "settimana", "settimane", "semana"),
        *("semanas", "weken", "tydzień", "tygodnie", "týden", "týdny"),
    ),
}
"""Units of time in many languages."""

DAYS = (
    ("monday", "montag", "lundi", "lunedì", "lunes", "maandag", "poniedziałek", "pondělí"),
    ("tuesday", "dienstag", "mardi", "martedì", "martes", "dinsdag", "wtorek", "úterý"),
    ("wednesday", "mittwoch", "mercredi", "mercoledì", "miércoles", "woensdag", "środa", "środy", "středa"),
    ("thursday", "donnerstag", "jeudi", "giovedì", "jueves", "donderdag", "czwartek", "čtvrtek"),
    ("friday", "freitag", "vendredi", "venerdì", "viernes", "vrijdag", "piątek", "piątku", "pátek"),
    ("saturday", "samstag", "sonnabend", "samedi", "sabato", "sábado", "zaterdag", "sobota", "soboty"),
    ("sunday", "sonntag", "dimanche", "domenica", "domingo", "zondag", "niedziela", "niedzieli", "neděle"),
)
"""The days of the week in many languages, Monday first."""

_WEEK = 7
_AHEAD = {"today": 0, "heute": 0, "aujourd'hui": 0, "tomorrow": 1, "morgen": 1, "demain": 1, "domani": 1, "mañana": 1}
_TO = re.compile(
    r"(?:un)?til+\b|to\b|by\b|bis\b(?:\s+zum)?|jusqu'(?:au?|à)\b|fino\s+a[l]?\b|hasta\b|tot\b|do\b(?=\s+\D)",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"(?:at|um|à|alle|om|o)?\s*\b(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2}))?\s*(?P<sign>uhr\b|h\b|[ap]\.?m\b\.?)?",
    re.IGNORECASE,
)
_SURE = re.compile(r"\d(?::\d|\s*(?:uhr|h|[ap]\.?m)\b)", re.IGNORECASE)
"""What only a time of day has."""
_LENGTH = re.compile(r"(?P<count>\d{1,5}|an?|one|eine?n?|une?)\s*(?P<unit>[^\W\d_]+)\.?", re.IGNORECASE)
_NAME = re.compile(r"(?:\(|(?<![A-Z_/+-]))(?P<zone>[A-Z][A-Za-z_]+(?:/[A-Za-z_+-]+)+|UTC|GMT)\)?$", re.IGNORECASE)


class TimeSaid(msgspec.Struct, frozen=True):
    """What a text may mean: *ways* to read it, none if there is none, and several if it is not clear."""

    ways: tuple[Duration | UntilTime, ...] = ()

    @property
    def clear(self) -> Duration | UntilTime | None:
        """The only way to read it."""
        return self.ways[0] if len(self.ways) == 1 else None


def time_said(text: str, today: date, zone: str) -> TimeSaid:
    """What *text*, written on *today* by someone whose clocks are those of *zone*, says of when something is due."""
    said = " ".join(text.replace("\u2019", "'").split()).strip(" .!")
    if length := _length(said):
        return TimeSaid((length,))
    if found := _TO.match(said):
        said = said[found.end() :].strip()
    if named := _NAME.search(said):
        known = zone_like(named["zone"])
        if known is None:
            return TimeSaid()
        said, zone = said[: named.start()], known
    ways = (one for day, clock in _parts(said) for one in _untils(day, clock, today, zone))
    return TimeSaid(tuple(dict.fromkeys(ways)))


def _length(text: str) -> Duration | None:
    found = _LENGTH.fullmatch(text)
    if found is None:
        return None
    unit = next((unit for unit, words in UNITS.items() if found["unit"].casefold() in words), None)
    count = int(found["count"]) if found["count"].isdecimal() else 1
    if unit is None or not count:
        return None
    return Duration(count * _WEEK, "day") if unit == "week" else Duration(count, unit)


def _parts(text: str) -> list[tuple[str, tuple[time, ...]]]:
    """*text* as a day and the times that may be meant by what follows it; no day or no time is none."""
    iso = re.fullmatch(r"(\d{4}-\d{1,2}-\d{1,2})[ T](\d{1,2}:\d{2})(?::00)?", text)
    if iso:
        return [(iso[1], _clock(iso[2]))]
    found: list[tuple[str, tuple[time, ...]]] = [(text, ())] if text else []
    for cut in [0, *(gap.end() for gap in re.finditer(r"[\s,]+", text))]:
        times = _clock(text[cut:])
        if times:
            found.append((text[:cut].strip(" ,"), times))
        if _SURE.search(text[:cut]) and (first := _clock(text[:cut].strip(" ,"))):  # as in `20:00 on Friday`
            found.append((text[cut:], first))
    return found


def _clock(text: str) -> tuple[time, ...]:
    """The times of day that *text* may be: an hour alone that could be in the morning or in the evening is two."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        return ()
    hour, minute, sign = int(found["hour"]), int(found["minute"] or 0), (found["sign"] or "").casefold()[:1]
    if sign in ("a", "p"):
        if not 1 <= hour <= 12:
            return ()
        hours = [hour % 12 + 12 * (sign == "p")]
    elif sign or found["minute"] or hour > 12 or hour == 0:
        hours = [hour]
    else:
        hours = [hour, (hour + 12) % 24]
    return tuple(time(hour, minute) for hour in hours if hour < 24 and minute < 60)


def _untils(day: str, clock: tuple[time, ...], today: date, zone: str) -> list[UntilTime]:
    """What a day in words and its times may be."""
    times: tuple[time | None, ...] = clock or (None,)
    if not day:
        return [UntilTime(zone, at=at) for at in times if at]
    if day.casefold() in _AHEAD:
        return [UntilTime(zone, day=today + timedelta(days=_AHEAD[day.casefold()]), at=at) for at in times]
    bare = re.sub(r"^(?:(?:next|on|am|le|den)\s+)", "", day, flags=re.IGNORECASE).casefold().rstrip(".,")
    weekdays = _weekdays(bare)
    if weekdays:
        return [UntilTime(zone, weekday=one, at=at) for one in weekdays for at in times]
    first, _, rest = bare.partition(" ")
    named = _weekdays(first.rstrip(".,")) if rest else ()
    dates = [_next(one.year, one.month, one.day, today) for one in day_in(bare) or (day_in(rest) if named else ())]
    fits = [one for one in dates if one and (not named or one.weekday() in named)]
    return [UntilTime(zone, day=one, at=at) for one in fits for at in times]


def _next(year: int, month: int, day: int, today: date) -> date | None:
    """The day in its year, or the next one from *today* on; None where there is none."""
    for ahead in (0,) if year else range(9):
        try:
            found = date(year or today.year + ahead, month, day)
        except ValueError:
            continue
        if year or found >= today:
            return found
    return None


def _weekdays(word: str) -> tuple[int, ...]:
    """The days of the week that *word* is or begins, of two letters at least; English first."""
    if len(word) < 2:
        return ()
    whole = tuple(number for number, names in enumerate(DAYS) if word in names)
    english = tuple(number for number, names in enumerate(DAYS) if names[0].startswith(word))
    return (
        whole
        or english
        or tuple(number for number, names in enumerate(DAYS) if any(name.startswith(word) for name in names))
    )
