"""The paths that pieces may take (10.1)."""

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from pbem.engine.event import Event
from pbem.engine.order import Problem
from pbem_maria.chapters import conquest, pieces
from pbem_maria.chapters.conquest import Conquered, Questioned
from pbem_maria.chapters.hussars import HUSSAR_POWER
from pbem_maria.chapters.pieces import TrainLost
from pbem_maria.edition.board import Board
from pbem_maria.orders.movement import FORCE_MARCH, MARCH
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


def limit(state: State, piece: str, how: str, *, main: bool) -> int:
    """How many cities *piece* may go; *main* when its whole path is on main roads."""
    if how == FORCE_MARCH:
        return FORCE
    if state.theatre.is_general(piece):
        return GENERAL_MAIN if main else GENERAL
    return TRAIN_MAIN if main else TRAIN


def may_stack(state: State, general: str, city: str) -> bool:
    """Whether *general* may end in *city* with what is there: one general it may stack with (6)."""
    others = tuple(p for p in state.pieces_at(city) if p != general)
    return _could_stack(state, general, others) and pieces.no_stack(state, general, others[0]) is None


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
        return pieces.no_stack(state, piece, others[0])
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


class Steps:
    """The judge of the single steps of one piece, for the check of a path and the search for paths alike.

    Each city is looked at once. In the city *gone* a force march has destroyed a train on its path.
    """

    def __init__(self, state: State, piece: str, how: str, gone: str | None = None) -> None:
        self.state, self.piece, self.how, self.gone = state, piece, how, gone
        self.start = state.at[piece]
        self._barred: dict[tuple[str, bool], Problem | None] = {}

    @cached_property
    def furthest(self) -> int:
        """How many cities the piece may go at most."""
        return self.limit(main=True)

    def limit(self, *, main: bool) -> int:
        """How many cities the piece may go; *main* when its whole path is on main roads."""
        return limit(self.state, self.piece, self.how, main=main)

    def wrong_road(self, here: str, city: str) -> Problem | None:
        """Why no step leads from *here* to *city*, whatever is there; nothing if one does."""
        board = self.state.board
        if board.on_main_road(here, city) or (self.how != FORCE_MARCH and board.adjacent(here, city)):
            return None
        args = {"piece": self.piece, "start": here, "city": city, "distance": board.distance(here, city)}
        return Problem("march-off-main-road" if board.adjacent(here, city) else "not-adjacent", rule=RULE, args=args)

    def barred(self, city: str, *, last: bool) -> Problem | None:
        """Why the piece may not enter *city*; nothing if it may. *last* when it would stay there."""
        key = city, last
        if key not in self._barred:
            self._barred[key] = barred(self.state, self.piece, city, self.how, last=last, gone=self.gone)
        return self._barred[key]

    def from_city(self, here: str) -> tuple[str, ...]:
        """The cities to which a step may lead from *here*, whatever is there."""
        return self.state.board.main[here] if self.how == FORCE_MARCH else self.state.board.roads[here]


def wrong_with_path(state: State, piece: str, path: PiecePath, how: str) -> Iterator[tuple[int, Problem]]:
    """Everything that forbids *piece* to go along *path*, with the number of the city it is about."""
    gone = path[0] if how == FORCE_MARCH and falls_to_march(state, piece, path[0]) else None
    steps = Steps(state, piece, how, gone)
    roads = ((number, steps.wrong_road(*step)) for number, step in enumerate(pairwise((steps.start, *path))))
    broken = [(number, problem) for number, problem in roads if problem is not None]
    yield from broken
    if any(problem.code == "not-adjacent" for _, problem in broken):
        return
    most = steps.limit(main=main_only(state.board, steps.start, path))
    if len(path) > most:
        args = {"piece": piece, "length": len(path), "limit": most, "how": how}
        yield most, Problem("too-far", rule=RULE, args=args)
    for number, city in enumerate(path):
        problem = steps.barred(city, last=number == len(path) - 1)
        if problem is not None:
            yield number, problem


def ways(state: State, piece: str, how: str, goal: str | None = None) -> Iterator[PiecePath]:
    """Every legal path of a march of *piece* without a city twice, or every one to *goal*.

    Of force marches the shortest to every city, and the shortest over each train that falls to one.
    """
    if how != FORCE_MARCH:
        yield from _marches(Steps(state, piece, how), goal)
        return
    trains = [city for city in state.board.main[state.at[piece]] if falls_to_march(state, piece, city)]
    for gone in (None, *trains):
        yield from _force_marches(Steps(state, piece, how, gone), goal)


def _marches(steps: Steps, goal: str | None) -> Iterator[PiecePath]:
    board, far = steps.state.board, steps.furthest
    far_off_main = steps.limit(main=False)
    distances = board.distances(goal) if goal else {}

    def further(path: PiecePath, here: str, *, main: bool) -> Iterator[PiecePath]:
        length = len(path) + 1
        for city in steps.from_city(here):
            still_main = main and board.on_main_road(here, city)
            if city == steps.start or city in path or length > (far if still_main else far_off_main):
                continue
            if goal and length + distances.get(city, far) > far:
                continue
            if goal in (None, city) and steps.barred(city, last=True) is None:
                yield (*path, city)
            if length < far and city != goal and steps.barred(city, last=False) is None:
                yield from further((*path, city), city, main=still_main)

    yield from further((), steps.start, main=True)


def _force_marches(steps: Steps, goal: str | None) -> Iterator[PiecePath]:
    state, start, gone = steps.state, steps.start, steps.gone
    found: dict[str, PiecePath] = {start: ()}
    ends: set[str] = set()
    queue = [start]
    for here in queue:
        if len(found[here]) == steps.furthest:
            return
        for city in (gone,) if gone and here == start else steps.from_city(here):
            if city in found or (city != gone and falls_to_march(state, steps.piece, city)):
                continue
            if goal in (None, city) and city not in ends and steps.barred(city, last=True) is None:
                ends.add(city)
                yield (*found[here], city)
                if city == goal:
                    return
            if steps.barred(city, last=False) is None:
                found[city] = (*found[here], city)
                queue.append(city)


Effects = tuple[tuple[str, str], ...]
"""What a path does: `(kind, city)` for each conquest, question mark and train destroyed."""


class OnTheWay:
    """What one piece does on paths of a march or force march, each city looked at once."""

    def __init__(self, state: State, piece: str, how: str) -> None:
        self._state, self._piece, self._how = state, piece, how
        self._general = state.theatre.is_general(piece)
        self._left: dict[str, Event[State] | None] = {}
        self._entered: dict[str, Event[State] | None] = {}

    def happenings(self, path: PiecePath) -> Iterator[Event[State]]:
        """What happens along *path*, in its order; nothing happens twice."""
        if not self._general:
            return
        left = [self._state.at[self._piece], *path[:-1]]
        for number, (leaving, entering) in enumerate(zip(left, path, strict=True)):
            if (event := self._on_leaving(leaving)) is not None and leaving not in left[:number]:
                yield event
            if (event := self._on_entering(entering)) is not None and entering not in path[:number]:
                yield event

    def effects(self, path: PiecePath) -> Effects:
        """What happens along *path*, in a form that can be compared and shown."""
        told: list[tuple[str, str]] = []
        for event in self.happenings(path):
            match event:
                case Conquered():
                    told.append(("conquers", event.city))
                case Questioned():
                    told.append(("flags", event.city))
                case TrainLost():
                    told.append(("destroys", event.city))
        return tuple(sorted(told))

    def _on_leaving(self, city: str) -> Event[State] | None:
        if city not in self._left:
            marches = self._how == MARCH
            self._left[city] = conquest.on_leaving(self._state, self._piece, city) if marches else None
        return self._left[city]

    def _on_entering(self, city: str) -> Event[State] | None:
        if city not in self._entered:
            state = self._state
            train = state.train_at(city)
            lost = train is not None and enemy_pieces_at(state, city, state.power_of(self._piece))
            self._entered[city] = TrainLost(train=train, city=city, by=self._piece) if train and lost else None
        return self._entered[city]


def happenings(state: State, piece: str, path: PiecePath, how: str) -> Iterator[Event[State]]:
    """What a general conquers, flags and destroys along *path*, in the order of the path (10.1, 10.3)."""
    return OnTheWay(state, piece, how).happenings(path)


def effects(state: State, piece: str, path: PiecePath, how: str) -> Effects:
    """What `happenings` does, in a form that can be compared and shown."""
    return OnTheWay(state, piece, how).effects(path)


def _leads(path: PiecePath, through: PiecePath) -> bool:
    rest = iter(path)
    return all(city in rest for city in through)


def routes(
    state: State, piece: str, how: str, goal: str | None = None, through: PiecePath = ()
) -> dict[str, dict[Effects, PiecePath]]:
    """For each city where *piece* may go, or for *goal*, the path to take for each set of effects on the way there.

    All lead *through* the cities named, in their order.

    The shortest is taken, of equally short ones the one that sweeps most enemy hussars, then by names; the first path
    to a city is the best of all by this order.
    """
    found: dict[str, dict[Effects, PiecePath]] = {}
    on_the_way = OnTheWay(state, piece, how)
    own_hussars = state.seats.get(HUSSAR_POWER) == state.seat_of(state.power_of(piece))
    hussars = {city for city in state.hussars if city}

    def rank(path: PiecePath) -> tuple[int, int, PiecePath]:
        swept = len(hussars.intersection(path))
        return len(path), swept if own_hussars else -swept, path

    for path in sorted((path for path in ways(state, piece, how, goal) if _leads(path, through)), key=rank):
        found.setdefault(path[-1], {}).setdefault(on_the_way.effects(path), path)
    return found
