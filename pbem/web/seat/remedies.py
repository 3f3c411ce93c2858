"""What can be written in place of a refused line of a sheet: each was read and checked, and a tap writes it."""

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec

from pbem.engine.order import Weight
from pbem.report import returned_sheet as worded
from pbem.report import tree
from pbem.report.returned_sheet import LARGE, Fix
from pbem.sheet.fault import SheetFault
from pbem.sheet.names import fold, names_of, plain
from pbem.sheet.parts import Parts
from pbem.web.seat.board_offers import desk_parts
from pbem.web.seat.desk import SeatDesk, read_sheet

MOST_OFFERED = 5
"""Remedies of one problem that are shown."""
_MOST_TRIED = 30
"""What is tried for one sheet, each problem in its share; each is a check of the whole sheet."""
_USUAL = 2 * 1024
"""Characters up to which a sheet may be checked so often; of longer ones, the oftener the shorter they are."""
_KEPT = 3
"""So much of it is kept for what solves at least the problem itself."""
_MOST_ASKED = 8
"""Problems of one sheet for which remedies are searched."""
_FEW_WORDS = 6
_LONG = 500
"""Characters of a line that no button writes: each would repeat all of it."""
_LINE = re.compile(r"(\s*(?:- +)?)(.*?)(\s+#.*|\s*)")
_VALUE = re.compile(r"(\d{1,6}) ([0-9a-f]{8})=(.*)")
_BETWEEN = re.compile(r"[\[\]{},:>+]|\bor\b|(?:^|\s)-\s")
_IN_BRACKETS = "[]{},"


class LineRemedy(msgspec.Struct, frozen=True):
    """Something to write: *says* names it, *value* is what its button sends."""

    says: str
    value: str


def remedy(number: int, before: str, after: str) -> str:
    """What a button sends that writes *after* in place of the line *number*, which is *before*."""
    return f"{number} {zlib.crc32(before.encode()):08x}={after}"


def applied(text: str, value: str) -> str | None:
    """*text* with the line that a button names written anew; None if the line is not there any more."""
    found = _VALUE.fullmatch(value)
    if found is None:
        return None
    lines = text.split("\n")
    fits = [at for at, line in enumerate(lines) if f"{zlib.crc32(line.encode()):08x}" == found[2]]
    at = int(found[1]) - 1
    at = at if at in fits else fits[0] if len(fits) == 1 else -1
    return None if at < 0 else "\n".join([*lines[:at], found[3], *lines[at + 1 :]])


def of_fix(text: str, fix: Fix) -> tuple[LineRemedy, ...]:
    """The correction *fix* of a line of *text*, by itself."""
    number, said = fix.fault.place.line, fix.said
    line = _line(text, number)
    at = fix.fault.place.column - 1
    at = at if line.startswith(said, at) else line.find(said)
    if not said or not fix.instead or at < 0 or len(line) > _LONG:
        return ()
    return (LineRemedy(fix.instead, remedy(number, line, line[:at] + fix.instead + line[at + len(said) :])),)


def _line(text: str, number: int) -> str:
    lines = text.split("\n")
    return lines[number - 1] if 0 < number <= len(lines) else ""


class RemedyFinder:
    """Finds remedies for the problems of *sheet*, which is the draft on *desk* or its corrected form."""

    def __init__(self, desk: SeatDesk, sheet: Parts) -> None:
        self.desk, self.sheet = desk, sheet
        self.lexicon = desk.words.lexicon
        self.names = names_of(self.lexicon)
        stopped = len({_spot(each) for each in sheet.every_fault if each.problem.stops})
        tries = _MOST_TRIED * _USUAL // max(len(sheet.text), _USUAL) if len(sheet.text) <= LARGE else 0
        self.open, self.tries, self.left = min(stopped, _MOST_ASKED), tries, 0

    def of(self, fault: SheetFault) -> tuple[LineRemedy, ...]:
        """What can be written in place of the line of *fault*; nothing that would be refused again."""
        line = _line(self.sheet.text, fault.place.line)
        if not fault.problem.stops or not self.open or not line.strip() or len(line) > _LONG:
            return ()
        self.left = self.tries // self.open
        self.tries, self.open = self.tries - self.left, self.open - 1
        found = self._found(fault, line)
        self.tries += self.left
        own = _line(self.desk.text, fault.place.line)
        return tuple(LineRemedy(says, remedy(fault.place.line, own, after)) for says, after in found.items())

    def _found(self, fault: SheetFault, line: str) -> dict[str, str]:
        """What a button says, and the line that it writes."""
        found: dict[str, str] = {}
        kept = min(_KEPT, self.left // 2)
        self.left -= kept
        spelled = tuple(self._spelled(fault, line))
        for tries in (spelled, self._told(fault, line), self._at_hand(fault, line)):
            for says, after in tries if len(found) < MOST_OFFERED else ():
                if after not in found.values() and says not in found and self._counts(fault, after):
                    found[says] = after
            if found:
                break
        self.left += kept
        if not found:
            words = spelled or tuple(self._told(fault, line))[:MOST_OFFERED]
            found = {says: after for says, after in words if self._counts(fault, after, alone=True)}
        return dict(islice(found.items(), MOST_OFFERED))

    def _counts(self, fault: SheetFault, after: str, *, alone: bool = False) -> bool:
        """Whether a line that says *after* is accepted, and no other is refused for it.

        *alone* it is enough that *fault* is gone.
        """
        number = fault.place.line
        lines = self.sheet.text.split("\n")
        if lines[number - 1] == after or not self.left:
            return False
        self.left -= 1
        lines[number - 1] = after
        found = [each for each in self._read("\n".join(lines)).every_fault if each.problem.stops]
        if alone:
            mine = [each.problem for each in found if each.place.line == number]
            worse = fault.problem.weight is not Weight.unreadable and any(
                each.weight is Weight.unreadable for each in mine
            )
            return not worse and not any(_spot(each) == _spot(fault) for each in found)
        if any(each.place.line == number for each in found):
            return False
        return {each.place.line for each in found if each.problem.weight is not Weight.unreadable} <= self._wrong

    @cached_property
    def _wrong(self) -> frozenset[int]:
        """The lines that are refused, or that wait for others to be judged."""
        refused = (each.place.line for each in self.sheet.every_fault if each.problem.stops)
        return frozenset((*refused, *(place.line for place in self.sheet.unjudged)))

    def _read(self, text: str) -> Parts:
        return read_sheet(self.desk.game, self.desk.seat, text)

    def _spelled(self, fault: SheetFault, line: str) -> Iterator[tuple[str, str]]:
        """Words that a misspelt one may be."""
        args = fault.problem.args
        said = str(args.get("text", args.get("key", "")))
        words: Sequence[Any] = (*args.get("nearest", ()), *args.get("candidates", ()))
        few = args.get("words", ())
        if not words and isinstance(few, tuple) and len(few) <= _FEW_WORDS:
            words = few
        start = fault.place.column - 1
        if fault.problem.weight is Weight.unreadable and said and line.startswith(said, start):
            for word in map(str, words):
                yield word, line[:start] + word + line[start + len(said) :]

    def _told(self, fault: SheetFault, line: str) -> Iterator[tuple[str, str]]:
        """What the words of a remedy name: pieces of a sheet, and things by their names."""
        words, code = self.desk.words, fault.problem.code
        if not words.has("remedies", code):
            return
        pieces = worded.says(words, "remedies", fault.problem).split(tree.CODE)
        tried: list[tuple[str, str]] = []
        for number, piece in enumerate(pieces):
            bare = tree.plain(piece)
            snippets = (bare,) if number % 2 else self._named_in(bare)
            for snippet in snippets:
                tried += [(_value(line, snippet), after) for after in _put(line, fault, snippet)]
        yield from tried

    def _named_in(self, piece: str) -> Iterator[str]:
        """The names in a sentence, in their order."""
        found: dict[int, str] = {}
        for kind, things in self.lexicon.kinds.items():
            for identifier in things:
                name = self.lexicon.name(kind, identifier)
                at = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", piece) if name in piece else None
                if at and len(name) > len(found.get(at.start(), "")):
                    found[at.start()] = name
        yield from (found[at] for at in sorted(found))

    def _at_hand(self, fault: SheetFault, line: str) -> Iterator[tuple[str, str]]:
        """Where what the line is about can go, if it is the place that is not known; those alike first."""
        desk, kinds = self.desk.game.ruleset.desk, fault.problem.args.get("kinds", ())
        said, start = str(fault.problem.args.get("text", "")), fault.place.column - 1
        if desk is None or fault.problem.weight is not Weight.unreadable or not line.startswith(said, start):
            return
        whose = re.split(r"\s*\+\s*", _about(line, start))
        view, seat = self.desk.game.view(self.desk.seat), self.desk.seat
        for part in desk_parts(self.desk.game, seat, self.sheet.text):
            about = (view, part.decision, part.draft)
            for subject in desk.subjects(*about):
                if not any(self.names.find(name, subject.kind) == (subject.id,) for name in whose if name):
                    continue
                choices = desk.choices(part.part.step, *about, subject.id)
                places = dict.fromkeys(each.place for each in choices if each.place)
                names = [self._name(place, kinds) for place in places]
                for name in _alike(said, filter(None, names)):
                    yield name, line[:start] + name + line[start + len(said) :]

    def _name(self, identifier: str, kinds: Iterable[str]) -> str:
        of = tuple(kind for kind in kinds if identifier in self.lexicon.kinds.get(kind, {}))
        return self.names.spell(identifier, *of) if of else ""


def _spot(fault: SheetFault) -> tuple[int, int, str]:
    return fault.place.line, fault.place.column, fault.problem.code


def _about(line: str, start: int) -> str:
    """What is before the colon that is last before *start*."""
    before = line[:start].rpartition(":")[0]
    return re.split(r"[\[\]{},]|(?:^|\s)-\s", before)[-1].strip()


def _alike(said: str, names: Iterable[str]) -> list[str]:
    """*names*, those most like *said* first."""
    from rapidfuzz.distance import JaroWinkler  # noqa: PLC0415 - only a slip needs it

    return sorted(names, key=lambda name: -JaroWinkler.similarity(fold(said), fold(name)))


def _value(line: str, snippet: str) -> str:
    """*snippet* without the key that *line* has already."""
    key, colon, value = snippet.partition(":")
    return value.strip() if colon and _about(line, len(line)).casefold() == key.strip().casefold() else snippet


def _put(line: str, fault: SheetFault, snippet: str) -> Iterator[str]:
    """The ways in which *snippet* may take the place of what is wrong in *line*."""
    parsed = _LINE.fullmatch(line)
    if parsed is None or not snippet.strip() or "\n" in snippet:
        return
    prefix, body, comment = parsed.groups()
    start = fault.place.column - 1
    end = min(start + fault.place.width, len(line))
    key, colon, _ = body.partition(":")
    if ":" in snippet:
        same = snippet.partition(":")[0].strip().casefold() == key.strip().casefold()
        if same or not any(sign in body for sign in _IN_BRACKETS):
            yield f"{prefix}{snippet}{comment}"
        left, right = _entry(line, start)
        if left > 0:
            yield f"{line[:left]}{snippet}{line[right:]}"
        return
    if end > start:
        yield line[:start] + snippet + line[end:]
    if colon and not any(sign in body for sign in _IN_BRACKETS):
        yield f"{prefix}{key}: {snippet}{comment}"


def _entry(line: str, start: int) -> tuple[int, int]:
    """Where the entry in brackets begins and ends that is around *start*; 0 if it is in none."""
    left = max(line.rfind(sign, 0, start) for sign in "[{,") + 1
    left += len(line[left:start]) - len(line[left:start].lstrip())
    ends = [at for sign in "]},#" if (at := line.find(sign, start)) >= 0]
    return left, min(ends, default=len(line))


def respelled(desk: SeatDesk, text: str) -> str:
    """*text* with names that were read though they are misspelt as letters have them; it says the same as before."""
    known, kinds = names_of(desk.words.lexicon), tuple(desk.words.lexicon.kinds)
    before = _said(desk, text)
    for at, line in enumerate(text.split("\n")):
        own = line.partition("#")[0]
        for word in filter(None, map(str.strip, _BETWEEN.split(own))):
            ids = known.find(word, *kinds)
            name = known.name(ids[0], *kinds) if len(ids) == 1 else word
            if fold(word) != fold(name) or _letters(word) == _letters(name):
                continue
            lines = text.split("\n")
            lines[at] = lines[at].replace(word, name, 1)
            after = "\n".join(lines)
            text = after if _said(desk, after) == before else text
    return text


def _letters(text: str) -> str:
    """*text* without case, accents and signs, and with ae, oe, ue as people write them who have no others."""
    return re.sub(r"([aou])e", r"\1", "".join(filter(str.isalnum, plain(text))))


def _said(desk: SeatDesk, text: str) -> Any:
    """What the orders in *text* are, as far as it has any, and what is wrong."""
    read = read_sheet(desk.game, desk.seat, text)
    faults = sorted((each.problem.code, each.place.line) for each in read.every_fault)
    return [sheet.draft for _, sheet in read.answers], faults
