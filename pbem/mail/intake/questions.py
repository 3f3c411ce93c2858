"""Commands by email that ask: status, help, forms, trials, where a piece can go."""

from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import replace

from pbem.mail.extraction.command import EXTEND, CommandMisread, MailCommand
from pbem.mail.extraction.languages import COMMANDS
from pbem.mail.intake.replies import CommandCase, CommandReply
from pbem.mail.intake.requests import period
from pbem.referee import enquiries, letter, submissions
from pbem.referee.deadlines.received import QuestionStatus, SeatStatus, seat_status
from pbem.referee.letter import dossier, question_state
from pbem.report import tree
from pbem.report.context import LetterContext, QuestionState, named, sections, titles
from pbem.report.plain import text
from pbem.store.log import Pause

ASKED, TRIED = "asked", "tried"
_ORDERED = ("valid", "passed", "faulty sheet")
"""What came from a seat where orders of its own count."""


def ask(case: CommandCase, command: MailCommand) -> CommandReply:
    """The answer to an enquiry, by the seat's view alone."""
    found = enquiries.answer(case.game, case.asked.view, case.seat, command.word, command.argument)
    return CommandReply(ASKED, found.heading, found.text, pictures=found.pictures)


def try_(case: CommandCase, _command: MailCommand) -> CommandReply:
    """That a trial needs a sheet."""
    return case.told("try-alone")


def try_sheet(case: CommandCase, sheet: str) -> CommandReply:
    """What *sheet* would lead to; it counts for nothing."""
    found = enquiries.tried(case.game, case.seat, sheet)
    return CommandReply(TRIED, found.heading, found.text)


def status(case: CommandCase, _command: MailCommand) -> CommandReply:
    """What is asked of the seat, what came from it, and what it wished."""
    found = seat_status(case.game, case.seat, case.clock)
    pause = case.game.last_letter(case.seat)
    waits = dict.fromkeys(question.seat for question in pause.waits if not question.bot) if pause else {}
    context = case.context()
    context = replace(
        context,
        over=not case.game.table.state.flow,
        round=pause.round if pause else 0,
        moved_on=_round(pause) != _round(case.game.pause),
        states=[_state(case, one, context) for one in found.questions] if len(found.questions) > 1 else [],
        received=found.received,
        counted_at=_arrived(case, found.counts),
        newest_at=_arrived(case, found.newest),
        held_at=_held(case),
        doubted_at=_arrived(case, found.doubted),
        later=(found.newest or 0) > (found.counts or 0) > 0,
        holds=case.hold is not None,
        ends=case.hold.until if case.hold else None,
        until=case.last_deadline,
        periods=[period(case, one) for one in submissions.absences(case.game, case.seat, case.today, case.origin)],
        waited=[context.titles[seat] for seat in waits if seat != case.seat],
        said_back="\n\n".join(_said_back(case, found, context)),
    )
    return case.rendered("commands/status.txt.j2", "status", context)


def _said_back(case: CommandCase, found: SeatStatus, context: LetterContext) -> Iterator[str]:
    """The orders of the seat that count, in words; nothing of those that are sealed."""
    answered = {one.key for one in found.questions if one.received in _ORDERED}
    for stage in case.pending:
        counts = submissions.counting(case.game, case.seat, *stage.put)
        if counts is not None and counts.order is not None and not counts.sealed and stage.decision.key in answered:
            about = replace(context, decision=stage.decision, order=counts.order)
            yield case.words.render("said-back.txt.j2", about).strip("\n")


def _round(pause: Pause | None) -> int:
    return pause.round if pause else 0


def _state(case: CommandCase, found: QuestionStatus, context: LetterContext) -> QuestionState:
    """What one of several questions asks, what came for it, and what counts if nothing does."""
    stage = next(stage for stage in case.pending if stage.decision.key == found.key)
    return question_state(case.words, stage, found, context, case.asked.arrived, _arrived(case, found.counts))


def form(case: CommandCase, _command: MailCommand) -> CommandReply:
    """The form of what the seat may send now."""
    if not case.asked.stages:
        return case.told("no-form")
    return case.rendered("commands/form.txt.j2", "form", case.context())


def resend(case: CommandCase, _command: MailCommand) -> CommandReply:
    """The last letter to the seat, word for word."""
    since = case.game.tenure(case.seat).line
    for pause in reversed([line.pause for line in case.game.log.lines[since:] if line.pause]):
        if pause.tells(case.seat) and letter.letter_path(case.game, pause, case.seat).is_file():
            heading = case.words.phrase("commands", "resent-heading")
            subject, content = letter.written(case.game, pause, case.seat)
            fenced = f"{tree.FENCE}\n{text(content)}{tree.FENCE}"
            pictures = letter.pictures_of(case.game, pause, case.seat, content)
            return CommandReply("resent", heading, fenced, subject=subject, whole=content, pictures=pictures)
    made = dossier(case.game, case.seat)  # who took a seat over has no letter before the next one
    if made is None:
        return case.told("no-letter")
    fenced = f"{tree.FENCE}\n{text(made.content)}{tree.FENCE}"
    heading = case.words.phrase("commands", "resent-heading")
    return CommandReply("resent", heading, fenced, subject=made.subject, whole=made.content, pictures=made.pictures)


def help_(case: CommandCase, command: MailCommand) -> CommandReply:
    """A section of the guide; without a topic, or for one that is not in it, the lists of commands and sections."""
    found = sections(case.game.ruleset.guide)
    spoken = {case.words.spoken(one.heading).casefold(): one for one in found}
    section = spoken.get(command.argument.casefold()) or named(found, command.argument, case.words.group("topics"))
    if section is not None:
        said = replace(section, lines=tuple(case.words.spoken("\n".join(section.lines)).split("\n")))
        return CommandReply("help", case.words.spoken(section.heading), said.content)
    context = replace(_listing(case), line=command.argument, topics=tuple(map(case.words.spoken, titles(found))))
    reply = case.rendered("commands/help.txt.j2", "help", context)
    press, bounds = case.game.settings.press_mode, case.game.settings.words
    args = {"most": case.game.settings.mail.answers.questions_a_day, "zone": case.game.settings.deadlines.zone.name}
    limits = [case.words.say("commands", "help-limits", args)] if case.game.settings.mail.answers.a_day else []
    told = [reply.text, *limits]
    if press != "none":
        how = {"press": press, "most": bounds.a_day, "length": bounds.length, "zone": args["zone"]}
        told.append(case.words.say("commands", "help-to-players", how))
    return replace(reply, text="\n\n".join(told))


def misread(case: CommandCase, line: str, wrong: CommandMisread) -> CommandReply:
    """What was read instead of a command, what would be right, and the list."""
    context = replace(_listing(case), line=line, code=wrong.code, args=wrong.args)
    return case.rendered("commands/misread.txt.j2", "misread", context)


def _listing(case: CommandCase) -> LetterContext:
    asks = (word for word in case.game.ruleset.enquiry_words if case.words.has("commands", f"use-{word}"))
    known = (word for word in COMMANDS if word != EXTEND or case.game.settings.extensions is not None)
    return replace(case.context(), words=(*asks, *known))


def _held(case: CommandCase) -> datetime | None:
    """When the newest email for this stage arrived that waits for the moderator."""
    stage = case.first
    of_stage = (case.seat, *stage.put) if stage else ()
    since = case.game.tenure(case.seat).last_item
    mine = (v for v in case.game.inbox.verdicts() if (v.seat, v.key, v.asked) == of_stage and v.item > since)
    held = (v for v in mine if v.state == "held")
    return max((verdict.received for verdict in held), default=None)


def _arrived(case: CommandCase, item: int | None) -> datetime | None:
    """When an item arrived."""
    if item == case.asked.number:
        return case.asked.arrived
    found = (verdict.received for verdict in case.game.inbox.verdicts() if verdict.item == item)
    return next(found, None)
