"""Every refusal says what to do, and what it proposes can be typed as it stands."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.event import PUBLIC
from pbem.engine.order import Weight
from pbem.engine.reading import Lexicon
from pbem.report.returned_sheet import as_data
from pbem.report.words import Words
from pbem.sheet.check import keys_of
from pbem.sheet.fault import SheetFault
from pbem.sheet.reader import read_sheet
from pbem_maria.orders.plan import ALL, CombatPlan
from pbem_maria.orders.stage import Supply
from pbem_maria.orders.standing import StandingAnswers
from pbem_maria.orders.statecraft import Proposal
from pbem_maria.ruleset import MARIA
from pbem_maria.unions import MariaOrders
from tests.maria.casebook import FILES
from tests.maria.letters import test_words
from tests.maria.refusals import sheets_of_cases

GENERAL = {"key: value"}
"""What stands for any line."""
PROPOSED = re.compile(r"`([^`]+)`")
KEYS = {ALL, *keys_of(MariaOrders), *CombatPlan.KEYS, *(keys_of(Proposal) | keys_of(StandingAnswers) | keys_of(Supply))}


class Proposed(msgspec.Struct, frozen=True):
    """A line that a refusal of the sheet *text* proposes."""

    line: str
    under: tuple[str, ...]
    """The keys that the same remedy names."""
    fault: SheetFault
    text: str
    takes: type[Any]
    lexicon: Lexicon

    def sheets(self) -> Iterator[str]:
        """Sheets in which the line stands alone, in place of what was marked, or under the keys that lead there."""
        yield self.line
        yield from self._instead()
        keys = [str(step) for step in self.fault.problem.path if isinstance(step, str)]
        for way in (*(keys[:depth] for depth in range(len(keys), 0, -1)), *((key,) for key in self.under)):
            inside = "".join(f"{'  ' * at}{key}:\n" for at, key in enumerate(way))
            for before in (" ", "\n" + "  " * len(way), "\n" + "  " * len(way) + "- "):
                yield f"{inside.rstrip()}{before}{self.line}\n"

    def _instead(self) -> Iterator[str]:
        """The sheet with the line instead of what was marked, of that and what follows, of a value, or beside it."""
        lines, place = self.text.splitlines(), self.fault.place
        marked = lines[place.line - 1] if place.line <= len(lines) else ""
        start, end = place.column - 1, place.column - 1 + place.width
        rest = end + len(re.match(r"[^\[\]{},]*", marked[end:]).group())  # type: ignore[union-attr]
        for new in (
            marked[:start] + self.line + marked[end:],
            marked[:start] + self.line + marked[rest:],
            marked[: marked.rfind(": ", 0, start + 1) + 2] + self.line + marked[rest:],
            marked[: marked.find(": ", start) + 2] + self.line + marked[rest:],
            marked[: max(marked.rfind("{", 0, start), marked.rfind(",", 0, start)) + 1]
            + f" {self.line}"
            + marked[rest:],
            f"{marked[:rest]}, {self.line}{marked[rest:]}",
            f"{marked[: end - 1]}, {self.line}{marked[end - 1 :]}",
        ):
            yield "\n".join([*lines[: place.line - 1], new, *lines[place.line :]])

    def is_read(self) -> bool:
        """Whether one of the sheets is read, but for other faults of the same sheet."""
        others = set(self._unread(self.text)) - {self.fault.problem.code}
        return any(set(self._unread(text)) <= others for text in self.sheets())

    def _unread(self, text: str) -> list[str]:
        faults = read_sheet(text, self.takes, self.lexicon, patient=True).faults
        return [fault.problem.code for fault in faults if fault.problem.weight is Weight.unreadable]


def proposals(path: Path) -> Iterator[Proposed]:
    """What the refusals of a case file propose, each line once for each code."""
    found: dict[tuple[str, str], Proposed] = {}
    for each in sheets_of_cases(path):
        words = Words(MARIA.words, each.lexicon, tools=MARIA.tools)
        for fault in each.sheet.faults:
            named = PROPOSED.findall(as_data(words, fault)["right"])
            under = tuple(line for line in named if line in KEYS)
            for line in named:
                if line not in (KEYS | GENERAL) and "..." not in line:
                    takes = each.decision.takes
                    found[fault.problem.code, line] = Proposed(line, under, fault, each.text, takes, each.lexicon)
    yield from found.values()


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_a_remedy_proposes_can_be_typed(path: Path) -> None:
    unread = [each for each in proposals(path) if not each.is_read()]
    assert [(each.fault.problem.code, each.line, each.text) for each in unread] == []


WARNINGS = {
    "limit-in-cards", "read-as", "toward-read-as-to",
    "bluff", "card-not-held-yet", "face-down-conquers-nothing", "no-troops-to-come", "other-must-leave",
    "proposed-already", "stack-needs-both", "subsidy-stands",
}  # fmt: skip
"""Problems with which a sheet is accepted, and about which there is nothing to do."""


NO_SHEETS = ("enquiries.py", "drawing")
"""Where an answer or a picture is asked for: the phrase itself says what to ask instead, and nothing is refused."""


def test_every_refusal_says_what_to_do() -> None:
    known = test_words.words(test_words.empty(), PUBLIC)
    refusals = test_words.all_codes(*NO_SHEETS)
    assert {code for code in refusals if not known.has("remedies", code)} == WARNINGS
