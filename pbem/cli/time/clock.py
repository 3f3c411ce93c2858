"""How commands say what the time is, what will happen, and that a clock stands."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from pbem.engine.decision import MODERATOR
from pbem.mail.deeds.moments import moment
from pbem.referee.timekeeping.agenda_item import AgendaItem
from pbem.referee.timekeeping.deadlines import StoppedClock
from pbem.referee.timekeeping.outage import OUTAGE, WRONG_CLOCK
from pbem.store.facts.time import DeadlineMoved


def by_whom(by: str) -> str:
    """Who or what did something about time."""
    return {MODERATOR: "you", OUTAGE: "an outage", WRONG_CLOCK: "a wrong clock"}.get(by, by)


def stopped_clock(stop: StoppedClock, zone: str) -> str:
    """That a clock stands, since when and why, and how it runs again."""
    whose = f"The clock of {', '.join(stop.seats)}" if stop.seats else "The clock"
    reason = f": {stop.reason}" if stop.reason else ""
    run = f"`pbem deadline resume{''.join(f' --as {seat}' for seat in stop.seats)}` lets it run again"
    waits = "" if stop.seats or stop.plays else " Play waits, even if all sheets are in."
    return f"{whose} is stopped by {by_whom(stop.by)}, {moment(stop.since, zone)}{reason}; {run}.{waits}"


def next_by_itself(coming: Sequence[AgendaItem], titles: Mapping[str, str], at: datetime, zone: str) -> str:
    """What will happen first by itself, and when; empty if nothing will."""
    ahead = [one for one in coming if one.at > at]
    if not ahead:
        return ""
    from pbem.referee.timekeeping.agenda_words import said

    first = [one for one in ahead if one.at == ahead[0].at]
    return f"Next by itself, {moment(ahead[0].at, zone)}: {'; '.join(said(first, titles))}."


def moved_by_itself(fact: DeadlineMoved, zone: str) -> str:
    """That an outage or a wrong clock moved deadlines, and how to look at them and move them."""
    if fact.since:
        why = f"No turn received all mail from {moment(fact.since, zone)} on, and a deadline fell into that time"
    else:
        why = "The clock was wrong when a deadline was set"
    to = f" to {moment(fact.to, zone)}" if fact.to and not fact.own else ""
    return f"{why}: it was moved{to}, and everyone concerned is told. `pbem deadline` shows it and can move it."
