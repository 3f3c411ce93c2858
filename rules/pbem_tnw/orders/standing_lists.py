"""Two lists of standing orders with words of their own: what is sacrificed, and which pieces stay."""

from collections.abc import Mapping
from typing import Final

import msgspec

RESERVES: Final = "reserves"
LOWEST_CARDS: Final = "lowest_cards"
RESOURCES: Final = "resources"


class Sacrifices(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is spent for pieces that an event takes and that are not there (6.12): card ids and the three words."""

    items: tuple[str, ...] = (RESERVES, LOWEST_CARDS, RESOURCES)


class PlaceAnswers(msgspec.Struct, frozen=True, omit_defaults=True):
    """Yes or no for places, and for all *others*; None: the default."""

    places: Mapping[str, bool] = {}
    others: bool | None = None

    def at(self, place: str) -> bool | None:
        """The answer for *place*, None if nothing is said of it."""
        return self.places.get(place, self.others)
