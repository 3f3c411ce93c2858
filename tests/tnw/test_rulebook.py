"""The list of the rulebook's sections, and that the cases cover what is built."""

from pathlib import Path

import pytest

from pbem.cli.look.rulebook import Section, read_sections
from pbem_tnw.ruleset import TNW
from tests.tnw.casebook import all_cases

CASES = Path(__file__).parent / "cases"
assert TNW.rulebook is not None
SECTIONS = read_sections(TNW.rulebook, CASES)


def test_the_sections_are_listed_once_with_a_status() -> None:
    numbers = [str(one.section) for one in SECTIONS]
    assert len(numbers) == len(set(numbers))
    assert {number.partition(".")[0] for number in numbers} == {"2", *map(str, range(4, 18))}
    assert {one.status for one in SECTIONS} <= {"done", "ours", "by decree"}


@pytest.mark.parametrize(
    "section", [one for one in SECTIONS if one.status != "by decree"], ids=lambda one: str(one.section)
)
def test_a_section_that_is_built_has_a_case(section: Section) -> None:
    assert section.cases


def test_every_case_belongs_to_a_section() -> None:
    assert sum(one.cases or 0 for one in SECTIONS) == len(all_cases())
