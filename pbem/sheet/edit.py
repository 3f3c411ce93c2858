"""Changes of a sheet's text that keep all else.

What an edit comes to is written into the text as it is laid out. The result is read again: if it does not say exactly
what it said before but for the edit, the part of the sheet that the edit is in is written anew, and if that does not
help either, the text stays as it was and the edit is returned as one that could not be made.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import msgspec

from pbem.engine.order import OrderPath
from pbem.engine.reading import late_pattern, type_info
from pbem.sheet.names import folded, key_of
from pbem.sheet.pieces import (
    INDENT,
    Found,
    Fragment,
    Laid,
    ListPiece,
    PairsPiece,
    PartRead,
    SheetPiece,
    StepInto,
    TextPiece,
    Wanted,
    as_key,
    below,
    find,
    folded_key,
    fragment,
    laid,
    order_of_keys,
    reading,
    whole_path,
    written_steps,
)
from pbem.sheet.writer import write_keys

_DASH = late_pattern(r"\s*(?:[-•◦▪▫‣·●○■□–—−‒―*+]|\d{1,2}[.)])\s*")
_COLON = late_pattern(r"\s*[:：]")
_COMMENTED = late_pattern(r"(\s*)#(\s*)([^\s:#](?:[^:#]*[^\s:#])?)\s*:")


class Edit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of a sheet's text, as a player would make it.

    *put* writes *text* at *path* in place of what is there, or adds it; *insert* makes room for it in a list before the
    entry of that number; *remove* takes out what is at *path*, and the key of a list of which nothing is left. In a
    list, one more than its last number adds to its end.
    """

    path: OrderPath
    text: str = ""
    how: Literal["put", "insert", "remove"] = "put"


class TextChange(msgspec.Struct, frozen=True):
    """Other characters from *start* to *end*."""

    start: int
    end: int
    new: str


class CannotEdit(Exception):
    """The text as it is gives no way to make an edit."""


def changed(text: str, changes: Sequence[TextChange]) -> str:
    """*text* with all *changes*, which do not overlap."""
    for each in sorted(changes, key=lambda change: (change.start, change.end), reverse=True):
        text = text[: each.start] + each.new + text[each.end :]
    return text


class Pen:
    """Writes into one text."""

    def __init__(self, sheet: Laid) -> None:
        self.sheet = sheet
        self.mark = "\r\n" if sheet.lines and sheet.lines[0].endswith("\r\n") else "\n"

    # what is there is replaced

    def replace(self, found: Found, new: Fragment) -> list[TextChange]:
        """Write *new* in place of what was found."""
        if not found.chain:
            raise CannotEdit
        holder = found.chain[-1]
        if holder.piece.flow:
            start, end = self._entry(holder) if holder.whole else _span(found.piece)
            return [
                TextChange(
                    start,
                    end,
                    new.flow
                    if not isinstance(found.piece, TextPiece) or found.piece.end > found.piece.start
                    else f" {new.flow}",
                )
            ]
        if isinstance(holder.piece, ListPiece) or holder.whole:
            start, end = self._entry(holder)
            column = start - self.sheet.start_of(self.sheet.line_of(start))
            if isinstance(holder.piece, PairsPiece) and not (new.block and len(new.bare or ()) == 1):
                raise CannotEdit
            lead = " " if start == end and not self.sheet.before(start).endswith(" ") else ""
            return [TextChange(start, end, lead + self._lines_at(new, column))]
        return self._new_value(holder, new)

    def _new_value(self, holder: StepInto, new: Fragment) -> list[TextChange]:
        """Write *new* as the value of a key."""
        assert isinstance(holder.piece, PairsPiece)  # noqa: S101 a list has no keys
        key, value = holder.piece.pairs[holder.number]
        behind = self._behind_colon(key)
        gone: list[TextChange] = []
        if value.end > behind:
            if self.sheet.line_of(value.start) == self.sheet.line_of(behind):
                gone = [TextChange(behind, value.end, "")]
            else:
                gone = [self._whole_lines(value.start, value.end)]
        if not new.block:
            start, end = (behind, value.end) if gone and gone[0].start == behind else (behind, behind)
            more = [each for each in gone if each.start != behind]
            pad = " " * (self._column(key) + len(INDENT))
            return [*more, TextChange(start, end, " " + f"{self.mark}{pad}".join(new.lines))]
        line_end = behind + len(self.sheet.after(behind))
        pad = self._indent(key.start) + INDENT
        lines = "".join(f"{self.mark}{pad}{line}" if line else self.mark for line in new.lines)
        if gone and gone[0].start > line_end:  # what was below the key makes room for what comes there
            below_it = "".join(f"{pad}{line}{self.mark}" for line in new.lines)
            return [TextChange(gone[0].start, gone[0].end, below_it)]
        return [*gone, TextChange(line_end, line_end, lines)]

    # what is not there is added

    def add(self, found: Found, new: Fragment, steps: Sequence[str | int], order: Sequence[str]) -> list[TextChange]:
        """Write *new*, at *steps* below what was found, as *order* has the keys there."""
        holder = found.piece
        if isinstance(holder, ListPiece) and isinstance(steps[0], int):
            return (
                self.add_item(holder, below(steps[1:], new), len(holder.items))
                if holder.items
                else self._fill(found, below(steps, new), order, "")
            )
        if isinstance(holder, PairsPiece) and isinstance(steps[0], int):
            return self._add_loose(holder, below(steps[1:], new), len(holder.pairs))
        if isinstance(holder, PairsPiece) and holder.pairs:
            key = str(steps[0])
            if holder.flow:
                if not holder.braces:
                    raise CannotEdit
                end = holder.pairs[-1][1].end
                return [TextChange(end, end, f", {as_key(key)}: {below(steps[1:], new).flow}")]
            return [self._add_pair(holder, below(steps, new), folded_key(key), order)]
        return self._fill(found, below(steps, new), order, folded_key(steps[0]))

    def _fill(self, found: Found, new: Fragment, order: Sequence[str], key: str) -> list[TextChange]:
        """Write *new* where nothing is yet: below an empty key, for empty brackets, in an empty sheet."""
        piece = found.piece
        blank = piece is None or (isinstance(piece, TextPiece) and piece.nothing) or piece.bare in ([], {})
        passes = (
            isinstance(piece, TextPiece)
            and piece.text.casefold().strip() in ("pass", "passes")
            and isinstance(new.bare, dict)
        )
        if not blank and not passes:
            raise CannotEdit
        if found.chain:
            holder = found.chain[-1]
            if holder.piece.flow or isinstance(holder.piece, ListPiece):
                return self.replace(found, new)
            return self._new_value(holder, new)
        if piece is not None:
            if self.sheet.before(piece.start).strip() or self.sheet.text[piece.start : piece.end].count("\n"):
                raise CannotEdit
            if (at := self._below_comment("", key, ())) is not None:
                return [self._whole_lines(piece.start, piece.end), self._insert(at, "", new.lines)]
            return [TextChange(piece.start, piece.end, self._lines_at(new, self._column(piece)))]
        at = self._below_comment("", key, ()) or self.sheet.end
        return [self._insert(at, "", new.lines)]

    def add_item(self, row: ListPiece, new: Fragment, number: int) -> list[TextChange]:
        """Write *new* as an entry of a list before that of *number*, which may be one more than there are."""
        if row.flow:
            if number < len(row.items):
                return [TextChange(row.items[number].start, row.items[number].start, f"{new.flow}, ")]
            end = row.items[-1].end
            return [TextChange(end, end, f", {new.flow}")]
        near = row.items[min(number, len(row.items) - 1)]
        lead = self._dash(near)
        first, *rest = new.lines
        lines = (f"- {first}", *(f"{INDENT}{line}" for line in rest))
        at = self.sheet.start_of(self.sheet.line_of(near.start))
        if number >= len(row.items):
            at = self.sheet.start_of(self.sheet.line_of(max(near.end - 1, near.start)) + 1)
        return [self._insert(at, lead, lines)]

    def _add_loose(self, table: PairsPiece, new: Fragment, number: int) -> list[TextChange]:
        """Write *new* as an entry of a list that is written as lines without hyphens."""
        one = isinstance(new.bare, dict) and len(new.bare) == 1
        if not one or table.flow or next(iter(new.bare)) in table.bare:
            raise CannotEdit
        key, value = table.pairs[min(number, len(table.pairs) - 1)]
        lead = self._indent(key.start)
        if number < len(table.pairs):
            return [self._insert(self.sheet.start_of(self.sheet.line_of(key.start)), lead, new.lines)]
        end = max(key.end, value.end)
        return [self._insert(self.sheet.start_of(self.sheet.line_of(end - 1) + 1), lead, new.lines)]

    def insert(self, holder: StepInto, new: Fragment) -> list[TextChange]:
        """Write *new* before the entry that *holder* leads to."""
        if isinstance(holder.piece, ListPiece):
            return self.add_item(holder.piece, new, holder.number)
        if not holder.whole:
            raise CannotEdit
        return self._add_loose(holder.piece, new, holder.number)

    def _add_pair(self, table: PairsPiece, new: Fragment, key: str, order: Sequence[str]) -> TextChange:
        """Write *new*, a key with its value, where the form has that key, or else where its type has it."""
        lead = self._indent(table.pairs[0][0].start)
        if (at := self._below_comment(lead, key, table.pairs)) is not None:
            return self._insert(at, lead, new.lines)
        rank = {name: number for number, name in enumerate(order)}
        mine = rank.get(key, len(rank))
        before = [pair for pair in table.pairs if rank.get(folded(pair[0].text), len(rank)) <= mine]
        if before:
            end = max(before[-1][0].end, before[-1][1].end)
            behind = self.sheet.start_of(self.sheet.line_of(max(end - 1, 0)) + 1)
            return self._insert(behind, lead, new.lines)
        first = table.pairs[0][0].start
        if self.sheet.before(first).strip():
            raise CannotEdit
        return self._insert(self.sheet.start_of(self.sheet.line_of(first)), lead, new.lines)

    def _below_comment(self, lead: str, key: str, pairs: Sequence[tuple[TextPiece, SheetPiece]]) -> int | None:
        """Where the lines of a form end in which *key* is commented out, if they are between the *pairs*."""
        lines = self.sheet.lines
        for number, line in enumerate(lines):
            found = _COMMENTED.match(line)
            if (
                found is None
                or folded(found[3]) != key
                or found[1] != lead
                or self.sheet.starts[number] >= self.sheet.end
            ):
                continue
            last = number
            while last + 1 < len(lines) and (more := re.match(r"\s*#(\s*)\S", lines[last + 1])):
                if len(more[1]) <= len(found[2]):
                    break
                last += 1
            at = self.sheet.start_of(last + 1)
            if any(each.start < at <= max(each.end, value.end) for each, value in pairs):
                continue
            return at
        return None

    # what is there is removed

    def remove(self, found: Found, least: int) -> tuple[list[TextChange], tuple[StepInto, ...]]:
        """Remove what was found, and what is left empty by that; also the way to what is really removed.

        The first *least* steps of the way stay.
        """
        chain = list(found.chain)
        while len(chain) > least + 1 and len(_entries(chain[-1].piece)) == 1:
            chain.pop()
        if not chain:
            raise CannotEdit
        holder = chain[-1]
        entries = _entries(holder.piece)
        start, end = self._entry(holder)
        if len(entries) == 1:
            column = start - self.sheet.start_of(self.sheet.line_of(start))
            if holder.piece.flow:
                return [TextChange(holder.piece.start, holder.piece.end, "{}")], tuple(chain)
            if self.sheet.before(start).strip():
                raise CannotEdit
            whole = self._whole_lines(start, end)
            return [TextChange(whole.start, whole.end, " " * column + "{}" + self.mark)], tuple(chain)
        if holder.piece.flow:
            if holder.number:
                return [TextChange(entries[holder.number - 1][1], end, "")], tuple(chain)
            return [TextChange(start, entries[1][0], "")], tuple(chain)
        if isinstance(holder.piece, ListPiece):
            self._dash(holder.piece.items[holder.number])
        elif self.sheet.before(start).strip():
            if holder.number + 1 >= len(entries):
                raise CannotEdit
            return [TextChange(start, entries[holder.number + 1][0], "")], tuple(chain)
        return [self._whole_lines(start, end)], tuple(chain)

    def moved(self, piece: ListPiece | PairsPiece, number: int, to: int) -> list[TextChange]:
        """Move the entry *number* of a list to the place *to*: its lines, or its text within brackets."""
        spans = _entries(piece)
        if not piece.flow:
            for each in piece.items if isinstance(piece, ListPiece) else ():
                self._dash(each)
            lines = [self._whole_lines(start, end) for start, end in spans]
            spans = [(each.start, each.end) for each in lines]
        order = [at for at in range(len(spans)) if at != number]
        order.insert(to, number)
        text = self.sheet.text
        said = [text[start:end] for start, end in spans]
        if not piece.flow:
            said = [each if each.endswith(("\n", "\r")) else each + self.mark for each in said]
        return [TextChange(start, end, said[at]) for (start, end), at in zip(spans, order, strict=True)]

    # the parts of a text

    def _entry(self, holder: StepInto) -> tuple[int, int]:
        return _entries(holder.piece)[holder.number]

    def _whole_lines(self, start: int, end: int) -> TextChange:
        """The lines from that of *start* to that of *end*, to be removed."""
        first, last = self.sheet.line_of(start), self.sheet.line_of(max(start, end - 1))
        return TextChange(self.sheet.start_of(first), self.sheet.start_of(last + 1), "")

    def _behind_colon(self, key: TextPiece) -> int:
        found = _COLON.match(self.sheet.text, key.end)
        if found is None:
            raise CannotEdit
        return found.end()

    def _column(self, piece: SheetPiece) -> int:
        return piece.start - self.sheet.start_of(self.sheet.line_of(piece.start))

    def _indent(self, position: int) -> str:
        """The space before a key, also behind a hyphen."""
        before = self.sheet.before(position)
        return before if not before.strip() else " " * len(before)

    def _dash(self, item: SheetPiece) -> str:
        """The space before the hyphen of an entry that begins its line."""
        before = self.sheet.before(item.start)
        if not _DASH.fullmatch(before):
            raise CannotEdit
        return before[: len(before) - len(before.lstrip())]

    def _lines_at(self, new: Fragment, column: int) -> str:
        return f"{self.mark}{' ' * column}".join(new.lines)

    def _insert(self, at: int, lead: str, lines: Sequence[str]) -> TextChange:
        """New lines at the start of a line."""
        text = "".join(f"{lead}{line}{self.mark}" if line else self.mark for line in lines)
        glued = at > 0 and self.sheet.text[at - 1] not in "\r\n"
        return TextChange(at, at, (self.mark if glued else "") + text)


def _span(piece: SheetPiece | None) -> tuple[int, int]:
    return (piece.start, piece.end) if piece is not None else (0, 0)


def _entries(piece: ListPiece | PairsPiece) -> list[tuple[int, int]]:
    """Where each item or pair of a piece begins and ends."""
    if isinstance(piece, ListPiece):
        return [(item.start, item.end) for item in piece.items]
    return [(key.start, max(key.end, value.end)) for key, value in piece.pairs]


def with_value(bare: Any, steps: Sequence[str | int], value: Any) -> Any:
    """A bare value with another *value* at *steps*, which may be new."""
    if not steps:
        return value
    step, *rest = steps
    if isinstance(bare, list) and isinstance(step, int):
        if step >= len(bare):
            return [*bare, with_value(None, rest, value)]
        return [with_value(each, rest, value) if n == step else each for n, each in enumerate(bare)]
    if isinstance(step, int):
        return [with_value(None, rest, value)]
    held = bare if isinstance(bare, dict) else {}
    return {**held, folded(step): with_value(held.get(folded(step)), rest, value)}


def without(bare: Any, steps: Sequence[str | int]) -> Any:
    """A bare value without what is at *steps*."""
    step, *rest = steps
    if isinstance(bare, list):
        if rest:
            return [without(each, rest) if n == step else each for n, each in enumerate(bare)]
        return [each for n, each in enumerate(bare) if n != step]
    if rest:
        return {key: without(each, rest) if key == step else each for key, each in bare.items()}
    return {key: each for key, each in bare.items() if key != step}


WhyNot = Literal["unreadable", "broken-line", "no-value", "layout"]
"""The sheet is not read at all; a line is in the way that is not read; the value to be written is none; anything else.
"""


class Unmade(msgspec.Struct, frozen=True):
    """An edit that could not be made in a text as it is, and the number of the line that is in the way, if one is."""

    edit: Edit
    why: WhyNot
    line: int = 0


class EditedSheet(msgspec.Struct, frozen=True):
    """A text with the edits that were made in it; *rewritten* are the keys of which the layout was not kept."""

    text: str
    unmade: tuple[Unmade, ...] = ()
    rewritten: tuple[str, ...] = ()


def edit_sheet(text: str, edits: Sequence[Edit], wanted: Wanted = Wanted()) -> EditedSheet:  # noqa: B008  # it cannot be changed
    """*text* with *edits* made one after the other; if one cannot be made, with none of them."""
    after, rewritten = text, list[str]()
    for each in edits:
        made = _Editing(after, wanted, each).made()
        if made.unmade:
            return EditedSheet(text, made.unmade)
        after = made.text
        rewritten += made.rewritten
    return EditedSheet(after, (), tuple(dict.fromkeys(rewritten)))


def edited(text: str, edits: Sequence[Edit], wanted: Wanted = Wanted()) -> str:  # noqa: B008  # it cannot be changed
    """*text* with *edits* made, or as it is if they cannot be."""
    return edit_sheet(text, edits, wanted).text


def reordered(
    text: str,
    path: OrderPath,
    number: int,
    to: int,
    wanted: Wanted = Wanted(),  # noqa: B008  # it cannot be changed
) -> str:
    """*text* with the entry *number* of the list at *path* moved to the place *to*; as it is if that cannot be done.

    Comments in lines of their own stay where they are.
    """
    sheet = laid(text)
    if sheet is None:
        return text
    read = reading(text, wanted)
    whole = whole_path(sheet, wanted, path)
    found, first = find(sheet, wanted, read, whole), find(sheet, wanted, read, (*whole, number))
    last = find(sheet, wanted, read, (*whole, to))
    if first.rest or last.rest or not isinstance(found.piece, ListPiece | PairsPiece):
        return text
    try:
        after = changed(text, Pen(sheet).moved(found.piece, first.chain[-1].number, last.chain[-1].number))
    except CannotEdit:
        return text
    again = laid(after)
    held = found.piece.bare
    said = with_value(
        _says(sheet),
        tuple(holder.step for holder in found.chain),
        _moved(held, first.chain[-1].number, last.chain[-1].number),
    )
    return after if again is not None and not again.codes and _says(again) == said else text


def _moved(held: Any, number: int, to: int) -> Any:
    if not isinstance(held, list):
        return held
    rest = [each for at, each in enumerate(held) if at != number]
    return [*rest[:to], held[number], *rest[to:]]


class _Editing:
    """One edit of one text."""

    def __init__(self, text: str, wanted: Wanted, edit: Edit) -> None:
        self.text, self.wanted, self.edit = text, wanted, edit

    @cached_property
    def read(self) -> PartRead:
        """What the reader has of the text before the edit."""
        return reading(self.text, self.wanted)

    def made(self) -> EditedSheet:
        """The text after the edit."""
        new = fragment(self.edit.text) if self.edit.how != "remove" else Fragment((), None, block=False)
        if new is None or (self.edit.how != "remove" and new.bare is None):
            return self._not("no-value")
        sheet = laid(self.text)
        if sheet is None:
            return self._not("unreadable")
        if sheet.root is not None and self.wanted.heading and self._passes_all(sheet):
            return _Editing("".join(f"{each}: pass\n" for each in self.wanted.headings), self.wanted, self.edit).made()
        if (line := self._broken_line(sheet)) is not None:
            return self._not("broken-line", line + 1)
        after = self.in_place(sheet, new)
        if after is not None:
            return EditedSheet(after)
        key, rewritten = self._written_anew(sheet)
        if rewritten and (sheet := laid(rewritten)) is not None:
            after = _Editing(rewritten, self.wanted, self.edit).in_place(sheet, new)
        return self._not("layout") if after is None or not key else EditedSheet(after, (), (key,))

    def _not(self, why: WhyNot, line: int = 0) -> EditedSheet:
        return EditedSheet(self.text, (Unmade(self.edit, why, line),))

    def _passes_all(self, sheet: Laid) -> bool:
        """Whether the whole sheet of several parts is the word `pass`."""
        return isinstance(sheet.root, TextPiece) and sheet.root.text.casefold().strip() in ("pass", "passes")

    def in_place(self, sheet: Laid, new: Fragment) -> str | None:
        """The text with the edit made in its layout; None if it has no place for it."""
        try:
            after, says = self._tried(sheet, new)
        except (CannotEdit, IndexError):
            return None
        again = laid(after)
        if again is None or Counter(again.codes) - Counter(sheet.codes):
            return None
        return after if _says(again) == says and not self._harms(after) else None

    def _harms(self, after: str) -> bool:
        """Whether what is not in the key of the edit is read less well *after* it."""
        key = folded(str(self.edit.path[0])) if self.edit.path else ""
        before, now = (
            Counter(
                each.problem.code
                for each in read.faults
                if each.problem.stops and not (each.problem.path and folded(str(each.problem.path[0])) == key)
            )
            for read in (self.read, reading(after, self.wanted))
        )
        return bool(now - before - Counter({"missing-key": now["missing-key"]}))

    def _tried(self, sheet: Laid, new: Fragment) -> tuple[str, Any]:
        """The text with the edit made, and what it should say then."""
        path = whole_path(sheet, self.wanted, self.edit.path)
        found = find(sheet, self.wanted, self.read, path)
        pen, says = Pen(sheet), _says(sheet)
        steps = tuple(holder.step for holder in found.chain)
        if self.edit.how == "remove":
            if found.rest:
                return self.text, says
            changes, chain = pen.remove(found, len(path) - len(self.edit.path))
            after = without(says, tuple(holder.step for holder in chain))
            return changed(self.text, changes), after
        if not found.rest and self.edit.how == "put":
            return changed(self.text, pen.replace(found, new)), self._replaced(says, found, new)
        if not found.rest:
            holder = found.chain[-1]
            return changed(self.text, pen.insert(holder, new)), self._inserted(says, found, new)
        rest = _from_here(written_steps(self.wanted, path)[len(path) - len(found.rest) :])
        changes = pen.add(found, new, rest, order_of_keys(self.wanted, found.at))
        loose = isinstance(found.piece, PairsPiece) and isinstance(rest[0], int)
        if isinstance(found.piece, ListPiece) and isinstance(rest[0], int):
            rest = (len(found.piece.items), *rest[1:])
        if loose:
            held = _at(says, steps)
            return changed(self.text, changes), with_value(says, steps, {**held, **new.bare})
        return changed(self.text, changes), with_value(says, (*steps, *rest), new.bare)

    def _replaced(self, says: Any, found: Found, new: Fragment) -> Any:
        steps = tuple(holder.step for holder in found.chain)
        if found.chain and found.chain[-1].whole:
            held = without(_at(says, steps[:-1]), steps[-1:])
            return with_value(says, steps[:-1], {**held, **new.bare})
        return with_value(says, steps, new.bare)

    def _inserted(self, says: Any, found: Found, new: Fragment) -> Any:
        *steps, number = (holder.step for holder in found.chain)
        held = _at(says, steps)
        if isinstance(held, dict):
            return with_value(says, steps, {**held, **new.bare})
        return with_value(says, steps, [*held[: int(number)], new.bare, *held[int(number) :]])

    def _broken_line(self, sheet: Laid) -> int | None:
        """The line with the key of the edit that cannot be read: a second one would be needed beside it."""
        key = folded(str(self.edit.path[0])) if self.edit.path else ""
        for number in sorted(sheet.gone):
            head, colon, _ = sheet.lines[number].strip().partition(":")
            if colon and folded(head) == key:
                return number
        return None

    def _written_anew(self, sheet: Laid) -> tuple[str, str]:
        """The text with the key of the edit written as pbem would, and that key; nothing if it is not read whole."""
        order = self.read.order
        path = whole_path(sheet, self.wanted, self.edit.path)
        if order is None or not self.edit.path:
            return "", ""
        name = folded(str(self.edit.path[0]))
        field = next((f for f in type_info(type(order)).fields if folded(f.encode_name) == name), None)  # type: ignore[attr-defined]
        if field is None:
            return "", ""
        plain = write_keys(order, self.wanted.lexicon)
        held = find(sheet, self.wanted, self.read, path[: len(path) - len(self.edit.path) + 1])
        try:
            if not held.rest and key_of(field) in plain and (new := fragment(plain[key_of(field)])) is not None:
                return key_of(field), changed(self.text, Pen(sheet).replace(held, new))
        except CannotEdit:
            pass
        return self._whole_anew(sheet, plain)

    def _whole_anew(self, sheet: Laid, plain: dict[str, str]) -> tuple[str, str]:
        """A sheet of one part written as pbem would below its comments, where keys are missing."""
        if self.wanted.heading:
            return "", ""
        comments = [line for line in sheet.lines if line.lstrip().startswith("#")]
        said = [f"{key}:\n{_indented(text)}" if _is_block(text) else f"{key}: {text}" for key, text in plain.items()]
        return (next(iter(plain), ""), "".join(comments) + "".join(said)) if said else ("", "")


def _is_block(text: str) -> bool:
    found = fragment(text)
    return found is not None and found.block


def _indented(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())


def _from_here(steps: Sequence[str | int]) -> tuple[str | int, ...]:
    """Steps of which the places in lists are new ones."""
    first, *rest = steps
    return (first, *(0 if isinstance(each, int) else each for each in rest))


def _says(sheet: Laid) -> Any:
    return {} if sheet.root is None else sheet.root.bare if not isinstance(sheet.root, TextPiece) else sheet.root.text


def _at(bare: Any, steps: Sequence[str | int]) -> Any:
    for step in steps:
        bare = bare[step]
    return bare
