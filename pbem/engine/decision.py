"""Decisions: the questions a game waits on."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, Protocol

import msgspec

from pbem.engine.order import Order
from pbem.engine.position import O, V

MODERATOR = "moderator"
"""The seat of whoever runs the game, in the one decision that is put to it: a ruling."""

USUAL = "usual"
"""The rule of time of a decision that names no other."""

NEVER = "never"
"""The rule of time of a decision that has no deadline."""

RULING = "decree"
"""The source of an answer that the moderator ruled, by the word for it in logs."""


class Decision(msgspec.Struct, Generic[O], frozen=True, kw_only=True):
    """A question the game puts to one seat; one seat may have several at once.

    *key* and *seat* are the name of the decision: no other one ever has both. Several seats
    that are asked the same may share a key. Files and tokens hold it (`3.france`), and nothing is read out of it: whose
    question it is, of which *turn* and about what is said by the other fields.

    *takes* is the type of order that answers it. *default* is what the moderator may apply when the deadline has
    passed, and what a form begins with; *silence* is what counts by itself then, and without one the game waits. *due*
    names the rule of time in game.yaml that sets the deadline: `USUAL`, `NEVER` or one of the game's own. *power* is
    whom the seat answers for, where it may run several; *label* names the kind of question, for phrases and for plans
    that answer it before it is put. *about* holds what the letter needs in order to ask (never a secret of another
    seat).

    *concerns* are the seats that are told at once that it is asked, besides *seat*: none named means everyone. It
    follows from public facts alone, so that no letter and no missing letter reveals anything.

    The answers of one step count in the order in which they came, those with a lower *place* first. What a *public* one
    says is known to the step when it is asked what is still open (`Step.ask`), and to conditional answers after it
    (`Step.resolve`).
    """

    key: str
    seat: str
    takes: type[O]
    default: O | None = None
    about: Mapping[str, Any] = {}
    turn: int = 0
    label: str = ""
    power: str = ""
    due: str = USUAL
    silence: O | None = None
    public: bool = False
    place: int = 0
    concerns: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """By its name, so that orders can be kept by decision."""
        return hash(self.name)

    @property
    def name(self) -> tuple[str, str]:
        """Seat and key: no other decision of the game has both."""
        return self.seat, self.key


class AskedTwice(ValueError):
    """A step puts two decisions with one key to a seat, so that no one could tell what answers which."""


def unambiguous(decisions: Iterable[Decision[O]]) -> tuple[Decision[O], ...]:
    """The *decisions* of one step; raises `AskedTwice` if two of them have the same seat and key."""
    found: dict[tuple[str, str], Decision[O]] = {}
    for decision in decisions:
        if found.setdefault(decision.name, decision) is not decision:
            raise AskedTwice(f"{decision.seat} has two open decisions with the key {decision.key!r} at once")
    return tuple(found.values())


Answers = Mapping[Decision[O], O]
"""The legal orders that a step runs on, by the decisions that they answer."""

SoFar = Mapping[Decision[O], O | None]
"""The decisions of a step that are answered, in the order in which the answers came; by what, only if it is public."""


def by_seat(answers: Answers[O]) -> dict[str, O]:
    """The orders by seat, for a step that asks each seat once; raises `AskedTwice` if it asked one of them more."""
    found = {decision.seat: order for decision, order in answers.items()}
    if len(found) < len(answers):
        seats = [decision.seat for decision in answers]
        twice = next(seat for seat in seats if seats.count(seat) > 1)
        raise AskedTwice(f"{twice} was asked several decisions, so that its answers cannot be told apart by seat")
    return found


class Policy(Protocol[V]):
    """A standing order: answers a decision from what its seat knows, or leaves it open."""

    def answer(self, view: V, decision: Decision) -> Order | None: ...
