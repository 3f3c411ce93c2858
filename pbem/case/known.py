"""Words in a case that its game does not have: an event with a wrong name never happens, and proves nothing."""

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from typing import Any, get_args, get_origin

from pbem.case.file import ALL, RuleCase, Stretch
from pbem.case.match import split_expected
from pbem.case.then import ExpectedText
from pbem.engine.event import PUBLIC
from pbem.engine.kit.reading import Place
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Table
from pbem.sheet.fault import SheetFault, fault

EVERYBODY = "public"
"""What everyone sees, where a seat is named."""
FAULT_KEYS = ("seat", "code", "rule", "line", "column", "args")


def unknown(ruleset: Ruleset, facts: Collection[str], case: RuleCase, table: Table) -> Iterator[SheetFault]:
    """Every seat, event, field and fact of *case* that the game does not have; its *facts* are those of a state."""
    for stretch in case.course:
        yield from _seats(stretch, table.seats)
        for said in (*stretch.then.events, *stretch.then.never):
            yield from _events(ruleset, said)
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


def _events(ruleset: Ruleset, said: ExpectedText) -> Iterator[SheetFault]:
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
