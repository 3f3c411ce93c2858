"""Every switch is documented and has cases for each of its values; the first letter says what is not as usual."""

from functools import cache
from pathlib import Path
from typing import Literal, get_args, get_type_hints

import msgspec
import pytest
import yaml

from pbem_maria.letters import FOR_TWO, readings_of
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings, Options
from tests.report.readings import readings_told

ROOT = Path(__file__).parents[3]
RULINGS = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
VALUES = {name: get_args(kind) for name, kind in get_type_hints(Options).items()}
SWITCHES = [(name, value) for name, values in VALUES.items() for value in values]


def spelt(name: str) -> str:
    return name.replace("_", " ")


@cache
def given_options() -> list[dict[str, str]]:
    found = []
    for path in sorted((ROOT / "tests" / "maria" / "cases").glob("*.yaml")):
        for case in yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader):
            given = case.get("given") or {}
            if given.get("scenario", "introductory") != "introductory" or "options" in given:
                found.append({key.replace("-", " "): value for key, value in (given.get("options") or {}).items()})
    return found


@pytest.mark.parametrize("name", VALUES)
def test_every_switch_and_its_values_stand_in_the_rulings(name: str) -> None:
    row = next(line for line in RULINGS.splitlines() if line.startswith(f"| `{spelt(name)}`"))

    assert all(f"`{value}`" in row for value in VALUES[name])
    assert row.index(f"`{getattr(Options(), name)}`") == min(row.index(f"`{value}`") for value in VALUES[name])


@pytest.mark.parametrize(("name", "value"), SWITCHES)
def test_every_value_of_a_switch_has_a_case(name: str, value: str) -> None:
    assert any(options.get(spelt(name)) == value for options in given_options())


@pytest.mark.parametrize(("name", "value"), SWITCHES)
def test_the_first_letter_says_what_is_not_as_usual_and_readings_lists_all(name: str, value: str) -> None:
    players: Literal["2", "3"] = "2" if name == FOR_TWO else "3"
    options = msgspec.convert({name: value}, Options)
    view = start(MariaSettings(scenario="advanced", players=players, options=options))

    readings_told(MARIA, view, name, value, usual=value == getattr(Options(), name))
    assert len(readings_of(view)) == len(VALUES) - (players == "3")
