"""What happens in the Interphase (5.9, 14)."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.problem import Problem
from pbem_tnw.chapters.sequence.order_events import SeatSecret
from pbem_tnw.position.state import WarState


class TurnReset(Event[WarState], frozen=True):
    """The Void Flags come off the Reserves (6.2), and what was said for this Interphase is used up."""

    def change(self, state: WarState) -> WarState:
        return replace(state, used=(), fewer_cards={}, turn_ends={})


class Reinforced(Event[WarState], frozen=True):
    """A nation has spent its CPs of the Interphase: *spent* of *points* (14.2)."""

    nation: str
    points: int
    spent: int


class WishSkipped(SeatSecret, frozen=True):
    """What a seat wished for the Interphase could not be done when its time came; *part* is the key of its sheet."""

    nation: str
    part: str
    number: int
    problem: Problem
