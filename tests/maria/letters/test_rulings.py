"""Every switch has cases for each of its values; the first letter says what is not as usual."""

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
import pytest
import yaml

from pbem.engine.ruleset import options_of
from pbem_maria.letters import readings_of
from pbem_maria.ruleset import MARIA
from pbem_maria.sequence.setup import start
from pbem_maria.settings import MariaSettings, Options
from tests.report.readings import readings_told

ROOT = Path(__file__).parents[3]
VALUES = {one.name: one.values for one in options_of(Options)}
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


@pytest.mark.parametrize(("name", "value"), SWITCHES)
def test_every_value_of_a_switch_has_a_case(name: str, value: str) -> None:
    assert any(options.get(spelt(name)) == value for options in given_options())


@pytest.mark.parametrize(("name", "value"), SWITCHES)
def test_the_first_letter_says_what_is_not_as_usual_and_readings_lists_all(name: str, value: str) -> None:
    players: Literal["2", "3"] = "2" if name == "two_player_borders" else "3"
    options = msgspec.convert({name: value}, Options)
    view = start(MariaSettings(scenario="advanced", players=players, options=options))

    readings_told(MARIA, view, name, value, usual=value == getattr(Options(), name))
    assert len(readings_of(view)) == len(VALUES) - (players == "3")
