"""Run cases exactly as a player's sheet is handled."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pbem.case.compare import CaseOutcome, differences
from pbem.case.dice import GivenDice, WrongDice, not_rolled
from pbem.case.file import ALL, RuleCase, Stretch, read_given
from pbem.case.known import unknown, viewer
from pbem.case.letters import letter_to
from pbem.case.match import Matcher
from pbem.case.tree import BadCase
from pbem.engine.decision import Decision
from pbem.engine.kit.ruling import BrokenInvariant
from pbem.engine.play import play, policies
from pbem.engine.playtest import NoPlaytest, playtest_of
from pbem.engine.position import Position
from pbem.engine.ruleset import Ruleset, Unplayable
from pbem.engine.step import Step, decisions_of
from pbem.engine.table import Answer, Entry
from pbem.report.several import sheet_parts
from pbem.sheet.fault import SheetFault
from pbem.sheet.parts import check_parts

SECRET = "case"  # noqa: S105 a case is not secret
MOST_SHEETS = 50


class CaseVerdict(msgspec.Struct, frozen=True):
    """A case and the differences in its outcome; none if it passed."""

    case: str
    differences: tuple[str, ...] = ()
    faults: tuple[SheetFault, ...] = ()
    """Where the case itself cannot be read; the differences say the same in brief."""


class _Parts(msgspec.Struct, frozen=True):
    """What cases need from a game beside its rules."""

    fixture: type[Any]
    facts: Callable[[Any], Mapping[str, Any]]
    invariants: Callable[[Any], Iterable[BrokenInvariant]]


def _parts(ruleset: Ruleset) -> _Parts:
    found = playtest_of(ruleset.name)
    if found.fixture is None or found.facts is None:
        raise NoPlaytest(ruleset.name, "fixture" if found.fixture is None else "facts")
    return _Parts(found.fixture, found.facts, found.invariants)


def run_case(ruleset: Ruleset, path: Path, case: RuleCase) -> CaseVerdict:
    """Play *case*, which is in the file *path*, and compare; what follows from a difference is not told.

    Raises `NoPlaytest` if the game came without what cases need.
    """
    parts = _parts(ruleset)
    try:
        table, titles = _laid_out(ruleset, parts, path, case)
    except BadCase as bad:
        return CaseVerdict(case.case, tuple(bad.told()), bad.faults)
    except Unplayable as why:
        return CaseVerdict(case.case, (f"{path}:{_line_of(case, why.key)}: {why}",))
    if faults := tuple(unknown(ruleset, parts.facts(table.state), case, table)):
        return CaseVerdict(case.case, tuple(BadCase(path, faults).told()), faults)
    if broken := tuple(f"given: {why}" for why in parts.invariants(table.state)):
        return CaseVerdict(case.case, broken)
    course = _Course(ruleset, parts, table, titles)
    for number, stretch in enumerate(case.course, 1):
        if wrong := tuple(course.play(stretch)):
            where = f"course {number}, " if len(case.course) > 1 else ""
            return CaseVerdict(case.case, tuple(where + each for each in wrong))
    return CaseVerdict(case.case)


def _line_of(case: RuleCase, key: str) -> int:
    """The line of the *key* of the given position with the problem, or of the case."""
    return next((name.place.line for name, _ in case.given.pairs if name.text.casefold() == key), case.place.line)


def _laid_out(ruleset: Ruleset, parts: _Parts, path: Path, case: RuleCase) -> tuple[GivenDice, dict[str, str]]:
    """The table at the case's position and the titles of its seats.

    Raises `BadCase`, or `Unplayable` where no game can come to it.
    """
    names = ruleset.lexicon(ruleset.start(msgspec.convert({}, ruleset.settings)), "")
    try:
        settings = read_given(path, case, parts.fixture, names, ruleset.settings.__struct_fields__).settings()
    except BadCase:
        read_given(path, case, parts.fixture, names)
        raise
    start, titles = ruleset.start(settings), dict(ruleset.seats(settings))
    table = GivenDice(start, titles, SECRET)
    read_given(path, case, parts.fixture, ruleset.lexicon(start, "")).lay_out(table)
    table.close("given", {})
    return table, titles


class _Course:
    """A case being played, stretch by stretch; accepted sheets wait for those of the others."""

    def __init__(self, ruleset: Ruleset, parts: _Parts, table: GivenDice, titles: dict[str, str]) -> None:
        self._ruleset, self._parts, self._table, self._titles = ruleset, parts, table, titles
        self._answers: dict[tuple[str, str], Answer] = {}

    def play(self, stretch: Stretch) -> Iterator[str]:
        """Play *stretch* from the present position, and yield the differences."""
        ruleset, table = self._ruleset, self._table
        since = len(table.entries)
        outcome = CaseOutcome()
        table.dice = stretch.dice
        try:
            self._send_anytime(stretch, outcome)
            self._send(stretch, outcome)
        except WrongDice as wrong:
            yield f"line {(wrong.place or stretch.place).line}: {wrong}"
            return
        if left := not_rolled(table.dice):
            outcome.broken.append(left)
        outcome.facts = {"": self._parts.facts(table.state)}
        for seat in stretch.then.sees:
            outcome.facts[seat] = self._parts.facts(table.views[viewer(seat)])
        for seat in stretch.then.letter:
            told = tuple(table.entries[since:])
            letter = letter_to(ruleset, table, viewer(seat), self._titles, told, outcome.waiting)
            outcome.letters[seat] = letter
        yield from differences(stretch.then, outcome, Matcher(ruleset.lexicon(table.state, "")))

    def _send(self, stretch: Stretch, outcome: CaseOutcome) -> None:
        """Play, submitting a sheet of each seat that is asked, until a seat has none left."""
        table = self._table
        sheets = {seat: list(texts) for seat, texts in stretch.sheets.items()}

        def kept(decision: Decision, _view: Position) -> Answer | None:
            return self._answers.get((decision.seat, decision.key))

        def silence(decision: Decision, _view: Position) -> Answer | None:
            silent = decision.seat in stretch.silent or ALL in stretch.silent
            if not silent or sheets.get(decision.seat) or decision.key == stretch.until or decision.default is None:
                return None
            return Answer(decision.default, "default")

        def keep(entry: Entry) -> None:
            self._keep(entry, outcome)

        for _ in range(MOST_SHEETS):
            outcome.waiting = play(table, (kept, policies(self._ruleset.policies), silence), keep)
            reached = stretch.until in [decision.key for decision in outcome.waiting]
            asked = [decision for decision in outcome.waiting if sheets.get(decision.seat)]
            if reached or not asked:
                break
            for seat in dict.fromkeys(decision.seat for decision in asked):
                own = [decision for decision in asked if decision.seat == seat]
                self._answers |= self._take(table.state.flow[-1], own, sheets[seat].pop(0), outcome)
        outcome.missed = "" if not stretch.until or reached else stretch.until
        outcome.unused = [seat for seat, left in sheets.items() if left]

    def _send_anytime(self, stretch: Stretch, outcome: CaseOutcome) -> None:
        """Submit the sheets that answer no question, before anything is played."""
        table = self._table
        for seat, texts in stretch.anytime.items():
            for text in texts:
                step = self._ruleset.anytime(table.views[seat], seat)
                if step is None:
                    outcome.broken.append(f"nothing may be sent by {seat} now")
                    continue
                own = [decision for decision in decisions_of(step, table.views[seat]) if decision.seat == seat]
                answers = self._take(step, own, text, outcome)
                if answers:
                    given = {decision: answers[decision.name] for decision in own if decision.name in answers}
                    self._keep(table.run(step, given), outcome)

    def _keep(self, entry: Entry, outcome: CaseOutcome) -> None:
        self._answers.clear()
        outcome.events.extend(entry.events)
        outcome.broken.extend(map(str, self._parts.invariants(self._table.state)))

    def _take(
        self, step: Step, own: Sequence[Decision], text: str, outcome: CaseOutcome
    ) -> dict[tuple[str, str], Answer]:
        """What the sheet *text* answers of a seat's *own* decisions."""
        seat = own[0].seat
        view = self._table.views[seat]
        parts = sheet_parts(self._ruleset, view, step, own)
        sheet = check_parts(text, parts, view, self._ruleset.lexicon(view, seat))
        outcome.faults += [(seat, fault) for fault in sheet.every_fault]
        return {part.decision.name: Answer(each.order, "sheet") for part, each in sheet.good}
