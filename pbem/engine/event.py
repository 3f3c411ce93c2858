"""Events: the only thing that changes a state."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from pbem.engine.names import slug

PUBLIC = ""
"""The seat of nobody in particular: what it sees is the public story."""


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="event",
    tag=slug,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """Something that happened: data, never a sentence."""

    def change(self, state: Any) -> Any:
        """The state after this event; a mere notice changes nothing."""
        return state

    def seen_by(self, seat: str) -> "Event | None":
        """What *seat* (or `PUBLIC`) learns of it: itself, a poorer copy, or nothing."""
        return self


Steps = TypeVar("Steps")


class Entered(Event, Generic[Steps], frozen=True):
    """The flow went into *steps*; the last of them is on top and runs first."""

    steps: tuple[Steps, ...]

    def change(self, state: Any) -> Any:
        return msgspec.structs.replace(state, flow=state.flow + self.steps)


class Left(Event, frozen=True):
    """The step on top of the flow is done."""

    def change(self, state: Any) -> Any:
        return msgspec.structs.replace(state, flow=state.flow[:-1])


class WordsOfChance(Event, frozen=True):
    """The words of chance of all seats, empty where one is silent: every draw follows from them, too, for good."""

    words: Mapping[str, str]


class Rewound(Event, frozen=True):
    """The moderator set the game back to where it stood after entry number *to* of the log.

    The table restores the state itself; the log keeps what was undone.
    """

    to: int
    reason: str = ""
