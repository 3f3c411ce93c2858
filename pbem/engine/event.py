"""Events: the only thing that changes a state."""

from collections.abc import Mapping
from typing import Generic, TypeVar

import msgspec

from pbem.engine.names import slug
from pbem.engine.position import Box, O, S, Taken

PUBLIC = ""
"""The seat of nobody in particular: what it sees is the public story."""


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
    """Something that happened: data, never a sentence."""

    def change(self, state: S) -> S:
        """The state after this event; a mere notice changes nothing."""
        return state

    def seen_by(self, seat: str) -> "Event[S] | None":
        """What *seat* (or `PUBLIC`) learns of it: itself, a poorer copy, or nothing."""
        return self


B = TypeVar("B", bound=Box)


class Entered(Event[S], Generic[B, S], frozen=True):
    """The flow went into *steps*; the last of them is on top and runs first."""

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


class NotNeeded(Event[S], frozen=True):
    """A sheet of *seat* came when the decision *key* was not open any more: only its player learns of it."""

    seat: str
    key: str

    def seen_by(self, seat: str) -> "Event[S] | None":
        return self if seat == self.seat else None


class WordsOfChance(Event, frozen=True):
    """The words of chance of all seats, empty where one is silent: every draw follows from them, too, for good."""

    words: Mapping[str, str]


class Rewound(Event, frozen=True):
    """The moderator set the game back to where it stood after entry number *to* of the log.

    The table restores the state itself; the log keeps what was undone.
    """

    to: int
    reason: str = ""
