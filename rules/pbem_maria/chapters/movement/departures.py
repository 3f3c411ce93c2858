"""Cities that another player's pieces may have left by the time one's own arrive (10.1).

A sheet is checked as if its seat were alone, so it cannot be known whether a piece in the way will have gone: a move
that needs that is allowed with a warning. When both sheets are carried out, no piece is taken as gone.
"""

from collections.abc import Iterable

from pbem.engine.problem import OrderPath, Problem, Weight
from pbem.engine.table import Table
from pbem_maria.chapters.pieces.events import TakenAsGone
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.position.powers import cooperating
from pbem_maria.position.state import State

RULE = "10.1"


def may_leave(state: State, piece: str, city: str) -> tuple[str, ...]:
    """The pieces in *city* that another player may move in this stage, by a sheet that is not known in *state*."""
    own = state.seat_of(state.power_of(piece))
    return tuple(
        other
        for other in state.pieces_at(city)
        if state.power_of(other) in state.stage_powers()
        and (seat := state.seat_of(state.power_of(other))) != own
        and not isinstance(state.orders.get(seat), StageOrders)
    )


def without(state: State, gone: Iterable[str]) -> State:
    """The position without the pieces *gone*."""
    for piece in gone:
        state = TakenAsGone(piece=piece).change(state)
    return state


def all_gone(state: State, piece: str) -> State:
    """The position if every piece that may leave before *piece* moves has done so."""
    return without(state, [other for city in set(state.at.values()) for other in may_leave(state, piece, city)])


def take_as_gone(table: Table[State], piece: str, city: str) -> None:
    """Let the city where *piece* is to stay be empty of what must have left it by then."""
    for other in may_leave(table.state, piece, city):
        table.emit(TakenAsGone(piece=other))


def warning(state: State, piece: str, other: str, where: OrderPath) -> Problem:
    """That a move is made only if *other* has left its city by then."""
    powers = state.power_of(piece), state.power_of(other)
    may_stack = state.theatre.is_general(piece) and state.theatre.is_general(other) and cooperating(state, *powers)
    city, seat = state.at[other], state.seat_of(powers[1])
    args = {"piece": piece, "other": other, "city": city, "seat": seat, "may_stack": may_stack}
    return Problem("other-must-leave", where, RULE, args, Weight.unwise)
