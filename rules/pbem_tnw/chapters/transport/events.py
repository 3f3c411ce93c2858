"""What happens to land forces that go by sea (13.6, 13.7)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_tnw.chapters.naval.fleets import sailing
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.position.pieces import Pieces, less
from pbem_tnw.position.state import WarState
from pbem_tnw.position.voyage import Boarding
from pbem_tnw.position.wear import carried, moving, settled


class PiecesEmbarked(Event[WarState], frozen=True):
    """Land forces in a Port go aboard the next Fleet that sails from it; *pieces* are all that do (13.6)."""

    nation: str
    place: str
    pieces: Pieces
    stay_aboard: bool = False

    def change(self, state: WarState) -> WarState:
        impulse, formation = state.impulse, moving(state)
        if impulse is None:
            return state
        if formation is not None and formation.place == self.place:
            impulse = settled(impulse, formation)
        boarding = Boarding(nation=self.nation, place=self.place, pieces=self.pieces)
        stays = impulse.stays_aboard or self.stay_aboard
        return replace(state, impulse=replace(impulse, boarding=boarding, stays_aboard=stays))


class ForcesLanded(Event[WarState], frozen=True):
    """Land forces went ashore in a Port, freely or to fight (13.6, 13.7)."""

    nation: str
    zone: str
    port: str
    pieces: Pieces
    hostile: bool = False

    def change(self, state: WarState) -> WarState:
        voyage, impulse = sailing(state), state.impulse
        if impulse is None:
            return state
        impulse = carried(state, impulse, self.zone, self.port, self.pieces)
        if voyage is not None and voyage.place == self.zone:
            impulse = replace(impulse, voyage=replace(voyage, cargo=less(voyage.cargo, self.pieces)))
        moved = PiecesMoved(self.zone, self.port, self.pieces, "landed").change(state)
        return replace(moved, impulse=impulse)


class LandingFired(Event[WarState], frozen=True):
    """The batteries of a Port fired on forces that land; the units *killed* go by `PiecesMoved` (13.7)."""

    place: str
    nation: str
    faces: tuple[int, ...]
    killed: Mapping[str, int] = {}
    disrupted: int = 0


class StayedAboard(Event[WarState], frozen=True):
    """What is aboard in a zone stays there, until the next Impulse of *nation*; with no nation no one does (13.6)."""

    zone: str
    nation: str = ""

    def change(self, state: WarState) -> WarState:
        others = {zone: nation for zone, nation in state.aboard.items() if zone != self.zone}
        return replace(state, aboard={**others, self.zone: self.nation} if self.nation else others)
