import errno
import os
import uuid
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.proxy import between
from tests.toy.game import drop, mail

RAW = mail("ann@example.org", "hello", "bid: 1\n")


@pytest.fixture
def closed_port() -> int:
    with between(1) as proxy:
        return proxy.port


def rewrite(folder: Path, intake: str) -> None:
    path = folder / "game.yaml"
    path.write_text(path.read_text().replace("in: {folder: in}", f"in: {intake}"))


def test_a_road_that_fails_stops_neither_the_others_nor_the_turn(pbem: Pbem, closed_port: int) -> None:
    server = f"{{host: 127.0.0.1, port: {closed_port}, security: none, user: u}}"
    rewrite(pbem.folder, f"{{folder: in, maildir: away, imap: {server}}}")
    drop(pbem.folder, "1.eml", RAW)
    found = pbem.json("fetch", code=1)
    assert [(one["road"], one["code"]) for one in found["troubles"]] == [
        ("imap", "not-listening"),
        ("maildir", "no-folder"),
    ]
    assert len(found["verdicts"]) == 1
    result = pbem("turn", code=3)
    assert f"imap 127.0.0.1: nothing listens there (port {closed_port})" in result.stderr
    assert "no such folder" in result.stderr
    assert "?." not in result.stderr
    assert len(pbem.json("turn", code=3)["troubles"]) == 2


def test_a_folder_that_is_no_maildir_is_told(pbem: Pbem) -> None:
    rewrite(pbem.folder, "{maildir: md}")
    (pbem.folder / "md" / "Maildir" / "new").mkdir(parents=True)
    assert "which is not a Maildir: it has no folder new" in pbem("fetch", code=1).stderr


def test_files_that_nobody_can_take_are_named_and_the_others_taken(pbem: Pbem) -> None:
    drop(pbem.folder, "1.eml", RAW)
    (pbem.folder / "in" / "2.eml").symlink_to("2.eml")
    drop(pbem.folder, os.fsdecode(b"\xff\n.yaml"), b"bid: 1\n")
    drop(pbem.folder, os.fsdecode(b"ben-\xff.YML"), b"bid: 1\n")
    with (pbem.folder / "in" / "3.eml").open("wb") as half:
        half.write(RAW[:100])
        half.flush()
        found = pbem.json("fetch", code=1)
    says = [one["says"] for one in found["troubles"]]
    assert says == [
        f"{pbem.folder}/in/2.eml: it is a link, and only files are read; remove it, or put the file itself there",
        f"{pbem.folder}/in/3.eml: it is still being written; it is read when that is done",
    ]
    assert found["strange"] == [rf"{pbem.folder}/in/\xff\n.yaml"]
    assert [one["seat"] for one in found["verdicts"]] == ["ann", "ben"]
    assert r"in/\xff\n.yaml is neither an email" in pbem("turn", code=3).stdout


def test_a_file_of_outlook_is_named_by_every_command_that_looks(pbem: Pbem) -> None:
    pbem("turn")
    drop(pbem.folder, "orders.msg", b"\xd0\xcf\x11\xe0")
    says = f"{pbem.folder}/in/orders.msg is in a format of Outlook, which pbem does not read"
    for command, code in (("turn", 3), ("status", 0), ("fetch", 0), ("doctor", 1)):
        found = " ".join(pbem(command, code=code).output.split())
        assert says in found, command
        assert "save it as .eml, and remove this file" in found, command


def test_on_a_full_disk_the_mail_stays_where_it_is_and_nothing_is_played_without_it(
    pbem: Pbem, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(pbem.folder, "1.eml", RAW)
    real = os.fsync

    def full(handle: int) -> None:
        if os.readlink(f"/proc/self/fd/{handle}").endswith(".part"):  # noqa: PTH115
            raise OSError(errno.ENOSPC, "No space left on device")
        real(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        for command in ("fetch", "turn"):
            stderr = pbem(command, code=1).stderr
            assert f"{pbem.folder}/inbox/0001-" in stderr
            assert ".eml: No space left on device; fix that, then run the command again." in stderr
    assert (pbem.folder / "in" / "1.eml").exists()
    assert len(pbem.json("fetch")["verdicts"]) == 1


def test_a_password_that_is_not_there_is_told(pbem: Pbem, closed_port: int) -> None:
    rewrite(pbem.folder, f"{{imap: {{host: 127.0.0.1, port: {closed_port}, user: u, password file: pass}}}}")
    assert f"the password file {pbem.folder / 'pass'} is missing" in pbem("fetch", code=1).stderr


def test_mail_comes_by_imap_once(pbem: Pbem, dovecot: Dovecot) -> None:
    user = f"u{uuid.uuid4().hex}"
    (pbem.folder / "pass").write_text(PASSWORD + "\n")
    common = f"host: {dovecot.host}, security: none, user: {user}, password file: pass"
    rewrite(pbem.folder, f"{{imap: {{{common}, port: {dovecot.imap}}}}}")
    dovecot.append(user, RAW, datetime.now(UTC))
    assert len(pbem.json("fetch")["verdicts"]) == 1
    assert pbem.json("fetch")["verdicts"] == []
    assert PASSWORD * 3 not in (pbem.folder / "roads" / "imap.json").read_text()
