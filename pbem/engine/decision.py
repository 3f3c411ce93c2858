"""Decisions: the questions a game waits on."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from pbem.engine.order import Order


MODERATOR = "moderator"
"""The seat of whoever runs the game, in the one decision that is put to it: a decree."""

DECREE = "decree"
"""What the moderator's answer to it says of its source."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A question the game puts to one seat.

    *key* names it in file names and mail subjects (`3.france`), *takes* is the type of order
    that answers it, *default* is what the moderator may apply when the deadline has passed,
    *about* holds what the letter needs in order to ask (never a secret of another seat).
    """

    key: str
    seat: str
    takes: "type[Order]"
    default: "Order | None" = None
    about: Mapping[str, Any] = {}


def turn_of(key: str) -> int:
    """The turn that the *key* of a decision begins with; 0 before the first."""
    first = key.partition(".")[0]
    return int(first) if first.isdigit() else 0
