"""The names of duchies and sea zones at each scale: how large they are, and what they should not cover."""

from collections.abc import Iterator

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing.board_names import BoardNames, Obstacles
from pbem.engine.kit.drawing.name import Name, Widths, halves
from pbem.engine.kit.drawing.rect import Point, Segment, around
from pbem_tnw.drawing.placement.scale import BoardScale
from pbem_tnw.edition.board import Duchy, PrintedPlace, SeaZone, WarMap

FLAG, SPACE = 1.0, 0.2
"""The room for a Flag after a name, and before it, in sizes of type."""
_LINK, _SEA = 110, 40
"""What it costs a name to cover 40 pixels of a link, and of a line over the sea."""


def places_of(board: WarMap) -> dict[str, PrintedPlace]:
    """Every duchy and sea zone by id."""
    return {place.id: place for place in (*board.duchies, *board.zones)}


def face_of(place: PrintedPlace) -> Face:
    """The face that a name is written in."""
    if isinstance(place, Duchy):
        return Face.serif_bold if place.is_key else Face.serif
    return Face.serif_italic


def name_of(place: PrintedPlace, scale: BoardScale, widths: Widths) -> Name:
    """The name of a place at a scale."""
    face = face_of(place)
    size = scale.size(place) if isinstance(place, Duchy) else scale.letters[2]
    shapes = [[place.name], *([two] if (two := halves(place.name)) else [])]
    return Name(
        spot=place.id,
        at=point_of(place, scale),
        size=size,
        face=face,
        radius=clear_of(place, scale),
        signs=size * (FLAG + SPACE) if isinstance(place, Duchy) else 0,
        shapes=tuple(tuple((text, size * widths(text, face)) for text in lines) for lines in shapes),
    )


def point_of(place: PrintedPlace, scale: BoardScale) -> Point:
    """Where a place is, in pixels of a scale."""
    return place.x * scale.zoom, place.y * scale.zoom


def clear_of(place: PrintedPlace, scale: BoardScale) -> float:
    """What names keep clear around a place."""
    return scale.clear(place) if isinstance(place, Duchy) else scale.signs[3] + 2


def unplaced(board: WarMap, scale: BoardScale, widths: Widths) -> BoardNames:
    """The names of *board* at a scale before they have places."""
    places = places_of(board)
    return BoardNames(
        names={place.id: name_of(place, scale, widths) for place in places.values()},
        obstacles=Obstacles(
            {place.id: around(point_of(place, scale), clear_of(place, scale)) for place in places.values()},
            (*_links(board, scale), *_sea_lines(board, scale)),
        ),
    )


def _links(board: WarMap, scale: BoardScale) -> Iterator[tuple[Segment, int]]:
    at = {duchy.id: point_of(duchy, scale) for duchy in board.duchies}
    yield from (((at[one], at[other]), _LINK) for one, other, _ in board.links.each() if one in at and other in at)


def _sea_lines(board: WarMap, scale: BoardScale) -> Iterator[tuple[Segment, int]]:
    zones: dict[str, SeaZone] = {zone.id: zone for zone in board.zones}
    for zone in board.zones:
        for other in zone.adjacent:
            if zone.id < other and other in zones:
                yield (point_of(zone, scale), point_of(zones[other], scale)), _SEA
