"""Events of the sequence of play (5) and of the end of the game (14, 23, 24)."""

from typing import ClassVar

from msgspec.structs import replace

from pbem.engine.edition import Unplayable
from pbem.engine.event import Event, SeatSecret
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.standing import KeptAnswers
from pbem_maria.position.state import GameEnd, State


class GameBegan(Event[State], frozen=True):
    """The board was opened: from now on the game is tied to its edition."""

    edition: str

    def change(self, state: State) -> State:
        if state.edition != self.edition:
            raise Unplayable(
                f"the files of the edition have been changed: the game began with {self.edition}, they are now "
                f"{state.edition}; restore the files that the game began with"
            )
        return state


class EditionChanged(Event[State], frozen=True):
    """The moderator changed the edition of the board: what follows happens on the new one."""

    edition: str

    def change(self, state: State) -> State:
        return replace(state, edition=self.edition)


class TurnBegan(Event[State], frozen=True):
    """The turn marker was moved."""

    turn: int

    def change(self, state: State) -> State:
        return replace(state, turn=self.turn, drawn=frozenset())


class StageBegan(Event[State], frozen=True):
    """An action stage began, named after its leading power; *powers* act in it."""

    stage: str
    powers: tuple[str, ...] = ()

    def change(self, state: State) -> State:
        return replace(state, stage=self.stage, moved=frozenset(), retreated=frozenset())


class StageEnded(Event[State], frozen=True):
    """The action stage is over; what was ordered for it is spent."""

    stage: str

    def change(self, state: State) -> State:
        return replace(state, stage="", moved=frozenset(), retreated=frozenset(), orders={}, overtaken=False)


class WinterBegan(Event[State], frozen=True):
    """Winter began after a turn (13)."""

    after: int


class WinterEnded(Event[State], frozen=True):
    """Winter business is done; what was ordered for it is spent."""

    after: int

    def change(self, state: State) -> State:
        return replace(state, orders={})


class SubsidySet(Event[State], frozen=True):
    """France chose whether it subsidises Bavaria this turn (8)."""

    paid: bool

    def change(self, state: State) -> State:
        return replace(state, subsidy=self.paid)


class Ordered(Event[State], frozen=True):
    """A seat's sheet was opened; what it says is the seat's secret."""

    repeats: ClassVar[bool] = True

    seat: str
    order: StageOrders | None = None

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else replace(self, order=None)

    def change(self, state: State) -> State:
        return replace(state, orders={**state.orders, self.seat: self.order})


class StandingSet(SeatSecret[State], frozen=True):
    """A seat changed its standing orders; no other seat learns even that."""

    repeats: ClassVar[bool] = True

    standing: KeptAnswers

    def change(self, state: State) -> State:
        return replace(state, standing={**state.standing, self.seat: self.standing})


class GameEnded(Event[State], frozen=True):
    """The game is over."""

    result: GameEnd

    def change(self, state: State) -> State:
        return replace(state, result=self.result, flow=())
