"""What is worked out once for pictures of a board: places of names, outlines of countries; the types of labels.yaml.

No rule depends on it, and an edition can do without: its names are then placed for each picture anew.
"""

from collections.abc import Iterator, Mapping

import msgspec


class NamePlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the name of a city may be written at each scale: codes of places, the best first, a space between them.

    *widths* are those of the name, and of its halves where it can be broken, in hundredths of the size of its type.
    """

    widths: tuple[int, ...]
    overview: str = ""
    area: str = ""
    close: str = ""


class CountryPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a country in spaced capitals: the upper left corner and the width of its box, in pixels."""

    text: str
    at: tuple[int, int]
    width: int


class Labels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """labels.yaml; *made_for* says for which map and sizes of type, as `digest` in `drawing.placement.stored` does.

    *countries* are under the names of scales. *outlines* are those of home countries, under their powers, and of other
    regions, under their ids: closed lines of points of the map, `x,y`, the land on the right.
    """

    made_for: str
    countries: Mapping[str, tuple[CountryPlace, ...]]
    outlines: Mapping[str, tuple[str, ...]]
    names: Mapping[str, NamePlaces]

    def outline(self, country: str) -> Iterator[tuple[tuple[int, int], ...]]:
        """The closed lines around the parts of a country; none if it is not on the map."""
        for line in self.outlines.get(country, ()):
            points = (point.split(",") for point in line.split())
            yield tuple((int(x), int(y)) for x, y in points)
