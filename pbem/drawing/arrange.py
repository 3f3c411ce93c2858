"""Names and pieces on one picture: no piece covers a name, a spot or another piece.

Names stay where they are in every picture of their scale; only where pieces leave no other way does a name go to
another of its places.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product

import msgspec

from pbem.drawing.geometry import Point, Rect, Segment, crosses, hull, inside, square_around
from pbem.drawing.labels import COVERS, NEAR, RINGS, BoardNames, Label, Obstacles, placed_in
from pbem.drawing.solver import GAP, Item, improve, solve
from pbem.engine.picture import Face

_DIRECTIONS: tuple[tuple[float, float, int], ...] = (
    # to the right, down, cost: above the spot is best
    (0, -1, 0), (0.38, -0.92, 40), (-0.38, -0.92, 50), (0.71, -0.71, 80), (-0.71, -0.71, 90), (0.92, -0.38, 130),
    (-0.92, -0.38, 140), (1, 0, 160), (-1, 0, 170), (0.92, 0.38, 180), (-0.92, 0.38, 190), (0.71, 0.71, 200),
    (-0.71, 0.71, 210), (0.38, 0.92, 220), (-0.38, 0.92, 230), (0, 1, 240),
)  # fmt: skip
_DISTANCES = (1, 9, 18, 30, 45, 62, 82, 105)
_A_PIXEL = 14
"""What a pixel between a spot and its piece costs."""
_UNDER = 12
"""What it costs that a pixel of the line to a spot is under a name."""
_GIVES_WAY = 350
"""What it costs that a name goes to the next of its places."""
_ELSEWHERE = 1500
"""What it costs that it goes to a place that was not kept for it."""
_LEFT_OUT = 2500
"""What it costs that the frame or a piece leaves no room for the name of a town."""
_LEFT_OUT_LAST = 7900
"""What it costs for a name that matters more; less than a clash."""
_BESIDE = 80
"""How many pixels a piece may be from its spot before names give way to it."""
_LED = 160
"""How many pixels a name may be led from its spot where nothing needs it, or there is less room nearer by."""
_MOST = 60
_STEP = 10
_REACHES = (_BESIDE, 250.0, math.inf)
"""How far from a spot places are looked for at a time: those far away are seldom needed."""
_SWEEPS = 60
_REMEMBERED = 256
"""For how many pieces the places around them are remembered: some 8 MB."""


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece or a stack to be shown beside a spot; *key* is its own on the picture."""

    key: str
    spot: str
    width: float
    height: float


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """Where names and pieces go, in pixels of the scale: names by their spots, boxes of pieces by their keys.

    *usual* are the spots with their names where every picture of the scale has them unless something is in the way.
    *countries* are the names of countries that nothing covers.
    """

    labels: Mapping[str, Label]
    pieces: Mapping[str, Rect]
    countries: tuple[tuple[str, Rect], ...]
    usual: frozenset[str] = frozenset()


def arrange(
    names: BoardNames,
    frame: Rect,
    pieces: Sequence[Piece],
    taken: Sequence[Rect] = (),
    lines: Iterable[tuple[Segment, int]] = (),
    needed: Collection[str] = (),
) -> Arrangement:
    """The places of *pieces* and of all names inside *frame*; every box of the result is apart from every other.

    Nothing covers what is *taken*, such as the sign of a combat; to cover 40 pixels of other *lines*, such as arrows,
    costs what they say. Names of spots that are *needed* and of spots with pieces are never left out, those of
    fortresses last. Names without places get some in a hurry, and other ones in another picture. What leads from pieces
    and names to their spots does not cross.
    """
    busy = {*needed, *(piece.spot for piece in pieces)}
    ground = _Ground(names if names.codes else placed_in(names, frame), frame, taken, lines)
    texts = {spot: ground.name(spot, needed=spot in busy) for spot in ground.spots if spot in ground.names.codes}
    pawns = {piece.key: ground.piece(piece, texts.values()) for piece in pieces}
    items = [item for item in (*pawns.values(), *texts.values()) if item.choices]
    solve(items, sweeps=0)
    for rings, sweeps in ((NEAR, 0), (len(RINGS), _SWEEPS)):
        tight = _tight(items)
        for spot in tight & set(texts):
            ground.widen(spot, texts[spot], rings)
        improve(items, [item for item in items if item.key in tight], sweeps)
    return _settled(ground, pieces, pawns, texts, busy)


class _BareGround(msgspec.Struct, frozen=True, cache_hash=True):
    """A picture without its names and pieces: the same one in all views in which nothing is *taken*."""

    obstacles: Obstacles
    frame: Rect
    taken: tuple[Rect, ...]
    lines: tuple[tuple[Segment, int], ...]


class _Ground:
    """What is on a picture before its names and pieces."""

    def __init__(
        self,
        names: BoardNames,
        frame: Rect,
        taken: Sequence[Rect],
        lines: Iterable[tuple[Segment, int]],
    ) -> None:
        self.names, self.frame, self.taken = names, frame.grown(-GAP), tuple(taken)
        self.bare = _BareGround(names.obstacles, frame, tuple(taken), tuple(lines))
        self.spots = _spots_in(names.obstacles, frame)
        self.closed = _closed(self.bare)
        best = {spot: names.labels(spot)[0].box for spot in self.spots if spot in names.codes}
        taken_by = {spot: any(box.overlaps(one, GAP) for one in taken) for spot, box in best.items()}
        self.calm = {spot: box for spot, box in best.items() if self.frame.holds(box) and not taken_by[spot]}
        self.labels: dict[str, list[Label | None]] = {}

    def name(self, spot: str, *, needed: bool) -> Item:
        """The name of a spot of the picture, at its own places; left out only for lack of room."""
        bold = self.names.names[spot].face is Face.serif_bold
        left_out = _LEFT_OUT_LAST if bold or needed else _LEFT_OUT
        kept = [(label, _GIVES_WAY * n) for n, label in enumerate(self.names.labels(spot)) if self._free(label, spot)]
        self.labels[spot] = [*(label for label, _ in kept), None]
        item = Item(
            key=spot,
            choices=[*(label.box for label, _ in kept), None],
            costs=[*(cost for _, cost in kept), left_out],
        )
        if not kept:
            self.widen(spot, item)
        return item

    def widen(self, spot: str, item: Item, rings: int = NEAR) -> None:
        """Let the name of *spot* go to places, too, that were not kept for it."""
        for _, label, cost in self.names.candidates(spot, self.frame, rings):
            if cost < COVERS and self._free(label, spot) and label.box not in item.choices:
                self.labels[spot].append(label)
                item.choices.append(label.box)
                item.costs.append(_ELSEWHERE + cost)

    def _free(self, label: Label, spot: str) -> bool:
        """Whether there is room; a name that the frame cuts off does not take that of a name at its best place."""
        closed = self.taken if spot in self.calm else (*self.taken, *self.calm.values())
        return self.frame.holds(label.box) and not any(label.box.overlaps(box, GAP) for box in closed)

    def piece(self, piece: Piece, texts: Iterable[Item]) -> Item:
        """A piece at the places around its spot that cover nothing but names."""
        shown = [box for item in texts if (box := item.choices[0]) is not None]
        priced = _places_of(self.bare, piece.spot, piece.width, piece.height)
        ground = hull(box for _, box in priced) if priced else None
        at = self.names.obstacles.spots[piece.spot].middle
        near = [one for one in shown if ground and one.overlaps(ground)]
        pinned = [(cost + _pin(at, box, near), box) for cost, box in priced]
        hits = [_GIVES_WAY * _hits(box, near) for _, box in pinned]
        best = sorted(zip(hits, pinned, strict=True), key=lambda one: one[0] + one[1][0])[:_MOST]
        if not best:
            return Item(key=piece.key, choices=[None], costs=[0])
        return Item(key=piece.key, choices=[box for _, (_, box) in best], costs=[cost for _, (cost, _) in best])

    def open(self, box: Rect) -> bool:
        """Whether *box* is in the frame and covers no spot, nor what is taken."""
        return _is_open(box, self.frame, self.closed)

    def everywhere(self, piece: Piece) -> Iterator[Rect]:
        """Every place in the frame that is open, those nearest to the piece's spot first."""
        return self._free_boxes(piece.spot, piece.width, piece.height)

    def places(self, spot: str) -> Iterator[Label]:
        """The places beside *spot* at which its name covers no spot, nor what is taken, the cheapest first."""
        kept = self.names.labels(spot)
        more = (label for _, label, cost in self.names.candidates(spot, self.frame, len(RINGS)) if cost < COVERS)
        return (label for label in chain(kept, more) if self.open(label.box))

    def led(self, spot: str) -> Iterator[Label]:
        """The name of *spot* anywhere in the frame where it is open, with a line to the spot, the nearest first."""
        label = next(iter(self.names.labels(spot)), None) or next(self.names.names[spot].places())[1]
        for box in self._free_boxes(spot, label.box.width, label.box.height):
            yield msgspec.structs.replace(label, box=box, leader=True)

    def pin(self, spot: str, box: Rect) -> Segment:
        """What ties a piece or a name in *box* to its spot."""
        at = self.names.obstacles.spots[spot].middle
        return at, box.nearest(at)

    def _free_boxes(self, spot: str, width: float, height: float) -> Iterator[Rect]:
        at = self.names.obstacles.spots[spot].middle
        columns = _off(range(int(self.frame.x), int(self.frame.right - width) + 1, _STEP), width, at[0])
        rows = _off(range(int(self.frame.y), int(self.frame.bottom - height) + 1, _STEP), height, at[1])
        nearer = -1.0
        for reach in _REACHES:
            far = [(x, across) for x, across in columns if across <= reach * reach]
            low = [(y, down) for y, down in rows if down <= reach * reach]
            found = [(math.sqrt(across + down), x, y) for x, across in far for y, down in low]
            for _, x, y in sorted([one for one in found if nearer < one[0] <= reach]):
                box = Rect(x, y, width, height)
                if self.open(box):
                    yield box
            nearer = reach


def _off(starts: Iterable[int], length: float, at: float) -> list[tuple[int, float]]:
    """*starts* of what has a *length*, each with the square of how far that is from *at*."""
    return [(start, ((start if at < start else min(at, start + length)) - at) ** 2) for start in starts]


def _is_open(box: Rect, frame: Rect, closed: Iterable[Rect]) -> bool:
    if not frame.holds(box):
        return False
    x, y, width, height = box
    left, top, right, bottom = x - 1, y - 1, x + width, y + height
    for x, y, width, height in closed:  # most of a picture's time is spent here, so it calls nothing
        if left < x + width and x - 1 < right and top < y + height and y - 1 < bottom:
            return False
    return True


@lru_cache(maxsize=16)
def _near(obstacles: Obstacles, frame: Rect) -> Obstacles:
    """Those of a whole picture, which other pictures of the same part of the board have, too."""
    return obstacles.near(frame)


@lru_cache(maxsize=16)
def _spots_in(obstacles: Obstacles, frame: Rect) -> Mapping[str, Rect]:
    near = _near(obstacles, frame)
    return {spot: box for spot, box in near.spots.items() if frame.holds(square_around(box.middle, 0))}


@lru_cache(maxsize=16)
def _closed(ground: _BareGround) -> tuple[Rect, ...]:
    return (*_near(ground.obstacles, ground.frame).spots.values(), *ground.taken)


@lru_cache(maxsize=16)
def _lines(ground: _BareGround) -> tuple[tuple[Segment, int], ...]:
    near = _near(ground.obstacles, ground.frame)
    return (*((line, cost // 4) for line, cost in near.lines), *ground.lines)


@lru_cache(maxsize=_REMEMBERED)
def _places_of(ground: _BareGround, spot: str, width: float, height: float) -> tuple[tuple[int, Rect], ...]:
    """The places that a piece of a size may have around its spot, each with what it costs without any names."""
    every = list(_around(ground.obstacles.spots[spot], width, height))
    everywhere = hull(box for _, box in every)
    closed = [one for one in _closed(ground) if one.overlaps(everywhere, 1)]
    frame = ground.frame.grown(-GAP)
    found = [(cost, box) for cost, box in every if _is_open(box, frame, closed)]
    if not found:
        return ()
    reached = hull(box for _, box in found)
    lines = [(line, cost) for line, cost in _lines(ground) if inside(line, reached)]
    return tuple((cost + _covered(box, lines), box) for cost, box in found)


def _around(own: Rect, width: float, height: float) -> Iterator[tuple[int, Rect]]:
    x, y = own.middle
    for distance in _DISTANCES:
        reach = own.width / 2 + distance
        for right, down, cost in _DIRECTIONS:
            middle = x + right * (reach + width / 2), y + down * (reach + height / 2)
            yield cost + distance * _A_PIXEL, Rect(middle[0] - width / 2, middle[1] - height / 2, width, height)


def _covered(box: Rect, lines: Iterable[tuple[Segment, int]]) -> int:
    """What it costs to cover the parts of *lines* in *box*."""
    return sum(round(cost * inside(line, box) / 40) for line, cost in lines)


def _tight(items: Sequence[Item]) -> set[str]:
    """The keys of items that lack a place or clash, and of those that are in their way."""
    short = [item for item in items if item.choices[item.now] is None or _clash(item)]
    return {item.key for item in short} | {other.key for item in short for other, _, _ in item.rivals}


def _pin(at: Point, box: Rect, names: Iterable[Rect]) -> int:
    """What it costs that the line from a spot to its piece leads under names."""
    x, y = box.nearest(at)
    line = at, (x, y)
    left, right = (x, at[0]) if x < at[0] else (at[0], x)
    top, bottom = (y, at[1]) if y < at[1] else (at[1], y)
    under = [
        name
        for name in names
        if name[0] <= right and left <= name[0] + name[2] and name[1] <= bottom and top <= name[1] + name[3]
    ]
    return sum([round(_UNDER * inside(line, name)) for name in under])


def _hits(box: Rect, names: Iterable[Rect]) -> int:
    """How many names a piece in *box* comes too close to."""
    x, y, width, height = box
    left, top, right, bottom = x - GAP, y - GAP, x + width, y + height
    return len(
        [
            name
            for name in names
            if left < name[0] + name[2] and name[0] - GAP < right and top < name[1] + name[3] and name[1] - GAP < bottom
        ]
    )


def _settled(
    ground: _Ground,
    pieces: Sequence[Piece],
    pawns: Mapping[str, Item],
    texts: Mapping[str, Item],
    busy: Collection[str],
) -> Arrangement:
    """What was chosen, but for pieces that still clash, lines that cross, and names of *busy* spots without room.

    Names do not clash, since to leave one out costs less.
    """
    chosen = {spot: ground.labels[spot][item.now] for spot, item in texts.items()}
    labels = {spot: label for spot, label in chosen.items() if label is not None}
    boxes: dict[str, Rect] = {}
    pins: list[Segment] = []
    for piece in sorted(pieces, key=lambda one: _clash(pawns[one.key])):
        box = boxes[piece.key] = _room(ground, piece, pawns[piece.key], list(boxes.values()), labels.values(), pins)
        pins.append(ground.pin(piece.spot, box))
        for spot in [spot for spot, label in labels.items() if label.box.overlaps(box)]:
            del labels[spot]
    _take_off_crossing(ground, labels, pins)
    for spot in sorted(texts, key=lambda spot: spot not in busy):
        if spot not in labels:
            _squeeze_in(ground, spot, labels, list(boxes.values()), pins, busy)
    every = [*boxes.values(), *(label.box for label in labels.values())]
    shown = [
        (text, box)
        for text, box in ground.names.countries
        if ground.frame.holds(box) and not any(box.overlaps(one) for one in every)
    ]
    usual = frozenset(spot for spot, label in labels.items() if (label,) == ground.names.labels(spot)[:1])
    return Arrangement(labels=labels, pieces=boxes, countries=tuple(shown), usual=usual)


def _take_off_crossing(ground: _Ground, labels: dict[str, Label], pins: list[Segment]) -> None:
    """Take off the names whose lines to their spots cross others; add the lines of the rest to *pins*."""
    for spot, label in list(labels.items()):
        if label.leader:
            line = ground.pin(spot, label.box)
            if crosses(line, pins):
                del labels[spot]
            else:
                pins.append(line)


def _squeeze_in(
    ground: _Ground,
    spot: str,
    labels: dict[str, Label],
    boxes: Sequence[Rect],
    pins: list[Segment],
    busy: Collection[str],
) -> None:
    """Give the name of *spot* the best place that is left: if it is busy that of names not needed, or one far away."""
    every = [*boxes, *(label.box for label in labels.values())]
    kept = [*boxes, *(label.box for other, label in labels.items() if other in busy)]
    reaches, closed = ((_BESIDE, _LED, math.inf), (every, kept)) if spot in busy else ((_LED,), (every,))
    for most, others, gap in product(reaches, closed, (GAP, 1)):
        for label in chain(ground.places(spot), ground.led(spot)):
            line = ground.pin(spot, label.box)
            if label.box.distance(line[0]) > most:
                break
            if _overlap(label.box.grown(gap), others) or (label.leader and crosses(line, pins)):
                continue
            for other in [other for other, another in labels.items() if another.box.overlaps(label.box, gap)]:
                del labels[other]
            labels[spot] = label
            pins += [line] if label.leader else []
            return


def _clash(item: Item) -> int:
    return item.loads[item.now] - item.costs[item.now]


def _overlap(box: Rect, others: Iterable[Rect]) -> bool:
    """Whether a box overlaps any of *others*."""
    left, top, width, height = box
    right, bottom = left + width, top + height
    return any(x < right and left < x + wide and y < bottom and top < y + high for x, y, wide, high in others)


def _room(
    ground: _Ground,
    piece: Piece,
    item: Item,
    boxes: list[Rect],
    labels: Collection[Label],
    pins: Sequence[Segment],
) -> Rect:
    """Where a piece goes: its choice, or else the nearest place where its pin crosses no other.

    That is free of names, if there is one near, or only of pieces: a name can go elsewhere.
    """
    chosen, at = item.choices[item.now], ground.names.obstacles.spots[piece.spot].middle
    names = [label.box for label in labels]
    for others, crossed, most in (([*boxes, *names], pins, _BESIDE), (boxes, pins, math.inf), (boxes, (), math.inf)):
        first = [chosen] if chosen and chosen.distance(at) <= _BESIDE else []
        for box in chain(first, ground.everywhere(piece)):
            if box.distance(at) > most:
                break
            if not _overlap(box, others) and not crosses(ground.pin(piece.spot, box), crossed):
                return box
    return square_around(at, piece.width / 2)
