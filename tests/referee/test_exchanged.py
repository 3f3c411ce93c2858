"""A secret, a began.json or a log that is not this game's: noticed by every command, and said what to do."""

import json
from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.referee.game import CannotPlay
from pbem.referee.play import play_on
from pbem.settings import beginnings
from pbem.settings.game import BadSettings
from pbem.store.files import Damaged
from pbem.store.log import Broken, chained
from tests.toy.game import RULESETS, Clock, new_game, opened

OTHER = "11" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return begun(tmp_path / "game")


def begun(folder: Path, secret: str = "00" * 32) -> Path:
    new_game(folder, secret=secret)
    with opening.held(folder, RULESETS) as game:
        play_on(game, Clock())
    return folder


def swapped(folder: Path, name: str) -> None:
    """Put the file *name* of another game with the same settings into the game in *folder*."""
    other = begun(folder.parent / "other", OTHER)
    (folder / name).write_bytes((other / name).read_bytes())


def test_what_the_game_began_with_opens_its_log(folder: Path) -> None:
    game = opened(folder)
    noted = beginnings.noted(folder)
    assert noted
    assert game.log.opening
    assert game.log.lines[0].seq == 1
    assert game.log.opening.commitment == noted.commitment == game.keys.commitment
    assert game.log.opening.choices == noted.choices == beginnings.choices(game.settings)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("secret", "secret is not the one that the game began with.* restore the file from a backup"),
        ("began.json", "began.json does not fit the first line of the log; remove it"),
        ("log.jsonl", "log.jsonl is the log of another game.* restore the newest one of this game"),
    ],
)
def test_a_file_of_another_game_is_refused(folder: Path, name: str, says: str) -> None:
    swapped(folder, name)
    with pytest.raises(beginnings.Exchanged, match=says):
        opened(folder)
    with pytest.raises(beginnings.Exchanged, match=says), opening.held(folder, RULESETS):
        pass


def test_a_secret_that_is_exchanged_before_the_first_line_is_written_is_noticed(folder: Path) -> None:
    (folder / "log.jsonl").unlink()  # as after a kill between the two
    opened(folder)
    (folder / "secret").write_text(f"{OTHER}\n")
    with pytest.raises(beginnings.Exchanged, match="secret is not the one"):
        opened(folder)


def test_before_it_begins_the_secret_may_be_another(tmp_path: Path) -> None:
    new_game(tmp_path / "game")
    (tmp_path / "game" / "secret").write_text(f"{OTHER}\n")
    opened(tmp_path / "game")


def test_a_game_is_not_given_a_log_without_a_beginning(folder: Path) -> None:
    path = folder / "log.jsonl"
    line = json.loads(path.read_text().splitlines()[1])
    del line["sha256"]
    path.write_bytes(b"\n".join([*chained([line]), b""]))
    with pytest.raises(beginnings.Exchanged, match="is not the log of this game"):
        opened(folder)


def flipped(path: Path) -> None:
    """Flip one bit after the other in *path*, and see that each is refused."""
    whole = path.read_bytes()
    for spot in range(len(whole)):
        path.write_bytes(whole[:spot] + bytes([whole[spot] ^ 1 << spot % 8]) + whole[spot + 1 :])
        if path.name == "secret" and path.read_text(errors="replace").strip() == whole.decode().strip():
            continue
        with pytest.raises((beginnings.Exchanged, CannotPlay, Damaged, Broken)):
            opened(path.parent)


@pytest.mark.parametrize("name", ["secret", "began.json"])
def test_a_flipped_bit_is_noticed(folder: Path, name: str) -> None:
    flipped(folder / name)


def test_began_json_is_made_again_from_the_log(folder: Path) -> None:
    path = folder / "began.json"
    before = path.read_bytes()
    path.unlink()
    opened(folder)
    assert not path.exists()
    with opening.held(folder, RULESETS):
        pass
    assert path.read_bytes() == before


def test_nor_can_the_settings_be_changed_while_it_is_away(folder: Path) -> None:
    (folder / "began.json").unlink()
    path = folder / "game.yaml"
    path.write_text(path.read_text().replace("rounds: 1", "rounds: 2"))
    with pytest.raises(BadSettings):
        opened(folder)
