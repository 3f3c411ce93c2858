"""A part of the board with everything on it: what is there, where names and pieces go, and how it is drawn."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import msgspec

from pbem.drawing import signs, svg
from pbem.drawing.arrange import Arrangement, Piece, arrange
from pbem.drawing.geometry import Rect, square_around
from pbem.drawing.labels import BoardNames
from pbem.drawing.layers import Layer, layer, strokes
from pbem.drawing.signs import sideways
from pbem.engine.picture import Measure
from pbem_tnw.chapters.land.paths import GeneralReach
from pbem_tnw.drawing import arrows, ground, pieces
from pbem_tnw.drawing import arrows as reaches
from pbem_tnw.drawing.choice import NOTHING, FightMark, WarSince
from pbem_tnw.drawing.labels import TnwCrop, names_of
from pbem_tnw.drawing.pieces import Tag
from pbem_tnw.drawing.theme import look_of, theme
from pbem_tnw.position.state import WarState

_ALONG_AN_ARROW = 400
"""What it costs a name or a piece to cover 40 pixels of an arrow."""
_PIN = 6
"""Half the width of what ties a piece to its place."""
_FAR = 50
"""How many pixels a piece may be from its place, if there is room nearer by."""
_TRIES = 6
"""How often names and pieces are arranged, each time with fewer generals where there was too little room."""
_INSIDE = 6
"""How far names and pieces are from the edge."""
_EDGE = 10
"""How far from it a place must be to have any."""


class BoardScene(msgspec.Struct, frozen=True, kw_only=True):
    """All that is shown of a part of the board: *tags* by their places, *marks* of fights with theirs.

    Of what is too far from its place, *too far* is by how many pixels in all.
    """

    view: WarState
    seat: str
    crop: TnwCrop
    since: WarSince = NOTHING
    reach: GeneralReach | None = None
    tags: Mapping[str, Tag]
    marks: Sequence[tuple[FightMark, Rect]]
    placed: Arrangement
    too_far: float = 0


def scene(
    view: WarState,
    seat: str,
    crop: TnwCrop,
    measure: Measure,
    *,
    shown: WarSince = NOTHING,
    reach: GeneralReach | None = None,
) -> BoardScene:
    """What *seat* may see of a part of the board: with what happened that is *shown*, and the reach of a general."""
    seen = [one for one in pieces.occupied(view) if crop.shows(ground.place_of(view, one), _EDGE)]
    boxes = arrows.marks(view, crop, shown.fights)
    lines = [(line, _ALONG_AN_ARROW) for line in arrows.lines(view, crop, shown.moves)]
    told = [*seen, *shown.places, *(reach.duchies if reach else ())]
    names = _with_flags(view, names_of(view.board, crop.scale, measure))
    taken = [box for _, box in boxes]
    most = dict.fromkeys(seen, crop.scale.lines)
    tried: list[tuple[float, Mapping[str, Tag], Arrangement]] = []
    for _ in range(_TRIES):
        found: Mapping[str, Tag] = {one: pieces.tag_of(view, seat, one, crop.scale, measure, most[one]) for one in seen}
        wanted = [Piece(key=one, spot=one, width=tag.width + 3, height=tag.height + 3) for one, tag in found.items()]
        placed = arrange(names, crop.frame.grown(-_INSIDE), wanted, taken, lines, told)
        tried.append((_too_far(placed, names, told), found, placed))
        tight = [one for one in _without_room(placed, names, taken, told) if most.get(one)]
        if not tight:
            break
        most |= {one: min(1, most[one] - 1) for one in tight}
    too_far, found, placed = min(tried, key=lambda one: one[0])
    return BoardScene(
        view=view, seat=seat, crop=crop, since=shown, reach=reach, tags=found, marks=boxes, placed=placed,
        too_far=too_far,
    )  # fmt: skip


def _without_room(
    placed: Arrangement, names: BoardNames, taken: Sequence[Rect], needed: Sequence[str]
) -> Mapping[str, None]:
    """The places of pieces that have too little room, so that they cover something or are far away.

    They are drawn again with fewer generals named, and so are those that are where others should be.
    """
    found: dict[str, None] = {}
    for place, box in placed.pieces.items():
        others = [other for other, another in placed.pieces.items() if other != place and box.overlaps(another)]
        covered = (*names.obstacles.near(box).spots.values(), *taken)
        if others or any(box.overlaps(another) for another in covered):
            found |= dict.fromkeys((place, *others))
    for place in _far(placed, names, needed):
        spot = names.obstacles.spots[place].middle
        near = [other for other, box in placed.pieces.items() if box.distance(spot) < _FAR]
        found |= dict.fromkeys((place, *near))
    return found


def _far(placed: Arrangement, names: BoardNames, needed: Sequence[str]) -> Mapping[str, float]:
    """The places whose pieces, or whose names that are *needed*, are too far away, with how many pixels too far."""
    found: dict[str, float] = {}
    named = ((place, label.box) for place, label in placed.labels.items() if place in needed)
    for place, box in chain(named, placed.pieces.items()):
        if (distance := box.distance(names.obstacles.spots[place].middle) - _FAR) > 0:
            found[place] = max(distance, found.get(place, 0))
    return found


def _too_far(placed: Arrangement, names: BoardNames, needed: Sequence[str]) -> float:
    return sum(_far(placed, names, needed).values())


def _with_flags(view: WarState, names: BoardNames) -> BoardNames:
    """The same names, with room for a Flag after those of duchies that bear one."""
    return msgspec.structs.replace(
        names,
        names={
            place: name if place in view.flags else msgspec.structs.replace(name, signs=0)
            for place, name in names.names.items()
        },
    )


def layers(one: BoardScene) -> list[Layer]:
    """Everything on a map, from the ground up."""
    view, crop, labels = one.view, one.crop, one.placed.labels.values()
    boxes = one.placed.pieces
    return [
        ground.ground(view, crop),
        *([reaches.shade(view, crop, one.reach)] if one.reach else ()),
        ground.lines(view, crop),
        arrows.arrows(view, crop, one.since.moves),
        _pins(one),
        ground.leaders(view, crop, labels),
        arrows.changed(view, crop, one.since.flags),
        *ground.duchies(view, crop),
        arrows.starts(view, crop, one.since.moves),
        *([reaches.discs(view, crop, one.reach)] if one.reach else ()),
        *ground.names(view, one.placed),
        ground.flags(view, labels),
        layer((boxes[at].grown(8), pieces.draw(view.board, tag, _inner(boxes[at]))) for at, tag in one.tags.items()),
        layer(_crosses(one)),
        signs.combats(((fight.number, box) for fight, box in one.marks), theme().alarm),
    ]


def _inner(box: Rect) -> Rect:
    return box.grown(-1.5)


def _crosses(one: BoardScene) -> Iterator[tuple[Rect, str]]:
    """Where a nation lost all that it had there."""
    for place, nation in one.since.lost:
        if not one.view.units.get(place, {}).get(nation):
            spot = one.crop.point(ground.place_of(one.view, place))
            yield square_around(spot, signs.CROSS), signs.cross(spot, look_of(one.view.board, nation).arrow)


def _pins(one: BoardScene) -> Layer:
    """What ties pieces to their places: a point, as that of a balloon, which no link looks like."""
    found = []
    for place in one.tags:
        spot = one.crop.point(ground.place_of(one.view, place))
        x, y = one.placed.pieces[place].grown(-8).nearest(spot)
        right, down = sideways((x, y), spot, _PIN)
        found.append(svg.line([(x + right, y + down), spot, (x - right, y - down)], closed=True))
    look: svg.Style = {"fill": theme().white, "stroke": theme().ink, "stroke_width": 1.3, "stroke_linejoin": "round"}
    return strokes(found, 3, lambda data: svg.path(data, **look) if data else "")
