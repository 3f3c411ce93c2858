"""What joins places: links by their kind, told apart by their form alone, sea zones, Ports, narrows."""

import math

from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.rect import Point, Rect, Segment, inside
from pbem_tnw.drawing.placement.scale import TnwCrop
from pbem_tnw.drawing.theme import theme
from pbem_tnw.edition.board import LinkKind
from pbem_tnw.position.state import WarState

_AWAY = 10


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
