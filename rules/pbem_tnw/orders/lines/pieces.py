"""Pieces in order lines: how many units of whom, which generals, what is built where."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from pbem_tnw.orders.names import LeaderName, SpotName

OWN: Final = ""
"""In place of a nation: the one whose Impulse or order it is."""
KindOfPiece = Literal["unit", "squadron", "general"]


class Strengths(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units or Squadrons by nation, `OWN` for the nation of the order.

    With neither numbers nor *every* it is as many as may be led.

    Written `7`, `all`, `{france: 7, spain: 2}` or `France 7, Spain 2`.
    """

    numbers: Mapping[str, int] = {}
    every: bool = False

    def of(self, nation: str, own: str) -> int | None:
        """The number wanted of *nation*, where the order is *own*'s; None if none is said."""
        found = self.numbers.get(nation)
        return self.numbers.get(OWN) if found is None and nation == own else found


class PiecesWanted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """*n* pieces of a kind, or a general by name, and where they come from or go to; without `at` the default place."""

    what: KindOfPiece = "unit"
    n: int = 1
    general: LeaderName | None = None
    at: SpotName | None = None


class FleetSpot(msgspec.Struct, frozen=True, omit_defaults=True):
    """*n* Squadrons at a place; without a number all of them."""

    at: SpotName
    n: int | None = None


class PieceNames(msgspec.Struct, frozen=True, omit_defaults=True):
    """Generals that may be lost or lent: by *rule*, or those named, in this order."""

    rule: Literal["last", "never", "named"] = "last"
    names: tuple[LeaderName, ...] = ()
