"""What moved and fought since a seat's last letter, as the events that it saw tell it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.event import Event, Rewound
from pbem_maria.chapters.combat.combats import combats
from pbem_maria.chapters.combat.events import CardPlayed, FightBegan, FightEnded
from pbem_maria.chapters.movement.orders import MARCH
from pbem_maria.chapters.pieces.events import GeneralRemoved, Moved, TrainLost
from pbem_maria.position.state import State

RETREAT, ALONG = "retreat", "along"
"""How pieces move that have no choice, and a way on which no piece moved."""


class Arrow(msgspec.Struct, frozen=True):
    """A piece went along *path*, which begins where it was; *how* is `march`, `force-march`, `retreat` or `along`.

    A way *along* a path is one that a piece, or no piece, could take.
    """

    piece: str
    path: tuple[str, ...]
    how: str = MARCH


class CombatMark(msgspec.Struct, frozen=True):
    """The combat with a *number* in the story, and where both sides were, as far as that is told."""

    number: int
    attacker: str | None = None
    defender: str | None = None


class Since(msgspec.Struct, frozen=True):
    """What a picture of moves shows; *lost* are the cities in which a piece was lost, with its power."""

    moves: tuple[Arrow, ...] = ()
    combats: tuple[CombatMark, ...] = ()
    lost: tuple[tuple[str, str], ...] = ()

    @property
    def cities(self) -> tuple[str, ...]:
        """Every city that it is about."""
        ways = (city for move in self.moves for city in move.path)
        fights = (city for each in self.combats for city in (each.attacker, each.defender) if city)
        return tuple(dict.fromkeys((*ways, *fights, *(city for city, _ in self.lost))))

    def each(self) -> Iterator["Since"]:
        """Each thing that happened by itself, combats first."""
        yield from (Since(combats=(combat,)) for combat in self.combats if combat.attacker or combat.defender)
        yield from (Since(moves=(move,)) for move in self.moves)
        yield from (Since(lost=(one,)) for one in self.lost)

    def joined(self, other: "Since") -> "Since":
        """Both together."""
        return Since((*self.moves, *other.moves), (*self.combats, *other.combats), (*self.lost, *other.lost))


NOTHING = Since()


def since(view: State, seen: Sequence[Event[State]]) -> Since:
    """The moves and combats among the events *seen*; combats have the numbers that they have in the story.

    What was before a rewind is left out, as it is undone.
    """
    last = max((n for n, event in enumerate(seen) if isinstance(event, Rewound)), default=-1)
    events = seen[last + 1 :]
    at = _before(view, events)
    moves: list[Arrow] = []
    marks: list[CombatMark] = []
    lost: list[tuple[str, str]] = []
    fought = combats(events)
    for n, event in enumerate(events):
        match event:
            case Moved():
                moves.append(Arrow(event.piece, (event.start, *event.path), event.how))
                at[event.piece] = event.path[-1]
            case FightBegan() | CardPlayed() | FightEnded() if (begun := len(combats(events[: n + 1]))) > len(marks):
                pair = fought[begun - 1].pair or (view.fight.pair if view.fight else None)
                sides = (pair.attackers, pair.defenders) if pair else ((), ())
                marks.append(CombatMark(begun, *(_where(at, side) for side in sides)))
            case GeneralRemoved() if event.general in at:
                lost.append((at.pop(event.general), view.power_of(event.general)))
            case TrainLost():
                lost.append((event.city, view.power_of(event.train)))
                at.pop(event.train, None)
    known = set(view.board.cities)
    return Since(
        tuple(move for move in moves if known >= set(move.path)),
        tuple(marks),
        tuple(each for each in lost if each[0] in known),
    )


def _where(at: Mapping[str, str], generals: Iterable[str]) -> str | None:
    return next((at[general] for general in generals if general in at), None)


def _before(view: State, events: Iterable[Event[State]]) -> dict[str, str]:
    """Where pieces were before *events*: where their first move began, or where they still are."""
    first = {event.piece: event.start for event in reversed([*events]) if isinstance(event, Moved)}
    return {**view.at, **first}


def as_data(found: Since) -> Mapping[str, Any]:
    """The same as plain data."""
    data: Mapping[str, Any] = msgspec.to_builtins(found)
    return data


def from_data(data: Mapping[str, Any]) -> Since:
    """What `as_data` made of it."""
    return msgspec.convert(data, Since)
