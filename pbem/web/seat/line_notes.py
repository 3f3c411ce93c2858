"""What there is to say of a draft, line by line: the same as a receipt would, with what can be tapped instead."""

from itertools import islice

import msgspec

from pbem.mail.extraction.block import commented
from pbem.referee.stage import NotAsked
from pbem.report.context import NoteKind
from pbem.report.returned_sheet import CorrectedSheet, LineRemark, corrected, first_wrong, one_line, remarks, shortened
from pbem.report.returned_sheet import says as says_of
from pbem.report.words import section_title
from pbem.sheet.fault import SheetFault
from pbem.web.forms.page import SheetSaying, saying
from pbem.web.once import present_form
from pbem.web.rendering import SafeHtml, marked
from pbem.web.seat.desk import SeatDesk, plain_form, read_sheet
from pbem.web.seat.remedies import LineRemedy, RemedyFinder, of_fix, respelled

MOST_NOTES = 30
"""Of a sheet that are told in full; of the rest is told how many there are."""


class DraftNote(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to say of the line *number* of a sheet, which is *line*, and what can be written there.

    *rule* is the section of the rulebook that it rests on, called *title*; *right* is what would be right, if no
    *remedies* say it.
    """

    number: int
    line: str
    kind: NoteKind
    says: SafeHtml
    rule: str = ""
    title: str = ""
    right: SafeHtml = SafeHtml("")
    remedies: tuple[LineRemedy, ...] = ()


class CheckedDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A draft as it is read: so many lines are *wrong* and *fixed*; *better* is the corrected text, if there is one.

    So many lines have *more* to be said of them than is said.

    It is *valid* if all of it would count, and *counts* if anything would; *empty* if there is nothing in it. It has so
    many *warnings*, and would do what it *says*.
    """

    notes: tuple[DraftNote, ...] = ()
    more: int = 0
    wrong: int = 0
    fixed: int = 0
    better: str = ""
    valid: bool = False
    counts: bool = False
    empty: bool = False
    says: SheetSaying = SheetSaying()

    @property
    def warnings(self) -> int:
        """How many of its notes are about what is legal, but unwise."""
        return sum(note.kind == "warning" for note in self.notes)

    @property
    def written(self) -> tuple[str, ...]:
        """All texts of its notes."""
        return tuple(
            text
            for note in self.notes
            for text in (
                note.line,
                note.says,
                note.right,
                *(said for one in note.remedies for said in (one.says, one.value)),
            )
        )


def checked(desk: SeatDesk) -> CheckedDraft:
    """What there is to say of the draft on *desk*."""
    if not desk.text.strip():
        return CheckedDraft(empty=True)
    draft = _checked(desk)
    return msgspec.structs.replace(draft, notes=(*_commented(desk), *draft.notes)) if "#" in desk.text else draft


def _commented(desk: SeatDesk) -> list[DraftNote]:
    """The notes on orders that a # makes comments, unless the form has them so."""
    form = plain_form(present_form(desk.game, desk.seat, desk.at))
    return [
        DraftNote(
            number=number,
            line=shortened(line),
            kind="warning",
            says=marked(desk.words.say("problems", "line-commented", {"text": line})),
            right=marked(desk.words.say("remedies", "line-commented", {})),
        )
        for number, line in islice(commented(desk.text, form), MOST_NOTES)
    ]


def _checked(desk: SeatDesk) -> CheckedDraft:
    try:
        sheet = read_sheet(desk.game, desk.seat, desk.text)
    except NotAsked:
        return CheckedDraft()
    if sheet.faultless and not sheet.every_fault:
        return CheckedDraft(valid=True, counts=True, says=saying(desk.words, sheet))
    back = corrected(sheet, lambda changed: read_sheet(desk.game, desk.seat, changed))
    notes, more = _notes(desk, back)
    return CheckedDraft(
        notes=notes,
        more=more,
        wrong=len(back.wrong_lines),
        fixed=len(back.fixed_lines),
        better=respelled(desk, back.text) if back.fixes else "",
        valid=sheet.faultless,
        counts=sheet.counts,
        says=saying(desk.words, sheet),
    )


def _notes(desk: SeatDesk, back: CorrectedSheet) -> tuple[tuple[DraftNote, ...], int]:
    """The notes in the order of the lines, each once, and how many lines beyond the last of them have some."""
    faults, finder, told = back.found.every_fault, RemedyFinder(desk, back.found), set[tuple[int, str]]()
    lines = desk.text.splitlines()
    notes: list[DraftNote] = []
    told_of = remarks(back, faults, whole=back.found.faultless and not back.fixes)
    ordered = sorted(told_of, key=lambda one: one.place.line)
    for at, remark in enumerate(ordered):
        number = remark.place.line
        if len(notes) == MOST_NOTES:
            beyond = {one.place.line for one in ordered[at:]} - {note.number for note in notes}
            return tuple(notes), len(beyond)
        says, rule, right = _said(desk, remark, first_wrong(faults))
        if (number, says) in told:
            continue
        told.add((number, says))
        again = right and (number, right) in told
        told.add((number, right))
        remedies: tuple[LineRemedy, ...] = ()
        if remark.fix is not None:
            remedies = of_fix(desk.text, remark.fix)
        elif isinstance(remark.fault, SheetFault) and not again:
            remedies = finder.of(remark.fault)
        notes.append(
            DraftNote(
                number=number,
                line=one_line(lines[number - 1], remark.place.column) if 0 < number <= len(lines) else "",
                kind=remark.kind,
                says=marked(says),
                rule=rule,
                title=section_title(desk.game.ruleset, rule),
                right=marked("" if again or remedies else right),
                remedies=remedies,
            )
        )
    return tuple(notes), 0


def _said(desk: SeatDesk, remark: LineRemark, first: int) -> tuple[str, str, str]:
    """What there is to say, by which rule, and what would be right instead, with marks."""
    words, fault = desk.words, remark.fault
    if fault is None:
        return words.say("line-notes", "open", {"line": first}), "", ""
    problem = shortened(says_of(words, "problems", fault.problem))
    if remark.fix is not None:
        args = {"said": remark.fix.said, "instead": remark.fix.instead, "says": problem}
        return words.say("seat", "read-as", args), fault.problem.rule, ""
    known = words.has("remedies", fault.problem.code)
    right = says_of(words, "remedies", fault.problem) if known else ""
    said = words.say("line-notes", remark.phrase, {"says": problem})
    return said, fault.problem.rule, words.say("seat", "possible", {"right": shortened(right)}) if right else ""
