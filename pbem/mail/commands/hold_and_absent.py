"""Commands that ask something of the play itself: hold and release, absent."""

from datetime import timedelta

from pbem.mail.commands.replies import Case, Told
from pbem.mail.extraction.command import Command
from pbem.referee import requests
from pbem.referee.requests import Absence

_YEAR = timedelta(days=366)


def hold(case: Case, _command: Command) -> Told:
    """Keep the present stage from being processed early."""
    stage = case.pending
    if stage is None:
        return case.told("nothing-to-hold")
    if case.late:
        return case.told("too-late-to-hold")
    requests.put_hold(case.game, stage, case.origin, case.asked.arrived, held=True)
    return case.told("held", {"deadline": case.deadline}, due=True)


def release(case: Case, _command: Command) -> Told:
    """Take a hold back."""
    stage = case.pending
    if stage is None or not requests.holds(case.game, stage, case.origin):
        return case.told("nothing-to-release")
    requests.put_hold(case.game, stage, case.origin, case.asked.arrived, held=False)
    return case.told("released")


def absent(case: Case, command: Command) -> Told:
    """Keep the days on which the seat's player is away, or take them back."""
    first, last = command.start, command.end
    if first is None or last is None:
        return _back(case)
    if last < case.today:
        return case.told("days-past", {"last": case.day(last)})
    if last - case.today > _YEAR:
        return case.told("days-far", {"last": case.day(last)})
    requests.put_absence(case.game, case.origin, Absence(case.seat, case.asked.arrived, first, last))
    return case.told("absent", {"periods": periods(case)})


def _back(case: Case) -> Told:
    if not requests.absences(case.game, case.seat, case.today, case.origin):
        return case.told("not-absent")
    requests.put_absence(case.game, case.origin, Absence(case.seat, case.asked.arrived))
    return case.told("back")


def periods(case: Case) -> list[str]:
    """The absences of the seat in words, as far as this mail goes."""
    through = requests.Origin(case.origin.item, case.origin.line + 1)
    known = requests.absences(case.game, case.seat, case.today, through)
    return [period(case, one) for one in known]


def period(case: Case, absence: Absence) -> str:
    """The days of an absence in words."""
    first, last = absence.start or case.today, absence.end or case.today
    key = "one-day" if first == last else "days"
    return case.words.phrase("commands", key, {"first": case.day(first), "last": case.day(last)})
