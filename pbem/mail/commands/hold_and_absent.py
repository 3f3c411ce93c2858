"""Commands that ask something of the play itself: hold and release, absent."""

from collections.abc import Sequence
from datetime import timedelta

from pbem.mail.commands.replies import CommandCase, CommandReply
from pbem.mail.extraction.command import MailCommand
from pbem.mail.extraction.words.times import time_said
from pbem.referee import requests
from pbem.referee.allowances.effects import AbsenceEffect, carry_out
from pbem.referee.requests import AbsenceRequest
from pbem.settings.time.spans import after

_YEAR = timedelta(days=366)


def hold(case: CommandCase, command: MailCommand) -> CommandReply:
    """Keep all that the seat is asked from being processed early, each question until its own deadline.

    A time that the command names ends that earlier; a deadline is moved by none.
    """
    if not case.pending:
        return case.told("nothing-to-hold")
    due, arrived = case.last_deadline, case.asked.arrived
    if due is not None and arrived >= due:
        return case.told("too-late-to-hold")
    until = None
    if command.argument:
        zone = case.game.settings.zone_of(case.seat).name
        said = time_said(command.argument, case.today, zone)
        if said.clear is None:
            return case.told("hold-unclear", {"text": command.argument, "ways": [str(one) for one in said.ways]})
        until = after(arrived, said.clear, zone)
        if until is None:
            return case.told("hold-past", {"text": command.argument})
        until = None if due is not None and until >= due else until
    requests.put_hold(case.game, case.pending, case.origin, arrived, held=True, until=until)
    several = len(set(case.deadlines)) > 1
    args = {"deadline": due, "several": several, "ends": until, "zone": case.game.settings.zone_of(case.seat).name}
    return case.told("held", args, due=True)


def release(case: CommandCase, _command: MailCommand) -> CommandReply:
    """Take a hold back."""
    if not case.hold:
        return case.told("nothing-to-release")
    requests.put_hold(case.game, case.pending, case.origin, case.asked.arrived, held=False)
    return case.told("released", case.context().names())


def absent(case: CommandCase, command: MailCommand) -> CommandReply:
    """Keep the days on which the seat's player is away, or take them back."""
    first, last = command.start, command.end
    if first is None or last is None:
        return _back(case)
    if last < case.today:
        return case.told("days-past", {"last": case.day(last)})
    if last - case.today > _YEAR:
        return case.told("days-far", {"last": case.day(last)})
    requests.put_absence(case.game, case.origin, AbsenceRequest(case.seat, case.asked.arrived, first, last))
    effects = carry_out(case.game, case.seat, case.asked.arrived)
    return case.told("absent", {"periods": periods(case), "effects": _said(case, effects)})


def _back(case: CommandCase) -> CommandReply:
    if not requests.absences(case.game, case.seat, case.today, case.origin):
        return case.told("not-absent")
    requests.put_absence(case.game, case.origin, AbsenceRequest(case.seat, case.asked.arrived))
    effects = carry_out(case.game, case.seat, case.asked.arrived, back=True)
    return case.told("back", {"effects": _said(case, effects)})


def _said(case: CommandCase, effects: Sequence[AbsenceEffect]) -> list[str]:
    """What follows from an absence, in words."""
    zone = case.game.settings.zone_of(case.seat).name
    return [case.words.phrase("commands", f"absence-{one.code}", {"zone": zone, **one.args}) for one in effects]


def periods(case: CommandCase) -> list[str]:
    """The absences of the seat in words, as far as this email goes."""
    through = requests.RequestOrigin(case.origin.item, case.origin.line + 1)
    known = requests.absences(case.game, case.seat, case.today, through)
    return [period(case, one) for one in known]


def period(case: CommandCase, absence: AbsenceRequest) -> str:
    """The days of an absence in words."""
    first, last = absence.start or case.today, absence.end or case.today
    key = "one-day" if first == last else "days"
    return case.words.phrase("commands", key, {"first": case.day(first), "last": case.day(last)})
