"""The second record of a game, which play does without."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.engine import ruleset
from pbem.engine.playtest import GROUP, NoPlaytest, Playtest, bot_of, find_playtest, playtest_of, registered
from pbem.referee.play import play_on
from pbem.settings.game import BadSettings
from tests.toy.game import RULESETS, Clock, new_game, opened


def test_the_playtest_of_maria_is_installed_under_the_name_of_its_rules() -> None:
    registered.clear()
    if "maria" not in ruleset.installed(GROUP):
        pytest.skip("the checkout was installed before it had a playtest; install it again")
    found = find_playtest("maria")
    assert isinstance(found, Playtest)
    assert found.bot


def test_a_game_without_a_playtest_is_played(tmp_path: Path) -> None:
    registered.clear()
    new_game(tmp_path / "game")
    assert play_on(opened(tmp_path / "game"), Clock()) == 2
    assert bot_of("toy") is None


@pytest.mark.parametrize("command", [["fuzz", "toy"], ["balance", "toy"], ["demo", "--rules", "toy"]])
def test_a_tool_says_what_a_game_lacks(command: list[str]) -> None:
    registered["toy"] = Playtest()
    result = CliRunner().invoke(main, command, obj=Host(rulesets=RULESETS))
    assert result.exit_code == 2
    part = {"fuzz": "guess", "balance": "bot", "demo": "demo"}[command[0]]
    assert f"The rules toy have no {part}." in result.stderr
    registered.clear()
    result = CliRunner().invoke(main, command, obj=Host(rulesets=RULESETS))
    assert result.exit_code == 2
    assert "The rules toy have no playtest: no entry point 'toy' of the group pbem.playtests" in result.stderr


def test_a_seat_cannot_be_given_to_a_bot_that_there_is_not(tmp_path: Path) -> None:
    new_game(tmp_path / "game")
    file = tmp_path / "game" / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("ben: {", "ben: {bot: yes, "), encoding="utf-8")
    opened(tmp_path / "game")
    registered.clear()
    with pytest.raises(BadSettings, match="no-bot"):
        opened(tmp_path / "game")


def test_what_calls_itself_a_playtest_must_be_one() -> None:
    with pytest.raises(NoPlaytest, match="the rules chess have no playtest"):
        playtest_of("chess")
