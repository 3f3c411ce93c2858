"""Events: the only thing that changes a state; and which of them, and of steps and orders, a log may hold."""

import operator
from collections.abc import Collection, Iterator, Mapping
from functools import reduce
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from pbem.engine.order import Problem, slug
from pbem.engine.position import Box, C, Holdings, KeptOrder, O, S, Taken

PUBLIC = ""
"""The public, as a seat: it sees the public story."""


class Event(
    msgspec.Struct,
    Generic[S],
    frozen=True,
    kw_only=True,
    tag_field="event",
    tag=slug,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """Something that happened: data, never a sentence. One that *repeats* tells a seat only what that seat ordered."""

    repeats: ClassVar[bool] = False

    def change(self, state: S) -> S:
        """The state after this event; a notice changes nothing."""
        return state

    def seen_by(self, seat: str) -> "Event[S] | None":
        """What *seat* (or `PUBLIC`) learns of it: itself, a poorer copy, or nothing."""
        return self


class SeatSecret(Event[S], frozen=True):
    """What only *seat* learns."""

    seat: str

    def seen_by(self, seat: str) -> "Event[S] | None":
        return self if seat == self.seat else None


B = TypeVar("B", bound=Box)


class Entered(Event[S], Generic[B, S], frozen=True):
    """*steps* were put on the flow; the last of them is on top and runs first."""

    steps: tuple[B, ...]

    def change(self, state: S) -> S:
        return msgspec.structs.replace(state, flow=state.flow + self.steps, taken=())


class Left(Event[S], frozen=True):
    """The step on top of the flow is done."""

    def change(self, state: S) -> S:
        return msgspec.structs.replace(state, flow=state.flow[:-1], taken=())


class AnswerTaken(Event[S], Generic[S, O], frozen=True):
    """The answer to a decision was taken though the step asks on; *public* ones are seen by all."""

    seat: str
    key: str
    order: O | None = None
    public: bool = False

    def change(self, state: S) -> S:
        taken = Taken(seat=self.seat, key=self.key, order=self.order)
        return msgspec.structs.replace(state, taken=(*state.taken, taken))

    def seen_by(self, seat: str) -> "Event[S] | None":
        return self if self.public or seat == self.seat else msgspec.structs.replace(self, order=None)


class NotNeeded(SeatSecret[S], frozen=True):
    """A sheet of *seat* came when the decision *key* was not open any more: only its player learns of it."""

    key: str


class PlanKept(Event[S], Generic[S, O, C], frozen=True):
    """A seat planned for a coming decision; no one else knows."""

    plan: KeptOrder[O, C]

    def change(self, state: S) -> S:
        return msgspec.structs.replace(state, kept=(*state.kept, self.plan))

    def seen_by(self, seat: str) -> "Event[S] | None":
        return self if seat == self.plan.seat else None


class PlanUsed(SeatSecret[S], frozen=True):
    """Plan *number* of *seat* answered a decision."""

    number: int

    def change(self, state: S) -> S:
        kept = tuple(one for one in state.kept if (one.seat, one.number) != (self.seat, self.number) or one.stays)
        return msgspec.structs.replace(state, kept=kept)


class PlanDropped(SeatSecret[S], frozen=True):
    """Plan *number* of *seat* is gone: its time came and *why* says what is wrong with it, or its owner dropped it."""

    number: int
    on: str = ""
    why: tuple[Problem, ...] = ()

    def change(self, state: S) -> S:
        kept = tuple(one for one in state.kept if (one.seat, one.number) != (self.seat, self.number))
        return msgspec.structs.replace(state, kept=kept)


H = TypeVar("H", bound=Holdings)


class PowerPassed(Event[S], Generic[H, S], frozen=True):
    """Seat *to* runs *power* from now on, and sees what is the power's; everyone else sees what is public of it.

    *start* is the seat that ran it before, which keeps nothing but that; either is empty where no seat runs it. Plans
    for the power are gone.
    """

    power: str
    to: str
    start: str = ""
    holdings: H | None = None

    def change(self, state: S) -> S:
        if self.holdings is not None:
            state = self.holdings.laid(state, self.power)
        kept = tuple(plan for plan in state.kept if plan.power != self.power)
        control = {power: seat for power, seat in {**state.control, self.power: self.to}.items() if seat}
        return msgspec.structs.replace(state, control=control, kept=kept)

    def seen_by(self, seat: str) -> "Event[S] | None":
        if self.holdings is None or (seat == self.to and seat != PUBLIC):
            return self
        return msgspec.structs.replace(self, holdings=self.holdings.hidden())


class ChanceDrawn(Event, frozen=True):
    """The result of the random draw called *draw*, which anyone with the key can repeat.

    `dice` are faces of dice of as many sides as *of* says, `number` is one below *of*, `one` is of the list *of*, and
    `order` is its new order. Who sees it: the seats *to*, or everyone if it is *public*.
    """

    draw: str
    kind: Literal["dice", "number", "one", "order"]
    of: Any
    result: Any
    public: bool = False
    to: tuple[str, ...] = ()

    def seen_by(self, seat: str) -> Event | None:
        return self if self.public or seat in self.to else None


class WordsOfChance(Event, frozen=True):
    """The words of chance of all seats, empty where one is silent: every draw follows from them, too, for good."""

    words: Mapping[str, str]


class Rewound(Event, frozen=True):
    """The moderator rewound the game to entry *to* of the log.

    The table restores the state itself; the log keeps what was undone.
    """

    to: int
    reason: str = ""


def union_of(kind: type, *rooms: ModuleType, but: Collection[type] = ()) -> Any:
    """All types of *kind* that *rooms* make, modules or packages with all that is in them, as one union.

    *but* are those that no log holds: what only others inherit, a step that is never on the flow.
    """
    made = {
        each.__name__: each
        for module in (found for room in rooms for found in _modules(room))
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, kind) and each.__module__ == module.__name__
    }
    return reduce(operator.or_, (made[name] for name in sorted(made) if made[name] not in (kind, *but)))


def _modules(room: ModuleType) -> Iterator[ModuleType]:
    """The module *room*, and all that are in it if it is a package."""
    yield room
    for folder in map(Path, getattr(room, "__path__", ())):
        for path in sorted(folder.rglob("*.py")):
            within = path.relative_to(folder).with_suffix("").parts
            if within[-1] != "__init__":
                yield import_module(".".join((room.__name__, *within)))


def engine_events(state: type, steps: Any, orders: Any, when: type | None = None, holdings: type | None = None) -> Any:
    """The union of what the engine itself tells of a game with this *state*, these *steps* and *orders*.

    *when* are the conditions of plans, *holdings* what goes with a power that changes seats, in a game that has them.
    """
    of_game: dict[Any, Any] = {Entered: (steps, state), AnswerTaken: (state, orders)}
    if when is not None:
        of_game[PlanKept] = (state, orders, when)
    if holdings is not None:
        of_game[PowerPassed] = (holdings, state)
    told = (kind[of] for kind, of in of_game.items())
    return reduce(operator.or_, told, ChanceDrawn | Left | NotNeeded | PlanDropped | PlanUsed | Rewound | WordsOfChance)
