"""What happens in the Interphase (5.9, 14)."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_tnw.position.state import WarState


class TurnReset(Event[WarState], frozen=True):
    """The Void Flags come off the Reserves (6.2), and what was said for this Interphase is used up."""

    def change(self, state: WarState) -> WarState:
        return replace(state, used=(), fewer_cards={}, turn_ends={})
