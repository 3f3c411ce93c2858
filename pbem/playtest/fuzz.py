"""Random legal games to their end, through the same sheets that players would send."""

import os
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import Event
from pbem.engine.menu import pick_order
from pbem.engine.order import Order
from pbem.engine.play import play, policies, top
from pbem.engine.playtest import Coverage, NoPlaytest, OrderMaker, Playtest
from pbem.engine.position import Position
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Answer, Chance, Entry, Table
from pbem.playtest.balance import Rounds
from pbem.playtest.recorded import RecordedGame, RecordedSheet, table_for
from pbem.playtest.views import Looks
from pbem.report.letter import sheet_parts
from pbem.sheet.parts import check_parts, joined
from pbem.sheet.writer import write_sheet

EVENTS = "kinds of event"


class Shown(msgspec.Struct):
    """What games showed, and how often, by the words for what it is and its id; *wanted* is all that there is."""

    times: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    wanted: dict[str, set[str]] = msgspec.field(default_factory=dict)

    def happened(self, entry: Entry, state: Position, coverage: Coverage | None) -> None:
        """Take note of what *entry* showed; *state* is the one after it."""
        self.times.update((EVENTS, _tag(type(event))) for event in entry.events)
        if coverage is not None:
            self.times.update(coverage.shown(state, entry.events))

    def ended(self, ruleset: Ruleset, state: Position, coverage: Coverage | None) -> None:
        """Take note of what a game that has come to *state* could have shown."""
        apart = coverage.apart if coverage is not None else frozenset()
        self._want(EVENTS, {_tag(event) for event in _own_events(ruleset)} - apart)
        for words, ids in coverage.wanted(state).items() if coverage is not None else ():
            self._want(words, ids)

    def add(self, other: "Shown") -> None:
        """Count what another game showed, too."""
        self.times += other.times
        for words, ids in other.wanted.items():
            self._want(words, ids)

    def never(self) -> Mapping[str, tuple[str, ...]]:
        """What was not shown, of everything that there is, by the words for it."""
        return {
            words: tuple(sorted(one for one in ids if not self.times[words, one])) for words, ids in self.wanted.items()
        }

    def _want(self, words: str, ids: Iterable[str]) -> None:
        self.wanted.setdefault(words, set()).update(ids)


def _own_events(ruleset: Ruleset) -> list[type[Event]]:
    """The types of event of a game that are not the engine's."""
    found: list[type[Event]] = [get_origin(event) or event for event in get_args(ruleset.events)]
    return [event for event in found if event.__module__ != Event.__module__]


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


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
    shown: Shown = msgspec.field(default_factory=Shown)


def fuzz(
    ruleset: Ruleset,
    playtest: Playtest,
    settings: Mapping[str, Any],
    seed: str,
    *,
    standing: bool = True,
    player: OrderMaker | None = None,
    menu: bool = False,
    views: bool = False,
) -> Tally:
    """Play one game; a failure is in the tally, with the sheets that lead to it.

    With *views* some of the sheets are looked at as `Looks` does, too.

    Without *standing* every question is answered by a sheet, and sheets may stop the game. *player* answers for all
    seats, the `guess` of *playtest* unless another is given, or with *standing* its `in_advance`. With *menu* that is
    done only where the menu of the game has no answer.
    """
    tally = Tally(RecordedGame(rules=ruleset.name, settings=settings, secret=seed, sheets=(), standing=standing))
    sent: list[RecordedSheet] = []
    answering = player or _player(playtest, ruleset.name, standing=standing)
    answering = _by_menu(ruleset, answering) if menu else answering
    try:
        table = table_for(ruleset, settings, seed)
        titles = ruleset.seats(msgspec.convert(settings, ruleset.settings, strict=False))
        looks = Looks(ruleset, titles, Chance(seed, "views")) if views else None
        _play_out(_Players(ruleset, table, Chance(seed, "players"), answering, sent, looks), playtest, tally)
        tally.outcome = _outcome(ruleset, table)
        tally.shown.ended(ruleset, table.state, playtest.coverage)
    except Exception:  # noqa: BLE001 whatever breaks a game is what the fuzzer is for
        tally.failure = traceback.format_exc()
    why = tally.failure or str(tally.outcome)
    tally.recorded = msgspec.structs.replace(tally.recorded, sheets=tuple(sent), why=why)
    return tally


def _player(playtest: Playtest, name: str, *, standing: bool) -> OrderMaker:
    player = (standing and playtest.in_advance) or playtest.guess
    if player is None:
        raise NoPlaytest(name, "guess")
    return player


def _by_menu(ruleset: Ruleset, otherwise: OrderMaker) -> OrderMaker:
    """Answers with choices of the menu, and *otherwise* what that cannot answer."""

    def answer(view: Any, decision: Decision, chance: Chance) -> Order:
        order = pick_order(ruleset.desk, view, decision, chance) if ruleset.desk is not None else None
        return otherwise(view, decision, chance) if order is None else order

    return answer


def fuzz_number(
    ruleset: Ruleset,
    playtest: Playtest,
    settings: Mapping[str, Any],
    seed: str,
    number: int,
    *,
    standing: bool | None,
    player: str = "guess",
    views: bool = False,
) -> Tally:
    """Play game *number* of *seed*; its sheets are kept only if it broke.

    With *standing* undecided each second game goes without standing orders; *player* is `guess`, `bot` or `menu`.
    """
    kept = number % 2 == 0 if standing is None else standing
    bot, menu = playtest.bot if player == "bot" else None, player == "menu"
    tally = fuzz(ruleset, playtest, settings, f"{seed}/{number}", standing=kept, player=bot, menu=menu, views=views)
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
        self,
        ruleset: Ruleset,
        table: Table,
        chance: Chance,
        player: OrderMaker,
        sent: list[RecordedSheet],
        looks: Looks | None,
    ) -> None:
        self.ruleset = ruleset
        self.table = table
        self.sent = sent
        self._chance = chance
        self._player = player
        self._looks = looks

    def answers(self, seat: str, own: Sequence[Decision]) -> dict[tuple[str, str], Answer]:
        """What *seat* answers to its *own* decisions; the sheet that says it all must be read as the same orders."""
        view = self.table.views[seat]
        lexicon = self.ruleset.lexicon(view, seat)
        orders = [self._player(view, decision, self._chance) for decision in own]
        texts = [write_sheet(order, lexicon) for order in orders]
        parts = sheet_parts(self.ruleset, view, top(self.table.state), own)
        text = joined(zip((part.heading for part in parts), texts, strict=True)) if len(own) > 1 else texts[0]
        self.sent.append(RecordedSheet(seat, own[0].key, text))
        sheet = check_parts(text, parts, view, lexicon)
        if not sheet.faultless or len(sheet.good) < len(own):
            problems = [fault.problem for fault in sheet.every_fault]
            raise BrokenGame(f"a legal sheet of {seat} is refused: {problems}\n{text}")
        read = [each.order for _, each in sheet.good]
        if read != orders:
            raise BrokenGame(f"a sheet of {seat} was read as {read}, not as {orders}\n{text}")
        if self._looks is not None:
            self._looks.look(view, seat, text, parts)
        return {part.decision.name: Answer(each.order, "sheet") for part, each in sheet.good}


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
        tally.shown.happened(entry, table.state, playtest.coverage)
        broken = [str(one) for one in playtest.invariants(table.state)]
        if broken:
            raise BrokenGame("; ".join(broken))

    sources = (sheets, policies(ruleset.policies)) if tally.recorded.standing else (sheets,)
    for _ in range(MOST_ROUNDS):
        waiting = play(table, sources, keep)
        if not waiting:
            return
        tally.rounds.paused(waiting)
        answers.clear()
        for seat in dict.fromkeys(decision.seat for decision in waiting):
            answers |= players.answers(seat, [decision for decision in waiting if decision.seat == seat])
            tally.sheets += 1
    raise BrokenGame(f"no end after {MOST_ROUNDS} rounds")


R = TypeVar("R")


def cores() -> int:
    """How many games may well be played at once."""
    return os.cpu_count() or 1


def played(play: Callable[[int], R], games: int, jobs: int) -> Iterator[R]:
    """What *play* makes of the numbers from 0 to *games* - 1, in this order whatever the *jobs*.

    With more than one job *play* is sent to other processes, so it must be a function of a module or
    a `partial` of one. Games that were not begun when the iterator is closed are not played.
    """
    if jobs <= 1 or games <= 1:
        yield from map(play, range(games))
        return
    with ProcessPoolExecutor(min(jobs, games), mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, range(games))
