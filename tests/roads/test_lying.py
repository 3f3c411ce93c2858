"""Files that somebody else has put into the folders by which mail comes."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.roads import folder, lying, maildir, spool
from pbem.store import files
from pbem.store.inbox import Inbox

Fetch = Callable[[Path, Inbox, Callable[[OSError], object]], object]

ROADS: dict[str, tuple[str, Fetch]] = {
    "spool": ("new", spool.drain),
    "maildir": ("new", maildir.fetch),
    "folder": (".", lambda path, inbox, unread: folder.fetch(path, inbox, ("ann",), unread)),
}


@pytest.fixture(params=ROADS)
def road(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Callable[[Callable[[OSError], object]], int]]:
    """Where files lie for a road, and what fetches them and counts the inbox."""
    sub, fetch = ROADS[request.param]
    place = tmp_path / "road"
    for name in ("new", "cur", "tmp"):
        (place / name).mkdir(parents=True)
    inbox = Inbox(tmp_path / "inbox")

    def fetched(unread: Callable[[OSError], object]) -> int:
        fetch(place, inbox, unread)
        return len(inbox.items())

    return place / sub, fetched


Road = tuple[Path, Callable[[Callable[[OSError], object]], int]]


def _nothing(error: OSError) -> None:
    pytest.fail(f"told of {error}")


def test_folders_broken_links_and_hidden_files_are_left_alone(road: Road) -> None:
    place, fetch = road
    (place / "1.eml").write_bytes(b"a")
    (place / "2.eml").mkdir()
    (place / "3.eml").symlink_to("/nowhere")
    (place / ".4.eml").write_bytes(b"hidden")
    assert fetch(_nothing) == 1
    assert sorted(path.name for path in place.glob("*.eml")) == [".4.eml", "2.eml", "3.eml"]


def test_a_file_that_may_not_be_read_is_told_and_stops_no_other(road: Road, monkeypatch: pytest.MonkeyPatch) -> None:
    place, fetch = road
    for name in ("1", "2", "3"):
        (place / f"{name}.eml").write_bytes(name.encode())
    real = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        if path.name == "2.eml":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)  # root may read everything
    told: list[OSError] = []
    assert fetch(told.append) == 2
    assert [error.filename for error in told] == [str(place / "2.eml")]
    assert (place / "2.eml").exists()


def test_a_file_that_is_taken_away_meanwhile_is_passed_over(road: Road, monkeypatch: pytest.MonkeyPatch) -> None:
    place, fetch = road
    for number, name in enumerate(("1.eml", "2.eml")):
        (place / name).write_bytes(name.encode())
        os.utime(place / name, (number, number))
    real = lying.oldest_first

    def gone_then(folder: Path) -> list[Path]:
        found = real(folder)
        (place / "1.eml").unlink(missing_ok=True)
        return found

    for module in (spool, maildir, folder):
        monkeypatch.setattr(module, "oldest_first", gone_then)
    assert fetch(_nothing) == 1


def test_a_file_system_that_cannot_make_names_durable_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def fsync(handle: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{handle}"):  # noqa: PTH112
            raise OSError(errno.EINVAL, "Invalid argument")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    spool.keep(tmp_path / "spool", b"a")
    assert len(spool.drain(tmp_path / "spool", Inbox(tmp_path / "inbox"))) == 1


def test_what_could_not_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            files.write(tmp_path / "a", b"a")
    assert list(tmp_path.iterdir()) == []
