"""A sheet as it goes back: what is wrong with it, in words, and with what is offered instead.

A correction never counts by itself: its writer has to send the sheet again.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from pbem.engine.order import Problem, Weight
from pbem.engine.reading import ListNode, MappingNode, Node, Place, TextNode
from pbem.report import plain, tree
from pbem.report.context import LineNote, NoteKind, ReturnedSheet, SheetLine, SheetRun
from pbem.report.plain import as_text
from pbem.sheet.fault import SheetFault, stopped
from pbem.sheet.names import drops_a_word, fold
from pbem.sheet.nodes import NothingNode, SheetTree, parsed
from pbem.sheet.parts import Parts

if TYPE_CHECKING:
    from pbem.report.words import Words


_TAB = 4
_MARGIN = "     | "
_ROOM = plain.WIDTH - len(_MARGIN)
_MOST_SIGNS = 4 * _ROOM
"""Of the characters that are shown of a line, however many of them take no room."""
_LONGEST = 400
_MOST = 30
"""Problems that are told in full; of the rest is told how many there are."""


_READINGS = ("text-mended", "lines-joined", "name-settled", "read-as", "toward-read-as-to")
"""What only tells how words were read; so do codes that end in `-understood`."""


class WordedFault(Protocol):
    """A problem and the spot of the sheet it is at."""

    @property
    def problem(self) -> Problem: ...

    @property
    def place(self) -> Place: ...


def explain(words: "Words", text: str, faults: Iterable[WordedFault]) -> str:
    """Every problem in the order of the sheet, numbered, as text; warnings and readings in parts of their own."""
    said = explained(words, text, faults)
    return as_text(said) if said else ""


def explained(words: "Words", text: str, faults: Iterable[WordedFault], *, quoted: bool = True) -> str:
    """The same for a part of a letter; the lines of the sheet are *quoted* unless what else they say is secret."""
    lines = plain.lines(text)
    ordered = sorted(faults, key=lambda fault: fault.place)
    parts: list[str] = []
    for heading in ("", "unwise", "readings"):
        some = [fault for fault in ordered if _heading(fault.problem) == heading]
        if some and heading:
            parts.append(words.say("labels", heading, {"count": len(some)}))
        parts += (_one(words, lines, number, fault, quoted=quoted) for number, fault in enumerate(some[:_MOST], 1))
        if len(some) > _MOST:
            parts.append(words.say("labels", "more-faults", {"count": len(some) - _MOST}))
    return "\n\n".join(parts) + "\n" if parts else ""


def _heading(problem: Problem) -> str:
    """The label above problems of its sort; empty for those that stop the sheet."""
    return "" if problem.stops else "readings" if is_reading(problem) else "unwise"


def is_reading(problem: Problem) -> bool:
    """Whether a problem stops nothing and only tells how words were read."""
    return not problem.stops and (problem.code in _READINGS or problem.code.endswith("-understood"))


def as_data(words: "Words", fault: WordedFault, group: str = "problems") -> dict[str, Any]:
    """One fault as plain data, with its sentences; the first is a phrase of *group*."""
    problem, place = fault.problem, fault.place
    return {
        "code": problem.code,
        "weight": problem.weight.value,
        "stops": problem.stops,
        "line": place.line,
        "column": place.column,
        "width": place.width,
        "rule": problem.rule,
        "path": list(problem.path),
        "args": msgspec.to_builtins(dict(problem.args), str_keys=True, order="deterministic"),
        "says": tree.plain(says(words, group, problem)),
        "right": tree.plain(says(words, "remedies", problem)) if words.has("remedies", problem.code) else "",
    }


def says(words: "Words", group: str, problem: Problem) -> str:
    """What a phrase of *group* says of a problem, with its marks."""
    return words.say(group, problem.code, {"problem": problem, **tree.as_words(problem.args)})


def _one(words: "Words", lines: list[str], number: int, fault: WordedFault, *, quoted: bool) -> str:
    problem, place = fault.problem, fault.place
    told = says(words, "problems", problem)
    if problem.rule:
        told = f"{told} {words.say('labels', 'rule', {'rule': problem.rule})}"
    parts = [f"{number}. {shortened(told)}"]
    if any(line.strip() for line in lines):  # otherwise the problem is in the email, not at a spot of the sheet
        where = words.say("labels", "place", {"line": place.line, "column": place.column})
        parts.append(f"   {where}:" if quoted else f"   {where}")
        if quoted and 1 <= place.line <= len(lines):
            parts += [tree.FENCE, *pointed(lines[place.line - 1], place), tree.FENCE]
    if words.has("remedies", problem.code) and (right := says(words, "remedies", problem)):
        parts.append(f"   {words.say('labels', 'right', {'right': shortened(right)})}")
    return "\n".join(parts)


def shortened(text: str) -> str:
    """*text* cut where a sentence is too long for a letter."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"


def pointed(line: str, place: Place) -> list[str]:
    """*line* and a caret run under the spot; of a long line, the part around the spot."""
    start = min(place.column - 1, len(line))
    end = max(start + 1, min(start + place.width, len(line)))
    cells = _cells(line[: start + _MOST_SIGNS + 2])  # which is more than fits, of however long a line
    first = _first_shown(cells, start)
    room = _ROOM - (2 if first else 1)
    shown = ""
    carets = ""
    for index in range(first, len(cells)):
        cell = cells[index]
        if plain.width(shown) + plain.width(cell) > room or len(shown) >= _MOST_SIGNS:
            shown += "…"
            break
        shown += cell
        carets += ("^" if start <= index < end else " ") * plain.width(cell)
    if "^" not in carets:
        carets += "^"
    if first:
        shown, carets = "…" + shown, " " + carets
    return [(_MARGIN + shown).rstrip(), (_MARGIN + carets).rstrip()]


def one_line(line: str, column: int = 1) -> str:
    """*line* as a screen shows it; of a long line, the part around *column*."""
    return pointed(line, Place(1, column))[0][len(_MARGIN) :] if line.strip() else ""


def _cells(line: str) -> list[str]:
    """What is shown for each character: tabs as spaces, what a screen would swallow as a mark."""
    cells: list[str] = []
    columns = 0
    for character in line:
        cell = " " * (_TAB - columns % _TAB) if character == "\t" else character
        if (plain.steers(character) and character != "\t") or character in tree.SIGNS:
            cell = "\N{REPLACEMENT CHARACTER}"
        cells.append(cell)
        columns += plain.width(cell)
    return cells


def _first_shown(cells: list[str], start: int) -> int:
    """The first character to show so that the spot, and something before it, is in sight."""
    before = 0
    first = start
    room = _ROOM - 20
    while first > 0 and start - first < _ROOM and before + plain.width(cells[first - 1]) <= room:
        first -= 1
        before += plain.width(cells[first])
    return first


MOST_FIXES = 8
"""Corrections of one sheet, each of which has it checked again."""
MOST_LEFT_OUT = 4
"""How often a sheet is checked again without the lines that were refused."""
USUAL = 4 * 1024
"""Characters up to which it may be checked so often; of longer ones, the oftener the shorter they are."""
LARGE = 16 * 1024
"""A sheet with more characters is checked once: it is not one that a person wrote."""
_SURE, _SHORT = 0.75, 4
SLIP = "read-as"
"""The note on a name that was read though it was misspelt."""
_NAMED = {"unknown-name": "text", "not-a-choice": "text", "unknown-key": "key", "unknown-heading": "key", SLIP: "text"}
"""The problems of a misspelt word, with the argument that holds it."""
_WORD = frozenset(" ()'.-/")


class Fix(msgspec.Struct, frozen=True):
    """A problem that was corrected, and what was read *instead*: a word, or nothing where something was left out."""

    fault: SheetFault
    instead: str

    @property
    def said(self) -> str:
        """The word that was corrected, as it was written."""
        return str(self.fault.problem.args.get(_NAMED.get(self.fault.problem.code, "said"), ""))


class CorrectedSheet(msgspec.Struct, frozen=True):
    """A sheet with its *fixes*; line for line that of its writer.

    *found* is what there is to say of the corrected *text*; *rest* is what would count of it without the refused lines,
    None if nothing would; with *leaning* some of that needs a refused line first. The lines *done* say what counts
    already.
    """

    text: str
    found: Parts
    fixes: tuple[Fix, ...] = ()
    rest: Parts | None = None
    leaning: bool = False
    done: frozenset[int] = frozenset()

    @property
    def wrong_lines(self) -> set[int]:
        """The lines that their writer has to correct."""
        return {each.place.line for each in _stopping(self.found)}

    @property
    def fixed_lines(self) -> set[int]:
        """The other lines in which something was corrected."""
        return {fix.fault.place.line for fix in self.fixes} - self.wrong_lines


def corrected(found: Parts, check: Callable[[str], Parts], *, offered: bool = False) -> CorrectedSheet:
    """Correct the refused sheet *found* where only one reading is possible; *check* reads and checks a text.

    If its writer has agreed to what was *offered*, any word is put in the place of one if no other was offered.
    """
    text, fixes, done = found.text, list[Fix](), _done(found)
    if len(text) > LARGE or not any(_stopping(found)):
        return CorrectedSheet(text, found)
    tried = set[tuple[int, int, str]]()
    left = max(1, MOST_FIXES * USUAL // max(len(text), USUAL))
    while len(fixes) < MOST_FIXES and left:
        left -= 1
        certain = (each for each in _certain(text, found, offered=offered) if _spot(each[1].fault) not in tried)
        changed, fix = next(certain, ("", None))
        if fix is None:
            break
        tried.add(_spot(fix.fault))
        after = check(changed)
        if _spot(fix.fault) not in map(_spot, after.every_fault):
            text, found = changed, after
            fixes.append(fix)
    rest = _rest(text, found, check)
    return CorrectedSheet(text, found, tuple(fixes), rest, rest is not None and not rest.faultless, done)


def annotated(text: str, notes: Mapping[int, Sequence[str]], done: Collection[int] = ()) -> str:
    """The lines of *text* without its marks, and under each its *notes*, by its number, as comments.

    The lines *done* are left out. Where a comment would change what is read, all of them are above their lines, or else
    above the sheet; lines that each are read by themselves, `Karl to Linz`, are not changed by any.
    """
    lines = text.splitlines()
    body = [(number, line) for number, line in enumerate(lines, 1) if number not in done]
    if body and body[0][1].startswith("---"):
        body = body[1:]
    if (end := next((at for at, (_, line) in enumerate(body) if line.startswith("...")), None)) is not None:
        body = body[:end]
    bare = "\n".join(line for _, line in body)
    told = {number: [f"# {note}" for note in each] for number, each in notes.items()}
    under = [each for number, line in body for each in (line, *told.get(number, ()))]
    above = [each for number, line in body for each in (*told.get(number, ()), line)]
    top = [each for number in sorted(told) for each in told[number]]
    for lines in (under, above):
        if _alike("\n".join(lines), bare):
            return "\n".join(lines)
    return "\n".join(under if all(_ALONE.fullmatch(line) for _, line in body if line) else [*top, bare])


_ALONE = re.compile(r"\w[^\[\]{}\"'#|]*[^\s:>|\[\]{}\"'#]")
"""A line that neither goes on in the next nor goes on one above it."""


def _spot(each: SheetFault) -> tuple[int, int, str]:
    return each.place.line, each.place.column, each.problem.code


def _stopping(found: Parts) -> Iterator[SheetFault]:
    return (each for each in found.every_fault if each.problem.stops)


def _certain(text: str, found: Parts, *, offered: bool) -> Iterator[tuple[str, Fix]]:
    """Every correction that may be the only one possible, with the text that it leads to.

    Slips that were read come last: of a sheet that is sent again for something else none is to be left.
    """
    slips = [each for each in found.every_fault if each.problem.code == SLIP]
    for each in (*_stopping(found), *slips):
        problem = each.problem
        if problem.code == "strange-character":
            yield text.replace(str(problem.args["character"]), ""), Fix(each, "")
        elif problem.code == "tab-indent":
            spaced = _spaced(text, 2)
            if all(_alike(_spaced(text, width), spaced) for width in (4, 8)):
                yield spaced, Fix(each, "")
        elif (instead := _meant(each, offered=offered)) and (changed := _replaced(text, each, instead)):
            yield changed, Fix(each, instead)


def _meant(each: SheetFault, *, offered: bool) -> str:
    """The only word that a misspelt one can be, or that was *offered* for it; empty if there is none or several.

    A game names with the argument `only` what can be meant alone where it refuses what was `said`.
    """
    args, said = each.problem.args, Fix(each, "").said
    if "only" in args:
        return str(args["only"])
    nearest = (args["meant"],) if each.problem.code == SLIP else tuple(args.get("nearest", ()))
    if len(nearest) != 1 or not said:
        return ""
    instead = str(nearest[0])
    if not all(character.isalnum() or character in _WORD for character in instead):
        return ""
    if each.problem.code == SLIP:
        return instead
    if drops_a_word(said, instead):
        return ""
    if offered:
        return instead
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - only a slip needs it

    one, other = fold(said), fold(instead)
    begins = len(one) >= _SHORT and other.startswith(one)
    return instead if begins or DamerauLevenshtein.normalized_similarity(one, other) >= _SURE else ""


def _replaced(text: str, each: SheetFault, instead: str) -> str:
    """*text* with the word at the spot of a fault replaced; empty if the word is not there as it was read."""
    said = Fix(each, instead).said
    lines = text.splitlines(keepends=True)
    line, start = each.place.line - 1, each.place.column - 1
    if line >= len(lines) or not lines[line].startswith(said, start):
        return ""
    lines[line] = lines[line][:start] + instead + lines[line][start + len(said) :]
    return "".join(lines)


def _spaced(text: str, width: int) -> str:
    """*text* with spaces for the tabs in its indents."""
    lines = text.splitlines(keepends=True)
    starts = [len(line) - len(line.lstrip(" \t")) for line in lines]
    return "".join(line[:start].expandtabs(width) + line[start:] for line, start in zip(lines, starts, strict=True))


def _rest(text: str, found: Parts, check: Callable[[str], Parts]) -> Parts | None:
    """What would count of a sheet without the lines that were refused.

    What is refused only then leans on one of them, if it can be read: it is shown with the rest.
    """
    lines = text.splitlines()
    struck = {each.place.line for each in _stopping(found)}
    struck |= {place.line for place in found.unjudged}
    for attempt in range(MOST_LEFT_OUT if len(text) <= USUAL else 2):
        stopping = [each for each in _stopping(found) if not attempt or each.problem.weight is Weight.unreadable]
        if attempt and not stopping and any(_stopping(found)):
            return _as_read(found)
        wrong = {each.place.line for each in stopping}
        wrong |= {place.line for place in found.unjudged} if attempt or not wrong else set()
        if not wrong:
            break
        if any(at in wrong - struck and not line.rstrip().endswith(":") for at, line in enumerate(lines, 1)):
            return None  # what is left is not what its writer sees as the rest
        for number in sorted(wrong):
            if number <= len(lines):  # a fault of a text without a sheet is in no line
                above = next((line for line in reversed(lines[: number - 1]) if line.strip()), "")
                # a comment would end a text of several lines, and nothing at all is a value that is missing
                lines[number - 1] = f"# {lines[number - 1]}" if above.rstrip().endswith(":") else ""
        found = check("\n".join(lines) + "\n")
    said = [line for line in lines if line.strip() and not line.lstrip().startswith(("#", "---", "..."))]
    keyed = any(not line.rstrip().endswith(":") for line in said)
    return found if keyed and found.faultless and not found.unjudged else None


def _as_read(found: Parts) -> Parts:
    """*found* with the orders that can be read, though the rules forbid something in them."""
    answers = ((part, msgspec.structs.replace(sheet, order=sheet.draft)) for part, sheet in found.answers)
    return msgspec.structs.replace(found, answers=tuple(answers))


def _done(found: Parts) -> frozenset[int]:
    """The lines of the keys whose answers are good, beside others that are not: to send them again might undo more."""
    root = parsed(found.text)[1].root
    if not isinstance(root, MappingNode) or not found.good:
        return frozenset()
    starts = sorted({key.place.line for key, _ in root.pairs})
    whole = [sheet for _, sheet in found.good if not stopped(sheet.faults)]
    good = {place.line for sheet in whole for path, place in sheet.places.items() if path}
    bad = {place.line for _, sheet in found.answers if sheet not in whole for place in sheet.places.values()}
    bad |= {each.place.line for each in _stopping(found)}
    runs = [range(start, end) for start, end in pairwise([*starts, len(found.text.splitlines()) + 1])]
    return frozenset(line for run in runs if good & {*run} and not bad & {*run} for line in run)


def _alike(one: str, other: str) -> bool:
    """Whether two texts are read as the same, wherever in them everything is."""
    first, second = parsed(one)[1], parsed(other)[1]
    return _codes(first) == _codes(second) and _bare(first.root) == _bare(second.root)


def _codes(tree: SheetTree) -> list[str]:
    return [each.problem.code for each in tree.faults]


def _bare(node: Node | None) -> object:
    """The content of *node*, without places."""
    match node:
        case MappingNode():
            return tuple((_bare(key), _bare(value)) for key, value in node.pairs)
        case ListNode():
            return [_bare(item) for item in node.items]
        case NothingNode():
            return (node.commented, node.lost)
        case TextNode():
            return node.text
        case _:
            return None


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

    @property
    def phrase(self) -> str:
        """The phrase of `line-notes` that says it."""
        reading = self.kind == "warning" and self.fault is not None and is_reading(self.fault.problem)
        return "readings" if reading else self.kind


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
    lines = plain.lines(text.rstrip("\n"))
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
            args = {
                "said": remark.fix.said,
                "instead": remark.fix.instead,
                "says": _problem(words, fault),
                "because": "only" in fault.problem.args,
            }
            says_fixed = words.say("line-notes", "fixed", args)
            yield place, LineNote("fixed", says_fixed, says_fixed)
        else:
            right = _remedy(words, fault)
            again = (place.line, right) in told
            told.add((place.line, right))
            problem = shortened(_problem(words, fault))
            whole = problem if again or not right else f"{problem} {right}"
            brief = words.say("line-notes", "brief", {"says": right or problem}) if fault.problem.stops else ""
            says_all = words.say("line-notes", remark.phrase, {"says": whole})
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
    copy = annotated(tree.plain(clean), comments, done).strip("\n")
    return "" if _INNER_MARK.search(copy) else copy


def _visible(character: str) -> str:
    return "" if plain.steers(character) and character != "\t" else character


def _comment(text: str) -> list[str]:
    lines = plain.wrapped(" ".join(text.split()), _COPIED_WIDTH).split("\n")
    return [*lines[: _MOST_COMMENTS - 1], lines[_MOST_COMMENTS - 1] + " …"] if len(lines) > _MOST_COMMENTS else lines
