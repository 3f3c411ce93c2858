"""Which of the worked examples have a case: those of the source (Case, D) and of our rules (H, and R by mail)."""

import re

import pytest

from tests.tnw.casebook import all_cases

WORKED = (
    *(f"Case {number}" for number in range(1, 11)),
    *(f"D{number}" for number in range(1, 50)),
    *(f"H{number}" for number in range(1, 75)),
    *(f"R{number}" for number in range(1, 19)),
)
NAMES = [case.case for _, case in all_cases()]


def with_case() -> set[str]:
    """The examples that the names of cases mention."""
    return {found for name in NAMES for found in re.findall(r"\b(?:[DHR]\d+|Case \d+)\b", name)}


def test_there_are_151_worked_examples() -> None:
    assert len(WORKED) == 151


@pytest.mark.parametrize("example", WORKED)
def test_a_worked_example_has_a_case(example: str) -> None:
    assert example in with_case()


def test_no_case_names_an_example_that_there_is_not() -> None:
    assert with_case() <= set(WORKED)
