"""A refused sheet as its writer gets it back: its lines with notes, and the same sheet to correct and send again."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from pbem.engine.kit.reading import Place
from pbem.report import layout
from pbem.report.content import marks
from pbem.report.content.text import as_text
from pbem.report.context import LineNote, NoteKind, ReturnedSheet, SheetLine, SheetRun
from pbem.report.corrected import SLIP, CorrectedSheet, Fix, annotated
from pbem.report.faults import WordedFault, one_line, says, shortened
from pbem.sheet.fault import SheetFault

if TYPE_CHECKING:
    from pbem.report.words import Words

MOST_SHOWN = 80
"""Of a sheet with more lines only those with a note are shown, and their neighbours."""
_AROUND = 1
_MOST_NOTES = 30
"""Lines of which is said what is wrong; of the rest is told how many there are."""
_OF_A_LINE = 2
"""How long the path of a problem is that is about an entry of a key, and not about all of it."""
_OF_ITS_LINE = (SLIP, "name-settled")
"""Warnings of how a name was read: about its own line, however short the path to it."""
_MOST_COPIED = 16 * 1024
"""Characters of a sheet that is written out again; longer ones are not what a person wrote."""
_COPIED_WIDTH = 38
"""Lines that a phone does not break."""
_MOST_COMMENTS = 4
_INNER_MARK = re.compile(r"(?:---|\.\.\.)(?:\s|$)", re.MULTILINE)


class LineRemark(msgspec.Struct, frozen=True):
    """Something to say of a line: what is wrong, how it was corrected, or that it cannot be judged yet."""

    kind: NoteKind
    place: Place
    fault: WordedFault | None = None
    fix: Fix | None = None


def returned(
    words: "Words", text: str, sheet: CorrectedSheet, faults: Sequence[WordedFault], *, whole: bool = True
) -> ReturnedSheet:
    """The sheet *text* with notes on the *faults* of its corrected form.

    If it must not be shown *whole*, only the lines with notes are, and there is no copy of it.
    """
    notes = dict[int, list[LineNote]]()
    for place, note in _notes(words, sheet, faults):
        own = notes.setdefault(place.line, [])
        if note not in own:
            own.append(note)
    kept = {number: notes[number] for number in sorted(notes)[:_MOST_NOTES]}
    more, notes = len(notes) - len(kept), kept
    wrong, fixed = sheet.wrong_lines, sheet.fixed_lines
    lines = layout.lines(text.rstrip("\n"))
    shown = _shown(len(lines), notes, whole=whole)
    told = (
        SheetLine(number, one_line(lines[number - 1], _column(faults, number)) if number else "…") for number in shown
    )
    copy = _copy(sheet, notes) if whole and not more else ""
    return ReturnedSheet(tuple(_runs(told, notes)), len(wrong), len(fixed), copy, more)


def _runs(lines: Iterable[SheetLine], notes: Mapping[int, Sequence[LineNote]]) -> Iterator[SheetRun]:
    run: list[SheetLine] = []
    for line in lines:
        run.append(line)
        if own := notes.get(line.number):
            yield SheetRun(tuple(run), tuple(own))
            run = []
    if run:
        yield SheetRun(tuple(run))


def remarks(sheet: CorrectedSheet, faults: Sequence[WordedFault], *, whole: bool = False) -> Iterator[LineRemark]:
    """What there is to say of each line, before it is said in words; what was corrected comes first.

    A warning about more than its own line is left out unless the *whole* sheet stays as it is: it will be another one.
    """
    for fix in sheet.fixes:
        yield LineRemark("fixed", fix.fault.place, fix.fault, fix)
    for each in sorted(faults, key=lambda one: (one.place, not one.problem.stops)):
        of_its_line = each.problem.code in _OF_ITS_LINE or len(each.problem.path) >= _OF_A_LINE
        if each.problem.stops or whole or of_its_line:
            yield LineRemark("refused" if each.problem.stops else "warning", each.place, each)
    for place in sheet.found.unjudged:
        yield LineRemark("open", place)


def first_wrong(faults: Sequence[WordedFault]) -> int:
    """The first line of a sheet that is refused, on which others may depend; 0 if there is none."""
    return min((each.place.line for each in faults if each.problem.stops), default=0)


def _notes(words: "Words", sheet: CorrectedSheet, faults: Sequence[WordedFault]) -> Iterator[tuple[Place, LineNote]]:
    """The notes, each with its place. A remedy is told once for a line."""
    told = set[tuple[int, str]]()
    for remark in remarks(sheet, faults):
        fault, place = remark.fault, remark.place
        if fault is None:
            says_open = words.say("line-notes", "open", {"line": first_wrong(faults)})
            yield place, LineNote("open", says_open, says_open)
        elif remark.fix is not None:
            args = {"said": remark.fix.said, "instead": remark.fix.instead, "says": _problem(words, fault)}
            says_fixed = words.say("line-notes", "fixed", args)
            yield place, LineNote("fixed", says_fixed, says_fixed)
        else:
            right = _remedy(words, fault)
            again = (place.line, right) in told
            told.add((place.line, right))
            problem = shortened(_problem(words, fault))
            whole = problem if again or not right else f"{problem} {right}"
            brief = words.say("line-notes", "brief", {"says": right or problem}) if fault.problem.stops else ""
            says_all = words.say("line-notes", remark.kind, {"says": whole})
            yield place, LineNote(remark.kind, says_all, "" if again else brief)


def _problem(words: "Words", each: WordedFault | SheetFault) -> str:
    problem = each.problem
    told = says(words, "problems", problem)
    return f"{told} {words.say('labels', 'rule', {'rule': problem.rule})}" if problem.rule else told


def _remedy(words: "Words", each: WordedFault) -> str:
    """What to do instead, empty if there is nothing to say."""
    right = says(words, "remedies", each.problem) if words.has("remedies", each.problem.code) else ""
    return words.say("labels", "right", {"right": shortened(right)}) if right else ""


def _column(faults: Sequence[WordedFault], number: int) -> int:
    """The column of the first fault of a line: the part of a long line that is shown has it."""
    return min((each.place.column for each in faults if each.place.line == number), default=1)


def _shown(count: int, notes: dict[int, list[LineNote]], *, whole: bool) -> Iterator[int]:
    """The numbers of the lines to show; 0 where some are left out."""
    if whole and count <= MOST_SHOWN:
        yield from range(1, count + 1)
        return
    around = _AROUND if whole else 0
    near = {line + step for line in notes for step in range(-around, around + 1)}
    last = 0
    for number in sorted(number for number in near if 1 <= number <= count):
        if whole and number > last + 1:
            yield 0
        yield number
        last = number
    if whole and last < count:
        yield 0


def _copy(sheet: CorrectedSheet, notes: dict[int, list[LineNote]]) -> str:
    """The sheet to send again, with its notes as comments; empty if it cannot be repeated line by line."""
    text, done = sheet.text, sheet.done
    if len(text) > _MOST_COPIED:
        return ""
    comments = {
        number: [line for each in own if each.brief for line in _comment(as_text(each.brief))]
        for number, own in notes.items()
    }
    clean = "\n".join("".join(map(_visible, line)) for line in text.splitlines())
    copy = annotated(marks.plain(clean), comments, done).strip("\n")
    return "" if _INNER_MARK.search(copy) else copy


def _visible(character: str) -> str:
    return "" if layout.steers(character) and character != "\t" else character


def _comment(text: str) -> list[str]:
    lines = layout.wrapped(" ".join(text.split()), _COPIED_WIDTH).split("\n")
    return [*lines[: _MOST_COMMENTS - 1], lines[_MOST_COMMENTS - 1] + " …"] if len(lines) > _MOST_COMMENTS else lines
