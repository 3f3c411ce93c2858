"""Carrying out the moves of an action stage (10.1), with what they conquer and destroy."""

from collections.abc import Iterator, Mapping

from pbem.engine.problem import Problem, Weight, under
from pbem.engine.table import Table
from pbem_maria.chapters.conquest import conquest, silesia
from pbem_maria.chapters.hussars import hussars
from pbem_maria.chapters.movement import departures, trains
from pbem_maria.chapters.movement.orders import FORCE_MARCH, JOIN, MARCH, RE_ENTER, Move
from pbem_maria.chapters.movement.paths import PiecePath, barred, wrong_with_path
from pbem_maria.chapters.movement.routes import happenings, routes
from pbem_maria.chapters.pieces import shared_stacks
from pbem_maria.chapters.pieces.events import Moved, StackFormed
from pbem_maria.chapters.victory import introductory
from pbem_maria.position.powers import is_enemy_fortress
from pbem_maria.position.state import State

RULE = "10.1"
Planned = Mapping[str, PiecePath]
"""The path of each piece as it was found when the sheet was received."""


def carry_out(
    table: Table[State], powers: tuple[str, ...], move: Move, planned: Planned | None = None
) -> Iterator[Problem]:
    """Carry out *move* as far as it is legal; every problem has its path inside the move.

    A sheet that can no longer be changed comes with the paths that its moves were *planned* to take.
    """
    together: PiecePath | None = None
    left: str | None = None
    for piece in move.pieces:
        state = table.state
        problem = _cannot_move(state, powers, piece, move) or _wrong_company(state, piece, left)
        if problem is not None:
            yield problem
            continue
        if move.how == RE_ENTER:
            yield from trains.re_enter(table, piece, move)
            continue
        path = together or _path_of(state, piece, move, planned)
        if isinstance(path, Problem):
            yield path
            return
        leavers, problems = _judged(state, piece, path, move)
        yield from problems
        if problems:
            return
        if path[-1] in (state.at[other] for other in leavers):
            departures.take_as_gone(table, piece, path[-1])
        if together is None:
            yield from (departures.warning(state, piece, other, _where(move)) for other in leavers)
            yield from _missed(table.state, piece, path, move)
        together, left = path, state.at[piece]
        march(table, piece, path, move)
        if table.state.result is not None:
            return


def _judged(state: State, piece: str, path: PiecePath, move: Move) -> tuple[tuple[str, ...], list[Problem]]:
    """Which pieces must have left their cities for *piece* to go along *path*, and what is wrong even then."""
    found = list(_wrong_way(state, piece, path, move))
    barring = dict.fromkeys(path[n] for n, _ in found if n < len(path))
    leavers = tuple(other for city in barring for other in departures.may_leave(state, piece, city))
    clear = departures.without(state, leavers)
    if leavers:
        found = list(_wrong_way(clear, piece, path, move))
    problems = [under(problem, "path", _written(state, piece, move, n)) for n, problem in found]
    if (problem := _wrong_commander(clear, piece, path[-1], move)) is not None:
        problems.append(problem)
    return leavers, problems


def _wrong_way(state: State, piece: str, path: PiecePath, move: Move) -> Iterator[tuple[int, Problem]]:
    return wrong_with_path(state, piece, path, _pace(move))


def _wrong_company(state: State, piece: str, left: str | None) -> Problem | None:
    """Why *piece* cannot leave together with the general that left the city *left*."""
    if left is None or state.at.get(piece) == left:
        return None
    return Problem("not-together", ("pieces",), RULE, {"piece": piece, "city": state.at.get(piece), "other": left})


def _wrong_commander(state: State, piece: str, city: str, move: Move) -> Problem | None:
    """Why the general named may not command the stack that the move forms in *city* (6)."""
    if move.commander is None or piece != move.pieces[-1]:
        return None
    stack = tuple(dict.fromkeys((*state.generals_at(city), piece)))
    args = {"general": move.commander, "city": city, "generals": stack}
    if len(stack) == 2 and shared_stacks.of_two_players(state, *stack):
        return Problem("commander-of-two-players", ("commander",), "6", args)
    if move.commander not in stack or len(stack) < 2:
        return Problem("commander-not-there", ("commander",), "6", args)
    ranks = {general: state.theatre.generals[general].rank for general in stack}
    first = min(stack, key=lambda general: ranks[general])
    if ranks[move.commander] > ranks[first]:
        return Problem("rank-commands", ("commander",), "6", {**args, "first": first})
    return None


def _cannot_move(state: State, powers: tuple[str, ...], piece: str, move: Move) -> Problem | None:
    theatre = state.theatre
    args = {"piece": piece, "how": move.how}
    if piece not in theatre.generals and piece not in theatre.trains:
        return Problem("piece-absent", ("pieces",), "14", args)
    if theatre.power_of(piece) not in powers:
        return Problem("not-your-piece", ("pieces",), "5", args)
    if move.how != JOIN and not move.path:
        return Problem("no-goal", ("pieces",), RULE, args)
    if absent := next((city for city in move.path if city not in state.board.cities), None):
        return Problem("city-absent", ("path", move.path.index(absent)), "14", {**args, "city": absent})
    if move.how == RE_ENTER:
        return None
    if piece not in state.at:
        return Problem("piece-off-map", ("pieces",), RULE, args)
    if piece in state.moved:
        return Problem("already-moved", ("pieces",), RULE, {**args, "city": state.at[piece]})
    if not theatre.is_general(piece) and move.how in (FORCE_MARCH, JOIN):
        return Problem("train-only-marches", ("pieces",), RULE, args)
    return None


def _pace(move: Move) -> str:
    return FORCE_MARCH if move.how == FORCE_MARCH else MARCH


def _goal(state: State, piece: str, move: Move) -> str | Problem:
    if move.how != JOIN:
        return move.path[-1]
    other = move.joins or ""
    if other not in state.at:
        return Problem("join-off-map", ("joins",), RULE, {"piece": piece, "other": other})
    if other == piece:
        return Problem("join-itself", ("joins",), RULE, {"piece": piece})
    if state.at[other] == state.at[piece]:
        return Problem("joined-already", ("joins",), RULE, {"piece": piece, "other": other})
    return state.at[other]


def _written(state: State, piece: str, move: Move, number: int) -> int:
    """The number, in the path as written, of city *number* of the path taken."""
    named_start = bool(move.path) and move.path[0] == state.at[piece] and len(move.path) > 1
    return min(number + named_start, max(0, len(move.path) - 1))


def _path_of(state: State, piece: str, move: Move, planned: Planned | None) -> PiecePath | Problem:
    """The path of *piece*: as written, or the legal one to the destination; otherwise why there is none.

    If several differ in effect, its owner chooses; if it is too late for that, the planned one is taken, otherwise
    the shortest. Only if there is no other path may one need that another player's piece has left.
    """
    start = state.at[piece]
    if move.starts and move.path[0] != start:
        return Problem(
            "not-there", ("path", 0), RULE, {"piece": piece, "city": move.path[0], "start": start, "way": move.path[1:]}
        )
    written = move.path[1:] if len(move.path) > 1 and move.path[0] == start else move.path
    if move.how != JOIN and (len(written) > 1 or _next_to(state, start, written[0], move)):
        return written
    found = _way_to_goal(state, piece, move, planned)
    clear = departures.all_gone(state, piece) if isinstance(found, Problem) else state
    hoped = _way_to_goal(clear, piece, move, planned) if clear is not state else found
    return found if isinstance(hoped, Problem) and hoped.code != "which-path" else hoped


def _way_to_goal(state: State, piece: str, move: Move, planned: Planned | None) -> PiecePath | Problem:
    goal, start = _goal(state, piece, move), state.at[piece]
    if isinstance(goal, Problem):
        return goal
    where = _where(move)
    if goal == start:
        return Problem("already-there", where, RULE, {"piece": piece, "city": goal})
    way = (planned or {}).get(piece, ())
    if way[-1:] == (goal,) and not any(_wrong_way(state, piece, way, move)):
        return way
    found = routes(state, piece, _pace(move), goal).get(goal, {})
    if not found:
        return _no_way(state, piece, goal, move, where)
    if len(found) > 1 and planned is None:
        choices = tuple({"path": path, "effects": effects} for effects, path in found.items())
        return Problem("which-path", where, RULE, {"piece": piece, "goal": goal, "choices": choices})
    return next(iter(found.values()))


def _where(move: Move) -> tuple[str | int, ...]:
    """The spot of the destination inside the move."""
    return ("path", max(0, len(move.path) - 1)) if move.how != JOIN else ("joins",)


def _next_to(state: State, start: str, city: str, move: Move) -> bool:
    """Whether one step of the move may lead from *start* to *city*."""
    joined = state.board.on_main_road if move.how == FORCE_MARCH else state.board.adjacent
    return joined(start, city)


def _no_way(state: State, piece: str, goal: str, move: Move, where: tuple[str | int, ...]) -> Problem:
    """Why there is no path to *goal*: what bars the city itself, otherwise that it is too far or blocked."""
    problem = barred(state, piece, goal, _pace(move), last=True)
    if problem is not None:
        return Problem(problem.code, where, problem.rule, problem.args)
    args = {"piece": piece, "goal": goal, "how": move.how, "distance": state.board.distance(state.at[piece], goal)}
    return Problem("no-way", where, RULE, args)


def march(table: Table[State], piece: str, path: PiecePath, move: Move) -> None:
    """Move *piece* along a legal *path*."""
    how = _pace(move)
    state = table.state
    events = tuple(happenings(state, piece, path, how))
    table.emit(Moved(piece=piece, start=state.at[piece], path=path, how=how))
    hussars.drive_off(table, piece, path)
    silesia.crossed(table, piece, path)
    for event in events:
        conquest.take(table, event)
    stack = table.state.generals_at(path[-1])
    if len(stack) > 1:
        table.emit(form_stack(table.state, piece, path[-1], move.commander))
    introductory.settle(table)


def form_stack(state: State, arrived: str, city: str, commander: str | None) -> StackFormed:
    """The event of a stack formed by the arrival of a general; of equal ranks the chosen one commands (6).

    Without a choice the general that was there before does.
    """
    stack = state.generals_at(city)
    generals = state.theatre.generals
    equal = generals[stack[0]].rank == generals[stack[1]].rank
    if equal:
        first = next(general for general in stack if general != arrived)
        wanted = commander or shared_stacks.commander(state, stack)
        chosen = wanted if wanted in stack else first
        return StackFormed(city=city, commander=chosen or first, generals=stack, chosen=True)
    return StackFormed(city=city, commander=stack[0], generals=stack)


def _missed(state: State, piece: str, path: PiecePath, move: Move) -> Iterator[Problem]:
    """Warnings about what the move does not do: conquer, or form a stack that its seat alone cannot form."""
    if not state.theatre.is_general(piece):
        return
    power = state.power_of(piece)
    where = _where(move)
    if is_enemy_fortress(state, path[-1], power):
        args = {"piece": piece, "city": path[-1]}
        yield Problem("conquered-on-leaving", where, "10.3", args, Weight.unwise)
    for other in state.generals_at(path[-1]):
        if shared_stacks.of_two_players(state, piece, other):
            args = {"piece": piece, "other": other, "seat": state.seat_of(state.power_of(other))}
            yield Problem("stack-needs-both", where, RULE, args, Weight.unwise)
    passed = [city for city in (state.at[piece], *path[:-1]) if is_enemy_fortress(state, city, power)]
    told: dict[str, object] = {"piece": piece, "cities": tuple(passed)}
    if passed and move.how == FORCE_MARCH:
        yield Problem("march-conquers-nothing", where, "10.3", told, Weight.unwise)
    elif passed and piece in state.face_down:
        yield Problem("face-down-conquers-nothing", where, "9", told, Weight.unwise)
