"""The names of cities at each scale: how large they are, and what they should not cover."""

from pbem.engine.drawing import Face
from pbem.engine.kit.drawing.board_names import BoardNames, Obstacles
from pbem.engine.kit.drawing.name import Name, Widths, halves
from pbem.engine.kit.drawing.rect import around
from pbem_maria.drawing.placement.scale import Scale
from pbem_maria.edition.board import City, Map

CROWN, HOLDER, SPACE = 0.95, 1.15, 0.15
"""The room for an elector's crown and for the holder of a fortress after its name, and before them."""
_MAIN, _MINOR = 160, 80
"""What it costs a name to cover 40 pixels of a road."""


def face_of(city: City) -> Face:
    """The face that the city's name is written in."""
    return Face.serif_bold if city.is_fortress else Face.serif


def name_of(city: City, scale: Scale, widths: Widths) -> Name:
    """The name of *city* at a scale."""
    size = scale.size(city)
    face = face_of(city)
    signs = (CROWN if city.elector else 0) + (HOLDER if city.is_fortress else 0)
    shapes = [[city.name], *([two] if (two := halves(city.name)) else [])]
    return Name(
        spot=city.id,
        at=(city.x * scale.zoom, city.y * scale.zoom),
        size=size,
        face=face,
        radius=scale.radius(city),
        signs=size * (signs + SPACE) if signs else 0,
        shapes=tuple(tuple((text, size * widths(text, face)) for text in lines) for lines in shapes),
    )


def unplaced(board: Map, scale: Scale, widths: Widths) -> BoardNames:
    """The names of *board* at a scale before they have places."""
    at = {city.id: (city.x * scale.zoom, city.y * scale.zoom) for city in board.cities}
    roads = tuple(
        ((at[one], at[other]), weight)
        for some, weight in ((board.roads.main, _MAIN), (board.roads.minor, _MINOR))
        for one, other in some
        if one in at and other in at
    )
    shown = [city for city in board.cities if city.is_fortress or not scale.only_fortresses]
    return BoardNames(
        names={city.id: name_of(city, scale, widths) for city in shown},
        obstacles=Obstacles({city.id: around(at[city.id], scale.radius(city)) for city in board.cities}, roads),
    )
