"""What clocks in a zone show, and when they show it: the only module that asks the library `whenever`.

A time that clocks show twice, as they are set back, is the later of the two, which favours the player. One that they
skip, as they are set forward, moves on by as much as they do.
"""

from datetime import date, datetime, time


def instant(day: date, at: time, zone: str) -> datetime:
    """The instant, in UTC, at which clocks in *zone* show *at* on *day*."""
    from whenever import PlainDateTime  # noqa: PLC0415 - most commands need no deadline

    shown = PlainDateTime(datetime.combine(day, at.replace(tzinfo=None)))
    return shown.assume_tz(zone, disambiguation="later").to_instant().to_stdlib()


def start_of(day: date, zone: str) -> datetime:
    """The instant, in UTC, at which *day* begins in *zone*."""
    from whenever import PlainDateTime  # noqa: PLC0415 - as above

    midnight = PlainDateTime(datetime.combine(day, time()))
    return midnight.assume_tz(zone, disambiguation="compatible").to_instant().to_stdlib()


def shown_at(moment: datetime, zone: str) -> datetime:
    """The date and the time, without a zone, that clocks in *zone* show at *moment*."""
    from whenever import Instant  # noqa: PLC0415 - as above

    return Instant(moment).to_tz(zone).to_plain().to_stdlib()
