"""What tests, bots and tools need from a game, and play itself does not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Generic

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.order import Order
from pbem.engine.position import Position, S
from pbem.engine.ruleset import BrokenInvariant, installed, loaded
from pbem.engine.table import Chance

GROUP = "pbem.playtests"

OrderMaker = Callable[[S, Decision, Chance], Order]
"""Answers a decision from the view of its seat."""


def _sound(_state: Position) -> Iterable[BrokenInvariant]:
    return ()


class Coverage(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What random games should show at least once besides each kind of event: cards in each of their uses, orders."""

    wanted: Callable[[S], Mapping[str, Iterable[str]]]
    """The ids of all that there is by the words for it, `cards as events`, in any full state."""
    shown: Callable[[S, Sequence[Event]], Iterable[tuple[str, str]]]
    """What the events of one entry showed, each by its words and id, by the full state after them."""
    apart: frozenset[str] = frozenset()
    """Tags of events that these games do not come to: rulings, what only certain settings bring."""


class Playtest(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """The second record of a game, beside its `Ruleset` and under the same name: optional, as is each of its fields."""

    guess: OrderMaker[S] | None = None
    """Some legal answer to a decision, from the seat's view: the fuzzer's player."""
    in_advance: OrderMaker[S] | None = None
    """A guess that never makes the game stop to ask its seat: the fuzzer's player in games with standing orders."""
    bot: OrderMaker[S] | None = None
    """A simple but sensible answer to a decision, from the seat's view: the bot."""
    invariants: Callable[[S], Iterable[BrokenInvariant]] = _sound
    """What is broken in a full state, nothing if it is sound: in a game with rulings the `broken` of its `Rulings`."""
    moments: Mapping[str, str] = {}
    """Labels of turns by tags of events and steps: a turn in which such an event happens, or such a step is carried
    out, is counted apart."""
    coverage: Coverage[S] | None = None
    """What the fuzzer counts besides kinds of events."""
    fixture: type[msgspec.Struct] | None = None
    """A position as a case file writes it, with `settings()` and `lay_out(table)`."""
    facts: Callable[[S], Mapping[str, object]] | None = None
    """The facts that a case file may state of a position, or of a seat's view: what that does not tell is `unknown`."""
    demo: Path | None = None
    """A folder of sample emails that play a few rounds."""


registered: dict[str, Playtest] = {}
"""Playtests of this process by the names of their rulesets, before those that are installed."""


class NoPlaytest(LookupError):
    """The ruleset called *name* lacks the playtest, or the *part* of it, that a tool needs."""

    def __init__(self, name: str, part: str = "") -> None:
        named = f"no entry point {name!r} of the group {GROUP} is installed"
        super().__init__(f"the rules {name} have no {part}" if part else f"the rules {name} have no playtest: {named}")


def find_playtest(name: str) -> Playtest | None:
    """The playtest of the ruleset called *name*; none if the game came without one."""
    if name in registered:
        return registered[name]
    place = installed(GROUP).get(name)
    if place is None:
        return None
    playtest = loaded(place)
    if not isinstance(playtest, Playtest):
        raise TypeError(f"the entry point {name!r} of {GROUP} is not a Playtest")
    return playtest


def playtest_of(name: str, *parts: str) -> Playtest:
    """The playtest of the ruleset called *name*; raises `NoPlaytest` if there is none or if it lacks one of *parts*."""
    playtest = find_playtest(name)
    if playtest is None:
        raise NoPlaytest(name)
    for part in parts:
        if getattr(playtest, part) is None:
            raise NoPlaytest(name, part)
    return playtest


def bot_of(name: str) -> OrderMaker | None:
    """The bot of the ruleset called *name*, if it has one."""
    playtest = find_playtest(name)
    return playtest.bot if playtest else None
