"""What forums and messengers make of a line: marks around words, escapes, codes between colons, smilies.

Marks around a key, or a whole line, are never meant and taken off at once. All others may be the text of a value: only
a line that cannot be read is looked at without them.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Literal, TypeVar

import msgspec

from pbem.engine.problem import Weight
from pbem.sheet.fault import SheetFault
from pbem.sheet.repair import RepairedText

How = Literal["marks", "smilies"]
T = TypeVar("T")

_LOOKS: tuple[How, ...] = ("marks", "smilies")
_LARGE = 16 * 1024
"""A sheet with more characters is not looked at again."""
_MOST_LOOKS = 3
"""How often lines that cannot be read are looked at again in one way: each time others may show that they cannot."""

_MARKS = re.compile(r"\*{1,3}|_{1,3}|`{1,2}|\|\|")
_ESCAPE = re.compile(r"\\(?=[-_*#>.\[\]`~|{}!+()])")
_CODE = re.compile(r"(?<!\S):([a-z][a-z_]{1,20}):(?!\S)", re.IGNORECASE)
_FACE = (
    r"[:;=]['^-]?[)(DPpOo|]|[\U0001f300-\U0001faff\u263a][\ufe0e\ufe0f]?"
    r"|:(?:slight_|big|sad)?(?:smile|smiley|grin|wink|lol|laughing|joy|cool|sunglasses|roll|rolleyes|razz|tongue|mrgreen"
    r"|thumbsup|thumbs_up|wave|evil|twisted|crossed_swords|sad|cry|shock|d|p):"
)
SMILEY = re.compile(rf"(?<!\S)(?:{_FACE})(?!\S)", re.IGNORECASE)
"""A face or another picture between spaces; another code may be a word."""
_PICTURE = re.compile(rf"(?<!\S)(?:{_FACE}|:[a-z][a-z_]{{1,20}}:)(?!\S)", re.IGNORECASE)
_MOST_LINE = 1000
"""The most characters of a line that is looked at again."""


def looked_at_again(
    first: T, repaired: RepairedText, read: Callable[[RepairedText], T], faults: Callable[[T], Iterable[SheetFault]]
) -> T:
    """What was *first* read of a text, or what *read* makes of it without what is not meant, if that has no *faults*.

    Only lines that cannot be read are looked at so, and nothing changes unless all can be read then.
    """

    def unread(of: T) -> set[int]:
        return {each.place.line for each in faults(of) if each.problem.weight is Weight.unreadable}

    if not unread(first) or sum(map(len, repaired.lines)) > _LARGE:
        return first
    for how in _LOOKS:
        bare, again = repaired, first
        for _ in range(_MOST_LOOKS):
            if (undressed := _undressed(bare, unread(again), how)) is None:
                break
            bare, again = undressed, read(undressed)
        if not unread(again):
            return again
    return first


def _undressed(repaired: RepairedText, numbers: Collection[int], how: How) -> RepairedText | None:
    """The text whose lines of these *numbers* are without what is not meant; None if they have nothing of the kind."""
    lines, columns = list(repaired.lines), list(repaired.columns)
    for at in (number - 1 for number in numbers if number <= len(lines)):
        line, moved = lines[at], columns[at] or tuple(range(len(lines[at]) + 1))
        if len(line) > _MOST_LINE:
            continue
        gone = {place for first, last in _spans(line, how) for place in range(first, last)}
        kept = [place for place in range(len(line)) if place not in gone]
        lines[at] = "".join(line[place] for place in kept)
        columns[at] = (*(moved[place] for place in kept), moved[-1])
    if tuple(lines) == repaired.lines:
        return None
    return msgspec.structs.replace(repaired, lines=tuple(lines), columns=tuple(columns))


def _spans(line: str, how: How) -> Iterator[tuple[int, int]]:
    if how == "smilies":
        for found in _PICTURE.finditer(line):
            yield found.span()
    yield from _around_words(line)
    for found in _ESCAPE.finditer(line):
        yield found.span()
    for found in _CODE.finditer(line):
        yield found.start(), found.start(1)
        yield found.end(1), found.end()


def _around_words(line: str) -> Iterator[tuple[int, int]]:
    """Marks of emphasis that come in pairs: the first has a word behind it, the second one before it."""
    open_: dict[str, tuple[int, int]] = {}
    for found in _MARKS.finditer(line):
        mark, (first, last) = found.group(), found.span()
        opens = line[last : last + 1].strip() != "" and not line[first - 1 : first].isalnum()
        if (before := open_.pop(mark, None)) and line[first - 1].strip():
            yield before
            yield first, last
        elif opens or first == 0:
            open_[mark] = (first, last)
