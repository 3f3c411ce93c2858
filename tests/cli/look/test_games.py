"""`pbem games DIR`, and `--all DIR` of commands: what is found, what is told, and that no game stops another."""

import shutil
from pathlib import Path

import pytest

from pbem.referee.opening import create
from pbem.settings.beginnings import DEEPEST, game_folders
from tests.cli.conftest import Pbem
from tests.toy.game import GAME_YAML, RULESETS, SEED, drop


@pytest.fixture
def club(pbem: Pbem, tmp_path: Path) -> Path:
    """A folder of three games: one idle, one with mail from a stranger, one whose log is damaged."""
    top = tmp_path / "club"
    for name in ("idle", "autumn/asked", "broken"):
        create(top / name, GAME_YAML.replace("OUT", "{folder: out}"), RULESETS, SEED)
    pbem("turn", "--all", str(top))
    drop(top / "autumn" / "asked", "1.eml", b"From: eve@example.org\r\nSubject: toy-1\r\n\r\nMay I watch?\r\n")
    (top / "broken" / "log.jsonl").write_bytes(b"nonsense\n")
    (top / "notes").mkdir()
    (top / ".hidden").mkdir()
    shutil.copy(top / "idle" / "game.yaml", top / ".hidden")
    pbem("turn", "--all", str(top), code=1)
    return top


def test_a_line_tells_of_each_game_and_what_settles_what_needs_you(pbem: Pbem, club: Path) -> None:
    said = pbem("games", str(club), code=1)
    lines = said.stdout.splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["autumn/asked", "broken", "idle"]
    assert "cannot be read" in lines[3]
    assert "Ann of the Hill, Ben of the Dale, Cid of the Shore" in lines[4]
    assert "2026-11-21 09:00   2026-11-25 20:00" in lines[4]
    assert f"{club / 'autumn/asked'}:" in lines
    assert "pbem confirm 1 --as SEAT" in said.stdout
    assert "3 games, 1 needs you, 1 cannot be read." in said.stdout
    assert str(club / "broken") in said.stderr


def test_only_games_that_need_you(pbem: Pbem, club: Path) -> None:
    found = pbem.json("games", str(club), "--needing", code=1)
    assert [Path(one["folder"]).name for one in found] == ["asked", "broken"]
    assert [need["kind"] for need in found[0]["needs"]] == ["unclaimed"]
    assert "error" in found[1]


def test_all_games_are_meant_by_status_and_turn(pbem: Pbem, club: Path) -> None:
    found = pbem.json("status", "--all", str(club), code=1)
    assert [Path(one["folder"]).name for one in found] == ["asked", "broken", "idle"]
    assert [Path(one["folder"]).name for one in pbem.json("turn", "--all", str(club), code=1)] == [
        "asked",
        "broken",
        "idle",
    ]


def test_games_are_named_in_one_way_only(pbem: Pbem, club: Path) -> None:
    assert "not by several of them" in pbem("turn", "--all", str(club), "--game", str(pbem.folder), code=2).output


def test_a_folder_without_games_says_so(pbem: Pbem, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    assert "no game in" in pbem("games", str(tmp_path / "none")).output
    assert "no game in" in pbem("turn", "--all", str(tmp_path / "none"), code=1).output
    assert "no folder" in pbem("games", str(tmp_path / "nowhere"), code=1).output


def test_a_game_has_no_other_game_in_it_and_links_lead_nowhere(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*"a" * DEEPEST)
    for folder in (tmp_path / "one", tmp_path / "one" / "inner", deep, deep / "deeper"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text("", encoding="utf-8")
    (deep / "game.yaml").unlink()
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    assert game_folders(tmp_path) == (tmp_path / "one",)
