"""Duchies and names: the kind of a duchy by its form, its nation by colour."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pbem.drawing import svg
from pbem.drawing.arrange import Arrangement
from pbem.drawing.geometry import Point, Rect, Segment, hull, inside, square_around
from pbem.drawing.labels import Label
from pbem.drawing.layers import Layer, layer, on_tiles, strokes
from pbem.engine.picture import Face
from pbem_tnw.drawing.labels import FLAG, SPACE, BoardScale, TnwCrop
from pbem_tnw.drawing.theme import look_of, theme
from pbem_tnw.edition.board import Duchy, LinkKind, SeaZone
from pbem_tnw.edition.edition import TnwEdition, known
from pbem_tnw.position.control import controller
from pbem_tnw.position.forces import besieging
from pbem_tnw.position.state import WarState

_FAR, _ROCK = 125, 24
"""How far the land of a duchy is from it at most, and of a rock, in units of the map."""
_CORNERS = 36
_STRONG = 2
"""A Fortress that is stronger is a rock, as are places without links."""


def ground(view: WarState, crop: TnwCrop) -> Layer:
    """Sea and land, and what is whose, as far as *crop* shows it."""
    tile = lambda box: _ground(view, TnwCrop(crop.scale, box.grown(_AWAY)))  # noqa: E731
    return on_tiles(_ground(view, crop), crop.frame, tile)


def _ground(view: WarState, crop: TnwCrop) -> str:
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


_AWAY = 10


def lines(view: WarState, crop: TnwCrop) -> Layer:
    """Lines over the sea, and above them links."""
    every_spot = [place_of(view, one) for one in (*view.board.duchies, *view.board.zones)]
    whole = TnwCrop(crop.scale, hull(square_around(crop.point(one), 40) for one in every_spot))
    every = sea(view, whole) + links(view, whole)
    return on_tiles(sea(view, crop) + links(view, crop), crop.frame, lambda _: every)


def links(view: WarState, crop: TnwCrop) -> str:
    """Every link in sight: the lines over the sea below those over land."""
    kinds: dict[LinkKind, list[Segment]] = {kind: [] for kind in ("strait", "plain", "marsh", "rough", "pass")}
    for one, other, link in view.board.map.links.each():
        line = crop.point(view.board.duchies[one]), crop.point(view.board.duchies[other])
        if inside(line, crop.frame.grown(_AWAY)):
            kinds[link.kind].append(line)
    return "".join(link_of(kind, lines, crop.scale.link) for kind, lines in kinds.items() if lines)


def link_of(kind: LinkKind, lines: list[Segment], width: float) -> str:
    """Links of one kind: a line, one with ticks, with hills, a row of dots, a double line."""
    data, look = "".join(svg.line(line) for line in lines), theme()
    match kind:
        case "plain":
            return svg.stroke(data, look.link, width)
        case "rough":
            ticks = svg.stroke(
                data, look.link, width * 3.6, stroke_dasharray=f"{svg.number(width * 0.9)} {svg.number(width * 3.1)}"
            )
            return svg.stroke(data, look.link, width) + ticks
        case "pass":
            hills = "".join(_hills(line, width) for line in lines)
            rim = svg.path(hills, fill=look.link, stroke=look.paper, stroke_width=max(0.6, width * 0.4))
            return svg.stroke(data, look.link, width * 1.3) + rim
        case "marsh":
            return svg.stroke(
                data, look.link, width * 1.7, stroke_linecap="round", stroke_dasharray=f"0.1 {svg.number(width * 3)}"
            )
        case "strait":
            return svg.stroke(data, look.sea, width * 2.8) + svg.stroke(data, look.white, width * 1.2)


def _hills(line: Segment, width: float) -> str:
    """Three hills in the middle of a link, upright wherever it leads."""
    (x1, y1), (x2, y2) = line
    length = math.hypot(x2 - x1, y2 - y1) or 1
    right, down = (x2 - x1) / length, (y2 - y1) / length
    size, found = width * 2.9, []
    for place in (-1, 0, 1):
        x = (x1 + x2) / 2 + right * place * size * 1.5
        y = (y1 + y2) / 2 + down * place * size * 1.5
        corners = [(x - size, y + size * 0.7), (x, y - size), (x + size, y + size * 0.7)]
        found.append(svg.line(corners, closed=True))
    return "".join(found)


def sea(view: WarState, crop: TnwCrop) -> str:
    """Lines between adjacent zones, from each Port to its zones, and the signs of zones."""
    board, look, width = view.board, theme(), crop.scale.link
    between = [
        (crop.point(zone), crop.point(board.zones[other]))
        for zone in board.zones.values()
        for other in zone.adjacent
        if zone.id < other
    ]
    ports = [
        (crop.point(duchy), crop.point(board.zones[zone])) for duchy in board.duchies.values() for zone in duchy.port
    ]
    near = crop.frame.grown(_AWAY)
    seen = ["".join(svg.line(line) for line in lines if inside(line, near)) for lines in (between, ports)]
    drawn = svg.stroke(seen[0], look.sea, max(1.2, width * 0.75), stroke_dasharray="12 5") if seen[0] else ""
    if seen[1]:
        drawn += svg.stroke(seen[1], look.shore, max(1, width * 0.5), stroke_dasharray="3 4")
    signs = (
        svg.thing("place", zone.id, zone_sign(crop.point(zone), crop.scale.signs[3]), crop.point(zone))
        for zone in board.zones.values()
        if crop.shows(zone, -20)
    )
    narrows = (narrows_sign(*each, 4 + width * 3) for each in narrows_in_sight(view, crop))
    return drawn + "".join(signs) + "".join(narrows)


def zone_sign(middle: Point, radius: float) -> str:
    """Where a sea zone is: a diamond."""
    x, y = middle
    corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
    return svg.path(svg.line(corners, closed=True), fill=theme().white, stroke=theme().sea, stroke_width=2)


def narrows_in_sight(view: WarState, crop: TnwCrop) -> list[tuple[Point, Point]]:
    """For narrows in sight the middle of the line between both zones, and its direction."""
    found = []
    for each in view.board.narrows:
        (x1, y1), (x2, y2) = (crop.point(view.board.zones[zone]) for zone in each.zones)
        middle = (x1 + x2) / 2, (y1 + y2) / 2
        if crop.frame.overlaps(Rect(*middle, 0, 0), 1):
            length = math.hypot(x2 - x1, y2 - y1) or 1
            found.append((middle, ((x2 - x1) / length, (y2 - y1) / length)))
    return found


def narrows_sign(middle: Point, along: Point, size: float) -> str:
    """Two bars across a line that leads in a direction."""
    (x, y), (right, down) = middle, along
    bars = ""
    for side in (-0.35, 0.35):
        at = x + right * size * side, y + down * size * side
        bars += svg.line([(at[0] - down * size, at[1] + right * size), (at[0] + down * size, at[1] - right * size)])
    return svg.stroke(bars, theme().white, 5) + svg.stroke(bars, theme().sea, 2.6)


def anchor(middle: Point, size: float) -> str:
    """The sign of a Port."""
    x, y = middle
    n = svg.number
    data = (
        f"M{n(x)},{n(y - size * 0.45)}V{n(y + size)}M{n(x - size * 0.5)},{n(y - size * 0.15)}h{n(size)}"
        f"M{n(x - size * 0.85)},{n(y + size * 0.3)}q{n(size * 0.1)},{n(size * 0.7)} {n(size * 0.85)},{n(size * 0.7)}"
        f"q{n(size * 0.75)},0 {n(size * 0.85)},{n(-size * 0.7)}"
    )
    ring = (x, y - size * 0.75)
    return (
        svg.stroke(data, theme().white, 4.2)
        + svg.stroke(data, theme().sea, 1.9)
        + svg.circle(ring, size * 0.28, fill=theme().white, stroke=theme().sea, stroke_width=1.6)
    )


def duchies(view: WarState, crop: TnwCrop) -> tuple[Layer, Layer, Layer]:
    """The sign of every duchy in sight, sieges, and anchors of Ports."""
    seen = [duchy for duchy in view.board.duchies.values() if crop.shows(duchy, -20)]
    besieged = {place for nation in view.board.sequence for place in besieging(view, nation)}
    at = {one.id: (crop.point(one), crop.scale.sign(one)) for one in seen}
    boxes = {place: square_around(middle, 2 * radius + 14) for place, (middle, radius) in at.items()}
    ports = ((boxes[one.id], port_of(at[one.id][0], one, crop.scale)) for one in seen if one.is_port)
    rings = ((boxes[one], siege(middle, radius + 5)) for one, (middle, radius) in at.items() if one in besieged)
    signs = (
        (boxes[one.id], svg.thing("place", one.id, sign(view.board, one, *at[one.id]), at[one.id][0])) for one in seen
    )
    return layer(ports, lasting=True), layer(rings), layer(signs, lasting=True)


def port_of(middle: Point, duchy: Duchy, scale: BoardScale) -> str:
    """The anchor at the lower right of a Port."""
    far = scale.sign(duchy) * (0.95 if duchy.is_fortress else 1.05)
    return anchor((middle[0] + far, middle[1] + far * 0.85), 4 + scale.link)


def siege(middle: Point, radius: float) -> str:
    """A ring of stakes around a besieged Fortress."""
    return svg.circle(middle, radius, fill=theme().paper, stroke=theme().alarm, stroke_width=1.6) + svg.circle(
        middle, radius + 1, fill="none", stroke=theme().alarm, stroke_width=5, stroke_dasharray="2.2 4"
    )


def sign(edition: TnwEdition, duchy: Duchy, middle: Point, radius: float) -> str:
    """A circle, the square of a Key or the star of a Fortress with its strength, in the colours of its nations.

    An Associated duchy is half coloured, a doubly Associated one has a half in each colour. A capital has a second rim.
    """
    corners = _corners(duchy, middle, radius)
    y = middle[1]
    own, white = look_of(edition, duchy.nation).ground, theme().white
    upper = {"home": own, "associated": white, "double": look_of(edition, duchy.upper or duchy.nation).ground}[
        duchy.tie
    ]
    rim: svg.Style = {"stroke": theme().ink, "stroke_width": max(1.1, radius * 0.15), "stroke_linejoin": "round"}
    parts = []
    if duchy.is_fortress and duchy.key:
        parts.append(svg.path(svg.line(_square(middle, radius * 0.92), closed=True), fill=theme().gold, **rim))
    if duchy.capital:
        outer = _corners(duchy, middle, radius + max(2.5, radius * 0.34))
        parts.append(svg.path(svg.line(outer, closed=True), fill=theme().gold, **rim))
    parts.append(svg.path(svg.line(corners, closed=True), fill=own, **rim))
    if upper != own:
        half = svg.line(cut(corners, 0, 1, y), closed=True)
        parts += [svg.path(half, fill=upper), svg.path(svg.line(corners, closed=True), fill="none", **rim)]
    if duchy.is_fortress and radius > 9:
        parts += [
            svg.circle(middle, radius * 0.5, fill=white),
            svg.words(
                (middle[0], y + radius * 0.34),
                str(duchy.strength),
                round(radius * 0.95),
                Face.sans_bold,
                anchor="middle",
            ),
        ]
    return "".join(parts)


def _corners(duchy: Duchy, middle: Point, radius: float) -> list[Point]:
    x, y = middle
    if duchy.is_fortress:
        turns = [(number * math.pi / 5, radius if number % 2 == 0 else radius * 0.58) for number in range(10)]
        return [(x + far * math.sin(turn), y - far * math.cos(turn)) for turn, far in turns]
    if duchy.key:
        return _square(middle, radius)
    return [(x + radius * math.sin(n * math.pi / 10), y - radius * math.cos(n * math.pi / 10)) for n in range(20)]


def _square(middle: Point, half: float) -> list[Point]:
    x, y = middle
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def names(view: WarState, placed: Arrangement) -> Iterator[Layer]:
    """The names of duchies and zones."""
    by_look: dict[tuple[Face, str, str], list[Label]] = {}
    for label in placed.labels.values():
        at_sea = label.spot in view.board.zones
        look = (label.face, theme().sea, theme().water) if at_sea else (label.face, theme().ink, theme().paper)
        by_look.setdefault(look, []).append(label)
    for (face, fill, halo), labels in by_look.items():
        texts = (svg.thing("place", one.spot, "".join(_lines(view, one, fill))) for one in labels)
        yield layer(
            zip((one.around for one in labels), texts, strict=True),
            svg.with_halo(face, halo),
            lasting=[one.spot in placed.usual for one in labels],
        )


def _lines(view: WarState, label: Label, fill: str) -> Iterator[str]:
    used = label.size * (FLAG + SPACE) if label.spot in view.flags else 0
    for number, (text, _) in enumerate(label.lines):
        yield svg.words(label.start(number, used), text, label.size, fill=fill)


def flags(view: WarState, labels: Iterable[Label]) -> Layer:
    """The Flags of nations, after the names of the duchies that bear them."""
    found = []
    for label in labels:
        if label.spot in view.flags:
            x, y = label.start(len(label.lines) - 1, label.size * (FLAG + SPACE))
            x += label.lines[-1][1] + label.size * SPACE
            box = Rect(x, y - label.size * 0.82, label.size * FLAG, label.size * 0.98)
            found.append((box.grown(4), flag(view.board, box, view.flags[label.spot])))
    return layer(found)


def flag(edition: TnwEdition, box: Rect, nation: str) -> str:
    """The Flag of a nation on its pole, with the nation's letter."""
    look = look_of(edition, nation)
    cloth = Rect(box.x + 2, box.y, box.width - 2, box.height * 0.78)
    size = cloth.height * (0.92 if len(look.letter) == 1 else 0.7)
    return (
        svg.stroke(svg.line([(box.x + 1, box.y), (box.x + 1, box.bottom)]), theme().ink, 2.4)
        + svg.rectangle(cloth, fill=look.ground, stroke=theme().ink, stroke_width=1.3)
        + svg.words(
            (cloth.middle[0], cloth.middle[1] + size * 0.36), look.letter, size, Face.sans_bold, fill=look.text,
            anchor="middle",
        )
    )  # fmt: skip


def leaders(view: WarState, crop: TnwCrop, labels: Iterable[Label]) -> Layer:
    """Thin lines from names to places that they are not close to."""
    far = [(crop.point(place_of(view, label.spot)), label.box) for label in labels if label.leader]
    every = (svg.line((spot, box.nearest(spot))) for spot, box in far)
    return strokes(every, 3, lambda data: svg.stroke(data, theme().ink, 1.3) if data else "")


def place_of(view: WarState, place: str) -> Duchy | SeaZone:
    """The duchy or zone with an id."""
    return view.board.duchies.get(place) or view.board.zones[place]
