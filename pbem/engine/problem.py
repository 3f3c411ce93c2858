"""Problems: what is wrong with an order, as a value and never as an exception."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec

OrderPath = tuple[str | int, ...]


class Weight(Enum):
    """How much a problem matters."""

    unreadable = "unreadable"
    """It is not understood."""
    illegal = "illegal"
    """It is understood, and the rules forbid it."""
    unwise = "unwise"
    """It is legal, but perhaps not intended: a warning."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something the writer of a sheet must correct, or with a warning may want to.

    *code* names the phrase that says it, *path* leads to the spot inside the order,
    *rule* is the section of the rulebook it rests on, *args* fill the phrase.
    """

    code: str
    path: OrderPath = ()
    rule: str = ""
    args: Mapping[str, Any] = {}
    weight: Weight = Weight.illegal
    rests_on: tuple[OrderPath, ...] = ()
    """Parts of the order that it assumes to be right: if one of them has a problem, this one is not reported.

    `(key, "")` stands for whatever of a key could not be read.
    """
    apart: tuple[OrderPath, ...] = ()
    """Entries that stand apart, if the problem is in one: without them the rest of the order can be carried out.

    Nothing else in the order depends on them, and to leave them out leaves things as they were.
    """

    @property
    def stops(self) -> bool:
        """Whether the order cannot be carried out with this problem."""
        return self.weight is not Weight.unwise


def under(problem: Problem, *path: str | int) -> Problem:
    """The same problem, its paths prefixed: for one part of an order checked by itself."""
    apart = tuple((*path, *each) for each in problem.apart)
    return msgspec.structs.replace(problem, path=(*path, *problem.path), apart=apart)


def standing_apart(problem: Problem, *entry: str | int) -> Problem:
    """The same problem, in an *entry* that stands apart: its path from where that of the problem begins."""
    return msgspec.structs.replace(problem, apart=(entry,))
