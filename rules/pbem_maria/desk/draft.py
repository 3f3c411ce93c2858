"""A stage's sheet as far as it is written: where its lines lead, and the position in which one of them is made (10.1).

Moves that are refused are taken as made, as the check of a sheet does.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem_maria.chapters.movement.orders import STAY
from pbem_maria.chapters.pieces.events import Moved, TakenAsMoved, TrainReEntered
from pbem_maria.chapters.turn import stage_check
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.position.state import State


class StageDraft(msgspec.Struct, frozen=True):
    """What a seat has ordered so far for the stage that it is asked about."""

    view: State
    seat: str
    order: StageOrders
    supplied: bool
    passing: bool
    """Whether the seat may simply pass."""

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers of the seat that act in the stage."""
        return stage_check.powers_of(self.view, self.seat)

    def lines(self, *pieces: str) -> tuple[int, ...]:
        """The numbers of the moves that are about any of *pieces*."""
        return tuple(n for n, move in enumerate(self.order.moves) if set(pieces) & set(move.pieces))

    def before(self, line: int) -> State:
        """The position in which the move *line* is made; after all moves for one more than there are."""
        return self._run(self.order.moves[:line])[0]

    def end(self) -> tuple[State, Mapping[str, tuple[str, ...]]]:
        """The position after all moves, and the cities that each piece passes, the first being where it starts."""
        return self._run(self.order.moves)

    def _run(self, moves: Iterable[object]) -> tuple[State, Mapping[str, tuple[str, ...]]]:
        order = replace(self.order, moves=tuple(moves))
        table = stage_check.up_to_moves(self.view, self.seat, order, supplied=self.supplied)
        mover = stage_check.SheetMover(table, self.seat, order, checked=True)
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


def stage_draft(view: State, seat: str, decision: Decision, order: Order | None) -> StageDraft:
    """The draft of a stage's sheet."""
    draft = order if isinstance(order, StageOrders) else StageOrders()
    default = decision.default
    passing = isinstance(default, StageOrders) and default.passes
    return StageDraft(view, seat, draft, bool(decision.about.get("again")), passing)


def moving(draft: StageDraft, piece: str) -> bool:
    """Whether the sheet lets *piece* move."""
    return any(piece in move.pieces and move.how != STAY for move in draft.order.moves)
