"""Moves that are refused and yet taken as made while the rest of their sheet is judged (10.1).

Whoever writes a move that is not possible means its pieces to be where it leads. What comes after it in the sheet is
judged in that light; where even that is unclear, nothing that depends on it is refused.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_maria.chapters.movement import movement
from pbem_maria.chapters.movement.orders import Move
from pbem_maria.chapters.movement.paths import GENERAL_MAIN, limit, may_stack
from pbem_maria.chapters.pieces.events import TakenAsMoved
from pbem_maria.position.powers import closed_to
from pbem_maria.position.state import State


def take(table: Table[State], powers: tuple[str, ...], move: Move) -> None:
    """Let the pieces of a refused *move* be where it leads, those for which that is clear and possible."""
    for piece in move.pieces:
        state = table.state
        goal = state.at.get(move.joins) if move.joins else move.path[-1] if move.path else None
        if goal is None or not _may_be_in(state, powers, piece, goal):
            continue
        table.emit(TakenAsMoved(piece=piece, city=goal))
        if len(table.state.generals_at(goal)) > 1:
            table.emit(movement.form_stack(table.state, piece, goal, move.commander))


def may_follow(
    state: State,
    powers: Iterable[str],
    problem: Problem,
    earlier: Move | None = None,
    before: Mapping[str, str] = MappingProxyType({}),
) -> bool:
    """Whether a problem of a move may be due to an *earlier* one of the same sheet, whichever piece that moves.

    Without one: to an earlier one of which nothing is known. *before* is where the pieces were before all moves.
    """
    args = problem.args
    if problem.code == "no-way":
        return bool(args["distance"] <= limit(state, args["piece"], args["how"], main=True))
    if problem.code == "which-path":
        return True
    other = args.get("other")
    destroyed = other in state.theatre.trains and state.power_of(str(other)) not in powers
    opened = state.at.get(str(other)) if destroyed else args.get("city") if problem.code == "march-fortress" else None
    return opened is not None and (earlier is None or _could_open(state, earlier, opened, before))


def _could_open(state: State, earlier: Move, city: str, before: Mapping[str, str]) -> bool:
    """Whether *earlier* could conquer *city*, or destroy a train there: its route, unless it is written, is unknown."""
    if len(earlier.path) > 1:
        return city in earlier.path
    places = {at[piece] for piece in earlier.pieces for at in (before, state.at) if piece in at}
    return any(state.board.distance(each, city) <= GENERAL_MAIN for each in places)


def own_pieces(state: State, powers: Iterable[str], problem: Problem, move: Move) -> frozenset[str]:
    """The pieces of *powers* that a problem of *move* is about, but for those that it moves."""
    about = {move.joins, problem.args.get("other"), *state.pieces_at(problem.args.get("city") or "")}
    present = {*state.theatre.generals, *state.theatre.trains}
    found = (piece for piece in about if piece in present and piece not in move.pieces)
    return frozenset(piece for piece in found if piece and state.power_of(piece) in powers)


def _may_be_in(state: State, powers: tuple[str, ...], piece: str, goal: str) -> bool:
    """Whether a piece of *powers* that has not moved yet could be in the city *goal* at the end of its move."""
    theatre = state.theatre
    if piece not in theatre.generals and piece not in theatre.trains:
        return False
    if piece not in state.at or piece in state.moved or state.power_of(piece) not in powers:
        return False
    if goal not in state.board.cities or closed_to(state, goal, state.power_of(piece)):
        return False
    return not [other for other in state.pieces_at(goal) if other != piece] or may_stack(state, piece, goal)
