"""Bots against each other: who wins how, and how long games take."""

import math
import traceback
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.bot import BotAnswer, try_bot
from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.play import play, policies
from pbem.engine.playtest import Playtest
from pbem.engine.position import Position
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Answer, Entry, Table
from pbem.playtest.recorded import table_for

_Z = 1.959964
"""Standard deviations that hold 95% of a normal distribution."""


class GameResult(msgspec.Struct, frozen=True):
    """How game *number* ended, or what broke it."""

    number: int
    outcome: Mapping[str, Any] | None = None
    failure: str = ""


class Share(msgspec.Struct, frozen=True):
    """The games that a seat won, alone or with others; *seat* is empty for those that no one won.

    *low* and *high* bound the share with a confidence of 95%.
    """

    seat: str
    games: int
    share: float
    low: float
    high: float
    turn: float | None = None
    """The mean turn of the end."""


class Ending(msgspec.Struct, frozen=True):
    """Games that ended alike: with the same winners and by the same words."""

    winners: tuple[str, ...]
    how: Mapping[str, str]
    games: int
    turns: Mapping[int, int]
    """How many of them ended in which turn."""


def play_number(
    ruleset: Ruleset, playtest: Playtest, settings: Mapping[str, Any], seed: str, number: int
) -> GameResult:
    """Play game *number* of *seed* with the bot in all seats."""
    try:
        table = table_for(ruleset, settings, f"{seed}/{number}")
        trouble = _play_out(ruleset, playtest, table)
        outcome = ruleset.outcome(table.state)
        broken = "; ".join(map(str, playtest.invariants(table.state)))
    except Exception:  # noqa: BLE001 one broken game must not hide what the others show
        return GameResult(number, failure=traceback.format_exc())
    failure = trouble or broken or ("" if outcome is not None else "the flow is empty and the game has no outcome")
    return GameResult(number, failure=failure) if failure else GameResult(number, outcome)


def _play_out(ruleset: Ruleset, playtest: Playtest, table: Table) -> str:
    """Play to the end; return why it was not reached."""
    last: dict[str, BotAnswer] = {}

    def bot(decision: Decision, _view: Position) -> Answer | None:
        last[decision.seat] = try_bot(ruleset, playtest.bot, table, decision)
        return last[decision.seat].answer

    waiting = play(table, (policies(ruleset.policies), bot))
    return "; ".join(f"{one.seat} does not answer {one.key}: {last[one.seat].trouble}" for one in waiting)


def shares(seats: Iterable[str], results: Sequence[GameResult]) -> list[Share]:
    """What each of *seats* won of the finished games; last, if any, those without a winner."""
    ended = [result.outcome for result in results if result.outcome is not None]
    won = {seat: [one for one in ended if seat in _winners(one)] for seat in seats}
    lost = [one for one in ended if not _winners(one)]
    found = [_share(seat, some, len(ended)) for seat, some in won.items()]
    return [*found, _share("", lost, len(ended))] if lost else found


def endings(results: Iterable[GameResult]) -> list[Ending]:
    """The kinds of endings, the most frequent first."""
    turns: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], Counter[int]] = {}
    for result in results:
        if result.outcome is not None:
            words = {key: value for key, value in result.outcome.items() if isinstance(value, str)}
            kind = _winners(result.outcome), tuple(sorted(words.items()))
            turns.setdefault(kind, Counter())[_turn(result.outcome)] += 1
    found = [
        Ending(winners, dict(how), each.total(), dict(sorted(each.items()))) for (winners, how), each in turns.items()
    ]
    return sorted(found, key=lambda one: (-one.games, one.winners, sorted(one.how.items())))


def lengths(results: Iterable[GameResult]) -> tuple[int, ...]:
    """The turn in which each game ended, in ascending order."""
    return tuple(sorted(_turn(result.outcome) for result in results if result.outcome is not None))


def wilson(count: int, of: int) -> tuple[float, float]:
    """Wilson's interval: the shares of which *count* *of* so many is not a surprise, at 95%."""
    if not of:
        return 0.0, 1.0
    share = count / of
    middle = (share + _Z**2 / (2 * of)) / (1 + _Z**2 / of)
    half = _Z / (1 + _Z**2 / of) * math.sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def _share(seat: str, won: Sequence[Mapping[str, Any]], of: int) -> Share:
    low, high = wilson(len(won), of)
    turn = sum(map(_turn, won)) / len(won) if won else None
    return Share(seat, len(won), len(won) / of if of else 0.0, low, high, turn)


def _winners(outcome: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(outcome.get("winners", ()))


def _turn(outcome: Mapping[str, Any]) -> int:
    return int(outcome.get("turn", 0))


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
