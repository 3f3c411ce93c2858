"""The first letter says which readings of the rules are not the usual ones, and `readings` lists all."""

from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest

from pbem_tnw.chapters.turn.setup import start
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import TnwOptions, TnwSettings
from tests.report.readings import readings_told

DOC = (Path(__file__).parents[3] / "docs" / "napoleonic-wars.md").read_text(encoding="utf-8")
VALUES = {name: get_args(kind) for name, kind in get_type_hints(TnwOptions).items()}
OPTIONS = [(name, value) for name, values in VALUES.items() for value in values]


@pytest.mark.parametrize(("name", "value"), OPTIONS)
def test_the_first_letter_says_what_is_not_as_usual_and_readings_lists_all(name: str, value: str) -> None:
    view = start(TnwSettings(players="3", options=msgspec.convert({name: value}, TnwOptions)))

    listed = readings_told(TNW, view, name, value, usual=value == getattr(TnwOptions(), name))
    assert listed.count(". ") >= len(VALUES) - 1


@pytest.mark.parametrize("name", VALUES)
def test_every_option_and_its_values_stand_in_the_docs(name: str) -> None:
    row = next(line for line in DOC.splitlines() if line.startswith(f"| `{name}`"))

    assert all(f"`{value}`" in row for value in VALUES[name])
    assert row.index(f"`{getattr(TnwOptions(), name)}`") == min(row.index(f"`{value}`") for value in VALUES[name])
