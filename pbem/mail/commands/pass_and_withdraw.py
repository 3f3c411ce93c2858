"""Commands that change what counts: pass, which is an order, and withdraw."""

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.kit.lexicon import Lexicon
from pbem.mail.commands.replies import CommandCase, CommandReply
from pbem.mail.extraction.command import MailCommand
from pbem.referee import submissions
from pbem.referee.stage import SeatStage
from pbem.report.faults import explain
from pbem.sheet.check import check_sheet
from pbem.sheet.reader import PASS_FIELD, PASS_WORDS
from pbem.sheet.writer import write_sheet

PASSED, WITHDRAWN = "passed", "withdrawn"


def pass_(case: CommandCase, _command: MailCommand) -> CommandReply:
    """Submit the plain answer of the present stage, checked as if it had come as a sheet.

    Where sheets are sealed the answer says no more of it than the receipt of a sheet.
    """
    stage = case.pending
    if stage is None:
        return case.told("nothing-to-pass")
    if _overtaken(case, stage):
        return case.told("overtaken", due=True)
    lexicon = case.game.ruleset.lexicon(case.asked.view, case.seat)
    text = sheet_of_pass(stage.decision, lexicon)
    if not text:
        return case.told("no-pass", case.context().names(), due=True)
    sheet = check_sheet(text, stage.step, stage.decision, case.asked.view, lexicon)
    faults = explain(case.words, sheet.text, sheet.faults)
    if sheet.order is None:
        return case.told("pass-refused", case.context().names(), due=True, more=faults)
    replaces = _stood(case, stage)
    seal = submissions.accept(case.game, stage, case.asked.number, case.asked.arrived, sheet.order, sheet.text)
    context = replace(
        case.context(),
        order=sheet.order,
        text=sheet.text,
        faults=faults,
        replaces=replaces,
        sealed=seal is not None,
        hash=seal.hash if seal else "",
        nonce=seal.nonce if seal else "",
        remarks=len(sheet.faults),
        said_back="",
    )
    if seal:
        return case.rendered("commands/pass.txt.j2", PASSED, context, heading="passed-sealed")
    context = replace(context, said_back=case.words.render("said-back.txt.j2", context).strip("\n"))
    return case.rendered("commands/pass.txt.j2", PASSED, context)


def withdraw(case: CommandCase, _command: MailCommand) -> CommandReply:
    """Let whatever the seat sent for the present stage count no longer."""
    stage = case.pending
    if stage is None:
        return case.told("too-late-to-withdraw")
    if _overtaken(case, stage):
        return case.told("overtaken", due=True)
    if not _stood(case, stage):
        return case.told("nothing-to-withdraw", case.context().names(), due=True)
    submissions.withdraw(case.game, stage, case.asked.number, case.asked.arrived)
    return case.told(WITHDRAWN, case.context().names(), due=True)


def sheet_of_pass(decision: Decision, lexicon: Lexicon) -> str:
    """The sheet that passes: the unchanged form; otherwise the word itself if the order knows it; otherwise empty."""
    if decision.default is not None:
        return write_sheet(decision.default, lexicon)
    return f"{PASS_WORDS[0]}\n" if PASS_FIELD in decision.takes.__struct_fields__ else ""


def _overtaken(case: CommandCase, stage: SeatStage) -> bool:
    """Whether something that came after a command, which was trusted late, stands."""
    return submissions.last(case.game, stage) > case.asked.number


def _stood(case: CommandCase, stage: SeatStage) -> bool:
    """Whether a sheet counted for the stage before this command."""
    changes = [code for code in case.done if code in (PASSED, WITHDRAWN)]
    if changes:
        return changes[-1] == PASSED
    return submissions.stood(case.game, case.seat, stage.decision.key, stage.asked, case.asked.number)
