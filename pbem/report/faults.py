"""The problems of a sheet in words: what is wrong, where, by which rule, and the remedy."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from pbem.engine.order import Problem
from pbem.engine.reading import Place
from pbem.report import plain, tree
from pbem.report.plain import as_text

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


class WordedFault(Protocol):
    """A problem and the spot of the sheet it is at."""

    @property
    def problem(self) -> Problem: ...

    @property
    def place(self) -> Place: ...


def explain(words: "Words", text: str, faults: Iterable[WordedFault]) -> str:
    """Every problem in the order of the sheet, numbered, as text; warnings in a part of their own."""
    said = explained(words, text, faults)
    return as_text(said) if said else ""


def explained(words: "Words", text: str, faults: Iterable[WordedFault], *, quoted: bool = True) -> str:
    """The same for a part of a letter; the lines of the sheet are *quoted* unless what else they say is secret."""
    lines = plain.lines(text)
    ordered = sorted(faults, key=lambda fault: fault.place)
    parts: list[str] = []
    for stopping in (True, False):
        some = [fault for fault in ordered if fault.problem.stops is stopping]
        if some and not stopping:
            parts.append(words.say("labels", "unwise", {"count": len(some)}))
        parts += (_one(words, lines, number, fault, quoted=quoted) for number, fault in enumerate(some[:_MOST], 1))
        if len(some) > _MOST:
            parts.append(words.say("labels", "more-faults", {"count": len(some) - _MOST}))
    return "\n\n".join(parts) + "\n" if parts else ""


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
