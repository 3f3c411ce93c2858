"""Events of the supply phase (9)."""

from pbem.engine.event import Event
from pbem_maria.position.state import State


class HussarsPaid(Event[State], frozen=True):
    """A general's supply passed a hussar, and was paid for."""

    general: str
    path: tuple[str, ...]
    points: int


class HandSpent(Event[State], frozen=True):
    """A hand was worth less than the bills of the hussars, and was discarded whole."""

    power: str
    owed: int
    worth: int


class HandShown(Event[State], frozen=True):
    """A power's hand is worth less than its bills; it shows its *cards* and keeps those that it does not pay."""

    power: str
    owed: int
    cards: tuple[str, ...]


class Unsupplied(Event[State], frozen=True):
    """A general was unsupplied."""

    general: str
    for_hussars: bool = False
    """There was a path, but its hussars were not paid."""
