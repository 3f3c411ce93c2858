"""Events of the imperial election (18)."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.position.state import State


class ElectionCalled(Event[State], frozen=True):
    """The card of the imperial election was turned: the emperor is elected at the end of this turn."""

    def change(self, state: State) -> State:
        return replace(state, election="pending")


class Voted(Event[State], frozen=True):
    """The power that controls an electoral fortress cast its vote, of its own choice or not (*bound*)."""

    city: str
    power: str
    candidate: str
    bound: bool = False


class ElectionHeld(Event[State], frozen=True):
    """An emperor was elected with so many *votes*."""

    winner: str
    votes: int

    def change(self, state: State) -> State:
        return replace(state, election="held")
