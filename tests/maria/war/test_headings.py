"""Orders below `Generals` and `Trains`, and lines numbered in brackets (10)."""

import pytest

from pbem.sheet.fault import ReadSheet
from pbem.sheet.reader import read_sheet
from pbem_maria.lexicon import lexicon
from pbem_maria.orders.movement import Move
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.standing import HussarOrders
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings

NAMES = lexicon(start(MariaSettings(scenario="advanced")), "louis")
MOVES = (Move(pieces=("belle-isle",), path=("straubing",)), Move(pieces=("france-t2",), path=("regensburg",)))


def read(text: str) -> ReadSheet[StageOrders]:
    return read_sheet(text, StageOrders, NAMES, patient=True)


def told(text: str) -> set[str]:
    return {each.problem.code for each in read(text).faults}


@pytest.mark.parametrize(
    "text",
    [
        "Generals:\n  Belle-Isle: Straubing\nTrains:\n  French train 2: Regensburg\n",
        "Generals:\nBelle-Isle: Straubing\nTrains:\nFrench train 2: Regensburg\n",
        "Generals\n- Belle-Isle to Straubing\nTrains\n- French train 2 to Regensburg\n",
        "Generals:\n  - Belle-Isle: Straubing\nTrains:\n  - French train 2: Regensburg\n",
    ],
)
def test_what_is_below_generals_and_trains_is_read_and_the_headings_are_told(text: str) -> None:
    assert read(text).order == StageOrders(moves=MOVES)
    assert "heading-left-out" in told(text)


@pytest.mark.parametrize(
    "heading",
    [
        "Other generals", "Enemy generals", "Generals next turn", "Generals in turn 3", "Generals not moved",
        "Not generals", "No generals", "Generals if attacked", "If attacked", "Generals of Austria", "Old generals",
        "Generals?", "Trains",
    ],
)  # fmt: skip
def test_what_is_below_any_other_heading_is_refused(heading: str) -> None:
    assert read(f"{heading}:\n  Belle-Isle: Straubing\n").order is None


@pytest.mark.parametrize(
    "below",
    [
        " stay", " none", " pass", "\n  stay", "\n  if attacked: stay", "\n  - no Belle-Isle to Straubing",
        "\n  - not Belle-Isle: Straubing", "\n  - next turn Belle-Isle: Straubing",
        "\n  - Belle-Isle: Straubing\n  - stay",
        "\n  - French train 2: Regensburg", "",
    ],
)  # fmt: skip
def test_generals_head_only_entries_that_begin_with_a_general(below: str) -> None:
    assert read(f"Generals:{below}\n").order is None
    assert read_sheet(f"Generals:{below}\n", HussarOrders, NAMES).order is None


NUMBERED = "(1) Belle-Isle: Straubing\n{0}(2) French train 2: Regensburg\n"


@pytest.mark.parametrize(
    "text", [NUMBERED.format(""), "moves:\n" + NUMBERED.format(""), "moves:\n  " + NUMBERED.format("  ")]
)
def test_lines_numbered_in_brackets_are_read_like_others(text: str) -> None:
    assert read(text).order == StageOrders(moves=MOVES)
    assert "text-mended" in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "moves:\n  (1) Belle-Isle: Straubing\n",
        "moves:\n(2) Belle-Isle: Straubing\n(3) French train 2: Regensburg\n",
        "moves:\n(1) Belle-Isle: Straubing\n(3) French train 2: Regensburg\n",
        "moves:\n(1) Belle-Isle: Straubing\n(2) not French train 2: Regensburg\n",
        "moves:\n(1) Belle-Isle: Straubing\n(2) if attacked, stay\n",
        "(1) troops for Belle-Isle\n(2) troops for Broglie\n",
    ],
)  # fmt: skip
def test_a_number_in_brackets_that_counts_no_lines_is_no_numbering(text: str) -> None:
    assert read(text).order is None


def test_numbers_in_brackets_before_generals_alone_are_troops() -> None:
    assert read("troops:\n  (1) Belle-Isle\n  (2) Broglie\n").order == StageOrders(
        troops={"belle-isle": 1, "broglie": 2}
    )
