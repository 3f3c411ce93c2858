"""Run cases, compare, words that a case has and its game has not."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.edition import Unplayable
from pbem.engine.event import PUBLIC
from pbem.engine.play import play, policies
from pbem.engine.playtest import NoPlaytest, playtest_of
from pbem.engine.position import Position
from pbem.engine.reading import Lexicon, Place
from pbem.engine.ruleset import BrokenInvariant, Ruleset
from pbem.engine.table import Answer, Entry, Step, Table, decisions_of
from pbem.playtest.case_file import (
    ALL,
    BadCase,
    ExpectedText,
    GivenDice,
    RuleCase,
    Stretch,
    Then,
    WrongDice,
    not_rolled,
    read_given,
)
from pbem.report.letter import Occasion, letter, public_report, sheet_parts
from pbem.report.story import past_of
from pbem.report.words import words_of
from pbem.sheet.fault import SheetFault, fault
from pbem.sheet.names import names_of
from pbem.sheet.parts import check_parts
from pbem.sheet.writer import write_sheet


def letter_to(
    ruleset: Ruleset,
    table: Table,
    seat: str,
    titles: Mapping[str, str],
    entries: tuple[Entry, ...],
    waiting: tuple[Decision, ...],
) -> str:
    """The letter, on one line, that tells *seat* (or everyone) of *entries*; *waiting* is what the game waits for."""
    view = table.views[seat]
    lexicon = ruleset.lexicon(view, seat)
    asked = next((decision for decision in waiting if decision.seat == seat), None)
    decision = asked or _anytime(ruleset, table, seat)
    default = decision.default if decision else None
    since = entries[0].number - 1 if entries else len(table.entries)
    occasion = Occasion(
        game="case",
        round=1,
        seat=seat,
        titles=titles,
        view=view,
        entries=entries,
        past=past_of(table),
        changes=ruleset.changes(table.at(since)[1][seat], view, seat) if ruleset.changes and seat != PUBLIC else None,
        decision=decision,
        asked=asked is not None,
        waiting=tuple(dict.fromkeys(decision.seat for decision in waiting)),
        form=write_sheet(default, lexicon) if default is not None else "",
        outcome=ruleset.outcome(table.state),
    )
    words = words_of(ruleset, lexicon)
    return on_one_line(letter(words, occasion) if seat != PUBLIC else public_report(words, occasion))


def on_one_line(text: str) -> str:
    """*text* without its line breaks, so that it does not matter where they fall."""
    return " ".join(text.split())


def _anytime(ruleset: Ruleset, table: Table, seat: str) -> Decision | None:
    """What *seat* may send without being asked."""
    step = ruleset.anytime(table.views[seat], seat) if seat != PUBLIC and table.state.flow else None
    return next((one for one in decisions_of(step, table.views[seat]) if one.seat == seat), None) if step else None


UNKNOWN = "unknown"


class Matcher:
    """Compares expected texts with ids, numbers and structures; only what is named counts."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._names = names_of(lexicon)
        self._kinds = tuple(lexicon.kinds)
        self._ids: dict[str, tuple[str, ...]] = {}

    def same(self, expected: Any, actual: Any) -> bool:
        """Whether *actual* is what the case means by *expected*.

        A mapping must hold what is named, a list must have the same things in the same order. An id may be
        followed by a dot and a detail that cases do not care about. A number stands for so many things of a list, and
        `unknown` for a thing, or for things, of which a view tells nothing.
        """
        if isinstance(actual, (list, tuple)) and isinstance(expected, str):
            if expected == UNKNOWN:
                return bool(actual) and all(item == UNKNOWN for item in actual)
            if expected.isdecimal():
                return len(actual) == int(expected)
        if isinstance(expected, Mapping):
            return isinstance(actual, Mapping) and all(self._holds(actual, k, v) for k, v in expected.items())
        if isinstance(expected, list):
            many = isinstance(actual, Sequence) and not isinstance(actual, str)
            return many and len(actual) == len(expected) and all(map(self.same, expected, actual))
        return self._same_word(str(expected), actual)

    def _holds(self, actual: Mapping[Any, Any], key: str, value: Any) -> bool:
        found = [
            v for k, v in actual.items() if self._same_word(str(key).replace(" ", "_"), k) or self._same_word(key, k)
        ]
        if not found:
            return self._means_nothing(value) and (key.isdigit() or self.knows(key))
        return self.same(value, found[0])

    def knows(self, name: str) -> bool:
        """Whether *name* is a name of the game; a misspelt one must not pass as absent."""
        return bool(self._meant(name))

    def _meant(self, name: str) -> tuple[str, ...]:
        """The ids that *name* may mean; it is compared with many, and looked up once."""
        if name not in self._ids:
            self._ids[name] = self._names.find(name, *self._kinds)
        return self._ids[name]

    @staticmethod
    def _means_nothing(value: Any) -> bool:
        return value in ("none", "off", "nobody", "0", "[]", [], {})

    def _same_word(self, expected: str, actual: Any) -> bool:
        if isinstance(actual, bool):
            return expected.casefold() == ("yes" if actual else "no")
        if actual is None or actual == 0:
            return expected in ("none", "off", "nobody", "", "0")
        if isinstance(actual, (Mapping, list, tuple)):
            return not actual and expected in ("none", "[]", "{}", "")
        word = str(actual)
        if expected.casefold().replace(" ", "-") == word.casefold().replace(" ", "-"):
            return True
        return word.partition(".")[0] in self._meant(expected)


def as_data(event: Any) -> tuple[str, dict[str, Any]]:
    """An event's word and its fields, defaults included."""
    fields = {name: msgspec.to_builtins(getattr(event, name)) for name in event.__struct_fields__}
    return str(event.__struct_config__.tag), fields


def split_expected(expected: Any) -> tuple[str, Any]:
    """An expected event: its word alone, or a mapping of the word to fields."""
    if isinstance(expected, Mapping):
        [(word, fields)] = expected.items()
        return str(word).replace(" ", "-"), fields if isinstance(fields, Mapping) else {}
    return str(expected).replace(" ", "-"), {}


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


EVERYBODY = "public"
"""What everyone sees, where a seat is named."""
FAULT_KEYS = ("seat", "code", "rule", "line", "column", "args")


def unknown(ruleset: Ruleset, facts: Collection[str], case: RuleCase, table: Table) -> Iterator[SheetFault]:
    """Every seat, event, field and fact of *case* that the game does not have; its *facts* are those of a state."""
    for stretch in case.course:
        yield from _seats(stretch, table.seats)
        for said in (*stretch.then.events, *stretch.then.never):
            yield from _unknown_events(ruleset, said)
        for named in (stretch.then.facts, *(seen.value for seen in stretch.then.sees.values())):
            for fact, said in named.items():
                if fact not in facts and fact.replace(" ", "_") not in facts:
                    yield _not_among(said.place, fact, facts)
        for said in (*stretch.then.refused, *(stretch.then.warned or ())):
            yield from (_no_key(said.place, key, FAULT_KEYS) for key in said.value if key not in FAULT_KEYS)


def viewer(seat: str) -> str:
    """The seat whose view is meant; `public` means the view of everyone."""
    return PUBLIC if seat == EVERYBODY else seat


def _seats(stretch: Stretch, seats: Iterable[str]) -> Iterator[SheetFault]:
    then = stretch.then
    named = {**stretch.seats, **{seat: said.place for seat, said in then.waits_for.items()}}
    seen = {seat: said.place for seat, said in then.sees.items()}
    seen |= {seat: letter.place for seat, letter in then.letter.items()}
    for seat, place in (*named.items(), *seen.items()):
        known = (*seats, *((EVERYBODY,) if seat in seen else ()), *((ALL,) if seat in stretch.silent else ()))
        if seat not in known:
            yield fault(place, "no-such-seat", text=seat, seats=known)


def _unknown_events(ruleset: Ruleset, said: ExpectedText) -> Iterator[SheetFault]:
    kinds = [get_origin(event) or event for event in get_args(ruleset.events)]
    fields = {str(event.__struct_config__.tag): event.__struct_fields__ for event in kinds}
    word, named = split_expected(said.value)
    if word not in fields:
        yield _not_among(said.place, word, fields)
        return
    for field in named:
        if field.replace(" ", "_") not in fields[word]:
            yield _no_key(said.place, field, tuple(each.replace("_", " ") for each in fields[word]))


def _not_among(place: Place, text: str, words: Collection[str]) -> SheetFault:
    nearest: Any = tuple(get_close_matches(text, words, 3))
    return fault(place, "not-a-choice", text=text, nearest=nearest, words=tuple(sorted(words)))


def _no_key(place: Place, key: str, keys: tuple[str, ...]) -> SheetFault:
    return fault(place, "unknown-key", key=key, nearest=tuple(get_close_matches(key, keys, 3)), keys=keys)


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
