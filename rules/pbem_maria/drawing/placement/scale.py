"""The scales at which the board is drawn; at one scale a name is at the same place in every picture."""

from pbem.engine.kit.drawing.crop import Crop, MapScale
from pbem_maria.edition.board import City


class Scale(MapScale, frozen=True, kw_only=True):
    """A scale, and the sizes in pixels of what has names.

    Sizes are for a town, a fortress and a major fortress. *names* are sizes of type, *radii* what a name keeps clear
    around a city, with the digit of a reach in it. Names of *only_fortresses* are shown where there is no room for
    all. *country* is the size of a country's name, which is repeated *apart*. *piece* is the room of a general, *stack*
    of two; *train* and *hussar* are theirs, all width and height.
    """

    names: tuple[int, int, int]
    radii: tuple[int, int, int]
    country: int
    apart: int
    piece: tuple[int, int]
    stack: tuple[int, int]
    train: tuple[int, int]
    hussar: tuple[int, int]
    only_fortresses: bool = False

    def size(self, city: City) -> int:
        """The size of type of the city's name."""
        return self.names[_rank(city)]

    def radius(self, city: City) -> int:
        """What a name keeps clear around the city."""
        return self.radii[_rank(city)]


def _rank(city: City) -> int:
    return ("none", "minor", "major").index(city.fortress)


OVERVIEW = Scale(
    name="overview",
    zoom=0.9,
    names=(20, 20, 22),
    radii=(3, 8, 11),
    country=24,
    apart=3000,
    piece=(36, 42),
    stack=(58, 42),
    train=(36, 28),
    hussar=(28, 28),
    only_fortresses=True,
)
"""Half of the board."""
AREA = Scale(
    name="area",
    zoom=1.85,
    names=(21, 24, 28),
    radii=(12, 15, 18),
    country=28,
    apart=700,
    piece=(44, 52),
    stack=(82, 52),
    train=(40, 32),
    hussar=(30, 30),
)
"""A theatre, or the reach of a force march."""
CLOSE = Scale(
    name="close",
    zoom=2.7,
    names=(24, 26, 30),
    radii=(18, 22, 26),
    country=36,
    apart=700,
    piece=(56, 66),
    stack=(103, 66),
    train=(46, 36),
    hussar=(34, 34),
)
"""The surroundings of a general."""
SCALES = {scale.name: scale for scale in (OVERVIEW, AREA, CLOSE)}

BoardCrop = Crop[Scale]
"""A part of the board."""
