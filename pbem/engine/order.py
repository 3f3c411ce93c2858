"""Orders, and problems: what is wrong with one."""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Any, TypeVar

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


T = TypeVar("T")


def slug(name: str) -> str:
    """The word for the name of a class in logs and sheets: `CardPlayed` becomes `card-played`."""
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")


class Order(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="order",
    tag=slug,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A player's answer to one decision: everything one sheet says."""


def without(whole: T, paths: Collection[OrderPath]) -> T:
    """*whole*, an order or a part of one, without the entries at *paths*.

    The field of a struct is at its default then, as is one of which nothing is left: an empty list can be an order.
    """
    gone = {path[0] for path in paths if len(path) == 1}
    below = {path[0]: [each[1:] for each in paths if each[0] == path[0]] for path in paths if len(path) > 1}
    left: T = _left(whole, gone, below)
    return left


def _left(whole: Any, gone: Collection[str | int], below: Mapping[str | int, Collection[OrderPath]]) -> Any:
    """What is left of *whole* if the entries *gone* are taken out, and of the others what is *below* them."""
    if isinstance(whole, msgspec.Struct):
        fields = {each.name: each for each in msgspec.structs.fields(whole)}
        changed = {str(name): _default(fields[str(name)]) for name in gone}
        for name in map(str, below.keys() - gone):
            left = without(getattr(whole, name), below[name])
            changed[name] = left if fields[name].required or _has_entries(left) else _default(fields[name])
        return msgspec.structs.replace(whole, **changed)
    if isinstance(whole, Mapping):
        return {key: without(value, below.get(key, ())) for key, value in whole.items() if key not in gone}
    if isinstance(whole, tuple):
        return tuple(without(value, below.get(at, ())) for at, value in enumerate(whole) if at not in gone)
    return whole


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def _has_entries(left: Any) -> bool:
    """Whether a list, a mapping or a struct has any entry, be it an empty one; any other value is one."""
    if isinstance(left, msgspec.Struct):
        fields = msgspec.structs.fields(left)
        return any(each.required or getattr(left, each.name) != _default(each) for each in fields)
    return bool(left) or not isinstance(left, Mapping | tuple)
