"""Running cases by the road that a player's sheet takes."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from pbem.case.file import BadCase, Case, Then, read_given
from pbem.case.match import Matcher, as_data, split_expected
from pbem.engine.decision import Decision
from pbem.engine.play import play, policies
from pbem.engine.ruleset import Ruleset, Unplayable
from pbem.engine.step import Step
from pbem.engine.table import Answer, Entry, Table
from pbem.sheet.check import check_sheet
from pbem.sheet.fault import Fault

SECRET = "case"  # noqa: S105 a case is no secret
MOST_SHEETS = 50
FAULT_KEYS = ("seat", "code", "rule", "line", "column", "args")


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
    differences: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    """Where the case itself cannot be read; the differences say the same in short."""


def run_case(ruleset: Ruleset, path: Path, case: Case) -> Verdict:
    """Play *case*, which stands in the file *path*, and compare."""
    try:
        table = _laid_out(ruleset, path, case)
    except BadCase as bad:
        return Verdict(case.case, tuple(bad.told()), bad.faults)
    except Unplayable as why:
        return Verdict(case.case, (f"{path}:{case.place.line}: {why}",))
    wrong = (*_unknown(ruleset, case, table), *(f"given: {why}" for why in ruleset.invariants(table.state)))
    if wrong:
        return Verdict(case.case, wrong)
    outcome = _play(ruleset, case, table)
    matcher = Matcher(ruleset.lexicon(table.state, ""))
    return Verdict(case.case, tuple(_differences(case.then, outcome, matcher, ruleset.facts(table.state))))


def _laid_out(ruleset: Ruleset, path: Path, case: Case) -> Table:
    """The table at the case's position; raises `BadCase`, or `Unplayable` where no game can come to it."""
    names = ruleset.lexicon(ruleset.start(msgspec.convert({}, ruleset.settings)), "")
    try:
        settings = read_given(path, case, ruleset.given(), names, ruleset.settings.__struct_fields__).settings()
    except BadCase:
        read_given(path, case, ruleset.given(), names)
        raise
    start = ruleset.start(settings)
    table = Table(start, ruleset.seats(settings), SECRET)
    read_given(path, case, ruleset.given(), ruleset.lexicon(start, "")).lay_out(table)
    table.close("given", {})
    return table


def _unknown(ruleset: Ruleset, case: Case, table: Table) -> Iterator[str]:
    """Words of *case* that the game does not have: what never happens under a wrong name proves nothing."""
    seats, facts = table.seats, ruleset.facts(table.state)
    for seat in (*case.sheets, *case.anytime, *case.then.waits_for):
        if seat not in seats:
            yield f"there is no seat {seat!r}; there are: {', '.join(seats)}"
    events = [get_origin(event) or event for event in get_args(ruleset.events)]
    fields = {str(event.__struct_config__.tag): event.__struct_fields__ for event in events}
    for word, named in map(split_expected, (*case.then.events, *case.then.never)):
        if word not in fields:
            yield f"there is no event {word!r}; there are: {', '.join(sorted(fields))}"
        for field in named:
            if field.replace(" ", "_") not in fields.get(word, (field.replace(" ", "_"),)):
                yield f"the event {word} has no {field!r}; it has: {', '.join(fields[word])}"
    for fact in case.then.facts:
        if fact not in facts and fact.replace(" ", "_") not in facts:
            yield f"there is no fact {fact!r}; there are: {', '.join(facts)}"
    for fault in (*case.then.refused, *case.then.warned):
        for key in fault:
            if key not in FAULT_KEYS:
                yield f"a refusal has no {key!r}; it has: {', '.join(FAULT_KEYS)}"


def _play(ruleset: Ruleset, case: Case, table: Table) -> Outcome:
    outcome = Outcome(table)
    sheets = {seat: list(texts) for seat, texts in case.sheets.items()}
    answers: dict[tuple[str, str], Answer] = {}

    def sheet_of(decision: Decision, _view: Any) -> Answer | None:
        return answers.get((decision.seat, decision.key))

    def keep(entry: Entry) -> None:
        answers.clear()
        outcome.events.extend(entry.events)
        outcome.broken.extend(ruleset.invariants(table.state))

    _send_anytime(ruleset, table, case, outcome, keep)
    for _ in range(MOST_SHEETS):
        outcome.waiting = play(table, (sheet_of, policies(ruleset.policies)), keep)
        asked = [decision for decision in outcome.waiting if sheets.get(decision.seat)]
        if not asked:
            break
        for decision in asked:
            step: Step = table.state.flow[-1]
            answer = _take(ruleset, table, step, decision, sheets[decision.seat].pop(0), outcome)
            if answer is not None:
                answers[decision.seat, decision.key] = answer
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
