"""What happens while the game is set up (4)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.ruleset import Unplayable
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.state import Consul, WarState


class WarBegan(Event[WarState], frozen=True):
    """The board was opened: from now on the game is tied to its edition."""

    edition: str

    def change(self, state: WarState) -> WarState:
        if state.edition != self.edition:
            raise Unplayable(
                f"the files of the edition have been changed: the game began with {self.edition}, they are now "
                f"{state.edition}; restore the files that the game began with"
            )
        return state


class PiecesLaidOut(Event[WarState], frozen=True):
    """Every piece is where it is printed, and every Flag (4.1)."""

    units: Mapping[str, Mapping[str, int]]
    generals: Mapping[str, str]
    squadrons: Mapping[str, tuple[Squadron, ...]]
    flags: Mapping[str, str] = {}

    def change(self, state: WarState) -> WarState:
        return replace(
            state, units=self.units, generals=self.generals, squadrons=self.squadrons, flags=self.flags
        )  # fmt: skip


class MarkersLaidOut(Event[WarState], frozen=True):
    """Consuls, Camps and the Keys that nations begin with (4.2, 5.81)."""

    consuls: Mapping[str, Consul]
    camps: Mapping[str, str]
    keys: Mapping[str, int]

    def change(self, state: WarState) -> WarState:
        return replace(state, consuls=self.consuls, camps=self.camps, keys_at_start=self.keys)


class BidsOpened(Event[WarState], frozen=True):
    """Two players bid units for the Camp that both wish (4.3); *drawn* is the tie that a die settled."""

    bids: Mapping[str, int]
    wishes: Mapping[str, str]
    winner: str = ""
    camp: str = ""
    drawn: bool = False


class SeatsTaken(Event[WarState], frozen=True):
    """It is settled which seat runs which nations (4.3)."""

    control: Mapping[str, str]

    def change(self, state: WarState) -> WarState:
        return replace(state, control=self.control)


class HandKept(Event[WarState], frozen=True):
    """A nation that threw first hands away keeps the one that it has now (4.5)."""

    nation: str
    cards: int
