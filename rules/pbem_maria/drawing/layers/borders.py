"""Borders: a ribbon in the colour of the power inside the border of its home country, and a broken line."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Point, Rect, hull
from pbem_maria.drawing.placement.scale import SCALES, BoardCrop
from pbem_maria.drawing.placement.stored import labels_of
from pbem_maria.drawing.theme import theme
from pbem_maria.edition.edition import Edition, known
from pbem_maria.position.powers import PRUSSIA, SILESIA
from pbem_maria.position.state import State

_RIBBONS = {"overview": 9, "area": 14, "close": 17}
"""By scale, the width of a ribbon."""
_BEYOND = 60
"""How far outside a picture a border is drawn, so that its ends are not seen."""
_THIN = 0.4
"""How much of that a country has that no power is at home in."""
_DASHES: svg.Style = {"stroke_dasharray": "9 4 2 4"}


def borders(view: State, crop: BoardCrop) -> str:
    """The borders in sight."""
    return _drawn(view.edition, crop, annexed=view.annexed)


@lru_cache(maxsize=8)
def _drawn(key: str, crop: BoardCrop, *, annexed: bool) -> str:
    near = crop.frame.grown(_BEYOND)
    ribbons: dict[tuple[str, float], list[str]] = {}
    lines = []
    for border in _borders(key, crop.scale.name):
        if border.box.overlaps(near):
            runs = list(_runs(border.line, near))
            lines += [svg.curve([border.line[n] for n in run]) for run in runs]
            inside = (svg.curve([border.middle[n] for n in run]) for run in runs)
            ribbons.setdefault((_colour(known(key), border.country, annexed=annexed), border.width), []).extend(inside)
    drawn = (svg.stroke("".join(data), colour, width) for (colour, width), data in ribbons.items())
    return "".join(drawn) + svg.stroke("".join(lines), theme().faint, 1.4, **_DASHES)


def _colour(edition: Edition, country: str, *, annexed: bool) -> str:
    power = PRUSSIA if annexed and country == SILESIA else country
    return theme().power(power).border if power in edition.powers else theme().neutral


class Border(msgspec.Struct, frozen=True):
    """A closed border of a country: the box that holds it, its line, the middle of its ribbon, and how wide that is."""

    country: str
    box: Rect
    line: tuple[Point, ...]
    middle: tuple[Point, ...]
    width: float


def _runs(line: Sequence[Point], near: Rect) -> Iterator[list[int]]:
    """The parts of a closed line that are in a box: each the numbers of its points."""
    inside = [near.holds(Rect(x, y, 0, 0)) for x, y in line]
    start = inside.index(False) if False in inside else 0
    run: list[int] = []
    for n in [*range(start, len(line)), *range(start + 1)]:
        if inside[n]:
            run.append(n)
            continue
        if len(run) > 1:
            yield run
        run = []
    if len(run) > 1:
        yield run


@lru_cache(maxsize=8)
def _borders(key: str, scale: str) -> tuple[Border, ...]:
    edition = known(key)
    labels = labels_of(edition)
    zoom = SCALES[scale].zoom
    found = []
    for country in labels.outlines if labels else ():
        width = _RIBBONS[scale] * (1 if country in edition.powers else _THIN)
        for loop in labels.outline(country) if labels else ():
            line = tuple((x * zoom, y * zoom) for x, y in loop)
            if len(line) > 3:
                box = hull(Rect(x, y, 0, 0) for x, y in line)
                found.append(Border(country, box, line, tuple(_inset(line, width / 2)), width))
    return tuple(found)


def _inset(points: Sequence[Point], width: float) -> list[Point]:
    """The closed line at a distance to the right of another, where the land is."""
    found = []
    for before, (x, y), after in zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True):
        right, down = after[0] - before[0], after[1] - before[1]
        length = math.hypot(right, down) or 1
        found.append((x - down / length * width, y + right / length * width))
    return found
