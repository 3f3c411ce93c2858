"""The two records by which the host knows the game."""

from datetime import UTC, datetime
from importlib.metadata import entry_points
from pathlib import Path
from typing import Literal, get_args

import msgspec
import pytest

from pbem.engine.playtest import find_playtest
from pbem.engine.reading import Lexicon
from pbem.engine.ruleset import find
from pbem.report import template_files
from pbem.report.words import check_phrases, words_of
from pbem_tnw.playtest import PLAYTEST
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import TnwSettings
from tests.settings.time.game_file import deadlines
from tests.toy.ruleset import TOY

Players = Literal["2", "3", "4", "5"]
PLAYERS: tuple[Players, ...] = get_args(Players)


def test_both_are_installed_under_its_name() -> None:
    if not entry_points(group="pbem.rulesets", name="tnw"):
        pytest.skip("the checkout was installed before it had this game; install it again")
    assert find("tnw") is TNW
    assert find_playtest("tnw") is PLAYTEST


def test_every_event_and_every_order_has_its_words() -> None:
    check_phrases(TNW)
    template_files.check(TNW)
    assert words_of(TNW, Lexicon({})).broken() == []


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_has_a_seat(players: Players) -> None:
    assert len(TNW.seats(TnwSettings(players=players))) == int(players)


def test_2_4_a_hold_has_a_third_of_the_usual_time_unless_game_yaml_says_otherwise(tmp_path: Path) -> None:
    rules = msgspec.structs.replace(TOY, time_rules=TNW.time_rules, time_shares=TNW.time_shares)
    asked = datetime(2026, 12, 18, 15, tzinfo=UTC)
    usual = "  zone: Europe/Vienna\n  after: 48 hours\n"
    own = "  rules:\n    holds: {after: 1 hour}\n"
    hours = [
        (deadlines(tmp_path, usual + more, rules).due(asked, kind) or asked) - asked
        for more, kind in (("", "holds"), ("", "rounds"), (own, "holds"))
    ]
    assert [each.total_seconds() / 3600 for each in hours] == [16, 48, 1]
