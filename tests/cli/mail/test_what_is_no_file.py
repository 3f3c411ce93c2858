"""What others put where mail comes in to have the program read, or remove, what only its user may."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.mail.transport import folder, maildir
from pbem.store.inbox import Inbox
from tests.cli.conftest import Pbem
from tests.mail.transport.test_waiting_files import Transport, transport
from tests.toy.game import drop, mail

__all__ = ["transport"]

SECRET = b"bid: 1\n# the launch code is 0000\n"


def link(path: Path) -> None:
    (path.parent.parent / "secret").write_bytes(SECRET)
    path.symlink_to(path.parent.parent / "secret")


def bind(path: Path) -> None:
    before = Path.cwd()
    os.chdir(path.parent)  # the name of a socket may not be long
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(before)


THINGS: dict[str, tuple[Callable[[Path], object], str]] = {
    "link": (link, "it is a link"),
    "broken link": (lambda path: path.symlink_to("/nowhere"), "it is a link"),
    "link to itself": (lambda path: path.symlink_to(path.name), "it is a link"),
    "link to a folder": (lambda path: path.symlink_to("/"), "it is a link"),
    "folder": (lambda path: path.mkdir(), "it is a folder"),
    "pipe": (os.mkfifo, "it is a pipe"),
    "socket": (bind, "it is a socket"),
    "device": (lambda path: os.mknod(path, 0o20600, os.makedev(1, 5)), "it is a device"),
}


@pytest.mark.parametrize("thing", THINGS)
def test_what_is_no_file_stays_and_is_told_and_stops_no_other(transport: Transport, thing: str) -> None:
    place, fetch = transport
    make, says = THINGS[thing]
    if thing == "device" and os.geteuid() != 0:
        pytest.skip("only root can make a device")
    for name in ("ann-1", "ann-3"):
        (place / f"{name}.yaml").write_bytes(name.encode())
    make(place / "ann-2.yaml")
    for _ in range(2):
        told: list[OSError] = []
        assert fetch(told.append) == 2
        assert [(error.filename, type(error)) for error in told] == [(str(place / "ann-2.yaml"), folder.NoFile)]
        assert says in str(told[0])
        assert os.path.lexists(place / "ann-2.yaml")
    inbox = place.parent / "inbox" if place.name == "transport" else place.parent.parent / "inbox"
    assert not [path for path in inbox.iterdir() if SECRET in path.read_bytes()]


@pytest.mark.parametrize("what", ["link", "pipe"])
def test_a_file_exchanged_just_before_it_is_opened_is_not_read(
    transport: Transport, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, fetch = transport
    (place / "ann.yaml").write_bytes(b"bid: 1")
    real = os.open

    def exchanged(path: object, *how: int, **more: int | None) -> int:
        if path == "ann.yaml":
            (place / "ann.yaml").unlink()
            THINGS[what][0](place / "ann.yaml")
        return real(path, *how, **more)  # type: ignore[arg-type]

    told: list[OSError] = []
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", exchanged)
        assert fetch(told.append) == 0
    assert [error.filename for error in told] == [str(place / "ann.yaml")]
    assert os.path.lexists(place / "ann.yaml")


def test_a_sheet_with_a_second_name_elsewhere_is_not_taken(tmp_path: Path) -> None:
    way = tmp_path / "in"
    way.mkdir()
    (tmp_path / "secret").write_bytes(SECRET)
    (way / "louis-x.yaml").hardlink_to(tmp_path / "secret")
    told: list[OSError] = []
    assert folder.fetch(way, Inbox(tmp_path / "inbox"), ("louis",), told.append) == ([], [])
    assert "it has another name elsewhere" in str(told[0])
    assert (way / "louis-x.yaml").exists()


def test_a_mail_that_a_backup_of_a_maildir_gave_a_second_name_is_taken(tmp_path: Path) -> None:
    for place in ("new", "cur", "tmp", "backup"):
        (tmp_path / "md" / place).mkdir(parents=True)
    (tmp_path / "md" / "new" / "1").write_bytes(b"mail")
    (tmp_path / "md" / "backup" / "1").hardlink_to(tmp_path / "md" / "new" / "1")
    assert len(maildir.fetch(tmp_path / "md", Inbox(tmp_path / "inbox"), tmp_path)) == 1


@pytest.mark.parametrize("place", maildir.PLACES)
def test_a_folder_of_the_spool_that_became_a_link_costs_no_file_behind_it(tmp_path: Path, place: str) -> None:
    inbox = Inbox(tmp_path / "inbox")
    inbox.keep(b"precious", folder.moment(0))
    maildir.prepare(tmp_path / "spool")
    (tmp_path / "spool" / place).rmdir()
    (tmp_path / "spool" / place).symlink_to(tmp_path / "inbox")
    before = list((tmp_path / "inbox").iterdir())
    told: list[OSError] = []
    assert maildir.drain(tmp_path / "spool", Inbox(tmp_path / "inbox"), told.append) == []
    assert list((tmp_path / "inbox").iterdir()) == before
    assert bool(told) == (place == "new")


def test_a_spool_or_a_way_in_that_lies_elsewhere_by_a_link_of_the_moderators_is_gone(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    for name in ("spool", "in"):
        (tmp_path / name).symlink_to("elsewhere")
    maildir.keep(tmp_path / "spool", b"one")
    assert len(maildir.drain(tmp_path / "spool", Inbox(tmp_path / "inbox"))) == 1
    (tmp_path / "in" / "ann.yaml").write_bytes(b"bid: 1")
    assert len(folder.fetch(tmp_path / "in", Inbox(tmp_path / "inbox"), ("ann",))[0]) == 1


def test_files_do_not_leave_the_folder_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "in" / "taken").symlink_to(tmp_path / "outside")
    (tmp_path / "in" / "ann.yaml").write_bytes(b"bid: 1")
    told: list[OSError] = []
    items, _ = folder.fetch(tmp_path / "in", Inbox(tmp_path / "inbox"), ("ann",), told.append)
    assert len(items) == 1
    assert [error.filename for error in told] == [str(tmp_path / "in" / "taken")]
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_link_to_a_secret_is_told_by_the_turn_and_answered_to_nobody(pbem: Pbem) -> None:
    (pbem.folder.parent / "secret").write_bytes(SECRET)
    (pbem.folder / "in" / "ann-x.yaml").symlink_to("../../secret")
    drop(pbem.folder, "1.eml", mail("ben@example.org", "hello", "bid: 1\n"))
    says = f"{pbem.folder}/in/ann-x.yaml: it is a link, and only files are read"
    assert says in pbem("turn", code=3).stderr
    assert says in pbem("turn", code=3).stderr
    assert f"{pbem.folder}/in/ann-x.yaml is not a file; it was left alone." in pbem("status").stdout
    assert f"BAD   in: {pbem.folder}/in/ann-x.yaml is not a file and stays there\n" in pbem("doctor", code=1).stdout
    assert [one["seat"] for one in pbem.json("mail", "--all")] == ["ben"]
    for path in pbem.folder.rglob("*"):
        assert path.is_symlink() or not path.is_file() or SECRET.split(b"# ")[1] not in path.read_bytes(), path
    (pbem.folder / "in" / "ann-x.yaml").unlink()
    assert "is not a file" not in pbem("status").stdout


def test_a_maildir_whose_folders_are_links_is_not_gone(pbem: Pbem) -> None:
    for place in ("md/cur", "md/tmp", "elsewhere"):
        (pbem.folder / place).mkdir(parents=True)
    (pbem.folder / "md" / "new").symlink_to("../elsewhere")
    file = pbem.folder / "game.yaml"
    file.write_text(file.read_text().replace("{folder: in}", "{maildir: md}"))
    assert "its folder new is a link; name the Maildir itself" in pbem("fetch", code=1).stderr
