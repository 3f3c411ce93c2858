"""The first letter says which readings of the rules are not the usual ones, and `readings` lists all."""

import msgspec
import pytest

from pbem.engine.ruleset import options_of
from pbem_tnw.chapters.turn.setup import start
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import TnwOptions, TnwSettings
from tests.report.readings import readings_told

VALUES = {one.name: one.values for one in options_of(TnwOptions)}
OPTIONS = [(name, value) for name, values in VALUES.items() for value in values]


@pytest.mark.parametrize(("name", "value"), OPTIONS)
def test_the_first_letter_says_what_is_not_as_usual_and_readings_lists_all(name: str, value: str) -> None:
    view = start(TnwSettings(players="3", options=msgspec.convert({name: value}, TnwOptions)))

    listed = readings_told(TNW, view, name, value, usual=value == getattr(TnwOptions(), name))
    assert listed.count(". ") >= len(VALUES) - 1
