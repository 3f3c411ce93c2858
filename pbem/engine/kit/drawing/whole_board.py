"""The names of the whole board at once: each gets a place where it clashes with no other name and covers no spot."""

import msgspec

from pbem.engine.kit.drawing.board_names import COVERS, BoardNames
from pbem.engine.kit.drawing.name import Label
from pbem.engine.kit.drawing.rect import Rect
from pbem.engine.kit.drawing.solver import GAP, Item, solve

_OTHERS = 3
"""How many places a name has beside the best."""
_THE_SAME = 0.5
"""A place that has so much of another in it does not help where that is taken."""


def placed(names: BoardNames, sweeps: int = 300) -> BoardNames:
    """The same names with their places: the best, and others that would clash with no name where that is."""
    found = {spot: names.candidates(spot) for spot in names.names}
    items = [
        Item(key=spot, choices=[label.box for _, label, _ in some], costs=[cost for _, _, cost in some])
        for spot, some in found.items()
    ]
    solve(items, sweeps)
    boxes = {item.key: box for item in items if (box := item.choices[item.now]) is not None}
    codes = {item.key: (found[item.key][item.now][0], *_others(item.key, boxes, found[item.key])) for item in items}
    return msgspec.structs.replace(names, codes=codes)


def placed_in(names: BoardNames, frame: Rect) -> BoardNames:
    """The same names with places for those in *frame* alone, found in a hurry: for a board without stored places."""
    shown = {spot: name for spot, name in names.names.items() if frame.holds(Rect(*name.at, 0, 0))}
    return placed(msgspec.structs.replace(names, names=shown), sweeps=0)


def _others(spot: str, boxes: dict[str, Rect], found: list[tuple[str, Label, int]]) -> list[str]:
    chosen, codes = [boxes[spot]], []
    near = [box for other, box in boxes.items() if other != spot and box.overlaps(boxes[spot], 400)]
    for code, label, cost in found:
        apart = all(label.box.shared(box) < _THE_SAME for box in chosen)
        if apart and cost < COVERS and not any(label.box.overlaps(box, GAP) for box in near):
            chosen.append(label.box)
            codes.append(code)
        if len(codes) == _OTHERS:
            break
    return codes
