"""What a refusal of a move says beside why: the way there, what is on it, and where the piece can go instead (10.1)."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbem.engine.problem import Problem
from pbem_maria.chapters.movement import trains
from pbem_maria.chapters.movement.orders import FORCE_MARCH, MARCH, Move
from pbem_maria.chapters.movement.paths import PiecePath, limit, wrong_with_path
from pbem_maria.chapters.movement.routes import Effects, routes
from pbem_maria.position.state import State

NEAREST = 3
"""So many cities are named that are as near to the destination as the piece can come."""
_OF_THE_WAY = frozenset(
    {
        "no-way", "not-adjacent", "too-far", "march-off-main-road", "march-fortress", "march-beside-enemy",
        "march-onto-train", "train-occupied", "no-jumping", "enemy-occupied", "stack-full", "may-not-stack",
        "neutral-bars", "no-crossing", "stack-not-agreed", "commander-not-agreed", "already-there",
        "train-only-marches",
    }
)  # fmt: skip


def helped(state: State, powers: tuple[str, ...], move: Move, problem: Problem) -> Problem:
    """*problem* of *move* with what its writer needs to know in order to correct it, as the pieces are in *state*."""
    args, piece = problem.args, str(problem.args.get("piece"))
    more: Mapping[str, Any] = {"pieces": move.pieces} if len(move.pieces) > 1 else {}
    if problem.code == "re-entry-occupied":
        more = {**more, "sites": _free_sites(state, piece)}
    elif problem.code == "not-your-piece":
        more = {**more, "own": _movable(state, powers)}
    elif problem.code == "piece-off-map" and piece in state.theatre.trains:
        more = {**more, "sites": _free_sites(state, piece)}
    elif problem.code in _OF_THE_WAY and piece in state.at:
        goal = state.at.get(move.joins) if move.joins else move.path[-1]
        more = {**more, **_ways(state, piece, goal, move, args)} if goal else more
    return replace(problem, args={**args, **more}) if more else problem


def _ways(state: State, piece: str, goal: str, move: Move, args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments for a goal that cannot be reached as written.

    *route* is the shortest one by road between the cities that no road joins, or to the goal; *bars* is what is wrong
    with that to the goal if it is short enough. *legal* is a path by which the piece can go there all the same, *force*
    one of a force march instead of a march, *march* the other way round; *nearest* are the ends of its legal moves that
    are nearest to the goal, and *nearer* is how to write a move to the first of them.
    """
    board, start, general = state.board, state.at[piece], state.theatre.is_general(piece)
    pace = FORCE_MARCH if move.how == FORCE_MARCH and general else MARCH
    found = routes(state, piece, pace)
    by_force = routes(state, piece, FORCE_MARCH, goal) if general and pace == MARCH and goal not in found else {}
    by_march = routes(state, piece, MARCH, goal) if general and pace == FORCE_MARCH else {}
    if not found and general and pace == FORCE_MARCH:
        pace, found = MARCH, routes(state, piece, MARCH)
    closer = [city for city in found if board.distance(city, goal) < board.distance(start, goal)]
    near = sorted(closer or found, key=lambda city: (board.distance(city, goal), len(_first(found, city)), city))[
        :NEAREST
    ]
    unclear = near and len(found[near[0]]) > 1
    return {
        "goal": goal,
        "how": pace,
        "route": board.route(args.get("start", start), args["city"]) if "start" in args else board.route(start, goal),
        "bars": next((problem for _, problem in _on_the_way(state, piece, goal, pace)), None),
        "legal": _first(found, goal),
        "force": _first(by_force, goal),
        "march": _first(by_march, goal),
        "nearest": tuple(near),
        "nearer": _first(found, near[0]) if unclear else tuple(near[:1]),
    }


def _first(found: Mapping[str, Mapping[Effects, PiecePath]], city: str) -> PiecePath:
    return next(iter(found.get(city, {}).values()), ())


def _on_the_way(state: State, piece: str, goal: str, pace: str) -> list[tuple[int, Problem]]:
    """What is wrong with the shortest route to *goal*, unless it is only too long."""
    path = state.board.route(state.at[piece], goal)[1:]
    if not path or len(path) > limit(state, piece, pace, main=True):
        return []
    return list(wrong_with_path(state, piece, path, pace))


def _movable(state: State, powers: tuple[str, ...]) -> tuple[str, ...]:
    """The pieces of *powers* on the map that have not moved."""
    pieces = (*state.theatre.generals, *state.theatre.trains)
    return tuple(p for p in pieces if p in state.at and p not in state.moved and state.power_of(p) in powers)


def _free_sites(state: State, train: str) -> tuple[str, ...]:
    """The major fortresses on which *train* could re-enter now (10.2)."""
    return tuple(city for city in trains.sites(state, state.power_of(train)) if not state.pieces_at(city))
