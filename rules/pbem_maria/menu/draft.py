"""A sheet as far as it is written.

Moves that are refused are taken as made, as the check of a sheet does.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem_maria.chapters.pieces import Moved, TakenAsMoved, TrainReEntered
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.state import State
from pbem_maria.sequence import stage


class StageDraft(msgspec.Struct, frozen=True):
    """What a seat has ordered so far for the stage that it is asked about."""

    view: State
    seat: str
    order: StageOrders
    supplied: bool
    ran: dict[int, tuple[State, Mapping[str, tuple[str, ...]]]] = {}
    """What so many of the moves came to, once it was asked."""

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers of the seat that act in the stage."""
        return stage.powers_of(self.view, self.seat)

    def lines(self, *pieces: str) -> tuple[int, ...]:
        """The numbers of the moves that are about any of *pieces*."""
        return tuple(n for n, move in enumerate(self.order.moves) if set(pieces) & set(move.pieces))

    def before(self, line: int) -> State:
        """The position in which the move *line* is made; after all moves for one more than there are."""
        return self._run(line)[0]

    def end(self) -> tuple[State, Mapping[str, tuple[str, ...]]]:
        """The position after all moves, and the cities that each piece passes, the first being where it starts."""
        return self._run(len(self.order.moves))

    def _run(self, line: int) -> tuple[State, Mapping[str, tuple[str, ...]]]:
        if line not in self.ran:
            self.ran[line] = self._up_to(line)
        return self.ran[line]

    def _up_to(self, line: int) -> tuple[State, Mapping[str, tuple[str, ...]]]:
        order = replace(self.order, moves=self.order.moves[:line])
        table = stage.up_to_moves(self.view, self.seat, order, supplied=self.supplied)
        mover = stage.SheetMover(table, self.seat, order, checked=True)
        while mover.next is not None:
            mover.move()
        ways: dict[str, tuple[str, ...]] = {}
        for event in table.close("", {}).events:
            match event:
                case Moved():
                    ways[event.piece] = (event.start, *event.path)
                case TakenAsMoved():
                    start = self.view.at.get(event.piece)
                    ways[event.piece] = (*((start,) if start else ()), event.city)
                case TrainReEntered():
                    ways[event.train] = (event.city,)
        return table.state, MappingProxyType(ways)


def stage_draft(view: State, decision: Decision, order: StageOrders) -> StageDraft:
    """The draft of a stage's sheet."""
    return StageDraft(view, decision.seat, order, bool(decision.about.get("again")))
