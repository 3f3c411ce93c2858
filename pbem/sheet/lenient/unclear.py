"""Names that may mean several things, settled by what their seat knows: a name means the only thing that it can.

A meaning is out if a problem is found at the name itself: no way leads there, the piece is off the map. Of those left
the only one is meant with which nothing is wrong on the line. If several are left, the name stays unclear.
"""

from collections.abc import Callable, Mapping
from itertools import groupby, product
from typing import TypeVar

from pbem.sheet.fault import ReadSheet, SheetFault
from pbem.sheet.word_reader import SheetSpot

MOST_WAYS = 8
"""The most ways to read a line that are tried."""
MOST_LINES = 4
"""The most lines with unclear names that are settled; each way to read one is a check of the whole sheet."""

T = TypeVar("T")
Reading = Callable[[Mapping[SheetSpot, str]], ReadSheet[T]]
"""The sheet, checked, if names mean what is said of their spots."""


def with_names_settled(sheet: ReadSheet[T], reading: Reading[T]) -> ReadSheet[T]:
    """*sheet* with every unclear name settled that can mean one thing only."""
    settled: dict[SheetSpot, str] = {}
    lines = [list(names) for _, names in groupby(sorted(sheet.unclear), lambda name: name[0][0])]
    for names in lines[:MOST_LINES]:
        spots = [spot for spot, _ in names]
        ways = [dict(zip(spots, ids, strict=True)) for ids in product(*(ids for _, ids in names))]
        if len(ways) <= MOST_WAYS:
            settled |= _meant(ways, settled, reading)
    return reading(settled) if settled else sheet


def _meant(
    ways: list[dict[SheetSpot, str]], settled: Mapping[SheetSpot, str], reading: Reading[T]
) -> dict[SheetSpot, str]:
    """The one of *ways* that can be meant, beside what is *settled* already; nothing if there is none or another."""
    line = next(iter(ways[0]))[0]
    possible: list[tuple[dict[SheetSpot, str], bool]] = []
    for way in ways:
        wrong = [fault for fault in reading({**settled, **way}).faults if fault.problem.stops and _is_on(fault, line)]
        if not any((fault.place.line, fault.place.column) in way for fault in wrong):
            possible.append((way, not wrong))
    if len(possible) > 1:
        possible = [(way, good) for way, good in possible if good]
    return possible[0][0] if len(possible) == 1 else {}


def _is_on(fault: SheetFault, line: int) -> bool:
    return fault.place.line == line
