"""labels.yaml: the places of names on all pictures of a board, worked out, written, read, and checked."""

import functools
from collections.abc import Iterator

from pbem.drawing import stored
from pbem.drawing.geometry import Crop, MapScale, Point, Segment, square_around
from pbem.drawing.labels import BoardNames, Name, Obstacles, Widths, halves
from pbem.drawing.stored import LabelsFile
from pbem.engine.picture import Face, Measure
from pbem_tnw.edition.board import Duchy, PrintedPlace, SeaZone, WarMap
from pbem_tnw.edition.edition import BoardLabels, PlacesOfName, TnwEdition


class BoardScale(MapScale, frozen=True, kw_only=True):
    """A scale, and the sizes in pixels of what has names.

    *letters* are sizes of type for an open duchy, a Key or Fortress, and a sea zone; *signs* are the radii of the
    signs of an open duchy, a Key, a Fortress and a zone. *tag* is the size of type on pieces, *lines* how many generals
    they name.
    """

    letters: tuple[int, int, int]
    signs: tuple[float, float, float, float]
    link: float
    tag: int
    lines: int

    def size(self, duchy: Duchy) -> int:
        """The size of type of the duchy's name."""
        return self.letters[1 if duchy.is_key or duchy.is_fortress else 0]

    def sign(self, duchy: Duchy) -> float:
        """The radius of the duchy's sign."""
        return self.signs[2 if duchy.is_fortress else 1 if duchy.is_key else 0]

    def clear(self, duchy: Duchy) -> float:
        """What a name keeps clear around the duchy, with the anchor of a Port."""
        return self.sign(duchy) + (8 if duchy.is_port else 3)


REGION = BoardScale(
    name="region", zoom=0.88, letters=(20, 21, 21), signs=(6, 8, 11, 6), link=2, tag=20, lines=1,
)  # fmt: skip
"""A wide theatre."""
AREA = BoardScale(
    name="area", zoom=1.3, letters=(21, 23, 23), signs=(7.5, 9.5, 13.5, 7), link=2.6, tag=20, lines=3,
)  # fmt: skip
"""A theatre."""
CLOSE = BoardScale(
    name="close", zoom=1.8, letters=(23, 25, 24), signs=(9.5, 12, 17, 8), link=3, tag=22, lines=4,
)  # fmt: skip
"""The surroundings of a general."""
SCALES: dict[str, BoardScale] = {scale.name: scale for scale in (REGION, AREA, CLOSE)}

TnwCrop = Crop[BoardScale]
"""A part of the board."""


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
            {place.id: square_around(point_of(place, scale), clear_of(place, scale)) for place in places.values()},
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


_HEAD = """\
# Where names go on pictures of this board. `pbem edition labels` makes this file from map.yaml; after a change to that,
# make it again.
"""


def digest(board: WarMap) -> str:
    """What labels of *board* are made for: its duchies, zones and links, and the sizes of type."""
    duchies = [(one.id, one.name, one.x, one.y, one.is_key, one.capital, one.is_port) for one in board.duchies]
    zones = [(one.id, one.name, one.x, one.y, one.adjacent) for one in board.zones]
    return stored.digest(duchies, zones, [(one, other) for one, other, _ in board.links.each()], tuple(SCALES.values()))


LABELS = LabelsFile(
    holds=BoardLabels,
    scales=SCALES,
    texts=lambda board: ((one.id, one.name, face_of(one)) for one in places_of(board).values()),
    unplaced=unplaced,
    digest=digest,
)
"""The names of duchies and zones in labels.yaml."""


def work_out(board: WarMap, measure: Measure) -> BoardLabels:
    """Everything that labels.yaml holds for *board*."""
    _, places = LABELS.work_out(board, measure)
    return BoardLabels(made_for=digest(board), names={place: PlacesOfName(**each) for place, each in places.items()})


def text_of(labels: BoardLabels) -> str:
    """labels.yaml with these *labels*, a line for each name."""
    return f"{_HEAD}made_for: {labels.made_for}\n{LABELS.lines(labels)}"


@functools.cache
def names_of(edition: TnwEdition, scale: BoardScale, measure: Measure) -> BoardNames:
    """The names of *edition* at a scale; without places if it has no labels that can be used."""
    return LABELS.names_of(edition, scale, measure)
