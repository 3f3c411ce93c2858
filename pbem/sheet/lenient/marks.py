"""Lines that lack the colons or hyphens by which YAML tells a key from its value, and one item from the next."""

import re
from collections.abc import Container, Iterator
from itertools import groupby

import msgspec

from pbem.sheet.repair import RepairedText
from pbem.sheet.shape import folded

_KEY = re.compile(r":(?:\s|$)")


def with_marks(repaired: RepairedText, keys: Container[str]) -> RepairedText | None:
    """The text with the colons and hyphens that lines lack; None if it lacks none. *keys* are the sheet's, folded.

    A key alone on its line gets its colon. The lines below a key, and those of a block, become a list if some of them
    have a colon and others none.
    """
    editor = _Editor(repaired)
    editor.complete_keys(keys)
    for block in (*_below_keys(editor.lines, keys), *_blocks(editor.lines)):
        if not all(_KEY.search(editor.lines[at]) for at in block):
            editor.make_items(block)
    return editor.text() if tuple(editor.lines) != repaired.lines else None


class _Editor:
    """Lines that are changed; each character knows where it came from."""

    def __init__(self, repaired: RepairedText) -> None:
        self._repaired = repaired
        self.lines = list(repaired.lines)
        self.columns = list(repaired.columns)

    def text(self) -> RepairedText:
        return msgspec.structs.replace(self._repaired, lines=tuple(self.lines), columns=tuple(self.columns))

    def complete_keys(self, keys: Container[str]) -> None:
        for at in _filled(self.lines):
            if folded(self.lines[at]) in keys and not _KEY.search(self.lines[at]):
                self._insert(at, len(self.lines[at].rstrip()), ":")

    def make_items(self, block: list[int]) -> None:
        for at in block:
            self._insert(at, _indent(self.lines[at]), "  - ")

    def _insert(self, at: int, start: int, new: str) -> None:
        line, moved = self.lines[at], self.columns[at] or tuple(range(len(self.lines[at]) + 1))
        self.columns[at] = (*moved[:start], *(moved[start] for _ in new), *moved[start:])
        self.lines[at] = f"{line[:start]}{new}{line[start:]}"


def _filled(lines: list[str]) -> list[int]:
    return [at for at, line in enumerate(lines) if line.strip() and not line.lstrip().startswith(("#", "---", "..."))]


def _below_keys(lines: list[str], keys: Container[str]) -> Iterator[list[int]]:
    """The lines that follow a key without a value and are neither indented below it nor keys themselves."""
    block: list[int] = []
    margin = -1
    for at in _filled(lines):
        head, colon, value = lines[at].strip().partition(":")
        if folded(head) in keys and colon:
            if block:
                yield block
            block, margin = [], -1 if value.strip() else _indent(lines[at])
        elif _indent(lines[at]) == margin and not lines[at].lstrip().startswith("-"):
            block.append(at)
        else:
            margin = margin if block else -1
    if block:
        yield block


def _blocks(lines: list[str]) -> Iterator[list[int]]:
    """The lines of each block that is a whole sheet, or all that is below a key, and has no list and no key alone."""
    filled = _filled(lines)
    for margin, run in groupby(filled, lambda at: _indent(lines[at])):
        block = list(run)
        before = next((lines[at] for at in reversed(filled) if at < block[0]), "")
        after = next((lines[at] for at in filled if at > block[-1]), "")
        alone = block == filled or (before.rstrip().endswith(":") and _indent(before) < margin)
        plain = not any(lines[at].lstrip().startswith("-") or lines[at].rstrip().endswith(":") for at in block)
        mixed = any(_KEY.search(lines[at]) for at in block)
        if alone and plain and mixed and (not after or _indent(after) < margin):
            yield block


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
