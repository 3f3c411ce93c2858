"""What happens when a nation is put out of the war (15)."""

from typing import Literal

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_tnw.position.state import SubjectNeutral, WarState

WayOut = Literal["conquest", "submission", "surrender"]


class ConquestRolled(Event[WarState], frozen=True):
    """The test of a nation that has lost its capital: *die* and *modifier* must come to *need* (15.1).

    Without a die it was out of reach.
    """

    nation: str
    conqueror: str
    keys: int
    modifier: int
    need: int
    die: int = 0

    @property
    def conquered(self) -> bool:
        """Whether the nation is conquered."""
        return bool(self.die) and self.die + self.modifier >= self.need


class NationConquered(Event[WarState], frozen=True):
    """A nation was conquered, submitted or surrendered (15.1, 15.3, 15.4); *spoils* stay with the conqueror."""

    nation: str
    cause: WayOut
    conqueror: str = ""
    spoils: tuple[str, ...] = ()


class MadeSubject(Event[WarState], frozen=True):
    """A Power is a Subject Neutral: in no Camp (15.5)."""

    nation: str
    subject: SubjectNeutral

    def change(self, state: WarState) -> WarState:
        camps = {power: camp for power, camp in state.camps.items() if power != self.nation}
        return replace(state, camps=camps, subjects={**state.subjects, self.nation: self.subject})


class KeysCounted(Event[WarState], frozen=True):
    """The Keys that a nation holds after its conquest: those that count for the next one (15.1)."""

    nation: str
    keys: tuple[str, ...]

    def change(self, state: WarState) -> WarState:
        return replace(state, keys_at_risk={**state.keys_at_risk, self.nation: self.keys})


class SurrenderRefused(Event[WarState], frozen=True):
    """The other seat does not accept a surrender (15.4); only the seat that offered it learns that."""

    seat: str
    nation: str
    receiver: str

    def seen_by(self, seat: str) -> "SurrenderRefused | None":
        return self if seat and seat == self.seat else None
