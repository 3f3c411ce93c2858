"""What happens in an assault on a Fortress (12)."""

from typing import Literal

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_tnw.chapters.battle.rounds import SideResult, after
from pbem_tnw.position.battle import Siege
from pbem_tnw.position.state import WarState

AssaultEnd = Literal["fallen", "overrun", "held", "destroyed"]


class AssaultBegan(Event[WarState], frozen=True):
    """A Fortress is assaulted, which is possible once in an Impulse (12.2)."""

    siege: Siege
    owner: str

    def change(self, state: WarState) -> WarState:
        impulse = state.impulse
        if impulse is None:
            return state
        assaulted = (*impulse.assaulted, self.siege.place)
        return replace(state, impulse=replace(impulse, siege=self.siege, assaulted=assaulted))


class AssaultRoundDue(Event[WarState], frozen=True):
    """The dice of a round of the assault are rolled next."""

    number: int

    def change(self, state: WarState) -> WarState:
        siege = _siege(state)
        return state if siege is None else _with(state, replace(siege, round=self.number))


class AssaultRoundOver(Event[WarState], frozen=True):
    """The dice of a round of the assault, and what they did (12.3); the units killed go by `PiecesMoved`.

    *besieger* is what the besieger suffered; its `sixes` are those against the Fortress, *total* all of them.
    """

    place: str
    number: int
    commander: str
    besieger: SideResult
    fortress: tuple[int, ...]
    total: int
    strength: int

    def change(self, state: WarState) -> WarState:
        siege = _siege(state)
        if siege is None:
            return state
        return _with(state, replace(siege, besieger=after(siege.besieger, self.besieger), sixes=self.total))


class AssaultEnded(Event[WarState], frozen=True):
    """The assault is over; *flagged* says whether the Fortress of *owner* has another Flag now."""

    place: str
    nation: str
    owner: str
    end: AssaultEnd
    flagged: bool = False

    def change(self, state: WarState) -> WarState:
        return state if state.impulse is None else replace(state, impulse=replace(state.impulse, siege=None))


def _siege(state: WarState) -> Siege | None:
    return None if state.impulse is None else state.impulse.siege


def _with(state: WarState, siege: Siege) -> WarState:
    return state if state.impulse is None else replace(state, impulse=replace(state.impulse, siege=siege))
