"""A message on its way out, and what became of it."""

from enum import Enum

import msgspec


class DeliveryFate(Enum):
    """What became of a message."""

    taken = "taken"
    later = "later"
    """Not taken now."""
    away = "away"
    """The server cannot be reached, does not let us in, or takes nothing from our account now."""
    refused = "refused"
    unknown = "unknown"
    """The line broke before the server answered."""


class DeliveryAttempt(msgspec.Struct, frozen=True):
    """A message ready to go, with its envelope."""

    ident: str
    sender: str
    recipient: str
    data: bytes
