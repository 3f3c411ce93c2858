"""Compare the outcome of a case with what it expects: each difference is a line that says where it was expected."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbem.case.letters import on_one_line
from pbem.case.match import Matcher, as_data, split_expected
from pbem.case.then import ExpectedText, Then
from pbem.engine.decision import Decision
from pbem.sheet.fault import SheetFault


class CaseOutcome(msgspec.Struct):
    """The outcome of a stretch of a case, before it is compared."""

    waiting: tuple[Decision, ...] = ()
    faults: list[tuple[str, SheetFault]] = msgspec.field(default_factory=list)
    broken: list[str] = msgspec.field(default_factory=list)
    events: list[Any] = msgspec.field(default_factory=list)
    unused: list[str] = msgspec.field(default_factory=list)
    """Seats with sheets that were never asked for."""
    missed: str = ""
    """The question that it should have reached, if it never came."""
    facts: dict[str, Mapping[str, Any]] = {}
    """The facts of the position, without a name, and as each seat that matters knows them."""
    letters: dict[str, str] = {}


def differences(then: Then, outcome: CaseOutcome, matcher: Matcher) -> Iterator[str]:
    """Everything in *outcome* that differs from *then*."""
    yield from outcome.broken
    yield from _faults("refused", then.refused, [f for f in outcome.faults if f[1].problem.stops], matcher)
    if then.warned is not None:
        warned = [f for f in outcome.faults if not f[1].problem.stops]
        yield from _faults("warned", then.warned, warned, matcher, only_named=bool(then.warned))
    yield from _events(then, [as_data(event) for event in outcome.events], matcher)
    yield from _facts("", then.facts, outcome.facts[""], matcher)
    for seat, seen in then.sees.items():
        yield from _facts(f"{seat} sees: ", seen.value, outcome.facts[seat], matcher)
    yield from _letters(then, outcome)
    yield from _waits(then, outcome)
    if not then.refused:
        yield from (f"a sheet of {seat} was never asked for" for seat in outcome.unused)
    if outcome.missed:
        waits = ", ".join(f"{d.seat}: {d.key}" for d in outcome.waiting) or "no one"
        yield f"until: {outcome.missed} was never asked; the game waits for {waits}"


def _facts(
    whose: str, expected: Mapping[str, ExpectedText], facts: Mapping[str, Any], matcher: Matcher
) -> Iterator[str]:
    for key, said in expected.items():
        if not matcher.same({key: said.value}, facts):
            found = _found(facts, key, said.value, matcher)
            yield f"{_line(said)}{whose}fact {key}: expected {said.value}, found {found}"


def _found(facts: Mapping[str, Any], key: str, expected: Any, matcher: Matcher) -> Any:
    actual = facts.get(key.replace(" ", "_"), facts.get(key))
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        wrong = [name for name, value in expected.items() if not matcher.same({name: value}, actual)]
        return {name: next((v for k, v in actual.items() if matcher.same(name, k)), "nothing") for name in wrong}
    return actual


def _letters(then: Then, outcome: CaseOutcome) -> Iterator[str]:
    for seat, wanted in then.letter.items():
        text = outcome.letters[seat]
        for said in wanted.says:
            if on_one_line(said.value) not in text:
                yield f"{_line(said)}the letter to {seat} does not say {said.value!r}; it says: {text}"
        for said in wanted.says_not:
            if (words := on_one_line(said.value)) in text:
                start = text.index(words)
                around = text[max(0, start - 60) : start + len(words) + 60]
                yield f"{_line(said)}the letter to {seat} says {said.value!r}: …{around}…"


def _waits(then: Then, outcome: CaseOutcome) -> Iterator[str]:
    for seat, said in then.waits_for.items():
        key = said.value
        keys = [decision.key for decision in outcome.waiting if decision.seat == seat]
        if key == "nothing" and keys:
            yield f"{_line(said)}the game waits for {seat}: {keys[0]}"
        elif key != "nothing" and key not in keys:
            waits = ", ".join(f"{d.seat}: {d.key}" for d in outcome.waiting) or "no one"
            yield f"{_line(said)}waits for {seat}: {key} was expected; the game waits for {waits}"


def _faults(
    what: str,
    expected: tuple[ExpectedText, ...],
    found: list[tuple[str, SheetFault]],
    matcher: Matcher,
    *,
    only_named: bool = False,
) -> Iterator[str]:
    rest = list(found)
    for wanted in expected:
        match = next((pair for pair in rest if _fault_fits(wanted.value, *pair, matcher)), None)
        if match is None:
            told = "; ".join(_told(seat, fault) for seat, fault in rest) or "nothing"
            yield f"{_line(wanted)}{what}: expected {wanted.value}, found {told}"
        else:
            rest.remove(match)
    if rest and not only_named:
        yield f"{what} unexpectedly: " + "; ".join(_told(seat, fault) for seat, fault in rest)


def _fault_fits(wanted: Mapping[str, Any], seat: str, fault: SheetFault, matcher: Matcher) -> bool:
    problem = fault.problem
    actual = {"seat": seat, "code": problem.code, "rule": problem.rule, "line": fault.place.line}
    actual |= {"column": fault.place.column, "args": msgspec.to_builtins(dict(problem.args))}
    return all(str(v) == str(actual[k]) if k != "args" else matcher.same(v, actual[k]) for k, v in wanted.items())


def _told(seat: str, fault: SheetFault) -> str:
    problem = fault.problem
    return f"{seat}: {problem.code} [rule {problem.rule}] line {fault.place.line} {dict(problem.args)}"


def _events(then: Then, events: list[tuple[str, dict[str, Any]]], matcher: Matcher) -> Iterator[str]:
    """Expected events must happen in their order, others may be between them."""
    position = 0
    for said in then.events:
        word, fields = split_expected(said.value)
        fits = [n for n in range(position, len(events)) if events[n][0] == word and matcher.same(fields, events[n][1])]
        if fits:
            position = fits[0] + 1
        else:
            near = [event for event in events if event[0] == word]
            yield f"{_line(said)}event {word} {fields} did not happen here; of its kind there were: {near or 'none'}"
    for said in then.never:
        word, fields = split_expected(said.value)
        if any(event[0] == word and matcher.same(fields, event[1]) for event in events):
            yield f"{_line(said)}event {word} {fields} happened"


def _line(said: ExpectedText) -> str:
    return f"line {said.place.line}: "
