"""Random legal games to their end, through the same sheets that players would send."""

import traceback
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.play import play, policies
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Answer, Entry, Table
from pbem.playtest.recorded import Recorded, Sent, table_for
from pbem.sheet.check import check_sheet
from pbem.sheet.writer import write_sheet

MOST_ROUNDS = 2_000


class BrokenGame(AssertionError):
    """A random game crashed, ran into a dead end or broke an invariant."""


class Tally(msgspec.Struct):
    """What happened in one random game."""

    recorded: Recorded
    outcome: Mapping[str, Any] | None = None
    failure: str = ""
    entries: int = 0
    events: int = 0
    stages: int = 0
    sheets: int = 0
    rounds: Counter[str] = msgspec.field(default_factory=Counter)
    """Rounds of mail by turn: how often the game paused to ask."""


def fuzz(ruleset: Ruleset, settings: Mapping[str, Any], seed: str) -> Tally:
    """Play one game; a failure is in the tally, with the sheets that lead to it."""
    tally = Tally(Recorded(rules=ruleset.name, settings=settings, secret=seed, sheets=()))
    sent: list[Sent] = []
    try:
        table = table_for(ruleset, settings, seed)
        _play_out(ruleset, table, Chance(seed, "players"), tally, sent)
        tally.outcome = _outcome(ruleset, table)
    except Exception:  # noqa: BLE001 whatever breaks a game is what the fuzzer is for
        tally.failure = traceback.format_exc()
    why = tally.failure or str(tally.outcome)
    tally.recorded = msgspec.structs.replace(tally.recorded, sheets=tuple(sent), why=why)
    return tally


def _outcome(ruleset: Ruleset, table: Table) -> Mapping[str, Any]:
    outcome = ruleset.outcome(table.state)
    if outcome is None:
        raise BrokenGame("the flow is empty and the game has no outcome")
    return outcome


def _play_out(ruleset: Ruleset, table: Table, chance: Chance, tally: Tally, sent: list[Sent]) -> None:
    answers: dict[tuple[str, str], Answer] = {}

    def sheets(decision: Decision, _view: Any) -> Answer | None:
        return answers.get((decision.seat, decision.key))

    def keep(entry: Entry) -> None:
        tally.entries += 1
        tally.events += len(entry.events)
        tally.stages += entry.step == "stage"
        broken = list(ruleset.invariants(table.state))
        if broken:
            raise BrokenGame("; ".join(broken))

    for _ in range(MOST_ROUNDS):
        waiting = play(table, (sheets, policies(ruleset.policies)), keep)
        if not waiting:
            return
        tally.rounds[waiting[0].key.partition(".")[0]] += 1
        answers.clear()
        for decision in waiting:
            answers[decision.seat, decision.key] = _answer(ruleset, table, decision, chance, sent)
            tally.sheets += 1
    raise BrokenGame(f"no end after {MOST_ROUNDS} rounds")


def _answer(ruleset: Ruleset, table: Table, decision: Decision, chance: Chance, sent: list[Sent]) -> Answer:
    view = table.views[decision.seat]
    lexicon = ruleset.lexicon(view, decision.seat)
    order = ruleset.guess(view, decision, chance)
    text = write_sheet(order, lexicon)
    sent.append(Sent(decision.seat, decision.key, text))
    sheet = check_sheet(text, table.state.flow[-1], decision, view, lexicon)
    if sheet.order is None:
        raise BrokenGame(f"a legal sheet of {decision.seat} is refused: {[f.problem for f in sheet.faults]}\n{text}")
    if sheet.order != order:
        raise BrokenGame(f"a sheet of {decision.seat} was read as {sheet.order}, not as {order}\n{text}")
    return Answer(sheet.order, "sheet")
