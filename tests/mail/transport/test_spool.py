import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail.transport import maildir
from pbem.mail.transport.maildir import SpooledMail
from pbem.store.inbox import Inbox

EARLY, LATE = datetime(2026, 11, 20, tzinfo=UTC), datetime(2026, 11, 21, tzinfo=UTC)


def test_mails_go_from_the_spool_into_the_inbox_oldest_first(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox")
    maildir.keep(tmp_path / "spool", b"b", LATE)
    maildir.keep(tmp_path / "spool", b"a", EARLY)
    taken = maildir.drain(tmp_path / "spool", inbox)
    assert [(item.path.read_bytes(), item.arrived) for item in taken] == [(b"a", EARLY), (b"b", LATE)]
    assert maildir.spooled(tmp_path / "spool") == []
    assert maildir.drain(tmp_path / "spool", inbox) == []


def test_equal_mails_are_one(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "inbox")
    for at in (EARLY, LATE):
        maildir.keep(tmp_path / "spool", b"a", at)
    assert len(maildir.drain(tmp_path / "spool", inbox)) == 1
    assert maildir.spooled(tmp_path / "spool") == []


def test_what_the_road_knows_stands_on_top_and_cannot_be_made_more_lines(tmp_path: Path) -> None:
    about = SpooledMail("ann@example.org>\r\nX-Evil: 1", ("game+1@example.org",))
    path = maildir.keep(tmp_path / "spool", b"Subject: x\r\nReturn-Path: <mine@example.org>\r\n\r\n", envelope=about)
    lines = path.read_bytes().split(b"\r\n")
    assert lines[0] == b"Return-Path: <ann@example.orgX-Evil:1>"
    assert lines[1:3] == [b"Delivered-To: game+1@example.org", b"Subject: x"]
    bare = maildir.keep(tmp_path / "spool", b"Subject: x\n\n", envelope=SpooledMail(""))
    assert bare.read_bytes() == b"Return-Path: <>\nSubject: x\n\n"
    assert maildir.keep(tmp_path / "spool", b"Subject: x\n\n").read_bytes() == b"Subject: x\n\n"


def test_a_mail_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    def chunks() -> object:
        yield b"Subject: x\n"
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        maildir.keep(tmp_path / "spool", chunks())  # type: ignore[arg-type]
    assert [path for path in (tmp_path / "spool").rglob("*") if path.is_file()] == []


def test_mail_is_closed_to_others_and_open_to_the_group_only_if_the_spool_is(tmp_path: Path) -> None:
    path = maildir.keep(tmp_path / "spool", b"a")
    assert oct(path.stat().st_mode & 0o777) == "0o600"
    assert oct(path.parent.stat().st_mode & 0o777) == "0o700"
    (tmp_path / "spool").chmod(0o2770)
    assert oct(maildir.keep(tmp_path / "spool", b"b").stat().st_mode & 0o777) == "0o660"


def test_only_copies_given_up_long_ago_are_cleared_away(tmp_path: Path) -> None:
    maildir.prepare(tmp_path / "spool")
    for name, age in (("old", 40 * 3600), ("young", 60)):
        path = tmp_path / "spool" / "tmp" / name
        path.write_bytes(b"half")
        then = datetime.now(UTC).timestamp() - age
        os.utime(path, (then, then))
    maildir.drain(tmp_path / "spool", Inbox(tmp_path / "inbox"))
    assert [path.name for path in (tmp_path / "spool" / "tmp").iterdir()] == ["young"]
