"""Carrying out the moves of an action stage (10.1), with what they conquer and destroy.

A sheet is checked as if its seat were alone, so it cannot be known whether a piece in the way will have gone: a move
that needs that is allowed with a warning. When both sheets are carried out, no piece is taken as gone.

Whoever writes a move that is not possible means its pieces to be where it leads. What comes after it in the sheet is
judged in that light; where even that is unclear, nothing that depends on it is refused.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from pbem.engine.order import OrderPath, Problem, Weight, under
from pbem.engine.table import Table
from pbem_maria.chapters import conquest, hussars, pieces, winning
from pbem_maria.chapters.cards import Discarded, cheapest, wrong_with_payment
from pbem_maria.chapters.paths import (
    GENERAL_MAIN,
    Effects,
    PiecePath,
    barred,
    effects,
    happenings,
    limit,
    may_stack,
    routes,
    wrong_with_path,
)
from pbem_maria.chapters.pieces import (
    Moved,
    StackFormed,
    TakenAsGone,
    TakenAsMoved,
    TrainReEntered,
    commander_said,
)
from pbem_maria.orders.movement import FORCE_MARCH, JOIN, MARCH, RE_ENTER, Move
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.cards import find, worth
from pbem_maria.position.powers import closed_to, cooperating, home_of, is_enemy_fortress, is_friendly
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


def warning(state: State, piece: str, other: str, where: OrderPath, path: PiecePath = ()) -> Problem:
    """That a move, along *path* if that is known, is made only if *other* has left its city by then."""
    powers = state.power_of(piece), state.power_of(other)
    may_stack = state.theatre.is_general(piece) and state.theatre.is_general(other) and cooperating(state, *powers)
    city, seat = state.at[other], state.seat_of(powers[1])
    under = commander_said(state, piece, other) if may_stack else ""
    args = {"piece": piece, "other": other, "city": city, "seat": seat, "may_stack": may_stack, "under": under}
    args["path"] = (state.at[piece], *path) if len(path) > 1 else ()
    return Problem("other-must-leave", where, RULE, args, Weight.unwise)


TRAIN_RULE = "10.2"
PRICE = 4
"""TC points for the re-entry of a train."""


def sites(state: State, power: str) -> tuple[str, ...]:
    """The major fortresses on which a train of *power* could re-enter, if they were empty."""
    powers = state.theatre.powers
    homes = {power, *(p for p in powers if not powers[p].is_major and cooperating(state, power, p))}
    return tuple(
        city.id
        for city in state.board.fortresses
        if city.is_major_fortress
        and home_of(state, city.id) in homes
        and is_friendly(state, city.id, power)
        and not closed_to(state, city.id, power)
    )


def re_enter(table: Table[State], train: str, move: Move) -> Iterator[Problem]:
    """Re-enter *train*, or pick it up and re-enter it, if that is legal."""
    state = table.state
    power = state.power_of(train)
    city = move.path[0]
    leavers = may_leave(state, train, city)
    site = without(state, leavers)
    problems = [*wrong_with_site(site, train, city), *_wrong_with_cards(state, power, move)]
    yield from problems
    if any(problem.stops for problem in problems):
        return
    yield from (warning(state, train, other, ("path", 0)) for other in leavers)
    take_as_gone(table, train, city)
    hand = state.hands[power].known
    cards = find(hand, move.cards)[0] if move.cards else cheapest(hand, PRICE) or ()
    table.emit(Discarded(power=power, cards=cards, why="re-entry"))
    table.emit(TrainReEntered(train=train, city=city, picked_up=state.at.get(train)))
    hussars.drive_off(table, train, (city,))


def wrong_with_site(state: State, train: str, city: str) -> Iterator[Problem]:
    """Why *train* cannot re-enter on *city*, whatever it costs."""
    args = {"piece": train, "city": city}
    if state.theatre.is_general(train):
        yield Problem("general-re-enters", ("pieces",), TRAIN_RULE, args)
        return
    if state.theatre.trains[train].box and not state.annexed:
        yield Problem("train-in-box", ("pieces",), TRAIN_RULE, args)
        return
    if train in state.moved:
        yield Problem("train-moved-already", ("pieces",), TRAIN_RULE, args)
    possible = sites(state, state.power_of(train))
    if city not in possible:
        yield Problem("no-re-entry-there", ("path", 0), TRAIN_RULE, {**args, "sites": possible})
    elif others := tuple(p for p in state.pieces_at(city) if p != train):
        yield Problem("re-entry-occupied", ("path", 0), TRAIN_RULE, {**args, "other": others[0]})


def _wrong_with_cards(state: State, power: str, move: Move) -> Iterator[Problem]:
    if move.cards:
        yield from wrong_with_payment(state, power, move.cards, PRICE, TRAIN_RULE, ("cards",))
    elif worth(state.hands[power].known) < PRICE:
        args = {"power": power, "points": PRICE, "paid": worth(state.hands[power].known)}
        yield Problem("paid-too-little", ("path",), TRAIN_RULE, args)


NEAREST = 3
"""So many cities are named that are as near to the destination as the piece can come."""
_OF_A_CHOICE = ("which-path", "other-deeds")
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
    with that to the goal if it is short enough. *legal* is a path by which the piece can go there all the same, through
    the cities that were named if one leads through them, *force*
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
    between = move.path[1 if move.path[:1] == (start,) else 0 : -1]
    through = routes(state, piece, pace, goal, between) if between else {}
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
        "legal": _first(through, goal) or _first(found, goal),
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
    return tuple(city for city in sites(state, state.power_of(train)) if not state.pieces_at(city))


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
            yield from re_enter(table, piece, move)
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
            take_as_gone(table, piece, path[-1])
        if together is None:
            yield from (warning(state, piece, other, _where(move), path) for other in leavers)
            yield from _missed(table.state, piece, path, move)
        together, left = path, state.at[piece]
        march(table, piece, path, move)
        if table.state.result is not None:
            return


def _judged(state: State, piece: str, path: PiecePath, move: Move) -> tuple[tuple[str, ...], list[Problem]]:
    """Which pieces must have left their cities for *piece* to go along *path*, and what is wrong even then."""
    found = list(_wrong_way(state, piece, path, move))
    barring = dict.fromkeys(path[n] for n, _ in found if n < len(path))
    leavers = tuple(other for city in barring for other in may_leave(state, piece, city))
    clear = without(state, leavers)
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
    if len(stack) == 2 and pieces.of_two_players(state, *stack):
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
    if move.path and move.path[-1] != state.at[other]:
        args = {"piece": piece, "other": other, "city": move.path[-1], "start": state.at[other]}
        return Problem("join-elsewhere", ("path", 0), RULE, args)
    return state.at[other]


def _written(state: State, piece: str, move: Move, number: int) -> int:
    """The number, in the path as written, of city *number* of the path taken."""
    named_start = bool(move.path) and move.path[0] == state.at[piece] and len(move.path) > 1
    return min(number + named_start, max(0, len(move.path) - 1))


def _path_of(state: State, piece: str, move: Move, planned: Planned | None) -> PiecePath | Problem:
    """The path of *piece*: as written, or the legal one to the destination; otherwise why there is none.

    A way through cities that no road joins, but for a force march with arrows, is one via these. If several differ in
    effect, its owner chooses; if it is too late for that, the planned one is taken, otherwise the shortest. Only if
    there is no other path may one need that another player's piece has left.
    """
    start = state.at[piece]
    if move.starts and move.path[0] != start:
        return Problem(
            "not-there", ("path", 0), RULE, {"piece": piece, "city": move.path[0], "start": start, "way": move.path[1:]}
        )
    written = move.path[1:] if len(move.path) > 1 and move.path[0] == start else move.path
    joined = all(state.board.adjacent(*step) for step in pairwise((start, *written)))
    through = written[:-1] if not joined and (move.via or _pace(move) == MARCH) else ()
    if move.how != JOIN and not through and (len(written) > 1 or _next_to(state, start, written[0], move)):
        return _unless_deeds_fail(state, piece, written, move) if planned is None else written
    found = _way_to_goal(state, piece, move, planned, through)
    clear = all_gone(state, piece) if isinstance(found, Problem) else state
    hoped = _way_to_goal(clear, piece, move, planned, through) if clear is not state else found
    if isinstance(hoped, Problem) and hoped.code not in _OF_A_CHOICE:
        return written if through else found
    return hoped


def _able(choices: Mapping[Effects, PiecePath], move: Move) -> dict[Effects, PiecePath]:
    """Those of the *choices* that do what *move* is to do on its way: just that, or else that and more."""
    if move.deeds is None:
        return dict(choices)
    wanted = set(move.deeds)

    def done(effects: Effects) -> set[tuple[str, str]]:
        return {(kind, "") if (kind, "") in wanted else (kind, city) for kind, city in effects}

    exact = {effects: path for effects, path in choices.items() if done(effects) == wanted}
    more = {effects: path for effects, path in choices.items() if wanted <= done(effects)}
    return exact or (more if wanted else {})


def _unless_deeds_fail(state: State, piece: str, path: PiecePath, move: Move) -> PiecePath | Problem:
    """*path* as written, unless something on it is legal but does not do what is said of it."""
    choices = {effects(state, piece, path, _pace(move)): path}
    if move.deeds is None or _able(choices, move) or any(_wrong_way(state, piece, path, move)):
        return path
    return _other_deeds(piece, path[-1], choices, move)


def _other_deeds(piece: str, goal: str, choices: Mapping[Effects, PiecePath], move: Move) -> Problem:
    shown = tuple({"path": path, "effects": effects} for effects, path in choices.items())
    return Problem("other-deeds", _where(move), RULE, {"piece": piece, "goal": goal, "choices": shown})


def _way_to_goal(
    state: State, piece: str, move: Move, planned: Planned | None, through: PiecePath
) -> PiecePath | Problem:
    goal, start = _goal(state, piece, move), state.at[piece]
    if isinstance(goal, Problem):
        return goal
    where = _where(move)
    if goal == start:
        return Problem("already-there", where, RULE, {"piece": piece, "city": goal})
    way = (planned or {}).get(piece, ())
    if way[-1:] == (goal,) and not any(_wrong_way(state, piece, way, move)):
        return way
    found = routes(state, piece, _pace(move), goal, through).get(goal, {})
    if not found:
        return _no_way(state, piece, goal, move, where)
    if planned is None and not (able := _able(found, move)):
        return _other_deeds(piece, goal, found, move)
    found = able if planned is None else found
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
    conquest.crossed(table, piece, path)
    for event in events:
        conquest.take(table, event)
    stack = table.state.generals_at(path[-1])
    if len(stack) > 1:
        table.emit(form_stack(table.state, piece, path[-1], move.commander))
    winning.settle_introductory(table)


def form_stack(state: State, arrived: str, city: str, commander: str | None) -> StackFormed:
    """The event of a stack formed by the arrival of a general; of equal ranks the chosen one commands (6).

    Without a choice the general that was there before does.
    """
    stack = state.generals_at(city)
    generals = state.theatre.generals
    equal = generals[stack[0]].rank == generals[stack[1]].rank
    if equal:
        first = next(general for general in stack if general != arrived)
        wanted = commander or pieces.commander(state, stack)
        chosen = wanted if wanted in stack else first
        return StackFormed(city=city, commander=chosen or first, generals=stack, chosen=True)
    return StackFormed(city=city, commander=stack[0], generals=stack)


def _missed(state: State, piece: str, path: PiecePath, move: Move) -> Iterator[Problem]:
    """Warnings: a move that does not conquer or form a stack of two seats, or removes hussars of its own side."""
    power, where = state.power_of(piece), _where(move)
    if state.seat_of(power) == state.seat_of(hussars.HUSSAR_POWER):
        for city in (city for city in state.hussars if city in path):
            yield Problem("removes-own-hussar", where, "7", {"piece": piece, "city": city}, Weight.unwise)
    if not state.theatre.is_general(piece):
        return
    if is_enemy_fortress(state, path[-1], power):
        args = {"piece": piece, "city": path[-1]}
        yield Problem("conquered-on-leaving", where, "10.3", args, Weight.unwise)
    for other in state.generals_at(path[-1]):
        if pieces.of_two_players(state, piece, other):
            args = {"piece": piece, "other": other, "seat": state.seat_of(state.power_of(other))}
            yield Problem("stack-needs-both", where, RULE, args, Weight.unwise)
    passed = [city for city in (state.at[piece], *path[:-1]) if is_enemy_fortress(state, city, power)]
    told: dict[str, object] = {"piece": piece, "cities": tuple(passed)}
    if passed and move.how == FORCE_MARCH:
        yield Problem("march-conquers-nothing", where, "10.3", told, Weight.unwise)
    elif passed and piece in state.face_down:
        yield Problem("face-down-conquers-nothing", where, "9", told, Weight.unwise)


def take(table: Table[State], powers: tuple[str, ...], move: Move) -> None:
    """Let the pieces of a refused *move* be where it leads, those for which that is clear and possible."""
    for piece in move.pieces:
        state = table.state
        goal = state.at.get(move.joins) if move.joins else move.path[-1] if move.path else None
        if goal is None or not _may_be_in(state, powers, piece, goal):
            continue
        table.emit(TakenAsMoved(piece=piece, city=goal))
        if len(table.state.generals_at(goal)) > 1:
            table.emit(form_stack(table.state, piece, goal, move.commander))


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
    if problem.code in _OF_A_CHOICE:
        return True
    other = args.get("other")
    destroyed = other in state.theatre.trains and state.power_of(str(other)) not in powers
    opened = state.at.get(str(other)) if destroyed else args.get("city") if problem.code == "march-fortress" else None
    return opened is not None and (earlier is None or _could_open(state, earlier, opened, before))


def _could_open(state: State, earlier: Move, city: str, before: Mapping[str, str]) -> bool:
    """Whether *earlier* could conquer *city*, or destroy a train there: its route, unless it is written, is unknown."""
    if len(earlier.path) > 1 and not earlier.via:
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
