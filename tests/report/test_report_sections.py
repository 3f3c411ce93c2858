"""A section of a rulebook is called by its title."""

import pytest

from pbem.report.words import section_title
from pbem_maria.ruleset import MARIA
from pbem_tnw.ruleset import TNW
from tests.toy.islands.ruleset import ISLANDS


@pytest.mark.parametrize(
    ("number", "title"),
    [("10", "Movement phase"), ("10.1", "Movement phase"), ("1", "Players, powers, alliances: the game"), ("99", "")],
)
def test_a_number_belongs_to_the_narrowest_section(number: str, title: str) -> None:
    assert section_title(MARIA, number) == title


def test_a_section_has_its_own_title_before_that_of_its_chapter() -> None:
    assert section_title(TNW, "5.12") == "Cards with a plus"
    assert section_title(TNW, "5.129") == "Cards with a plus"


def test_a_game_without_a_list_of_sections_has_no_titles() -> None:
    assert section_title(ISLANDS, "1") == ""
    assert section_title(MARIA, "") == ""
