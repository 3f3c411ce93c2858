"""What there is to say of a draft, line by line: the same as a receipt would."""

from collections.abc import Iterable, Iterator

import msgspec

from pbem.referee.stage import NotAsked
from pbem.report.context import NoteKind, SheetRun
from pbem.report.corrected import corrected
from pbem.report.line_notes import returned
from pbem.web.rendering import SafeHtml, marked
from pbem.web.seat.desk import SeatDesk, read_sheet


class DraftNote(msgspec.Struct, frozen=True):
    """What there is to say of the line *number* of a sheet, which is *line*."""

    number: int
    line: str
    kind: NoteKind
    says: SafeHtml


class CheckedDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A draft as it is read: so many lines are *wrong* and *fixed*; *better* is the corrected text, if there is one.

    It is *valid* if all of it would count, and *counts* if anything would; *empty* if there is nothing in it.
    """

    notes: tuple[DraftNote, ...] = ()
    wrong: int = 0
    fixed: int = 0
    better: str = ""
    valid: bool = False
    counts: bool = False
    empty: bool = False


def checked(desk: SeatDesk) -> CheckedDraft:
    """What there is to say of the draft on *desk*."""
    if not desk.text.strip():
        return CheckedDraft(empty=True)
    try:
        sheet = read_sheet(desk.game, desk.seat, desk.text)
    except NotAsked:
        return CheckedDraft()
    if sheet.faultless and not sheet.every_fault:
        return CheckedDraft(valid=True, counts=True)
    back = corrected(sheet, lambda changed: read_sheet(desk.game, desk.seat, changed))
    told = returned(desk.words, desk.text, back, back.found.every_fault)
    return CheckedDraft(
        notes=tuple(_notes(told.runs)),
        wrong=told.wrong,
        fixed=told.fixed,
        better=back.text if back.fixes else "",
        valid=sheet.faultless,
        counts=sheet.counts,
    )


def _notes(runs: Iterable[SheetRun]) -> Iterator[DraftNote]:
    for run in runs:
        for note in run.notes:
            yield DraftNote(run.lines[-1].number, run.lines[-1].text, note.kind, marked(note.says))
