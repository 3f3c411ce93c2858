"""Duchies and names: the kind of a duchy by its form, its nation by colour, its Flag by a letter after its name."""

import math
from collections.abc import Iterable, Iterator

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing import svg
from pbem.engine.kit.drawing.name import Label
from pbem.engine.kit.drawing.rect import Point, Rect
from pbem_tnw.drawing.layers.ground import cut
from pbem_tnw.drawing.layers.links import anchor
from pbem_tnw.drawing.placement.place_names import FLAG, SPACE
from pbem_tnw.drawing.placement.scale import BoardScale, TnwCrop
from pbem_tnw.drawing.theme import look_of, theme
from pbem_tnw.edition.board import Duchy, SeaZone
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.position.forces import besieging
from pbem_tnw.position.state import WarState


def duchies(view: WarState, crop: TnwCrop) -> str:
    """The sign of every duchy in sight, sieges, and anchors of Ports."""
    seen = [duchy for duchy in view.board.duchies.values() if crop.shows(duchy, -20)]
    besieged = {place for nation in view.board.sequence for place in besieging(view, nation)}
    ports = [port_of(crop.point(one), one, crop.scale) for one in seen if one.is_port]
    rings = [siege(crop.point(one), crop.scale.sign(one) + 5) for one in seen if one.id in besieged]
    signs = [
        svg.thing("place", one.id, sign(view.board, one, crop.point(one), crop.scale.sign(one)), crop.point(one))
        for one in seen
    ]
    return "".join((*ports, *rings, *signs))


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


def names(view: WarState, crop: TnwCrop, labels: Iterable[Label]) -> str:
    """The names of duchies and zones."""
    by_look: dict[tuple[Face, str, str], list[str]] = {}
    for label in labels:
        at_sea = label.spot in view.board.zones
        look = (label.face, theme().sea, theme().water) if at_sea else (label.face, theme().ink, theme().paper)
        lines = svg.thing("place", label.spot, "".join(_lines(view, label, look[1])))
        by_look.setdefault(look, []).append(lines)
    return "".join(
        f"<g {face}>{svg.group(texts, **svg.haloed(halo))}</g>" for (face, _, halo), texts in by_look.items()
    )


def _lines(view: WarState, label: Label, fill: str) -> Iterator[str]:
    used = label.size * (FLAG + SPACE) if label.spot in view.flags else 0
    for number, (text, _) in enumerate(label.lines):
        yield svg.words(label.start(number, used), text, label.size, fill=fill)


def flags(view: WarState, labels: Iterable[Label]) -> str:
    """The Flags of nations, after the names of the duchies that bear them."""
    found = []
    for label in labels:
        if label.spot in view.flags:
            x, y = label.start(len(label.lines) - 1, label.size * (FLAG + SPACE))
            x += label.lines[-1][1] + label.size * SPACE
            box = Rect(x, y - label.size * 0.82, label.size * FLAG, label.size * 0.98)
            found.append(flag(view.board, box, view.flags[label.spot]))
    return "".join(found)


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


def leaders(view: WarState, crop: TnwCrop, labels: Iterable[Label]) -> str:
    """Thin lines from names to places that they are not close to."""
    far = [(crop.point(place_of(view, label.spot)), label.box) for label in labels if label.leader]
    return (
        svg.stroke("".join(svg.line((spot, box.nearest(spot))) for spot, box in far), theme().ink, 1.3) if far else ""
    )


def place_of(view: WarState, place: str) -> Duchy | SeaZone:
    """The duchy or zone with an id."""
    return view.board.duchies.get(place) or view.board.zones[place]
