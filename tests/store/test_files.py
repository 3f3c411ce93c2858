import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.store import files


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_whatever_is_made_is_its_owners_alone(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        files.write(tmp_path / "a" / "b" / "c", b"c")
        files.append(tmp_path / "a" / "log", b"line\n")
        files.move(tmp_path / "a" / "b" / "c", tmp_path / "d" / "e" / "c")
        with files.held(tmp_path / "a"):
            pass
    finally:
        os.umask(before)
    modes = {str(path.relative_to(tmp_path)): f"{path.stat().st_mode & 0o777:o}" for path in tmp_path.rglob("*")}
    assert modes == {
        **dict.fromkeys(("a", "a/b", "d", "d/e"), "700"),
        **dict.fromkeys(("a/log", "a/.lock", "d/e/c"), "600"),
    }


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files.write(tmp_path / "a", b"old")

    def broken(*_: object) -> None:
        raise OSError("no more room")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(OSError, match="no more room"):
        files.write(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
    files.sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_an_append_cut_short_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files.append(tmp_path / "log", b"one\n")
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:2]))
    with pytest.raises(OSError, match="not written completely"):
        files.append(tmp_path / "log", b"two\n")
    assert (tmp_path / "log").read_bytes() == b"one\n"


def test_arrival_is_kept_as_the_time_of_the_file(tmp_path: Path) -> None:
    arrived = datetime(2026, 11, 21, 8, tzinfo=UTC)
    files.write(tmp_path / "mail", b"", arrived=arrived)
    assert datetime.fromtimestamp((tmp_path / "mail").stat().st_mtime, UTC) == arrived


def test_a_second_writer_is_kept_out(tmp_path: Path) -> None:
    with files.held(tmp_path), pytest.raises(files.Busy), files.held(tmp_path, patience=0.05):
        pass
    with files.held(tmp_path, patience=0.05):
        pass


def test_only_our_own_parts_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".ann.yaml.part").write_bytes(b"on its way")
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", lambda *_: os._exit(9))
        child = os.fork()
        if child == 0:
            files.write(tmp_path / "a", b"a")
        os.waitpid(child, 0)
    assert len(list(tmp_path.iterdir())) == 2
    files.sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [".ann.yaml.part"]
