"""Rulings: what the moderator may change in a game, and what must stay true of its positions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic

import msgspec

from pbem.engine.position import S
from pbem.engine.step import Step


class BrokenInvariant(msgspec.Struct, frozen=True):
    """That a position breaks the *invariant* of this name; the phrase *code* says how, filled with *args*."""

    invariant: str
    code: str
    args: Mapping[str, Any] = {}

    def __str__(self) -> str:
        said = ", ".join(f"{name} {value}" for name, value in self.args.items())
        return f"{self.invariant}: {self.code}{f' ({said})' if said else ''}"


class Rulings(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What the moderator may rule in a game.

    *step* gives the step that takes a ruling, asked of `MODERATOR` and checked on the full state; nothing when there is
    nothing to rule. *broken* tells every invariant that a full state breaks.
    """

    step: Callable[[S], Step[S, Any] | None]
    broken: Callable[[S], Iterable[BrokenInvariant]]


def newly_broken(broken: Callable[[S], Iterable[BrokenInvariant]], before: S, after: S) -> Iterator[BrokenInvariant]:
    """What *after* breaks and *before* did not."""
    known = list(broken(before))
    return (one for one in broken(after) if one not in known)
