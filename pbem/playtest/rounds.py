"""Rounds of mail: how often a game pauses to ask, by turn and by question; what a turn is the game says."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.table import Entry


class Mean(msgspec.Struct, frozen=True):
    """How many rounds a turn took: in how many turns, on average, and at most."""

    turns: int
    mean: float
    most: int


class Rounds(msgspec.Struct):
    """The rounds of one game.

    What comes before the first turn counts as turn 0. *questions* counts, by turn and type of order, the rounds in
    which it was asked; *labels* are the moments of each turn, as its ruleset calls them.
    """

    turns: Counter[int] = msgspec.field(default_factory=Counter)
    questions: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter)
    labels: dict[int, set[str]] = msgspec.field(default_factory=dict)
    now: int = 0

    def asked(self, decision: Decision) -> None:
        """Take note that *decision* is put, whoever answers it."""
        self.now = decision.turn
        self.turns[self.now] += 0

    def paused(self, waiting: Iterable[Decision]) -> None:
        """Take note of a round of mail."""
        waiting = tuple(waiting)
        self.now = waiting[0].turn
        self.turns[self.now] += 1
        self.questions.update({(one.turn, _tag(one.takes)) for one in waiting})

    def happened(self, entry: Entry, moments: Mapping[str, str]) -> None:
        """Take note of what marks the turn."""
        tags = {entry.step, *(_tag(type(event)) for event in entry.events)}
        labels = {moments[tag] for tag in tags if tag in moments}
        self.labels.setdefault(self.now, set()).update(labels)


def per_turn(games: Iterable[Rounds], moments: Mapping[str, str]) -> dict[str, Mean]:
    """The rounds of a turn in all turns, and apart in those with and without each moment."""
    numbers = [(count, game.labels.get(turn, set())) for game in games for turn, count in game.turns.items() if turn]
    found = {"all turns": _mean(count for count, _ in numbers)}
    for label in dict.fromkeys(moments.values()):
        found[f"without {label}"] = _mean(count for count, labels in numbers if label not in labels)
        found[f"with {label}"] = _mean(count for count, labels in numbers if label in labels)
    return found


def most_asked(games: Iterable[Rounds]) -> dict[str, int]:
    """By type of order, the most rounds in which it was asked in one turn."""
    most: Counter[str] = Counter()
    for game in games:
        for (_, order), count in game.questions.items():
            most[order] = max(most[order], count)
    return dict(sorted(most.items()))


def _mean(counts: Iterable[int]) -> Mean:
    known = tuple(counts)
    return Mean(len(known), round(sum(known) / len(known), 2) if known else 0.0, max(known, default=0))


def _tag(kind: type[Any] | type[Event]) -> str:
    return str(kind.__struct_config__.tag)
