"""The parts of the board that have a name, from areas.yaml."""

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from pbem.engine.kit import cache as kept
from pbem_tnw.edition.edition import TnwEdition, known

_FILE = Path(__file__).parent / "areas.yaml"


class BoardArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the board: its name and other spellings, the scale at which it is drawn, duchies and zones.

    Of a *sea* fleets matter, not armies.
    """

    name: str
    scale: str
    places: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    sea: bool = False


def areas(edition: TnwEdition) -> Mapping[str, BoardArea]:
    """The areas of which an edition has at least two places, by id."""
    return _areas(edition.key)


@lru_cache(maxsize=8)
def _areas(key: str) -> Mapping[str, BoardArea]:
    edition, found = known(key), {}
    for identifier, area in _printed().items():
        places = tuple(one for one in area.places if one in edition.duchies or one in edition.zones)
        if len(places) > 1:
            found[identifier] = msgspec.structs.replace(area, places=places)
    return found


@cache
def _printed() -> dict[str, BoardArea]:
    return msgspec.convert(kept.plain(_FILE.read_bytes()), dict[str, BoardArea])
