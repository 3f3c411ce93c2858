"""Decisions: the questions a game waits on."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from pbem.engine.order import Order


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
