"""The game is named by --game, before the command or after it, by PBEM_GAME, or by where you are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from tests.toy.game import RULESETS, Clock, new_game


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two games, the first of them begun, and the other in PBEM_GAME."""
    for name in ("one", "two"):
        new_game(tmp_path / name)
    pbem("turn", "--game", tmp_path / "one")
    monkeypatch.setenv("PBEM_GAME", str(tmp_path / "two"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pbem(*args: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(main, list(map(str, args)), obj=Host(Clock(), RULESETS), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result


def test_an_option_before_the_command_is_as_good_as_one_after_it(games: Path) -> None:
    after = pbem("status", "--game", "one").output

    assert pbem("--game", "one", "status").output == after
    assert pbem("--game", "one", "status", "--game", "one").output == after
    assert pbem("status").output != after


def test_without_the_option_the_environment_names_the_game_and_else_the_current_folder(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = pbem("status", "--game", "two").output

    assert pbem("status").output == two
    monkeypatch.delenv("PBEM_GAME")
    monkeypatch.chdir(games / "two")
    assert pbem("status").output == two


def test_a_misspelt_command_is_answered_with_those_like_it() -> None:
    assert "There is no command 'statsu'. Did you mean 'status' or 'seats' or 'seat'?" in pbem("statsu", code=2).output
    assert "There is no command 'xyzzy'.\n" in pbem("--game", "one", "xyzzy", code=2).output


@pytest.mark.parametrize(
    "words",
    [
        ("--game", "one", "status", "--game", "two"),
        ("--game", "one", "--game", "two", "status"),
        ("status", "--game", "one", "--game", "two"),
    ],
)
def test_two_games_are_too_many(games: Path, words: tuple[str, ...]) -> None:
    assert "--game names several games: one, two; name one." in pbem(*words, code=2).output


def test_games_in_the_place_of_folders_are_named_by_these_alone(games: Path) -> None:
    assert "not by several of them" in pbem("--game", "one", "status", "two", code=2).output
    assert "not by both" in pbem("--game", "one", "audit", "two", code=2).output


@pytest.mark.parametrize(
    "words", [("demo",), ("seal", "verify", "-", "--nonce", "1", "--hash", "2"), ("new", "three")], ids=lambda w: w[0]
)
def test_a_command_without_a_game_does_not_swallow_the_option(games: Path, words: tuple[str, ...]) -> None:
    said = pbem("--game", "one", *words, code=2).output

    assert f"`pbem {words[0]}` works without a game; leave out --game." in said
    assert not (games / "three").exists()


def test_a_command_below_a_command_takes_it_too(games: Path) -> None:
    assert "recipient" in pbem("--game", "one", "seal", "keygen").output
    assert list((games / "one").glob("*seal*"))


def test_a_file_is_no_game(games: Path) -> None:
    assert "is a file" in pbem("--game", "one/game.yaml", "status", code=2).output


@pytest.mark.parametrize("words", [("--game", "one/game.yaml"), ("--gmae", "one"), ("--game", "one", "--game", "two")])
def test_a_mail_server_keeps_the_mail_where_the_line_is_wrong(games: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pbem.cli.main", *words, "receive"],
        cwd=games,
        env=os.environ,
        input=b"Subject: hello\n\nI am late.\n",
        capture_output=True,
        check=False,
    )

    assert done.returncode == 75
    assert done.stderr.startswith(b"pbem receive: ")
