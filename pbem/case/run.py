"""Running cases by the road that a player's sheet takes."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from pbem.case.file import Case, Then, read_given
from pbem.case.match import Matcher, as_data, split_expected
from pbem.engine.decision import Decision
from pbem.engine.play import play, policies
from pbem.engine.ruleset import Ruleset
from pbem.engine.step import Step
from pbem.engine.table import Answer, Entry, Table
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import Fault

SECRET = "case"  # noqa: S105 a case is no secret
MOST_SHEETS = 50


class Outcome(msgspec.Struct):
    """What came of a case before it is compared."""

    table: Table
    waiting: tuple[Decision, ...] = ()
    faults: list[tuple[str, Fault]] = msgspec.field(default_factory=list)
    broken: list[str] = msgspec.field(default_factory=list)
    events: list[Any] = msgspec.field(default_factory=list)
    unused: list[str] = msgspec.field(default_factory=list)


class Verdict(msgspec.Struct, frozen=True):
    """A case and what is wrong with its outcome; nothing if it passed."""

    case: str
    differences: tuple[str, ...]


def run_case(ruleset: Ruleset, path: Path, case: Case) -> Verdict:
    """Play *case* and compare; raises `BadCase` if it cannot be read."""
    first = ruleset.start(msgspec.convert({}, ruleset.settings))
    settings = read_given(path, case, ruleset.given, ruleset.lexicon(first, "")).settings()
    start = ruleset.start(settings)
    seats = ruleset.seats(settings)
    unknown = [
        f"there is no seat {seat!r}; there are: {', '.join(seats)}"
        for seat in (*case.sheets, *case.anytime)
        if seat not in seats
    ]
    if unknown:
        return Verdict(case.case, tuple(unknown))
    table = Table(start, seats, SECRET)
    read_given(path, case, ruleset.given, ruleset.lexicon(start, "")).lay_out(table)
    table.close("given", {})
    outcome = _play(ruleset, case, table)
    matcher = Matcher(ruleset.lexicon(table.state, ""))
    return Verdict(case.case, tuple(_differences(case.then, outcome, matcher, ruleset.facts(table.state))))


def _play(ruleset: Ruleset, case: Case, table: Table) -> Outcome:
    outcome = Outcome(table)
    sheets = {seat: list(texts) for seat, texts in case.sheets.items()}
    answers: dict[tuple[str, str], Answer] = {}

    def sheet_of(decision: Decision, _view: Any) -> Answer | None:
        return answers.get((decision.seat, decision.key))

    def keep(entry: Entry) -> None:
        outcome.events.extend(entry.events)
        outcome.broken.extend(ruleset.invariants(table.state))

    _send_anytime(ruleset, table, case, outcome, keep)
    for _ in range(MOST_SHEETS):
        answers.clear()
        outcome.waiting = play(table, (sheet_of, policies(ruleset.policies)), keep)
        asked = [decision for decision in outcome.waiting if sheets.get(decision.seat)]
        for decision in asked:
            step: Step = table.state.flow[-1]
            answer = _take(ruleset, table, step, decision, sheets[decision.seat].pop(0), outcome)
            if answer is not None:
                answers[decision.seat, decision.key] = answer
        if not answers:
            break
        outcome.waiting = play(table, (sheet_of, policies(ruleset.policies)), keep)
    outcome.unused = [seat for seat, left in sheets.items() if left]
    return outcome


def _send_anytime(ruleset: Ruleset, table: Table, case: Case, outcome: Outcome, keep: Callable[[Entry], None]) -> None:
    """Take in the sheets that answer no question, before anything is played."""
    for seat, texts in case.anytime.items():
        for text in texts:
            step = ruleset.anytime(table.views[seat], seat)
            if step is None:
                outcome.broken.append(f"nothing may be sent by {seat} now")
                continue
            answer = _take(ruleset, table, step, step.ask(table.views[seat])[0], text, outcome)
            if answer is not None:
                keep(table.run(step, {seat: answer}))


def _take(ruleset: Ruleset, table: Table, step: Step, decision: Decision, text: str, outcome: Outcome) -> Answer | None:
    view = table.views[decision.seat]
    sheet = check_sheet(text, step, decision, view, ruleset.lexicon(view, decision.seat))
    outcome.faults += [(decision.seat, fault) for fault in sheet.faults]
    return None if sheet.order is None else Answer(sheet.order, "sheet")


def _differences(then: Then, outcome: Outcome, matcher: Matcher, facts: Mapping[str, Any]) -> Iterator[str]:
    yield from outcome.broken
    yield from _compare_faults("refused", then.refused, [f for f in outcome.faults if f[1].problem.stops], matcher)
    if then.warned:
        warned = [f for f in outcome.faults if not f[1].problem.stops]
        yield from _compare_faults("warned", then.warned, warned, matcher, only_named=True)
    yield from _compare_events(then, [as_data(event) for event in outcome.events], matcher)
    for key, expected in then.facts.items():
        if not matcher.same({key: expected}, facts):
            yield f"fact {key}: expected {expected}, found {_found(facts, key, expected, matcher)}"
    for seat, key in then.waits_for.items():
        keys = [decision.key for decision in outcome.waiting if decision.seat == seat]
        if key == "nothing" and keys:
            yield f"the game waits for {seat}: {keys[0]}"
        elif key != "nothing" and key not in keys:
            waits = ", ".join(f"{d.seat}: {d.key}" for d in outcome.waiting) or "nobody"
            yield f"waits for {seat}: {key} was expected; the game waits for {waits}"
    if not then.refused:
        yield from (f"a sheet of {seat} was never asked for" for seat in outcome.unused)


def _found(facts: Mapping[str, Any], key: str, expected: Any, matcher: Matcher) -> Any:
    actual = facts.get(key.replace(" ", "_"), facts.get(key))
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        wrong = [name for name, value in expected.items() if not matcher.same({name: value}, actual)]
        return {name: next((v for k, v in actual.items() if matcher.same(name, k)), "nothing") for name in wrong}
    return actual


def _compare_faults(
    what: str, expected: tuple[Mapping[str, Any], ...], found: list[tuple[str, Fault]], matcher: Matcher,
    *, only_named: bool = False,
) -> Iterator[str]:  # fmt: skip
    rest = list(found)
    for wanted in expected:
        match = next((pair for pair in rest if _fault_fits(wanted, *pair, matcher)), None)
        if match is None:
            told = "; ".join(_told(seat, fault) for seat, fault in rest) or "nothing"
            yield f"{what}: expected {dict(wanted)}, found {told}"
        else:
            rest.remove(match)
    if rest and not only_named:
        yield f"{what} unexpectedly: " + "; ".join(_told(seat, fault) for seat, fault in rest)


def _fault_fits(wanted: Mapping[str, Any], seat: str, fault: Fault, matcher: Matcher) -> bool:
    problem = fault.problem
    actual = {"seat": seat, "code": problem.code, "rule": problem.rule, "line": fault.place.line}
    actual |= {"column": fault.place.column, "args": msgspec.to_builtins(dict(problem.args))}
    return all(str(v) == str(actual[k]) if k != "args" else matcher.same(v, actual[k]) for k, v in wanted.items())


def _told(seat: str, fault: Fault) -> str:
    problem = fault.problem
    return f"{seat}: {problem.code} [rule {problem.rule}] line {fault.place.line} {dict(problem.args)}"


def _compare_events(then: Then, events: list[tuple[str, dict[str, Any]]], matcher: Matcher) -> Iterator[str]:
    """Expected events must happen in their order, others may lie between them."""
    position = 0
    for expected in then.events:
        word, fields = split_expected(expected)
        fits = [n for n in range(position, len(events)) if events[n][0] == word and matcher.same(fields, events[n][1])]
        if fits:
            position = fits[0] + 1
        else:
            near = [event for event in events if event[0] == word]
            yield f"event {word} {fields} did not happen here; of its kind there were: {near or 'none'}"
    for expected in then.never:
        word, fields = split_expected(expected)
        if any(event[0] == word and matcher.same(fields, event[1]) for event in events):
            yield f"event {word} {fields} happened"
