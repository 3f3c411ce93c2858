"""The movement of a stage: one player's sheet in its order, or two players' sheets combined (10.1).

Bohemia is Austria's list alone: the Pragmatic Army cannot be there. In Flanders the two move as both sheets say,
otherwise alternately, the Pragmatic Army first. Each player's moves keep the order of their own list; Austria's in
Bohemia take no turn and are made when the list comes to them.
"""

from msgspec.structs import replace

from pbem.engine.problem import Problem
from pbem.engine.table import Scratch, Table
from pbem_maria.chapters.movement.orders import RE_ENTER, Move
from pbem_maria.chapters.movement.paths import PiecePath
from pbem_maria.chapters.pieces.events import Moved, MoveLeftOut
from pbem_maria.chapters.pieces.orders import ALTERNATE, AUSTRIA_FIRST, PRAGMATIC_FIRST
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.turn.stage_check import SheetMover
from pbem_maria.position.state import AUSTRIA, State

FLANDERS = "flanders"


def carry_out(table: Table[State]) -> None:
    """Carry out the sheets of the stage; what is no longer legal is left out and reported."""
    state = table.state
    sheets = {seat: order for seat, order in state.orders.items() if order}
    movers = [SheetMover(table, seat, order, _planned(state, seat, order)) for seat, order in sheets.items()]
    if len(movers) == 2:
        movers.sort(key=lambda mover: mover.seat == state.seat_of(AUSTRIA))  # the Pragmatic Army begins
        _together(table, movers[0], movers[1], _agreed(*sheets.values()))
    for mover in movers:
        while mover.next is not None:
            _move(table, mover, mover.next)


def _planned(state: State, seat: str, order: StageOrders) -> dict[str, PiecePath]:
    """The path of each piece of a sheet, if it were carried out alone."""
    alone = Scratch(replace(state, orders={seat: order}))
    mover = SheetMover(alone, seat, order)
    while mover.next is not None:
        mover.move()
    return {event.piece: event.path for event in alone.close("", {}).events if isinstance(event, Moved)}


def _agreed(one: StageOrders, other: StageOrders) -> str:
    """The order in Flanders: what both say, otherwise alternately."""
    return one.flanders if one.flanders is not None and one.flanders == other.flanders else ALTERNATE


def _together(table: Table[State], pragmatic: SheetMover, austria: SheetMover, order: str) -> None:
    """Carry out two lists in the *order* for Flanders; the second of two that follow each other is left to do."""
    if order == ALTERNATE:
        while pragmatic.next is not None or austria.next is not None:
            for mover in (pragmatic, austria):
                _take_turn(table, mover)
        return
    first = {AUSTRIA_FIRST: austria, PRAGMATIC_FIRST: pragmatic}[order]
    while first.next is not None:
        _move(table, first, first.next)


def _take_turn(table: Table[State], mover: SheetMover) -> None:
    """Continue in a list until one move in Flanders has been made; at its end the side passes for good."""
    while (move := mover.next) is not None:
        in_flanders = _is_in_flanders(table.state, move)
        if _move(table, mover, move) and in_flanders:
            return


def _is_in_flanders(state: State, move: Move) -> bool:
    """Whether a move begins on the map of Flanders; a train re-enters where it is put."""
    city = move.path[0] if move.how == RE_ENTER else state.at.get(move.pieces[0])
    return city is not None and state.board.cities[city].board == FLANDERS


def _move(table: Table[State], mover: SheetMover, move: Move) -> bool:
    """Make the next move of *mover*, which is *move*; say whether a piece moved, and report which did not."""
    before = table.state
    problems = [problem for problem in mover.move() if problem.stops]
    made = [piece for piece in move.pieces if piece in table.state.moved - before.moved]
    if table.state.result is None:
        for piece in move.pieces:
            if piece not in made:
                table.emit(
                    MoveLeftOut(piece=piece, seat=mover.seat, why=_why(problems, piece), goal=_goal(before, move))
                )
    return bool(made)


def _why(problems: list[Problem], piece: str) -> str:
    """The code of what keeps *piece* from moving: its own problem, else that of the one it was to leave with."""
    own = (problem.code for problem in problems if problem.args.get("piece") == piece)
    return next(own, problems[0].code if problems else "")


def _goal(state: State, move: Move) -> str | None:
    return move.path[-1] if move.path else state.at.get(move.joins or "")
