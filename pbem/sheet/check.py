"""Read a sheet and check what it orders, as its seat sees the game.

A meaning of a name is out if a problem is found at the name itself: no way leads there, the piece is off the map. Of
those left the only one is meant with which nothing is wrong on the line. If several are left, it stays unclear.
"""

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby, product
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import inspect as types
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order, OrderPath, Problem, without
from pbem.engine.position import O, Position
from pbem.engine.reading import Lexicon, Place, type_info
from pbem.engine.table import Step
from pbem.sheet.fault import ReadSheet, SheetFault, WordsRead, stopped, tidy
from pbem.sheet.reader import late, read_sheet
from pbem.sheet.words import Settled, SheetSpot

WordsWanted = Literal["asked", "late", "never"]


def check_sheet(
    text: str, step: Step, decision: Decision[O], view: Position, lexicon: Lexicon, words: WordsWanted = "never"
) -> ReadSheet[O]:
    """Read *text* as the answer to *decision* and check it; every problem has its place in the text.

    Words of chance may be in it while they are *asked*; after that they are *late*, which is reported.

    If a part cannot be read, the rest is still checked; such a sheet has no order. Of the rest
    only what is forbidden is reported then, and nothing about a key or sheet that was only partly
    read: it might be due to what is missing.
    """
    meant = step.meant(view, decision)
    read = partial(
        read_sheet, text, decision.takes, lexicon, passing=decision.default, meant=meant, words=words != "never"
    )

    def reading(settled: Settled) -> ReadSheet[O]:
        sheet: ReadSheet[O] = read(settled=settled)
        if words == "late" and sheet.spoken.place:
            sheet = replace(sheet, faults=tidy([*sheet.faults, late(sheet.spoken)]), spoken=WordsRead())
        return judged(sheet, step, decision, view)

    return with_names_settled(reading({}), reading, step.rules_out)


MOST_LEFT_OUT = 4
"""How often a sheet is checked again without entries that stand apart."""


def judged(sheet: ReadSheet[O], step: Step, decision: Decision[O], view: Position) -> ReadSheet[O]:
    """A sheet that was read, with what *step* finds wrong in it; entries that stand apart are refused alone."""
    found = _judged(sheet, step, decision, view)
    if sheet.order is None or found.order is not None:
        return found
    return _in_part(found, sheet.order, step, decision, view)


def _judged(sheet: ReadSheet[O], step: Step, decision: Decision[O], view: Position) -> ReadSheet[O]:
    if sheet.draft is None:
        return sheet
    gaps = [fault for fault in sheet.faults if fault.problem.stops]
    found = [SheetFault(problem, locate(sheet, problem)) for problem in step.check(view, decision, sheet.draft)]
    unsure: list[SheetFault] = []
    if gaps:
        found = [each for each in found if each.problem.stops]
        keyless = any(not gap.problem.path for gap in gaps)
        unsure = [
            each
            for each in found
            if any(_is_torn(each, gap, sheet.places) for gap in gaps)
            or (keyless and each.problem.path[:1] not in sheet.places)  # the key that it lacks may be the unread one
        ]
        found = [each for each in found if each not in unsure]
    torn = {gap.problem.path[:1] for gap in gaps if not _entries(gap) & sheet.torn}
    inside = [gap for gap in gaps if _entries(gap) & sheet.torn]
    stopping = [each for each in found if each.problem.stops]
    wrong = Counter(part for each in (*stopping, *inside) for part in _wholes(each.problem.path))
    unsure += [each for each in found if _follows(each.problem, torn, wrong)]
    faults = tidy([*sheet.faults, *(each for each in found if each not in unsure)])
    return replace(
        sheet,
        faults=faults,
        order=None if stopped(faults) else sheet.order,
        unjudged=_unjudged(unsure, faults),
    )


def _in_part(sheet: ReadSheet[O], order: O, step: Step, decision: Decision[O], view: Position) -> ReadSheet[O]:
    """The refused *sheet* with what is left of its *order*, if all that is wrong with it stands apart from that."""
    refused = [each for each in sheet.faults if each.problem.stops]
    new, gone = [each.problem for each in refused], set[OrderPath]()
    for _ in range(MOST_LEFT_OUT):
        if not all(problem.apart for problem in new):
            return sheet
        gone.update(path for problem in new for path in problem.apart)
        left = without(order, gone)
        if not _orders_anything(left):
            return sheet
        found = [_as_written(problem, gone) for problem in step.check(view, decision, left)]
        new = [problem for problem in found if problem.stops]
        if not new:
            faults = [*refused, *(SheetFault(problem, locate(sheet, problem)) for problem in found)]
            return replace(sheet, faults=tidy(faults), order=left, unjudged=())
        refused += [SheetFault(problem, locate(sheet, problem)) for problem in new]
    return sheet


def _orders_anything(order: Order) -> bool:
    """Whether *order* is more than an empty sheet, or one of empty entries, which would count as well."""
    said = msgspec.to_builtins(order)
    return any(value for key, value in said.items() if key != order.__struct_config__.tag_field)


def _as_written(problem: Problem, gone: Collection[OrderPath]) -> Problem:
    """A problem of an order without the entries *gone*, with the numbers that the rest has with them."""

    def written(path: OrderPath) -> OrderPath:
        found: OrderPath = ()
        for step in path:
            number = step
            for other in sorted(each[-1] for each in gone if each[:-1] == found and isinstance(each[-1], int)):
                number = number + 1 if isinstance(number, int) and other <= number else number
            found = (*found, number)
        return found

    rests_on = tuple(map(written, problem.rests_on))
    return replace(problem, path=written(problem.path), apart=tuple(map(written, problem.apart)), rests_on=rests_on)


def _entries(gap: SheetFault) -> set[OrderPath]:
    """The parts of the sheet that *gap* may be in."""
    return {*_wholes(gap.problem.path)}


def _unjudged(unsure: Iterable[SheetFault], faults: Iterable[SheetFault]) -> tuple[Place, ...]:
    """Where something may be wrong that cannot be told from what follows from *faults*: on lines without one."""
    told = {each.place.line for each in faults if each.problem.stops}
    open_ = (each for each in unsure if each.problem.stops and each.problem.path)
    lines = {each.place.line: each.place for each in open_ if each.place.line not in told}
    return tuple(lines[number] for number in sorted(lines))


def keys_of(orders: Any) -> frozenset[str]:
    """The keys of the sheets of all order types in *orders*, one or a union of them, as people write them."""
    found = type_info(orders)
    structs = found.types if isinstance(found, types.UnionType) else (found,)
    fields = (field for each in structs if isinstance(each, types.StructType) for field in each.fields)
    return frozenset(field.encode_name.replace("_", " ") for field in fields)


def _follows(problem: Problem, torn: Container[OrderPath], wrong: Mapping[OrderPath, int]) -> bool:
    """Whether *problem* may only follow from what could not be read, or from another that was found.

    *torn* are the keys in which something could not be read at all: that has no sure number in a list, and without a
    path it may be a part of anything. *wrong* counts for each part of the sheet what is wrong in it.
    """
    own = {*_wholes(problem.path)} if problem.stops else set()
    return any(() in torn or path[:1] in torn or wrong.get(path, 0) > (path in own) for path in problem.rests_on)


def _wholes(path: OrderPath) -> Iterator[OrderPath]:
    """All parts of a sheet that hold what is at *path*, the sheet first."""
    return (path[:length] for length in range(len(path) + 1))


def _is_torn(found: SheetFault, gap: SheetFault, places: Mapping[OrderPath, Place]) -> bool:
    """Whether *found* is about a whole that *gap* is a part of.

    What could not be read has left its number in a list to the next: that one is behind the gap.
    """
    whole = found.problem.path
    path = gap.problem.path or _owner(gap.place, places)
    return not whole or (path[: len(whole)] == whole and gap.place >= found.place)


def _owner(spot: Place, places: Mapping[OrderPath, Place]) -> OrderPath:
    """What *spot*, in a line that is not YAML and so has no path, belongs to by its indentation."""
    above = [path for path, place in places.items() if place < spot and place.column < spot.column]
    return max(above, key=lambda path: (places[path].line, places[path].column, len(path)), default=())


def locate(sheet: ReadSheet[O], problem: Problem) -> Place:
    """The place of the longest part of the problem's path that the sheet has."""
    path: OrderPath = problem.path
    while path and path not in sheet.places:
        path = path[:-1]
    return sheet.places.get(path, Place(1, 1))


MOST_WAYS = 8
"""The most ways to read a line that are tried."""
MOST_LINES = 4
"""The most lines with unclear names that are settled; each way to read one is a check of the whole sheet."""

T = TypeVar("T")
Reading = Callable[[Mapping[SheetSpot, str]], ReadSheet[T]]
"""The sheet, checked, if names mean what is said of their spots."""


def with_names_settled(sheet: ReadSheet[T], reading: Reading[T], rules_out: Container[str] = ()) -> ReadSheet[T]:
    """*sheet* with every unclear name settled that can mean one thing only; warnings that *rule out* one count, too."""
    settled: dict[SheetSpot, str] = {}
    lines = [list(names) for _, names in groupby(sorted(sheet.unclear), lambda name: name[0][0])]
    for names in lines[:MOST_LINES]:
        spots = [spot for spot, _ in names]
        ways = [dict(zip(spots, ids, strict=True)) for ids in product(*(ids for _, ids in names))]
        if len(ways) <= MOST_WAYS:
            settled |= _meant(ways, settled, reading, rules_out)
    return reading(settled) if settled else sheet


class _PossibleWay(NamedTuple, Generic[T]):
    """What unclear *names* may mean: the *order* that comes of it, the *faults* on its line, whether it is *good*."""

    names: dict[SheetSpot, str]
    order: T | None
    faults: int
    good: bool


def _meant(
    ways: list[dict[SheetSpot, str]],
    settled: Mapping[SheetSpot, str],
    reading: Reading[T],
    rules_out: Container[str],
) -> dict[SheetSpot, str]:
    """The one of *ways* that can be meant, beside what is *settled* already; nothing if there is none or another.

    Ways that come to the same order are one: a name may be unclear only where it is not read in the end.
    """
    line = next(iter(ways[0]))[0]
    possible: list[_PossibleWay[T]] = []
    for way in ways:
        sheet = reading({**settled, **way})
        faults = [fault for fault in sheet.faults if _is_on(fault, line)]
        wrong = [fault for fault in faults if fault.problem.stops or fault.problem.code in rules_out]
        if not any((fault.place.line, fault.place.column) in way for fault in wrong):
            possible.append(_PossibleWay(way, sheet.draft, len(faults), good=not wrong))
    if len(possible) > 1:
        possible = [each for each in possible if each.good]
    if not possible:
        return {}
    best = min(possible, key=lambda each: each.faults)
    differ = any(each.order is None or each.order != best.order for each in possible)
    return {} if differ and len(possible) > 1 else best.names


def _is_on(fault: SheetFault, line: int) -> bool:
    return fault.place.line == line
