"""What is to be written into a sheet: lines below a key, or a value within brackets."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.sheet.editing.pieces import ListPiece, PairsPiece, SheetPiece, TextPiece, laid
from pbem.sheet.shape import folded

INDENT = "  "


class Fragment(msgspec.Struct, frozen=True):
    """Lines to be written, and what they say; a *block* has to begin on a line of its own below a key."""

    lines: tuple[str, ...]
    bare: Any
    block: bool

    @property
    def flow(self) -> str:
        """The same within brackets."""
        line = self.lines[0].strip()
        if len(self.lines) == 1 and _alone(line) == [self.bare]:
            return line
        found = laid("\n".join(self.lines))
        return _flowed(found.root) if found is not None else line


def fragment(text: str) -> Fragment | None:
    """*text* as a value; None if it is none by itself."""
    lines = tuple(line.rstrip() for line in text.strip("\n").splitlines()) or ("",)
    found = laid("\n".join(lines))
    if found is None or found.codes:
        return None
    root = found.root
    block = isinstance(root, ListPiece | PairsPiece) and not root.flow
    if isinstance(root, TextPiece) and len(lines) > 1:
        return None
    return Fragment(lines, None if root is None else root.bare, block)


def as_key(step: str | int) -> str:
    """A key as it has to be written so that it is read as one."""
    key = str(step)
    found = laid(f"{key}: x")
    good = found is not None and not found.codes and found.root is not None and found.root.bare == {folded(key): "x"}
    return key if good else _quoted(key)


def below(steps: Sequence[str | int], inner: Fragment) -> Fragment:
    """*inner* below the *steps* that lead to it: keys as they are written, and places in lists, which are new."""
    found = inner
    for step in reversed(steps):
        if isinstance(step, int):
            first, *rest = found.lines
            found = Fragment((f"- {first}", *(f"{INDENT}{line}" for line in rest)), [found.bare], block=True)
        elif found.block:
            lines = tuple(f"{INDENT}{line}" for line in found.lines)
            found = Fragment((f"{as_key(step)}:", *lines), {folded_key(step): found.bare}, block=True)
        else:
            first, *rest = found.lines
            lines = (f"{as_key(step)}: {first}".rstrip(), *rest)
            found = Fragment(lines, {folded_key(step): found.bare}, block=True)
    return found


def folded_key(step: str | int) -> str:
    """A key as pieces compare it."""
    return folded(str(step))


def _flowed(piece: SheetPiece | None) -> str:
    if isinstance(piece, PairsPiece):
        return "{" + ", ".join(f"{_quoted(key.text)}: {_flowed(value)}" for key, value in piece.pairs) + "}"
    if isinstance(piece, ListPiece):
        return "[" + ", ".join(map(_flowed, piece.items)) + "]"
    return _quoted(piece.text if isinstance(piece, TextPiece) else "")


def _quoted(text: str) -> str:
    if text and _alone(text) == [text]:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _alone(text: str) -> Any:
    """What *text* says in brackets; None if that cannot be read."""
    found = laid(f"[{text}]")
    return found.root.bare if found is not None and found.root is not None and not found.codes else None
