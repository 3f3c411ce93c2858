"""Changes of a sheet's text that keep all else its writer has written, byte for byte.

What an edit comes to is written into the text as it is laid out. The result is read again: if it does not say exactly
what it said before but for the edit, the part of the sheet that the edit is in is written anew, and if that does not
help either, the text stays as it was and the edit is returned as one that could not be made.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

import msgspec

from pbem.engine.desk import Edit
from pbem.engine.problem import OrderPath
from pbem.sheet.editing.changes import CannotEdit, Pen, changed, with_value, without
from pbem.sheet.editing.finding import Found, PartRead, Wanted, find, order_of_keys, reading, whole_path, written_steps
from pbem.sheet.editing.fragments import Fragment, fragment
from pbem.sheet.editing.pieces import Laid, ListPiece, PairsPiece, TextPiece, laid
from pbem.sheet.shape import folded, key_of, type_info
from pbem.sheet.writer import write_keys

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
