"""Where the routes of a piece lead, and what it conquers, flags and destroys on them (10.1, 10.3)."""

from collections.abc import Iterator

from pbem.engine.event import Event
from pbem_maria.chapters.conquest import conquest
from pbem_maria.chapters.conquest.events import Conquered, Questioned
from pbem_maria.chapters.hussars.hussars import OWNER as HUSSAR_POWER
from pbem_maria.chapters.movement.orders import MARCH
from pbem_maria.chapters.movement.paths import PiecePath, ways
from pbem_maria.chapters.pieces.events import TrainLost
from pbem_maria.position.powers import enemy_pieces_at
from pbem_maria.position.state import State

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


def routes(state: State, piece: str, how: str, goal: str | None = None) -> dict[str, dict[Effects, PiecePath]]:
    """For each city where *piece* may go, or for *goal*, the path to take for each set of effects on the way there.

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

    for path in sorted(ways(state, piece, how, goal), key=rank):
        found.setdefault(path[-1], {}).setdefault(on_the_way.effects(path), path)
    return found
