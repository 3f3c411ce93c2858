"""A sheet as far as it is written.

Moves that are refused are taken as made, as the check of a sheet does.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.menu import Edit
from pbem.engine.order import Order, OrderPath
from pbem.engine.reading import Lexicon
from pbem.engine.table import Step
from pbem_maria.chapters.pieces import Moved, TakenAsMoved, TrainReEntered
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.movement import STAY, Move
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.state import State
from pbem_maria.sequence import stage

PASSES: OrderPath = ("passes",)
NO_PASS = Edit(path=PASSES, how="remove")


def let_pass(view: State, decision: Decision, order: Order, path: OrderPath) -> bool:
    """Whether nothing in *order* at *path* is refused."""
    step = view.flow[-1] if view.flow else None
    if not isinstance(step, Step):
        return True
    return not any(problem.stops and problem.path[: len(path)] == path for problem in step.check(view, decision, order))


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
        return stage.powers_of(self.view, self.seat)

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


def stage_draft(view: State, seat: str, decision: Decision, order: Order | None) -> StageDraft:
    """The draft of a stage's sheet."""
    draft = order if isinstance(order, StageOrders) else StageOrders()
    default = decision.default
    passing = isinstance(default, StageOrders) and default.passes
    return StageDraft(view, seat, draft, bool(decision.about.get("again")), passing)


def moving(draft: StageDraft, piece: str) -> bool:
    """Whether the sheet lets *piece* move."""
    return any(piece in move.pieces and move.how != STAY for move in draft.order.moves)


class DeskSpeller:
    """Spells the things of a sheet by the first of their names; implements `engine.kit.reading.NameSpeller`."""

    def __init__(self, names: Lexicon) -> None:
        self._names = names

    def name(self, kind: str, identifier: str) -> str:
        known = (each for each in kind.split() if identifier in self._names.kinds.get(each, {}))
        return next((self._names.name(each, identifier) for each in known), identifier)


def speller(view: State, seat: str) -> DeskSpeller:
    """How things are spelled in the sheets of *seat*."""
    return DeskSpeller(lexicon(view, seat))


def spelled(move: Move, names: DeskSpeller) -> str:
    """A line of a sheet with *move*."""
    return "".join(f"{key}: {way}" for key, way in move.spell(names).items())
