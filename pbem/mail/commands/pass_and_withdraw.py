"""Commands that change what counts: pass, which is an order, and withdraw."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.kit.lexicon import Lexicon
from pbem.engine.order import Order
from pbem.mail.commands.replies import CommandCase, CommandReply
from pbem.mail.extraction.command import MailCommand
from pbem.referee import submissions
from pbem.referee.ladder import faulty
from pbem.referee.letters import plans
from pbem.referee.stage import SeatStage
from pbem.referee.waiting_sheets import open_sheet, sheets_of, waiting_sheet
from pbem.report.context import LetterContext
from pbem.report.faults import explained
from pbem.report.several import question
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import ReadSheet
from pbem.sheet.word_reader import PASS_FIELD, PASS_WORDS
from pbem.sheet.writer import write_sheet
from pbem.store.encryption import SheetSeal
from pbem.store.verdict import Verdict

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
        plans.take_back(case.game, case.seat, case.asked.number, case.asked.name, case.clock)
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


def settled(case: CommandCase) -> CommandReply:
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
