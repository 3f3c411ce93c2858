"""Decisions: the questions a game waits on."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from pbem.engine.order import Order


MODERATOR = "moderator"
"""The seat of whoever runs the game, in the one decision that is put to it: a decree."""

USUAL = "usual"
"""The rule of time of a decision that names no other."""

DECREE = "decree"
"""What the moderator's answer to it says of its source."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A question the game puts to one seat; one seat may have several at once.

    *key* and *seat* are the name of the decision: no other one has both, however long the game goes on. Several seats
    that are asked the same may share a key. Files and tokens hold it (`3.france`), and nothing is read out of it: whose
    question it is, of which *turn* and about what is said by the other fields.

    *takes* is the type of order that answers it. *default* is what the moderator may apply when the deadline has
    passed, and what a form begins with; *silence* is what counts by itself then, and without one the game waits. *due*
    names the rule of time in game.yaml that sets the deadline. *power* is whom the seat answers for, where it may run
    several; *label* names the kind of question, for phrases and for plans that answer it before it is put. *about*
    holds what the letter needs in order to ask (never a secret of another seat).
    """

    key: str
    seat: str
    takes: "type[Order]"
    default: "Order | None" = None
    about: Mapping[str, Any] = {}
    turn: int = 0
    label: str = ""
    power: str = ""
    due: str = USUAL
    silence: "Order | None" = None

    def __hash__(self) -> int:
        """By its name, so that orders can be kept by decision."""
        return hash(self.name)

    @property
    def name(self) -> tuple[str, str]:
        """Seat and key: no other decision of the game has both."""
        return self.seat, self.key


class AskedTwice(ValueError):
    """A step puts two decisions with one key to a seat, so that nobody could tell what answers which."""


def unambiguous(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """The *decisions* of one step; raises `AskedTwice` if two of them have the same seat and key."""
    found: dict[tuple[str, str], Decision] = {}
    for decision in decisions:
        if found.setdefault(decision.name, decision) is not decision:
            raise AskedTwice(f"{decision.seat} is asked two decisions with the key {decision.key!r} at once")
    return tuple(found.values())


Answers = Mapping[Decision, "Order"]
"""The legal orders that a step runs on, by the decisions that they answer."""


def by_seat(answers: Answers) -> "dict[str, Order]":
    """The orders by seat, for a step that asks each seat once; raises `AskedTwice` if it asked one of them more."""
    found = {decision.seat: order for decision, order in answers.items()}
    if len(found) < len(answers):
        seats = [decision.seat for decision in answers]
        twice = next(seat for seat in seats if seats.count(seat) > 1)
        raise AskedTwice(f"{twice} was asked several decisions, so that its answers cannot be told apart by seat")
    return found
