"""Packing and unpacking: everything arrives, nothing else does, and a damaged package leaves nothing behind."""

import hashlib
import zipfile
from pathlib import Path

import msgspec
import pytest

from pbem.mail.turn import turn
from pbem.referee import opening
from pbem.referee.game import GoneOn
from pbem.referee.records.package import MANIFEST, BadPackage, CannotPack, CannotUnpack, pack, unpack
from tests.toy.game import RULESETS, Clock, new_game, opened, send_sheet


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "toy-1"
    new_game(folder)
    turn(folder, Clock(), RULESETS)
    send_sheet(folder, "ann", "bid: 2")
    turn(folder, Clock(), RULESETS)
    return folder


def files_in(folder: Path) -> dict[str, tuple[str, int]]:
    return {
        path.relative_to(folder).as_posix(): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
        and path.name not in (".lock", ".snapshot.json", ".heartbeat.json", "handed-over.json", "log.jsonl")
    }


def test_a_game_arrives_as_it_was_and_goes_on(game: Path, tmp_path: Path) -> None:
    log = (game / "log.jsonl").read_bytes()
    pack(game, tmp_path / "p.zip", Clock(), RULESETS)
    assert (tmp_path / "p.zip").stat().st_mode & 0o777 == 0o600
    manifest, epoch = unpack(tmp_path / "p.zip", tmp_path / "new", Clock(), RULESETS)
    assert (manifest.game, epoch) == ("toy-1", 1)
    assert files_in(tmp_path / "new") == files_in(game)
    assert (tmp_path / "new" / "log.jsonl").read_bytes().startswith(log)
    for seat in ("ben", "cid"):
        send_sheet(tmp_path / "new", seat, "bid: 1")
    assert turn(tmp_path / "new", Clock(), RULESETS).played > 0


def test_the_copy_that_was_packed_stops_until_it_is_taken_back(game: Path, tmp_path: Path) -> None:
    pack(game, tmp_path / "p.zip", Clock(), RULESETS)
    with pytest.raises(GoneOn, match="continues elsewhere"):
        turn(game, Clock(), RULESETS)
    with pytest.raises(GoneOn), opening.held(game, RULESETS):
        pass
    assert opened(game).name == "toy-1"


def test_a_backup_stops_nothing(game: Path, tmp_path: Path) -> None:
    pack(game, tmp_path / "p.zip", Clock(), RULESETS, copy=True)
    turn(game, Clock(), RULESETS)


def test_one_changed_byte_is_refused_and_leaves_nothing(game: Path, tmp_path: Path) -> None:
    pack(game, tmp_path / "p.zip", Clock(), RULESETS)
    with zipfile.ZipFile(tmp_path / "p.zip") as package:
        content = {name: package.read(name) for name in package.namelist()}
    for name in ("game/log.jsonl", "game/secret", "game/inbox/0001-ann.eml"):
        found = next(each for each in content if each.startswith(name[:14]))
        with zipfile.ZipFile(tmp_path / "bad.zip", "w") as package:
            for each, data in content.items():
                package.writestr(each, data[:-2] + b"00" if each == found else data)
        with pytest.raises(BadPackage, match=found.removeprefix("game/")):
            unpack(tmp_path / "bad.zip", tmp_path / "new", Clock(), RULESETS)
        assert not (tmp_path / "new").exists()
        assert list(tmp_path.glob(".new*")) == []


@pytest.mark.parametrize("place", range(8))
def test_a_damaged_file_is_refused_and_leaves_nothing(game: Path, tmp_path: Path, place: int) -> None:
    pack(game, tmp_path / "p.zip", Clock(), RULESETS)
    damaged = bytearray((tmp_path / "p.zip").read_bytes())
    start = len(damaged) * place // 8
    damaged[start : start + 60] = bytes(60)
    (tmp_path / "bad.zip").write_bytes(damaged)
    with pytest.raises(BadPackage):
        unpack(tmp_path / "bad.zip", tmp_path / "new", Clock(), RULESETS)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "a/../../evil", "a\\evil", "c:/evil", "./evil", ""])
def test_names_that_lead_outside_are_refused(game: Path, tmp_path: Path, name: str) -> None:
    pack(game, tmp_path / "p.zip", Clock(), RULESETS)
    with zipfile.ZipFile(tmp_path / "p.zip") as package:
        manifest = msgspec.json.decode(package.read(MANIFEST))
    manifest["files"] = {name: {"sha256": hashlib.sha256(b"x").hexdigest(), "changed": 0}}
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as package:
        package.writestr(f"game/{name}", b"x")
        package.writestr(MANIFEST, msgspec.json.encode(manifest))
    with pytest.raises(BadPackage, match="outside"):
        unpack(tmp_path / "bad.zip", tmp_path / "new", Clock(), RULESETS)
    assert not (tmp_path / "evil").exists()


def test_what_is_no_package_and_places_that_are_taken_are_refused(game: Path, tmp_path: Path) -> None:
    (tmp_path / "no.zip").write_bytes(b"nonsense")
    with pytest.raises(BadPackage):
        unpack(tmp_path / "no.zip", tmp_path / "new", Clock(), RULESETS)
    with pytest.raises(CannotPack, match="there already"):
        pack(game, tmp_path / "no.zip", Clock(), RULESETS)
    pack(game, tmp_path / "p.zip", Clock(), RULESETS)
    with pytest.raises(CannotUnpack, match="there already"):
        unpack(tmp_path / "p.zip", game, Clock(), RULESETS)


def test_links_are_left_out_and_told(game: Path, tmp_path: Path) -> None:
    (game / "link").symlink_to("/etc/passwd")
    assert pack(game, tmp_path / "p.zip", Clock(), RULESETS).lacks == ("link",)
