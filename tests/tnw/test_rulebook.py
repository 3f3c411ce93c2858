"""The list of the rulebook's sections, and that the cases cover what is built."""

from functools import cache
from pathlib import Path

import pytest

from pbem.cli.cases import Section, read_sections
from pbem.engine.reading import MappingNode, TextNode
from pbem.engine.ruleset import options_of
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import TnwOptions
from tests.tnw.casebook import all_cases

CASES = Path(__file__).parent / "cases"
assert TNW.rulebook is not None
LISTED = read_sections(TNW.rulebook, None)


@cache
def counted() -> dict[str, int]:
    """How many cases each section has."""
    assert TNW.rulebook is not None
    return {str(one.section): one.cases or 0 for one in read_sections(TNW.rulebook, CASES)}


def test_the_sections_are_listed_once_with_a_status() -> None:
    numbers = [str(one.section) for one in LISTED]
    assert len(numbers) == len(set(numbers))
    assert {number.partition(".")[0] for number in numbers} == {"2", *map(str, range(4, 18))}
    assert {one.status for one in LISTED} <= {"done", "ours", "by decree"}


@pytest.mark.parametrize(
    "section", [one for one in LISTED if one.status != "by decree"], ids=lambda one: str(one.section)
)
def test_a_section_that_is_built_has_a_case(section: Section) -> None:
    assert counted()[str(section.section)]


def test_every_case_belongs_to_a_section() -> None:
    assert sum(counted().values()) == len(all_cases())


def given_options() -> set[tuple[str, str]]:
    """The options that cases give, with their values."""
    given = [value for _, case in all_cases() for key, value in case.given.pairs if key.text == "options"]
    pairs = [pair for node in given if isinstance(node, MappingNode) for pair in node.pairs]
    return {(key.text.replace(" ", "_"), value.text) for key, value in pairs if isinstance(value, TextNode)}


VALUES = [(one.name, value) for one in options_of(TnwOptions) for value in one.values[1:]]


@pytest.mark.parametrize(("option", "value"), VALUES)
def test_every_value_that_is_not_the_default_has_a_case(option: str, value: str) -> None:
    assert (option, value) in given_options()
