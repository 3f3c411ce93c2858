"""What happens to the dice on the table."""

import msgspec

from pbem.engine.event import Event
from pbem_tnw.position.impulse import DiceRoll, Impulse
from pbem_tnw.position.state import WarState


class DiceRolled(Event[WarState], frozen=True):
    """Dice were rolled: they lie on the table until their result is reckoned."""

    roll: DiceRoll

    def change(self, state: WarState) -> WarState:
        impulse = state.impulse
        if impulse is None:
            return state
        return _with(state, rolled=(*impulse.rolled, self.roll), rolls=impulse.rolls + 1)


class DiceChanged(Event[WarState], frozen=True):
    """A card of *nation* changed roll *number* of those on the table: its faces, or what is added to them."""

    number: int
    roll: DiceRoll
    card: str
    nation: str

    def change(self, state: WarState) -> WarState:
        rolled = () if state.impulse is None else state.impulse.rolled
        return _with(state, rolled=(*rolled[: self.number], self.roll, *rolled[self.number + 1 :]))


class DiceCleared(Event[WarState], frozen=True):
    """The dice on the table were reckoned and are gone; those that had been put aside for them are back."""

    def change(self, state: WarState) -> WarState:
        impulse = state.impulse
        if impulse is None or not impulse.put_aside:
            return _with(state, rolled=())
        *earlier, last = impulse.put_aside
        return _with(state, rolled=last, put_aside=tuple(earlier))


class DicePutAside(Event[WarState], frozen=True):
    """Other dice are rolled before those on the table are reckoned, as for a card that answers a card."""

    def change(self, state: WarState) -> WarState:
        impulse = state.impulse
        if impulse is None or not impulse.rolled:
            return state
        return _with(state, rolled=(), put_aside=(*impulse.put_aside, impulse.rolled))


def _with(state: WarState, **fields: object) -> WarState:
    impulse = state.impulse
    if impulse is None:
        return state
    changed: Impulse = msgspec.structs.replace(impulse, **fields)
    return msgspec.structs.replace(state, impulse=changed)
