"""Random games with options that are not the default: they come to their end and stay sound."""

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.engine.ruleset import options_of
from pbem.playtest.fuzz import fuzz
from pbem_tnw.playtest import PLAYTEST
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import TnwOptions
from tests.long import tries

OTHERS: Mapping[str, tuple[str, ...]] = {one.name: one.values[1:] for one in options_of(TnwOptions)}
SECOND = {name: values[0] for name, values in OTHERS.items()}
THIRD = {name: values[-1] for name, values in OTHERS.items()}


GAMES: Mapping[str, Mapping[str, Any]] = {
    "second values": {"players": "3", "options": SECOND},
    "two draw, last values": {"players": "2", "seats": "drawn", "options": THIRD},
}
MORE: Mapping[str, Mapping[str, Any]] = {
    "two draw": {"players": "2", "seats": "drawn"},
    "five draw": {"players": "5", "seats": "drawn"},
    "last values": {"players": "4", "options": THIRD},
    "an Impulse at a time": {"players": "4", "options": {"mail_pace": "impulse"}},
}


@pytest.mark.parametrize("settings", (games := tries(GAMES, {**GAMES, **MORE})).values(), ids=games.keys())
def test_a_random_game_with_other_options_ends(settings: Mapping[str, Any]) -> None:
    tally = fuzz(TNW, PLAYTEST, settings, "options")
    assert not tally.failure, tally.failure
    assert tally.outcome is not None
