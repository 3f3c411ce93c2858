"""The result of reading a sheet: the order, or everything that is wrong and where."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from pbem.engine.order import OrderPath, Problem, Weight
from pbem.engine.reading import ListNode, MappingNode, Node, Place, TextNode

MOST_ENTRIES = 100
"""Entries of a list or a mapping; a type marks with `Most` those of which less are taken."""

MOST_PLANS = 20
"""Plans that a seat may have at once."""

Blame = Callable[..., object]
E = TypeVar("E", Node, tuple[TextNode, Node])


def bounded(node: Node, blame: Blame) -> Node:
    """*node* and all below it without excess entries, which are reported to *blame*."""
    if isinstance(node, ListNode):
        items = first(node, node.items, MOST_ENTRIES, blame)
        return ListNode(node.place, tuple(bounded(item, blame) for item in items))
    if isinstance(node, MappingNode):
        told = (first(node, pairs, MOST_ENTRIES, blame) for pairs in (node.pairs, node.again))
        return MappingNode(node.place, *(tuple((key, bounded(value, blame)) for key, value in pairs) for pairs in told))
    return node


def first(node: Node, entries: tuple[E, ...], most: int, blame: Blame) -> tuple[E, ...]:
    """The first *most* of the *entries* of *node*; an excess is reported where it begins."""
    if len(entries) > most:
        beyond = entries[most]
        blame(beyond[0] if isinstance(beyond, tuple) else beyond, "too-many", count=len(entries), limit=most)
    return entries[:most]


class SheetFault(msgspec.Struct, frozen=True):
    """A problem and the spot of the sheet that it is about."""

    problem: Problem
    place: Place

    def repeats(self, other: "SheetFault") -> bool:
        """Whether this says nothing but what *other* says; a warning may be about several parts of one spot."""
        one, two = self.problem, other.problem
        alike = not one.stops and (one.code, one.args, self.place) == (two.code, two.args, other.place)
        return self == other or alike


class WordsRead(msgspec.Struct, frozen=True):
    """The words of chance that was in a sheet, and where; nothing if the player is silent."""

    words: str = ""
    place: Place | None = None
    faults: tuple[SheetFault, ...] = ()


T = TypeVar("T")


class ReadSheet(msgspec.Struct, Generic[T], frozen=True):
    """A sheet that was read.

    *order* is None exactly when a fault stops it; where all that is wrong stands apart (`Problem.apart`), it is what is
    left without that. *places* says where each part of the order was
    written; the path `()` is the whole. *draft* is the order made of what could be read: good for
    finding more faults, never to be carried out. *spoken* are the words of chance in it. *unjudged* are the places of
    what cannot be judged before a fault elsewhere is corrected, *torn* the entries of lists and mappings that the draft
    has though a part of them could not be read. *unclear* are the names that may mean several things, by line and
    column.
    """

    text: str
    order: T | None
    faults: tuple[SheetFault, ...] = ()
    places: Mapping[OrderPath, Place] = {}
    draft: T | None = None
    spoken: WordsRead = WordsRead()
    unjudged: tuple[Place, ...] = ()
    torn: frozenset[OrderPath] = frozenset()
    unclear: tuple[tuple[tuple[int, int], tuple[str, ...]], ...] = ()


_OF_NAMES = ("unknown-name", "unclear-name", "not-in-this-game")
_OF_MARKS = ("colon-expected", "wrong-shape", "wrong-indent", "folded-text", "reserved-start")
_OF_STRUCTURE = ("unknown-key", "wrong-indent", "wrong-shape")


def lacks_marks(sheet: ReadSheet[Any]) -> bool:
    """Whether *sheet* may be wrong only for lack of a colon or a hyphen."""
    return any(each.problem.code in _OF_MARKS for each in sheet.faults)


def lacks_names(sheet: ReadSheet[Any]) -> bool:
    """Whether all that is wrong with *sheet* is a name that is not the first of its line, or what it belongs to."""
    wrong = [each for each in sheet.faults if each.problem.stops]
    lines = sheet.text.splitlines()
    return all(
        each.problem.code == "two-meanings"
        or (each.problem.code in _OF_NAMES and lines[each.place.line - 1][: each.place.column - 1].strip(" -"))
        for each in wrong
    )


def amiss(sheet: ReadSheet[Any]) -> tuple[int, int]:
    """How much of *sheet* has no place in it, and how much is wrong: a fault within a line says more than one of it.

    Several lines that lack their colon have no place in it; what is wrong may follow from one.
    """
    codes = [found.problem.code for found in sheet.faults if found.problem.stops]
    bare = codes.count("colon-expected")
    return sum(code in _OF_STRUCTURE for code in codes) + (bare if bare > 1 else 0), len(codes)


def fault(
    place: Place, code: str, *, weight: Weight = Weight.unreadable, path: OrderPath = (), **args: object
) -> SheetFault:
    """A problem of the reading itself, so without a section of the rulebook."""
    return SheetFault(Problem(code=code, path=path, args=args, weight=weight), place)


def stopped(faults: Iterable[SheetFault]) -> bool:
    """Whether one of *faults* keeps the sheet from being carried out."""
    return any(each.problem.stops for each in faults)


def tidy(faults: Iterable[SheetFault]) -> tuple[SheetFault, ...]:
    """*faults* in the order of the sheet, each once; what stops comes before what warns.

    Of several unreadable spots at one place only the first is reported, as the others follow from it.
    """
    spots: dict[tuple[int, int], list[SheetFault]] = {}
    for each in faults:
        here = spots.setdefault((each.place.line, each.place.column), [])
        garbled = any(other.problem.weight is Weight.unreadable for other in here)
        if not any(map(each.repeats, here)) and not (garbled and each.problem.weight is Weight.unreadable):
            here.append(each)
    kept = (each for here in spots.values() for each in here)
    return tuple(sorted(kept, key=lambda each: (each.place.line, each.place.column, not each.problem.stops)))
