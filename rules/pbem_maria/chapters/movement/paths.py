"""The paths that pieces may take (10.1)."""

from collections.abc import Iterator
from itertools import pairwise

from pbem.engine.problem import Problem
from pbem_maria.chapters.movement.orders import FORCE_MARCH
from pbem_maria.chapters.pieces import shared_stacks
from pbem_maria.edition.board import Board
from pbem_maria.position.powers import closed_to, cooperating, enemies, enemy_pieces_at, is_enemy_fortress
from pbem_maria.position.state import State

RULE = "10.1"
GENERAL, GENERAL_MAIN = 3, 4
TRAIN, TRAIN_MAIN = 2, 3
FORCE = 8
CROSSING = ("france", "austria")
"""The powers whose pieces may go from one map to the other."""

PiecePath = tuple[str, ...]


def main_only(board: Board, start: str, path: PiecePath) -> bool:
    """Whether the whole path is on main roads."""
    return all(board.on_main_road(a, b) for a, b in zip((start, *path), path, strict=False))


def limit(state: State, piece: str, path: PiecePath, how: str) -> int:
    """How many cities *piece* may go along *path*."""
    if how == FORCE_MARCH:
        return FORCE
    main = main_only(state.board, state.at[piece], path)
    if state.theatre.is_general(piece):
        return GENERAL_MAIN if main else GENERAL
    return TRAIN_MAIN if main else TRAIN


def may_stack(state: State, general: str, city: str) -> bool:
    """Whether *general* may end in *city* with what is there: one general it may stack with (6)."""
    others = tuple(p for p in state.pieces_at(city) if p != general)
    return _could_stack(state, general, others) and shared_stacks.wrong_with(state, general, others[0]) is None


def _could_stack(state: State, general: str, others: tuple[str, ...]) -> bool:
    """Whether the rules allow a stack of *general* and *others*, whatever the players want."""
    return (
        len(others) == 1
        and state.theatre.is_general(general)
        and state.theatre.is_general(others[0])
        and cooperating(state, state.power_of(general), state.power_of(others[0]))
    )


def beside_enemy(state: State, power: str, city: str, gone: str | None = None) -> str | None:
    """An enemy piece in a city adjacent to *city*, if there is one; none counts in the city *gone*."""
    for near in state.board.roads[city]:
        for piece in enemy_pieces_at(state, near, power) if near != gone else ():
            return piece
    return None


def barred(state: State, piece: str, city: str, how: str, *, last: bool, gone: str | None = None) -> Problem | None:
    """Why *piece* may not enter *city*; nothing if it may. *last* when it would stay there.

    In the city *gone* a force march has destroyed a train on its path (option `march_onto_train`).
    """
    power = state.power_of(piece)
    cities = state.board.cities
    if power not in CROSSING and cities[city].board != cities[state.at[piece]].board:
        return Problem("no-crossing", rule=RULE, args={"piece": piece, "city": city})
    if closed_to(state, city, power):
        return Problem("neutral-bars", rule="19.4", args={"piece": piece, "city": city, "power": power})
    others = tuple(p for p in state.pieces_at(city) if p != piece)
    if others and city != gone and (problem := _barred_by(state, piece, city, others, how, last=last)) is not None:
        return problem
    if how == FORCE_MARCH:
        if is_enemy_fortress(state, city, power):
            return Problem("march-fortress", rule=RULE, args={"piece": piece, "city": city})
        if (other := beside_enemy(state, power, city, gone)) is not None:
            return Problem("march-beside-enemy", rule=RULE, args={"piece": piece, "city": city, "other": other})
    return None


def _barred_by(state: State, piece: str, city: str, others: tuple[str, ...], how: str, *, last: bool) -> Problem | None:
    """Why *piece* may not enter *city*, where *others* are."""
    general = state.theatre.is_general(piece)
    enemy = enemies(state, state.power_of(piece), state.power_of(others[0]))
    args = {"piece": piece, "city": city, "other": others[0]}
    if general and enemy and not state.theatre.is_general(others[0]):
        if how == FORCE_MARCH and state.options.march_onto_train == "no":
            return Problem("march-onto-train", rule=RULE, args=args)
        return None
    if last and _could_stack(state, piece, others):
        return shared_stacks.wrong_with(state, piece, others[0])
    return Problem(_occupied(general=general, last=last, enemy=enemy, count=len(others)), rule=RULE, args=args)


def falls_to_march(state: State, piece: str, city: str) -> bool:
    """Whether a force march that begins next to *city* destroys the enemy train there (option `march_onto_train`)."""
    train = state.train_at(city)
    return (
        state.options.march_onto_train == "yes"
        and train is not None
        and enemies(state, state.power_of(piece), state.power_of(train))
    )


def _occupied(*, general: bool, last: bool, enemy: bool, count: int) -> str:
    if not general:
        return "train-occupied"
    if not last:
        return "no-jumping"
    if enemy:
        return "enemy-occupied"
    return "stack-full" if count > 1 else "may-not-stack"


def wrong_with_path(state: State, piece: str, path: PiecePath, how: str) -> Iterator[tuple[int, Problem]]:
    """Everything that forbids *piece* to go along *path*, with the number of the city it is about."""
    board, start = state.board, state.at[piece]
    broken = False
    for number, (here, city) in enumerate(pairwise((start, *path))):
        args = {"piece": piece, "start": here, "city": city, "distance": board.distance(here, city)}
        if not board.adjacent(here, city):
            broken = True
            yield number, Problem("not-adjacent", rule=RULE, args=args)
        elif how == FORCE_MARCH and not board.on_main_road(here, city):
            yield number, Problem("march-off-main-road", rule=RULE, args=args)
    if broken:
        return
    most = limit(state, piece, path, how)
    if len(path) > most:
        args = {"piece": piece, "length": len(path), "limit": most, "how": how}
        yield most, Problem("too-far", rule=RULE, args=args)
    gone = path[0] if how == FORCE_MARCH and falls_to_march(state, piece, path[0]) else None
    for number, city in enumerate(path):
        problem = barred(state, piece, city, how, last=number == len(path) - 1, gone=gone)
        if problem is not None:
            yield number, problem


def ways(state: State, piece: str, how: str, goal: str | None = None) -> Iterator[PiecePath]:
    """Every legal path of *piece* without a city twice, or every one to *goal*."""
    if how == FORCE_MARCH:
        yield from _force_marches(state, piece, goal)
        return
    start = state.at[piece]
    far = GENERAL_MAIN if state.theatre.is_general(piece) else TRAIN_MAIN
    distances = state.board.distances(goal) if goal else {}

    def further(path: PiecePath, *, main: bool) -> Iterator[PiecePath]:
        here = path[-1] if path else start
        for city in state.board.roads[here]:
            still_main = main and state.board.on_main_road(here, city)
            length = len(path) + 1
            if city == start or city in path or length > far - (not still_main):
                continue
            if goal and length + distances.get(city, far) > far:
                continue
            if goal in (None, city) and barred(state, piece, city, how, last=True) is None:
                yield (*path, city)
            if length < far and city != goal and barred(state, piece, city, how, last=False) is None:
                yield from further((*path, city), main=still_main)

    yield from further((), main=True)


def _force_marches(state: State, piece: str, goal: str | None) -> Iterator[PiecePath]:
    """The shortest force march to every city that one can reach, and the shortest over each train that falls to one."""
    trains = [city for city in state.board.main[state.at[piece]] if falls_to_march(state, piece, city)]
    for gone in (None, *trains):
        yield from _force_marches_from(state, piece, goal, gone)


def _force_marches_from(state: State, piece: str, goal: str | None, gone: str | None) -> Iterator[PiecePath]:
    start = state.at[piece]
    found: dict[str, PiecePath] = {start: ()}
    ends: set[str] = set()
    queue = [start]
    for here in queue:
        if len(found[here]) == FORCE:
            return
        for city in (gone,) if gone and here == start else state.board.main[here]:
            if city in found or (city != gone and falls_to_march(state, piece, city)):
                continue
            may_end = goal in (None, city) and city not in ends
            if may_end and barred(state, piece, city, FORCE_MARCH, last=True, gone=gone) is None:
                ends.add(city)
                yield (*found[here], city)
                if city == goal:
                    return
            if barred(state, piece, city, FORCE_MARCH, last=False, gone=gone) is None:
                found[city] = (*found[here], city)
                queue.append(city)
