"""When something is to be due, as people write it: `24h`, `2 days`, `until Fri 20:00`, `bis Freitag`, `3 Dec 8pm`.

What may be two things is read as both; what is neither a length nor a time as nothing.
"""

import re
from datetime import date, time, timedelta

import msgspec

from pbem.mail.extraction.words.days import day_in
from pbem.settings.time.spans import UntilTime
from pbem.settings.time.times import Duration, zone_like

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
