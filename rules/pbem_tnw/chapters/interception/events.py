"""What happens when a Formation is intercepted or evaded (10)."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState


class InterceptionTried(Event[WarState], frozen=True):
    """A force tries to come into a duchy first: its generals, *all* of them, try no more in this Impulse (10.1)."""

    nation: str
    commander: str
    place: str
    into: str
    pieces: Pieces
    need: int
    all: tuple[str, ...] = ()

    def change(self, state: WarState) -> WarState:
        impulse = state.impulse
        if impulse is None:
            return state
        return replace(state, impulse=replace(impulse, tried=(*impulse.tried, *self.all)))


class InterceptionRolled(Event[WarState], frozen=True):
    """Whether an interception succeeded; the pieces go by `PiecesMoved`."""

    nation: str
    commander: str
    place: str
    into: str
    success: bool


class EvasionTried(Event[WarState], frozen=True):
    """Forces try to avoid battle by going from a duchy to another (10.2)."""

    nation: str
    commander: str
    place: str
    to: str
    need: int


class EvasionRolled(Event[WarState], frozen=True):
    """Whether an evasion succeeded; the pieces go by `PiecesMoved`."""

    nation: str
    commander: str
    place: str
    to: str
    success: bool
