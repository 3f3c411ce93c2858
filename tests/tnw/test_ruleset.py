"""The two records by which the host knows the game."""

from importlib.metadata import entry_points
from typing import Literal, get_args

import msgspec
import pytest

from pbem.engine.kit.lexicon import Lexicon
from pbem.engine.playtest import find_playtest
from pbem.engine.ruleset import find
from pbem.playtest.fuzz import fuzz
from pbem.report import order_templates
from pbem.report.words import check_phrases, words_of
from pbem_tnw.playtest import PLAYTEST
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import TnwSettings

Players = Literal["2", "3", "4", "5"]
PLAYERS: tuple[Players, ...] = get_args(Players)


def test_both_are_installed_under_its_name() -> None:
    if not entry_points(group="pbem.rulesets", name="tnw"):
        pytest.skip("the checkout was installed before it had this game; install it again")
    assert find("tnw") is TNW
    assert find_playtest("tnw") is PLAYTEST


def test_every_event_and_every_order_has_its_words() -> None:
    check_phrases(TNW)
    order_templates.check(TNW)
    assert words_of(TNW, Lexicon({})).broken() == []


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_has_a_seat(players: Players) -> None:
    assert len(TNW.seats(TnwSettings(players=players))) == int(players)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_random_game_ends(players: Players) -> None:
    tally = fuzz(TNW, PLAYTEST, {"players": players}, f"whole/{players}")
    assert not tally.failure
    assert tally.outcome is not None
    assert set(tally.outcome["winners"]) <= set(TNW.seats(msgspec.convert({"players": players}, TnwSettings)))
