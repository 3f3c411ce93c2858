"""What faulty sheets are refused for: those of all case files, and random legal ones with one line broken."""

import random
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.reading import Lexicon
from pbem.engine.table import Step
from pbem.playtest import case_run
from pbem.report.returned_sheet import as_data
from pbem.report.words import Words
from pbem.sheet import parts
from pbem.sheet.check import WordsWanted, check_sheet
from pbem.sheet.fault import ReadSheet
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA
from tests.maria.casebook import FILES, cases_of
from tests.maria.robustness.broken_sheets import astray, misspelt, sheets

_TO_WRITE = re.compile(r"`|“|\d|\b[Ll]eave\b|\b[Dd]elete\b")


class Refusal(msgspec.Struct, frozen=True):
    """A problem in words, with its remedy."""

    code: str
    says: str
    right: str
    names: frozenset[str]
    """All that has a name in the game, and the words that may be there."""

    @property
    def names_what_is_missing(self) -> bool:
        """Whether the remedy has something that can be written, or says what to leave out."""
        return bool(_TO_WRITE.search(self.right)) or any(name in self.right for name in self.names)


class CheckedSheet(msgspec.Struct, frozen=True):
    """A sheet of a case as it was checked, and all that it was checked by."""

    text: str
    sheet: ReadSheet[Any]
    step: Step
    decision: Decision
    view: State
    lexicon: Lexicon

    def words(self) -> Words:
        """The words in which its writer is told of it."""
        return Words(MARIA.words, self.lexicon, tools=MARIA.tools).knowing(self.view, self.decision.seat)


@cache
def sheets_of_cases(path: Path) -> tuple[CheckedSheet, ...]:
    """All sheets of a case file that are faulty; its cases are run once a process."""
    found: list[CheckedSheet] = []

    def spied(
        text: str, step: Step, decision: Decision, view: State, lexicon: Lexicon, wanted: WordsWanted
    ) -> ReadSheet[Any]:
        sheet = check_sheet(text, step, decision, view, lexicon, wanted)
        if sheet.faults:
            found.append(CheckedSheet(text, sheet, step, decision, view, lexicon))
        return sheet

    with mock.patch.object(parts, "check_sheet", spied):
        for case in cases_of(path):
            case_run.run_case(MARIA, path, case)
    return tuple(found)


def of_cases() -> Iterator[Refusal]:
    """The refusals of the sheets in all case files."""
    for path in FILES:
        for each in sheets_of_cases(path):
            yield from _told(each.sheet, each.view, each.decision.seat, each.lexicon)


def at_random(name: str) -> Iterator[Refusal]:
    """The refusals of random sheets with one line broken."""
    draw = random.Random(name)
    for game in (("introductory", "3"), ("advanced", "3"), ("two-player", "2")):
        for sheet in sheets(*game, name, 1):
            number = draw.randrange(len(sheet.lines)) + 1
            line = sheet.lines[number - 1]
            broken = draw.choice((misspelt(draw, line), astray(draw, sheet, line)))
            text = "\n".join(sheet.with_line(number, broken)) + "\n"
            checked = check_sheet(text, sheet.step, sheet.decision, sheet.view, sheet.lexicon)
            yield from _told(checked, sheet.view, sheet.decision.seat, sheet.lexicon)


def _told(sheet: ReadSheet[Any], view: State, seat: str, lexicon: Lexicon) -> Iterator[Refusal]:
    words = Words(MARIA.words, lexicon, tools=MARIA.tools).knowing(view, seat)
    for fault in sheet.faults:
        if fault.problem.stops:
            data = as_data(words, fault)
            allowed = (word for key in ("words", "rules", "keys") for word in fault.problem.args.get(key, ()))
            yield Refusal(data["code"], data["says"], data["right"], _names(lexicon) | {str(word) for word in allowed})


@lru_cache(maxsize=64)
def _names(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(names[0] for kind in lexicon.kinds.values() for names in kind.values() if names)
