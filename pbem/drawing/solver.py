"""One choice for each of many items so that as few as possible clash: simulated annealing, then repair.

All costs are whole numbers and the random numbers are its own, so that the result is the same on every machine and in
every version of Python.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from pbem.drawing.geometry import Rect

CLASH = 8000
"""What two boxes that overlap cost."""
GAP = 3
"""How far apart two boxes must be, in pixels."""
_CELL = 160
_HEAT = 2500
_COOLING = 0.985
_ROUNDS_OF_REPAIR = 6
_NOISE = [round(-1000 * math.log((i + 0.5) / 1024)) for i in range(1024)]
"""Exponentially distributed, a thousand on average."""
_FACTOR, _ADDEND, _STATES = 6364136223846793005, 1442695040888963407, (1 << 64) - 1
_BESIDES_NOISE = 64 - 10
"""How many bits of a state are not taken for a noise."""


class _Pair(NamedTuple):
    """Which of their choices two items had when they were compared, and the bits of those that clash."""

    other: "Item"
    counts: tuple[int, int]
    mine: list[int]
    theirs: list[int]


class Item(msgspec.Struct, kw_only=True, eq=False):
    """What needs one of its *choices*: a box, or None if it may be left out; *costs* are theirs. *now* is the choice.

    Choices may be added, and are never changed.

    *weight* is what a clash with it counts, in hundredths.
    """

    key: str
    choices: list[Rect | None]
    costs: list[int]
    weight: int = 100
    now: int = 0
    loads: list[int] = []
    """For each choice, its cost and that of what it clashes with now."""
    rivals: list[tuple["Item", int, list[int]]] = []
    """Others, the weight of a clash, and for each choice of this the bits of those of theirs that it clashes with."""
    edges: tuple[float, float, float, float] | None = None
    """The left, upper, right and lower edge of what holds its choices."""
    held: int = 0
    """How many choices these were found for."""
    pairs: dict[int, _Pair] = {}
    """How it was compared with others, by their identity."""

    def __repr__(self) -> str:
        return f"Item({self.key!r}, now={self.now})"  # not its rivals, which name it in turn


class _Chance:
    """A linear congruential generator (Knuth, MMIX)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def shuffle(self, items: list[Item]) -> None:
        for last in range(len(items) - 1, 0, -1):
            self._state = (self._state * _FACTOR + _ADDEND) & _STATES
            other = (self._state >> 32) * (last + 1) >> 32
            items[last], items[other] = items[other], items[last]

    def noisy(self, loads: list[int], heat: int) -> list[int]:
        """*loads* with a noise that grows with *heat*; most of a solution's time is spent here, so it calls nothing."""
        state, found = self._state, []
        for load in loads:
            state = (state * _FACTOR + _ADDEND) & _STATES
            found.append(load + heat * _NOISE[state >> _BESIDES_NOISE] // 1000)
        self._state = state
        return found


def solve(items: Sequence[Item], sweeps: int = 300, seed: int = 1741) -> int:
    """Choose for each of *items*, in their `now`; return how many clash."""
    for item in items:
        item.now = min(range(len(item.costs)), key=item.costs.__getitem__)
    return improve(items, items, sweeps, seed)


def improve(items: Sequence[Item], some: Sequence[Item], sweeps: int, seed: int = 1741) -> int:
    """Choose again for *some* of *items*, and for others only where those need it; return how many of all clash."""
    _find_rivals(items)
    _load(items)
    chance, order = _Chance(seed), list(some)
    heat = float(_HEAT)
    for _ in range(sweeps):
        chance.shuffle(order)
        for item in order:
            _settle(item, chance, int(heat))
        heat *= _COOLING
    for _ in range(10):
        if not sum([_settle(item) for item in order]):
            break
    _repair(list(some))
    return sum(_clashes(item) for item in items)


def total(items: Sequence[Item]) -> int:
    """What the choices of *items* cost, twice: clashes count for both."""
    return sum(item.loads[item.now] + item.costs[item.now] for item in items)


def _find_rivals(items: Sequence[Item]) -> None:
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, item in enumerate(items):
        item.rivals = []
        for cell in _cells(item):
            cells[cell].append(number)
    pairs = {(a, b) for numbers in cells.values() for a in numbers for b in numbers if a < b}
    for a, b in sorted(pairs):
        _pair(items[a], items[b])


def _cells(item: Item) -> Iterator[tuple[int, int]]:
    edges = _edges(item)
    if edges is not None:
        left, top, right, bottom = edges
        for column in range(int((left - GAP) // _CELL), int((right + GAP) // _CELL) + 1):
            for row in range(int((top - GAP) // _CELL), int((bottom + GAP) // _CELL) + 1):
                yield column, row


def _edges(item: Item) -> tuple[float, float, float, float] | None:
    if item.held != len(item.choices):
        item.held = len(item.choices)
        boxes = [(x, y, x + width, y + height) for x, y, width, height in filter(None, item.choices)]
        if boxes:
            left, top, right, bottom = zip(*boxes, strict=True)
            item.edges = min(left), min(top), max(right), max(bottom)
    return item.edges


def _apart(one: Item, other: Item) -> bool:
    """Whether no choices of the two can clash."""
    mine, theirs = one.edges, other.edges
    return (
        mine is None
        or theirs is None
        or mine[0] - GAP >= theirs[2]
        or theirs[0] >= mine[2] + GAP
        or mine[1] - GAP >= theirs[3]
        or theirs[1] >= mine[3] + GAP
    )


def _pair(one: Item, other: Item) -> None:
    """Make the two rivals if any of their choices clash."""
    if _apart(one, other):
        return
    known, counts = one.pairs.get(id(other)), (len(one.choices), len(other.choices))
    if known is None or known.other is not other or known.counts != counts:
        known = one.pairs[id(other)] = _Pair(other, counts, *_clashing(one, other))
    if any(known.mine):
        weight = CLASH * one.weight * other.weight // 10_000
        one.rivals.append((other, weight, known.mine))
        other.rivals.append((one, weight, known.theirs))


def _clashing(one: Item, other: Item) -> tuple[list[int], list[int]]:
    """For each choice of the two, the bits of those of the other that it clashes with."""
    mine, theirs = [0] * len(one.choices), [0] * len(other.choices)
    ours, far = one.edges, other.edges
    if ours is None or far is None:
        return mine, theirs
    sized = [
        (j, x, y, x + width, y + height)
        for j, x, y, width, height in ((j, *b) for j, b in enumerate(other.choices) if b is not None)
        if ours[0] - GAP < x + width and x < ours[2] + GAP and ours[1] - GAP < y + height and y < ours[3] + GAP
    ]
    for i, a in enumerate(one.choices):
        if a is None:
            continue
        x, y, width, height = a
        left, top, right, bottom = x - GAP, y - GAP, x + width + GAP, y + height + GAP
        if left >= far[2] or far[0] >= right or top >= far[3] or far[1] >= bottom:
            continue
        for j, x, y, x2, y2 in sized:
            if left < x2 and x < right and top < y2 and y < bottom:
                mine[i] |= 1 << j
                theirs[j] |= 1 << i
    return mine, theirs


def _load(items: Sequence[Item]) -> None:
    for item in items:
        item.loads = list(item.costs)
    for item in items:
        _press(item, 1)


def _press(item: Item, sign: int) -> None:
    """Add (or take away) what the choice of *item* costs its rivals."""
    for rival, weight, masks in item.rivals:
        mask = masks[item.now]
        while mask:
            low = mask & -mask
            rival.loads[low.bit_length() - 1] += sign * weight
            mask ^= low


def _choose(item: Item, choice: int) -> bool:
    """Let *item* have a choice; return whether it had another."""
    if choice == item.now:
        return False
    _press(item, -1)
    item.now = choice
    _press(item, 1)
    return True


def _settle(item: Item, chance: _Chance | None = None, heat: int = 0) -> bool:
    """Let *item* have its cheapest choice; return whether it had another."""
    loads = item.loads
    if chance is not None and heat:
        loads = chance.noisy(loads, heat)
    return _choose(item, loads.index(min(loads)))


def _clashes(item: Item) -> bool:
    return item.loads[item.now] - item.costs[item.now] >= CLASH // 4


def _repair(items: list[Item]) -> None:
    """Force each other choice on an item that clashes, let its rivals give way, and keep what is cheaper."""
    for _ in range(_ROUNDS_OF_REPAIR):
        trouble = [item for item in items if _clashes(item)]
        if not trouble:
            return
        for item in trouble:
            _force(item)
        for item in items:
            _settle(item)


def _force(item: Item) -> None:
    near = [item, *(other for other, _, _ in item.rivals)]
    circle = list({id(one): one for first in near for one in (first, *(r for r, _, _ in first.rivals))}.values())
    best, kept = total(circle), [one.now for one in circle]
    for choice in range(len(item.choices)):
        _choose(item, choice)
        pushed = [other for other, _, masks in item.rivals if masks[choice] >> other.now & 1]
        for other in (*pushed, *(far for one in pushed for far, _, _ in one.rivals if far is not item), *pushed):
            _settle(other)
        if total(circle) < best:
            best, kept = total(circle), [one.now for one in circle]
        for one, now in zip(circle, kept, strict=True):
            _choose(one, now)
