"""Receipts of refused sheets: every fault at once, and the other lines said back."""

import pytest

from pbem.referee.deadlines.faulty import as_far_as_good
from pbem.report.returned_sheet import CorrectedSheet, corrected
from pbem.sheet.parts import Part, Parts, check_parts
from pbem_tnw.chapters.turn.sheets import RoundSheets
from pbem_tnw.lexicon import lexicon
from pbem_tnw.position.state import WarState
from tests.tnw.letters.reading import in_round, said_back


def position() -> WarState:
    return in_round(france=("talleyrand",))


def sheet(*lines: str, play: str = "Talleyrand as cp") -> str:
    return f"impulses:\n  France:\n    play: {play}\n    do:\n" + "".join(f"      - {line}\n" for line in lines)


def returned(text: str) -> CorrectedSheet:
    view = position()
    step = RoundSheets(nations=("france", "spain"))
    parts = (Part("", step, step.ask(view, {})[0]),)

    def check(changed: str) -> Parts:
        return check_parts(changed, parts, view, lexicon(view, "france"))

    return corrected(check(text), check)


def wrong(text: str) -> list[tuple[int, str]]:
    return [(each.place.line, each.problem.code) for each in returned(text).found.every_fault if each.problem.stops]


def rest(text: str) -> list[str]:
    """What is said of the lines that were not refused."""
    found = returned(text).rest
    assert found is not None
    return [line.strip() for line in said_back(found.order, position()).splitlines() if line.startswith("  ")]


def test_2_2_beside_a_line_that_cannot_be_read_the_others_are_checked() -> None:
    text = sheet("Napoleon: Stuttgart > Narnia", "John > Venice", "build: 1 unit at Vienna", "build: 1 unit at Paris")
    assert wrong(text) == [(5, "unknown-name"), (6, "commander-of-another"), (7, "build-not-own")]


def test_2_2_beside_a_card_that_cannot_be_read_the_lines_are_checked_but_not_what_they_cost() -> None:
    text = sheet("John > Venice", "build: 9 units at Paris", play="Excalibur as cp")
    assert wrong(text) == [(3, "unknown-name"), (5, "commander-of-another")]


def test_2_2_what_only_follows_from_a_line_that_cannot_be_read_is_no_fault() -> None:
    text = sheet("Napoleon: Stuttgart > Narnia", "flag: here", "move: Munich", "drop: 1 unit")
    assert wrong(text) == [(5, "unknown-name")]
    text = sheet("build: Eugène at Narnia", "Eugène > Lyon")
    assert wrong(text) == [(5, "unknown-name")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (sheet("Ney: Stuttgart", "John > Venice", "build: 1 unit at Paris"),
         ["- Ney marches to Stuttgart (with 4 units as things stand; Napoleon, Lannes and Murat stay).",
          "- Build 1 unit at Paris."]),
        (sheet("Ney: Stuttgart", "build: 1 unit at Paris", play="Conscripts as cp"),
         ["- Ney marches to Stuttgart (with 4 units as things stand; Napoleon, Lannes and Murat stay).",
          "- Build 1 unit at Paris."]),
        (sheet("Ney: Stuttgart > Narnia", "flag: here", "build: 1 unit at Paris"),
         ["- Flag where it stands.", "- Build 1 unit at Paris."]),
    ],
)  # fmt: skip
def test_2_2_the_other_lines_of_an_impulse_are_said_back(text: str, said: list[str]) -> None:
    assert rest(text) == said


def test_2_2_lines_that_need_a_refused_one_are_said_to_do_so() -> None:
    assert not returned(sheet("Ney: Stuttgart", "John > Venice")).leaning
    assert returned(sheet("Ney: Stuttgart > Narnia", "flag: here")).leaning
    assert returned(sheet("Ney: Stuttgart", play="Conscripts as cp")).leaning


@pytest.mark.parametrize(
    "text",
    [
        sheet("Ney: Stuttgart > Narnia", "build: 1 unit at Paris"),
        "turn_end: {reinforce: {France: [build: 1 unit at Narnia, build: 1 unit at Paris]}}\n",
    ],
)
def test_2_6_at_the_deadline_lines_that_were_read_in_part_do_not_count(text: str) -> None:
    view = position()
    step = RoundSheets(nations=("france", "spain"))
    decision = step.ask(view, {})[0]
    ((_, read),) = check_parts(text, (Part("", step, decision),), view, lexicon(view, "france")).answers
    assert as_far_as_good(step, decision, view, read) is None
