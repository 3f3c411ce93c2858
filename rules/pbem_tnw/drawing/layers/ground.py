"""The ground of the map: the sea, the land, and each duchy in the tint of the nation that controls it."""

import math
from collections.abc import Iterable
from functools import lru_cache

from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Point, Rect, hull
from pbem_tnw.drawing.placement.scale import TnwCrop
from pbem_tnw.drawing.theme import look_of, theme
from pbem_tnw.edition.edition import known
from pbem_tnw.position.control import controller
from pbem_tnw.position.state import WarState

_FAR, _ROCK = 125, 24
"""How far the land of a duchy is from it at most, and of a rock, in units of the map."""
_CORNERS = 36
_STRONG = 2
"""A Fortress that is stronger is a rock, as are places without links."""


def ground(view: WarState, crop: TnwCrop) -> str:
    """Sea and land, and what is whose, as far as *crop* shows it."""
    zoom, look = crop.scale.zoom, theme()
    coast = "".join(view.board.coast.land)
    sea = svg.rectangle(crop.frame, fill=look.water)
    seen = Rect(*(part / zoom for part in crop.frame))
    cells = [
        svg.path(data, fill=look_of(view.board, controller(view, duchy)).tint)
        for duchy, box, data in _cells(view.edition)
        if box.overlaps(seen)
    ]
    edge: svg.Style = {"stroke": look.border, "stroke_width": 1.6 / zoom, "stroke_linejoin": "round"}
    if not coast:
        return sea + svg.group([svg.group(cells, **edge)], transform=f"scale({zoom})")
    land = svg.path(coast, fill=look.land, fill_rule="evenodd")
    shore = svg.stroke(coast, look.shore, 2 / zoom, stroke_linejoin="round")
    clip = f'<clipPath id="land">{svg.path(coast, clip_rule="evenodd")}</clipPath>'
    inside = svg.group(cells, clip_path="url(#land)", **edge)
    return sea + clip_in_map(clip + land + inside + shore, zoom)


def clip_in_map(drawn: str, zoom: float) -> str:
    """What is drawn in units of the map, at a zoom."""
    return svg.group([drawn], transform=f"scale({zoom})")


@lru_cache(maxsize=4)
def _cells(key: str) -> tuple[tuple[str, Rect, str], ...]:
    """For each duchy the land that is nearer to it than to any other: its box, and the data of its path.

    Editions have no borders. A rock has no more than its surroundings.
    """
    edition = known(key)
    at = {duchy.id: (duchy.x, duchy.y) for duchy in edition.map.duchies}
    rocks = {one.id for one in edition.map.duchies if one.strength > _STRONG or not edition.links[one.id]}
    found = []
    for duchy in sorted(at, key=lambda one: one in rocks):
        others = [spot for other, spot in at.items() if other != duchy and (duchy in rocks or other not in rocks)]
        points = _nearest(at[duchy], others, _ROCK if duchy in rocks else _FAR)
        found.append((duchy, hull(Rect(x, y, 0, 0) for x, y in points), svg.line(points, closed=True)))
    return tuple(found)


def _nearest(spot: Point, others: Iterable[Point], far: float) -> list[Point]:
    """The polygon of what is nearer to *spot* than to all *others*, and not *far*."""
    x, y = spot
    turns = [corner * 2 * math.pi / _CORNERS for corner in range(_CORNERS)]
    points = [(x + far * math.cos(turn), y + far * math.sin(turn)) for turn in turns]
    for other in others:
        right, down = other[0] - x, other[1] - y
        if abs(right) <= 2 * far and abs(down) <= 2 * far:
            points = cut(points, right, down, (other[0] ** 2 + other[1] ** 2 - x * x - y * y) / 2)
    return points


def cut(points: list[Point], right: float, down: float, most: float) -> list[Point]:
    """The part of a polygon where `right * x + down * y` is *most* at most (Sutherland and Hodgman, 1974)."""
    found: list[Point] = []
    for number, point in enumerate(points):
        before = points[number - 1]
        here, there = (right * x + down * y - most for x, y in (point, before))
        if (here > 0) != (there > 0):
            part = there / (there - here)
            found.append((before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])))
        if here <= 0:
            found.append(point)
    return found
