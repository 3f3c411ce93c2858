"""The ground that pictures of the board show: sea, rivers, hills, names of countries; the types of terrain.yaml.

No rule depends on it, and an edition can do without.
"""

import msgspec

Spot = str | tuple[float, float]
"""A city by its id, or a point of the map."""


class River(msgspec.Struct, frozen=True):
    """A river from its source to its mouth, where it is *width* units of the map wide."""

    name: str
    width: float
    via: tuple[Spot, ...]


class Hills(msgspec.Struct, frozen=True):
    """A range of hills along a line."""

    name: str
    via: tuple[Spot, ...]


class CountryName(msgspec.Struct, frozen=True):
    """The name of a country *at* its middle, in type of *size* at a scale of a pixel to a unit of the map."""

    text: str
    at: tuple[float, float]
    size: float


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """terrain.yaml; *sea* has the line around each water."""

    sea: tuple[tuple[tuple[float, float], ...], ...] = ()
    rivers: tuple[River, ...] = ()
    hills: tuple[Hills, ...] = ()
    names: tuple[CountryName, ...] = ()

    @property
    def cities(self) -> tuple[str, ...]:
        """The cities that lines lead through."""
        lines = [each.via for each in self.rivers] + [each.via for each in self.hills]
        return tuple(place for line in lines for place in line if isinstance(place, str))
