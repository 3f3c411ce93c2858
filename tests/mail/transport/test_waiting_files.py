"""Files that someone else has put into the folders by which mail comes."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.transport import folder, maildir
from pbem.store import files
from pbem.store.inbox import Inbox, InboxItem

Fetch = Callable[[Path, Inbox, Callable[[OSError], object]], object]

TRANSPORTS: dict[str, tuple[str, Fetch]] = {
    "spool": ("new", maildir.drain),
    "maildir": ("new", lambda path, inbox, unread: maildir.fetch(path, inbox, path.parent, unread=unread)),
    "folder": (".", lambda path, inbox, unread: folder.fetch(path, inbox, ("ann",), unread)),
}


@pytest.fixture(params=TRANSPORTS)
def transport(
    request: pytest.FixtureRequest, tmp_path: Path
) -> tuple[Path, Callable[[Callable[[OSError], object]], int]]:
    """Where files lie for a transport, and what fetches them and counts the inbox."""
    sub, fetch = TRANSPORTS[request.param]
    place = tmp_path / "transport"
    for name in ("new", "cur", "tmp"):
        (place / name).mkdir(parents=True)
    inbox = Inbox(tmp_path / "inbox")

    def fetched(unread: Callable[[OSError], object]) -> int:
        fetch(place, inbox, unread)
        return len(inbox.items())

    return place / sub, fetched


Transport = tuple[Path, Callable[[Callable[[OSError], object]], int]]


def _nothing(error: OSError) -> None:
    pytest.fail(f"told of {error}")


def test_hidden_files_are_left_alone(transport: Transport) -> None:
    place, fetch = transport
    (place / "1.eml").write_bytes(b"a")
    (place / ".4.eml").write_bytes(b"hidden")
    assert fetch(_nothing) == 1
    assert [path.name for path in place.glob("*.eml")] == [".4.eml"]


def test_a_file_that_may_not_be_read_is_told_and_stops_no_other(
    transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, fetch = transport
    for name in ("1", "2", "3"):
        (place / f"{name}.eml").write_bytes(name.encode())
    real = os.open

    def open_(path: Any, *how: Any, **more: Any) -> int:
        if path == "2.eml":
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, *how, **more)

    monkeypatch.setattr(os, "open", open_)  # root may read everything
    told: list[OSError] = []
    assert fetch(told.append) == 2
    assert [error.filename for error in told] == [str(place / "2.eml")]
    assert (place / "2.eml").exists()


def test_a_file_that_cannot_be_put_away_is_told_and_stops_no_other(
    transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, fetch = transport
    for name in ("1", "2", "3"):
        (place / f"{name}.eml").write_bytes(name.encode())

    real = files.move

    def closed(path: Path, *more: Any) -> None:
        if path.parent != place:
            return real(path, *more)
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    told: list[OSError] = []
    with monkeypatch.context() as patch:
        patch.setattr(files, "move", closed)
        patch.setattr(maildir, "remove", closed)
        assert fetch(told.append) == 3
        assert sorted(error.filename for error in told) == [str(place / f"{name}.eml") for name in (1, 2, 3)]
        assert fetch(told.append) == 3
    assert fetch(_nothing) == 3
    assert list(place.glob("*.eml")) == []


def test_a_file_that_is_taken_away_meanwhile_is_passed_over(
    transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, fetch = transport
    for number, name in enumerate(("1.eml", "2.eml")):
        (place / name).write_bytes(name.encode())
        os.utime(place / name, (number, number))
    real = folder.by_age

    def gone_then(paths: Iterable[Path]) -> list[Path]:
        found = real(paths)
        (place / "1.eml").unlink(missing_ok=True)
        return found

    for module in (folder, maildir):
        monkeypatch.setattr(module, "by_age", gone_then)
    assert fetch(_nothing) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who writes a file")
def test_a_file_that_is_still_being_written_is_told_and_taken_when_it_is_whole(transport: Transport) -> None:
    place, fetch = transport
    (place / "2.eml").write_bytes(b"whole")
    told: list[OSError] = []
    with (place / "1.eml").open("wb") as file:
        file.write(b"half")
        file.flush()
        assert fetch(told.append) == 1
        file.write(b" and half")
    assert [type(error) for error in told] == [folder.Unfinished]
    assert fetch(_nothing) == 2
    assert list(place.glob("*.eml")) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who writes a file")
@pytest.mark.parametrize("system", ["nfs4", "cifs"])
def test_a_folder_of_another_machine_is_read_though_nobody_can_tell_who_writes_there(
    transport: Transport, system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, fetch = transport
    device = place.stat().st_dev
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        f"21 1 {os.major(device)}:{os.minor(device) + 1} / / rw,relatime - ext4 /dev/sda1 rw\n"
        f"36 21 {os.major(device)}:{os.minor(device)} / /home rw shared:1 master:2 - {system} server:/home rw\n"
    )
    monkeypatch.setattr(folder, "MOUNTS", mounts)
    with (place / "1.eml").open("ab"):  # there each file is as if someone wrote it
        assert fetch(_nothing) == 1


class Interrupted(Inbox):
    """An inbox that someone interrupts while it keeps an email."""

    def __init__(self, folder: Path, interrupt: Callable[[], object]) -> None:
        super().__init__(folder)
        self.interrupt = interrupt

    def keep(self, *what: Any, **more: Any) -> tuple[InboxItem, bool]:
        found = super().keep(*what, **more)
        self.interrupt()
        return found


def test_a_sheet_that_is_replaced_just_when_it_is_taken_is_taken_too(tmp_path: Path) -> None:
    sheet = tmp_path / "in" / "ann.yaml"
    sheet.parent.mkdir()
    sheet.write_bytes(b"bid: 1")

    def replace() -> None:
        if not list(tmp_path.glob("in/taken/*")) and not (tmp_path / "replaced").exists():
            (tmp_path / "replaced").touch()
            (tmp_path / "another").write_bytes(b"bid: 2")
            (tmp_path / "another").replace(sheet)

    inbox = Interrupted(tmp_path / "inbox", replace)
    for _ in range(2):
        folder.fetch(sheet.parent, inbox, ("ann",))
    assert [item.path.read_bytes() for item in inbox.items()] == [b"bid: 1", b"bid: 2"]
    assert not sheet.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets nobody write a file that is read")
def test_nobody_can_write_a_sheet_that_is_being_taken(tmp_path: Path) -> None:
    sheet = tmp_path / "in" / "ann.yaml"
    sheet.parent.mkdir()
    sheet.write_bytes(b"bid: 1")
    code = "import os, sys; os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK)"
    said: list[bytes] = []

    def write() -> None:
        found = subprocess.run([sys.executable, "-c", code, str(sheet)], stderr=subprocess.PIPE, check=False)
        said.append(found.stderr.splitlines()[-1])

    folder.fetch(sheet.parent, Interrupted(tmp_path / "inbox", write), ("ann",))
    assert said[0].startswith(b"BlockingIOError")


def test_names_and_times_that_nobody_expects_are_no_hindrance(transport: Transport) -> None:
    place, fetch = transport
    names = (b"\xff\xfe.eml", b"a\nb.eml", b"l" * 240 + b".eml", b"-.eml", b"%s'\".eml", b"\xe2\x99\xa5.EML")
    for number, name in enumerate(names):
        (place / os.fsdecode(name)).write_bytes(name)
        os.utime(place / os.fsdecode(name), (number, -(2**40) if number % 2 else 2**40))
    assert fetch(_nothing) == len(names)
    assert list(place.glob("*.[eE][mM][lL]")) == []


@pytest.mark.parametrize("seconds", [-(2.0**63), -1.5, 0.0, 2.0**40, 2.0**63])
def test_every_time_of_a_file_is_a_moment(seconds: float) -> None:
    assert 1970 <= folder.moment(seconds).year <= 9999


def test_a_path_is_shown_in_one_line_of_text() -> None:
    assert folder.shown(Path(os.fsdecode(b"in/\xe2\x99\xa5 \xff\n.yaml"))) == r"in/♥ \xff\n.yaml"


def test_a_file_system_that_cannot_make_names_durable_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def fsync(handle: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{handle}"):  # noqa: PTH112
            raise OSError(errno.EINVAL, "Invalid argument")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    maildir.keep(tmp_path / "spool", b"a")
    assert len(maildir.drain(tmp_path / "spool", Inbox(tmp_path / "inbox"))) == 1


def test_what_could_not_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            files.write(tmp_path / "a", b"a")
    assert list(tmp_path.iterdir()) == []


NAMES = [
    "x.msg",
    "x.pst",
    "x.partial.emlx",
    "Inbox",
    "orders.txt",
    "x.docx",
    "x",
    "ben.yaml",
    "ben.yml.txt",
    "ann.yaml.bak",
    "x.eml.part",
]


@pytest.mark.parametrize("name", ["x.eml.txt", "X.EML.TXT", "ann.yaml.txt", "Ann-2.YML.txt", "ann.yml", "x.eml"])
def test_a_program_may_put_txt_behind_the_name_of_an_email_or_a_sheet(tmp_path: Path, name: str) -> None:
    place = tmp_path / "in"
    place.mkdir()
    (place / name).write_text("From: ann@example.org\n\nbid: 1\n")
    assert folder.left_alone(place, ("ann",)) == []
    (item,), strange = folder.fetch(place, Inbox(tmp_path / "inbox"), ("ann",))
    assert (item.seat, strange) == ("" if ".eml" in name.lower() else "ann", [])
    assert folder.waiting(place) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_file_with_any_other_name_is_named_and_stays(tmp_path: Path, name: str) -> None:
    place = tmp_path / "in"
    place.mkdir()
    file = place / name
    file.write_text("bid: 1\n")
    os.utime(file, (1e9, 1e9))
    for unfinished in (".hidden.msg", "x.msg.part", "x.eml.tmp", "x.yaml~"):
        (place / unfinished).write_text("")
    (place / "taken").mkdir()
    assert folder.left_alone(place, ("ann",)) == [file]
    assert folder.fetch(place, Inbox(tmp_path / "inbox"), ("ann",)) == ([], [file])
    assert file.exists()


def test_a_folder_that_holds_emails_is_named(tmp_path: Path) -> None:
    place = tmp_path / "in"
    for name in ("cur", "new", "taken"):
        (place / name).mkdir(parents=True)
    for name in ("new", "taken"):
        (place / name / "1.eml").write_text("From: ann@example.org\n\nbid: 1\n")
    assert folder.left_alone(place, ("ann",)) == [place / "new"]
    assert folder.fetch(place, Inbox(tmp_path / "inbox"), ("ann",)) == ([], [place / "new"])
    found = folder.need_of(place / "new")
    assert "a folder, in which no email is looked for" in found.says
    assert "`maildir`" in found.run
