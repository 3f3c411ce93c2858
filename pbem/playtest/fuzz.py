"""Random legal games to their end, through the same sheets that players would send."""

import traceback
from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.play import play, policies
from pbem.engine.playtest import NoPlaytest, OrderMaker, Playtest
from pbem.engine.position import Position
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Answer, Entry, Table
from pbem.playtest.recorded import RecordedGame, RecordedSheet, table_for
from pbem.playtest.rounds import Rounds
from pbem.sheet.check import check_sheet
from pbem.sheet.writer import write_sheet

MOST_ROUNDS = 2_000


class BrokenGame(AssertionError):
    """A random game crashed, ran into a dead end or broke an invariant."""


class Tally(msgspec.Struct):
    """What happened in one random game."""

    recorded: RecordedGame
    outcome: Mapping[str, Any] | None = None
    failure: str = ""
    entries: int = 0
    events: int = 0
    sheets: int = 0
    rounds: Rounds = msgspec.field(default_factory=Rounds)


def fuzz(
    ruleset: Ruleset,
    playtest: Playtest,
    settings: Mapping[str, Any],
    seed: str,
    *,
    standing: bool = True,
    player: OrderMaker | None = None,
) -> Tally:
    """Play one game; a failure is in the tally, with the sheets that lead to it.

    Without *standing* every question is answered by a sheet. *player* answers for all seats, the
    `guess` of *playtest* unless another is given; one of both there must be.
    """
    tally = Tally(RecordedGame(rules=ruleset.name, settings=settings, secret=seed, sheets=(), standing=standing))
    sent: list[RecordedSheet] = []
    answering = player or playtest.guess
    if answering is None:
        raise NoPlaytest(ruleset.name, "guess")
    try:
        table = table_for(ruleset, settings, seed)
        _play_out(_Players(ruleset, table, Chance(seed, "players"), answering, sent), playtest, tally)
        tally.outcome = _outcome(ruleset, table)
    except Exception:  # noqa: BLE001 whatever breaks a game is what the fuzzer is for
        tally.failure = traceback.format_exc()
    why = tally.failure or str(tally.outcome)
    tally.recorded = msgspec.structs.replace(tally.recorded, sheets=tuple(sent), why=why)
    return tally


def fuzz_number(
    ruleset: Ruleset,
    playtest: Playtest,
    settings: Mapping[str, Any],
    seed: str,
    number: int,
    *,
    standing: bool | None,
    bot: bool,
) -> Tally:
    """Play game *number* of *seed*; its sheets are kept only if it broke.

    With *standing* undecided each second game goes without standing orders; *bot* plays instead of `guess`.
    """
    kept = number % 2 == 0 if standing is None else standing
    player = playtest.bot if bot else None
    tally = fuzz(ruleset, playtest, settings, f"{seed}/{number}", standing=kept, player=player)
    if not tally.failure:
        tally.recorded = msgspec.structs.replace(tally.recorded, sheets=())
    return tally


def _outcome(ruleset: Ruleset, table: Table) -> Mapping[str, Any]:
    outcome = ruleset.outcome(table.state)
    if outcome is None:
        raise BrokenGame("the flow is empty and the game has no outcome")
    return outcome


class _Players:
    """Whoever sits at the table: their answers, each by way of a sheet."""

    def __init__(
        self, ruleset: Ruleset, table: Table, chance: Chance, player: OrderMaker, sent: list[RecordedSheet]
    ) -> None:
        self.ruleset = ruleset
        self.table = table
        self.sent = sent
        self._chance = chance
        self._player = player

    def answer(self, decision: Decision) -> Answer:
        """The answer of a seat; the sheet that says it must be read as the same order."""
        view = self.table.views[decision.seat]
        lexicon = self.ruleset.lexicon(view, decision.seat)
        order = self._player(view, decision, self._chance)
        text = write_sheet(order, lexicon)
        self.sent.append(RecordedSheet(decision.seat, decision.key, text))
        sheet = check_sheet(text, self.table.state.flow[-1], decision, view, lexicon)
        if sheet.order is None:
            problems = [fault.problem for fault in sheet.faults]
            raise BrokenGame(f"a legal sheet of {decision.seat} is refused: {problems}\n{text}")
        if sheet.order != order:
            raise BrokenGame(f"a sheet of {decision.seat} was read as {sheet.order}, not as {order}\n{text}")
        return Answer(sheet.order, "sheet")


def _play_out(players: _Players, playtest: Playtest, tally: Tally) -> None:
    ruleset, table = players.ruleset, players.table
    answers: dict[tuple[str, str], Answer] = {}

    def sheets(decision: Decision, _view: Position) -> Answer | None:
        tally.rounds.asked(decision)
        return answers.get((decision.seat, decision.key))

    def keep(entry: Entry) -> None:
        tally.entries += 1
        tally.events += len(entry.events)
        tally.rounds.happened(entry, playtest.moments)
        broken = list(playtest.invariants(table.state))
        if broken:
            raise BrokenGame("; ".join(broken))

    sources = (sheets, policies(ruleset.policies)) if tally.recorded.standing else (sheets,)
    for _ in range(MOST_ROUNDS):
        waiting = play(table, sources, keep)
        if not waiting:
            return
        tally.rounds.paused(waiting)
        answers.clear()
        for decision in waiting:
            answers[decision.seat, decision.key] = players.answer(decision)
            tally.sheets += 1
    raise BrokenGame(f"no end after {MOST_ROUNDS} rounds")
