"""Commands by email that change something: passes, holds, absences, extensions, appeals, resignations."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.reading import Lexicon
from pbem.mail.extraction.command import MailCommand, appeal_in
from pbem.mail.extraction.dates import time_said
from pbem.mail.intake.replies import CommandCase, CommandReply
from pbem.referee import letter, submissions
from pbem.referee.deadlines import allowances, faulty
from pbem.referee.deadlines.allowances import AbsenceEffect, carry_out_absence
from pbem.referee.deadlines.reminders import wants
from pbem.referee.people import appeals, changes
from pbem.referee.stage import SeatStage
from pbem.referee.submissions import AbsenceRequest, open_sheet, sheets_of, waiting_sheet
from pbem.report.context import LetterContext
from pbem.report.letter import question
from pbem.report.returned_sheet import explained
from pbem.settings.times import after
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.words import PASS_FIELD, PASS_WORDS
from pbem.sheet.writer import write_sheet
from pbem.store.encryption import SheetSeal
from pbem.store.facts import PreferenceSet, Wish
from pbem.store.inbox import Verdict

APPEALED, APPEAL_STOPS = "appealed", "appeal-stops"
MADE = frozenset({APPEALED, APPEAL_STOPS})
"""What became of an appeal that waits for the moderator as one: its words are in it."""


def appeal(case: CommandCase, _command: MailCommand) -> CommandReply:
    """Put what the player writes before the moderator; what is not an appeal (any more) is a note to the moderator."""
    game, number = case.game, case.asked.number
    text = appeal_in(case.asked.words) or ""
    known = any(one.made.item == number for one in appeals.open_appeals(game))
    if not known:
        for code, stops in (
            ("appeal-empty", not text.strip()),
            ("appeals-off", game.settings.appeals == "no"),
            ("appeal-late", case.late or _over(case)),
            ("appeal-open", any(one.made.seat == case.seat for one in appeals.open_appeals(game))),
        ):
            if stops:
                return case.told(code, case.context().names())
    stopped = appeals.appeal(game, case.seat, number, text, case.clock)
    pause = game.last_letter(case.seat)
    return case.told(APPEAL_STOPS if stopped else APPEALED, {"number": number, "round": pause.round if pause else 0})


def _over(case: CommandCase) -> bool:
    """Whether the deadline of the letters has passed, where the seat has nothing to answer itself."""
    due = case.game.pause.deadline if case.game.pause else None
    return due is not None and case.asked.arrived >= due


TO_THE_MODERATOR = frozenset({"extend-not-here"})
"""The replies to what the moderator reads, as the game does not settle it."""


def extend(case: CommandCase, command: MailCommand) -> CommandReply:
    """Ask for a later deadline."""
    if case.game.settings.extensions is None:
        return case.told("extend-not-here")
    said = time_said(command.argument, case.today, case.game.settings.zone_of(case.seat).name)
    if said.clear is None:
        return case.told("extend-unclear", {"text": command.argument, "ways": [str(one) for one in said.ways]})
    arrived = case.asked.arrived
    reply = allowances.ask_extension(case.game, case.seat, said.clear, case.origin, arrived, case.clock)
    args: Mapping[str, Any] = {"zone": case.game.settings.zone_of(case.seat).name, **reply.args}
    return case.told(f"extend-{reply.code}", args)


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
    submissions.put_hold(case.game, case.pending, case.origin, arrived, held=True, until=until)
    several = len(set(case.deadlines)) > 1
    args = {"deadline": due, "several": several, "ends": until, "zone": case.game.settings.zone_of(case.seat).name}
    return case.told("held", args, due=True)


def release(case: CommandCase, _command: MailCommand) -> CommandReply:
    """Take a hold back."""
    if not case.hold:
        return case.told("nothing-to-release")
    submissions.put_hold(case.game, case.pending, case.origin, case.asked.arrived, held=False)
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
    submissions.put_absence(case.game, case.origin, AbsenceRequest(case.seat, case.asked.arrived, first, last))
    effects = carry_out_absence(case.game, case.seat, case.asked.arrived)
    return case.told("absent", {"periods": periods(case), "effects": _said(case, effects)})


def _back(case: CommandCase) -> CommandReply:
    if not submissions.absences(case.game, case.seat, case.today, case.origin):
        return case.told("not-absent")
    submissions.put_absence(case.game, case.origin, AbsenceRequest(case.seat, case.asked.arrived))
    effects = carry_out_absence(case.game, case.seat, case.asked.arrived, back=True)
    return case.told("back", {"effects": _said(case, effects)})


def _said(case: CommandCase, effects: Sequence[AbsenceEffect]) -> list[str]:
    """What follows from an absence, in words."""
    zone = case.game.settings.zone_of(case.seat).name
    return [case.words.phrase("commands", f"absence-{one.code}", {"zone": zone, **one.args}) for one in effects]


def periods(case: CommandCase) -> list[str]:
    """The absences of the seat in words, as far as this email goes."""
    through = submissions.RequestOrigin(case.origin.item, case.origin.line + 1)
    known = submissions.absences(case.game, case.seat, case.today, through)
    return [period(case, one) for one in known]


def period(case: CommandCase, absence: AbsenceRequest) -> str:
    """The days of an absence in words."""
    first, last = absence.start or case.today, absence.end or case.today
    key = "one-day" if first == last else "days"
    return case.words.phrase("commands", key, {"first": case.day(first), "last": case.day(last)})


PASSED, WITHDRAWN, PLANS_WITHDRAWN = "passed", "withdrawn", "plans-withdrawn"
WAITING_WITHDRAWN = "waiting-withdrawn"
CONFIRMED, NO_LONGER_WAITS = "confirmed-sealed", "no-longer-waits"


class _Pass(msgspec.Struct, frozen=True):
    """The plain answer to a stage, as a sheet that was checked; none if nothing plain could stand for it."""

    stage: SeatStage
    sheet: ReadSheet[Order] | None


def pass_(case: CommandCase, _command: MailCommand) -> CommandReply:
    """Give the plain answer to whatever is asked and not answered, or to all of it if all is answered already.

    It is checked as if it had come as a sheet. Where sheets are sealed the answer says no more of it than the receipt
    of a sheet.
    """
    stages = [stage for stage in case.pending if not _stood(case, stage)] or list(case.pending)
    if not stages:
        return case.told("nothing-to-pass")
    if any(_overtaken(case, stage) for stage in stages):
        return case.told("overtaken", due=True)
    passes = [_plain(case, stage) for stage in stages]
    context = replace(case.context(), question=_asked(case, [one.stage for one in passes]))
    impossible = [one for one in passes if one.sheet is None or one.sheet.order is None]
    if impossible:
        context = replace(context, question=_asked(case, [one.stage for one in impossible]))
        faults = "\n".join(explained(case.words, one.sheet.text, one.sheet.faults) for one in impossible if one.sheet)
        code = "pass-refused" if faults else "no-pass"
        return case.told(code, context.names(), due=True, more=faults)
    return _passed(case, passes, context)


def _plain(case: CommandCase, stage: SeatStage) -> _Pass:
    lexicon = case.game.ruleset.lexicon(case.asked.view, case.seat)
    text = sheet_of_pass(stage.decision, lexicon)
    found = check_sheet(text, stage.step, stage.decision, case.asked.view, lexicon) if text else None
    return _Pass(stage, found)


def _passed(case: CommandCase, passes: Sequence[_Pass], context: LetterContext) -> CommandReply:
    """Submit the plain answers, and say what they are."""
    replaces = any(_stood(case, one.stage) for one in passes)
    said, faults, seal = list[str](), list[str](), None
    for one in passes:
        if one.sheet is None or one.sheet.order is None:
            continue
        order, text = one.sheet.order, one.sheet.text
        seal = _accept(case, one.stage, order, text, passes[0].stage)
        about = replace(context, decision=one.stage.decision, order=order, text=text)
        said.append(case.words.render("said-back.txt.j2", about).strip("\n") if seal is None else "")
        faults.append(explained(case.words, text, one.sheet.faults))
    context = replace(
        context,
        faults="\n".join(filter(None, faults)),
        replaces=replaces,
        sealed=seal is not None,
        hash=seal.hash if seal else "",
        nonce=seal.nonce if seal else "",
        remarks=sum(len(one.sheet.faults) for one in passes if one.sheet),
        said_back="\n".join(filter(None, said)),
        own_hold=case.own_hold,
    )
    return case.rendered("commands/pass.txt.j2", PASSED, context, heading="passed-sealed" if seal else "")


def _accept(case: CommandCase, stage: SeatStage, order: Order, text: str, first: SeatStage) -> SheetSeal | None:
    asked = case.asked
    return submissions.accept(case.game, stage, asked.number, asked.arrived, order, text, first=first)


def withdraw(case: CommandCase, _command: MailCommand) -> CommandReply:
    """Let whatever the seat sent for its present stages count no longer, nor its plans."""
    stages = case.pending
    planned = bool(case.asked.view.kept) and WITHDRAWN not in case.done and PLANS_WITHDRAWN not in case.done
    if not stages and not planned:
        return case.told("too-late-to-withdraw")
    if any(_overtaken(case, stage) for stage in stages):
        return case.told("overtaken", due=True)
    faulty.forget(case.game, stages, case.asked.number)
    if planned:
        letter.take_back(case.game, case.seat, case.asked.number, case.asked.name, case.clock)
    stood = [stage for stage in stages if _stood(case, stage)]
    if not stood and not planned and waiting_sheet(case.game, case.seat, case.asked.number):
        return case.told(WAITING_WITHDRAWN, {**case.context().names(), "stands": False}, due=True)
    if not stood and planned:
        return case.told(PLANS_WITHDRAWN, due=bool(stages))
    if not stood:
        return case.told("nothing-to-withdraw", case.context().names(), due=True)
    for stage in stood:
        submissions.withdraw(case.game, stage, case.asked.number, case.asked.arrived)
    more = case.words.phrase("commands", "and-plans-withdrawn") if planned else ""
    return case.told(WITHDRAWN, replace(case.context(), question=_asked(case, stood)).names(), due=True, more=more)


def confirm(case: CommandCase) -> CommandReply | None:
    """Say yes to the sealed sheet that waits for it, which no key is needed for; None if none waits."""
    waits = _open(case)
    if case.asked.outdated or not case.asked.proven or waits is None:
        return None
    if any(_overtaken(case, stage) for stage in case.pending):
        return case.told("overtaken", due=True)
    number, arrived = case.asked.number, case.asked.arrived
    done = [one for one in case.pending if submissions.confirm(case.game, one, waits.item, number, arrived)]
    if not done:
        return None
    zone = case.game.settings.zone_of(case.seat).name
    replaces = any(_stood(case, stage) for stage in done)
    args = {"at": waits.received, "zone": zone, "question": _asked(case, done), "replaces": replaces}
    return case.told(CONFIRMED, args, due=True)


def decline(case: CommandCase) -> CommandReply | None:
    """Say no to the sheet that waits for a yes, which leaves what counts as it is; None if none waits."""
    if case.asked.outdated or _open(case) is None:
        return None
    faulty.forget(case.game, case.pending, case.asked.number)
    stands = bool(case.pending) and all(_stood(case, stage) for stage in case.pending)
    return case.told(WAITING_WITHDRAWN, {**case.context().names(), "stands": stands}, due=not stands)


def became_of(case: CommandCase) -> CommandReply:
    """Say what became of a sheet that a button says yes or no to, and that does not wait for it any more."""
    game, zone = case.game, case.game.settings.zone_of(case.seat).name
    item = game.inbox.numbered(case.asked.settles)
    later = next(sheets_of(game, case.seat, case.asked.number), None)
    newer = later.received if later is not None and later.item > case.asked.settles else None
    args = {"at": item.arrived if item else None, "newer": newer, "zone": zone}
    return case.told(NO_LONGER_WAITS, args, due=True)


def _open(case: CommandCase) -> Verdict | None:
    """The sheet that a yes or no is for: of one that names a sheet that one only."""
    found, named = open_sheet(case.game, case.seat, case.asked.number), case.asked.settles
    return found if found is not None and named in (0, found.item) else None


def sheet_of_pass(decision: Decision, lexicon: Lexicon) -> str:
    """The sheet that passes: the unchanged form; otherwise the word itself if the order knows it; otherwise empty."""
    if decision.default is not None:
        return write_sheet(decision.default, lexicon)
    return f"{PASS_WORDS[0]}\n" if PASS_FIELD in decision.takes.__struct_fields__ else ""


def _asked(case: CommandCase, stages: Sequence[SeatStage]) -> str:
    """What *stages* ask, as one noun phrase."""
    return case.words.listed([question(case.words, stage.decision, case.seat) for stage in stages])


def _overtaken(case: CommandCase, stage: SeatStage) -> bool:
    """Whether something that came after a command, which was trusted late, stands."""
    return submissions.last(case.game, stage) > case.asked.number


def _stood(case: CommandCase, stage: SeatStage) -> bool:
    """Whether a sheet counted for the stage before this command."""
    changes = [code for code in case.done if code in (PASSED, WITHDRAWN)]
    if changes:
        return changes[-1] == PASSED
    return submissions.stood(case.game, case.seat, *stage.put, case.asked.number)


def calendar(case: CommandCase, command: MailCommand) -> CommandReply:
    """Send deadlines as calendar files with each letter from now on, or no longer."""
    return _switch(case, command, "calendar")


def reminders(case: CommandCase, command: MailCommand) -> CommandReply:
    """Remind the player before deadlines, or do so no longer."""
    return _switch(case, command, "reminders")


def desk(case: CommandCase, _command: MailCommand) -> CommandReply:
    """Send a new link to the seat's page on the order desk; those before it are void from now on."""
    if not case.game.settings.desk:
        return case.told("no-desk")
    changes.renew_link(case.game, case.seat, case.asked.number, case.asked.arrived)
    return case.told("desk", more=f"  {changes.desk_link(case.game, case.seat, case.game.stages(case.seat))}")


def _switch(case: CommandCase, command: MailCommand, about: Wish) -> CommandReply:
    wanted = command.argument == "on"
    if wants(case.game, case.seat, about) is not wanted:
        case.game.note(PreferenceSet(seat=case.seat, about=about, wanted=wanted), case.asked.arrived)
    return case.told(f"{about}-{command.argument}")


VALID = timedelta(days=14)
"""How long the word may be sent back."""


def resign(case: CommandCase, command: MailCommand) -> CommandReply:
    """Ask for the word that confirms it, or with that word let the seat be vacant; a stand-in gives it back."""
    game, seat = case.game, case.seat
    stands_in = game.holders[seat].stand_in is not None
    if not command.argument:
        word = changes.ask(game, seat, case.asked.number, case.clock)
        return case.told("resign-asked", {"word": word, "stand_in": stands_in, "days": VALID.days})
    asked = changes.resignation_with(game, seat, command.argument)
    if asked is None or case.asked.arrived - asked.at > VALID:
        return case.told("resign-unknown", {"days": VALID.days})
    if stands_in:
        changes.end_stand_in(game, seat, case.clock, by="player")
    else:
        changes.vacate(game, seat, case.clock, by="player")
    return case.told("resigned", {"stand_in": stands_in})
