"""Of an email that is too large no more is read and kept than tells whose it is."""

import io
import os
import re
import sys
import time
from collections.abc import Iterator
from email.policy import SMTP
from pathlib import Path

import pytest

from pbem.cli.arriving import receive
from pbem.mail import judges
from pbem.mail.intake import desk_mail
from pbem.mail.mime import headers
from pbem.mail.transport import maildir
from pbem.referee import opening
from pbem.store.inbox import HEAD, MOST_BYTES, Inbox, size_of
from tests.cli.conftest import Pbem
from tests.toy.game import RULESETS, START, drop, mail, subject

GIGABYTE = 1_000_000_000


def bytes_read() -> int:
    """Bytes that this process has read so far (proc(5), `io`)."""
    return int(Path("/proc/self/io").read_text().split("rchar: ")[1].split("\n")[0])


@pytest.fixture
def little_is_read() -> Iterator[None]:
    if sys.platform != "linux":
        yield
        return
    before = bytes_read()
    yield
    assert bytes_read() - before < 20 * MOST_BYTES


def large(path: Path, raw: bytes) -> Path:
    """Let *raw* be followed by so many zero bytes that they take no disk."""
    path.write_bytes(raw)
    os.truncate(path, GIGABYTE)
    return path


def test_what_is_kept_of_a_large_mail_has_all_its_headers() -> None:
    assert HEAD >= headers.MOST_HEAD


LONG = {
    "a line too long to be read": (f"bid: {'1' * 20_000}\n", "line-too-long"),
    "a line of 512 kB": ("." * (512 * 1024), "too-large"),
    "lines of 512 kB": ("- a: 1\n" * (512 * 1024 // 7), "too-many-lines"),
    "three megabytes": ("bid: 1\n" * 400_000, "too-large"),
}
"""Sheets that are too much to be read, and what is said of each."""


@pytest.mark.parametrize("which", LONG)
def test_a_sheet_in_a_file_that_is_too_much_is_refused_wherever_it_comes_from(pbem: Pbem, which: str) -> None:
    text, code = LONG[which]
    pbem("turn")
    before = time.process_time()
    path = pbem.folder / "sheet.yaml"
    path.write_text(text)
    (pbem.folder / "in" / "ben.yaml").write_text(text)
    assert pbem.json("check", str(path), "--as", "ann", code=1)["problems"][0]["code"] == code
    told = pbem("submit", str(path), "--as", "ann", code=1).stdout
    assert re.search(r"none\s+of\s+(it|them)\s+was\s+read", told)
    pbem("fetch")
    assert [(one["state"], one["problems"]) for one in pbem.json("mail")] == [("refused", [code])] * 2
    with opening.held(pbem.folder, RULESETS) as game:
        sent = desk_mail.made(game, "cid", game.stages("cid"), "sheet", text, "ab" * 16, START)
        item, _ = game.inbox.keep(sent, START)
        assert judges.judge(game, item, pbem.clock).verdict.problems[0] in (code, "too-large")
    assert time.process_time() - before < 20


@pytest.mark.usefixtures("little_is_read")
def test_a_mail_of_a_gigabyte_in_the_folder_is_answered_as_too_large_and_put_away_whole(pbem: Pbem) -> None:
    pbem("turn")
    raw = mail("ann@example.org", f"Re: {subject(pbem.folder, 'ann')}", "bid: 1\n")
    large(pbem.folder / "in" / "1.eml", raw)
    large(pbem.folder / "in" / "ben.yaml", b"bid: 1\n")
    pbem("turn")
    found = {one["seat"]: one for one in pbem.json("mail", "--all")}
    assert found["ann"]["problems"] == ["mail-too-large"]
    assert found["ben"]["problems"] == ["too-large"]
    (kept,) = (pbem.folder / "inbox").glob("*.eml")
    assert kept.read_bytes() == b"X-Cut-Off: of 1000000000 bytes\r\n" + (raw + bytes(HEAD))[:HEAD]
    assert {path.stat().st_size for path in (pbem.folder / "in" / "taken").iterdir()} == {GIGABYTE}
    (answer,) = [text for path in (pbem.folder / "out").glob("receipt-*") if "<ann@" in (text := path.read_text())]
    assert "The email is too large; none of it was read." in answer
    assert not list((pbem.folder / "sheets").rglob("ann-*"))


@pytest.mark.usefixtures("little_is_read")
def test_a_mail_of_a_gigabyte_in_a_maildir_or_the_spool_is_read_no_further(tmp_path: Path) -> None:
    for place in ("new", "cur", "tmp"):
        (tmp_path / "md" / place).mkdir(parents=True)
    raw = b"From: ann@example.org\nSubject: large\n\n"
    large(tmp_path / "md" / "new" / "1", raw)
    inbox = Inbox(tmp_path / "inbox")
    (one,) = maildir.fetch(tmp_path / "md", inbox, tmp_path)
    maildir.prepare(tmp_path / "spool")
    large(tmp_path / "spool" / "new" / "2", raw.replace(b"ann", b"ben"))
    (other,) = maildir.drain(tmp_path / "spool", inbox)
    for item in (one, other):
        assert item.path.stat().st_size < HEAD + 100
        assert size_of(item.path.read_bytes()) == GIGABYTE
    assert (tmp_path / "md" / "cur" / "1:2,S").stat().st_size == GIGABYTE


class Endless(io.RawIOBase):
    """A pipe by which an email comes that no one could keep."""

    def __init__(self, raw: bytes, size: int) -> None:
        self.raw, self.left = raw, size

    def read(self, most: int = -1) -> bytes:
        most = min(most, self.left)
        self.left -= most
        start, self.raw = self.raw[:most], self.raw[most:]
        return start + b"x" * (most - len(start))


def test_a_large_mail_by_a_pipe_is_taken_to_its_end_and_only_its_head_kept(pbem: Pbem) -> None:
    pbem("turn")
    raw = mail("ann@example.org", subject(pbem.folder, "ann"), "bid: 1\n")
    pipe = Endless(raw, 50 * MOST_BYTES)
    assert receive(pbem.folder, "ann@example.org", ("game@example.org",), pipe) == 0  # type: ignore[arg-type]
    assert pipe.left == 0
    (path,) = maildir.spooled(pbem.folder / "spool")
    lines = path.read_bytes().split(SMTP.linesep.encode())
    assert lines[:2] == [b"X-Cut-Off: of %d bytes" % (50 * MOST_BYTES), b"Return-Path: <ann@example.org>"]
    assert path.stat().st_size < HEAD + 200
    pbem("turn")
    (one,) = pbem.json("mail", "--all")
    assert (one["seat"], one["state"], one["problems"]) == ("ann", "refused", ["mail-too-large"])


def test_a_large_mail_that_the_moderator_hands_in_is_cut_off_too(pbem: Pbem) -> None:
    pbem("turn")
    path = large(pbem.folder / "x.eml", mail("ann@example.org", subject(pbem.folder, "ann"), "bid: 1\n"))
    assert "The email is too large" in pbem("submit", str(path), "--as", "ann", code=1).stdout
    assert max(one.stat().st_size for one in (pbem.folder / "inbox").iterdir()) < HEAD + 200


@pytest.mark.parametrize("policy", ["[token]", "[token, dkim]", "[moderator confirms]"])
def test_whatever_must_show_that_a_large_mail_is_its_seats_its_answer_says_that_it_is_too_large(
    pbem: Pbem, policy: str
) -> None:
    file = pbem.folder / "game.yaml"
    file.write_text(file.read_text().replace("mail:\n", f"mail:\n  trust: {{policy: {policy}}}\n"))
    pbem("turn")
    signed = {"DKIM_Signature": "v=1; a=rsa-sha256; d=example.org; s=x; h=from:subject:message-id; bh=AAAA; b=AAAA"}
    raw = mail("ann@example.org", subject(pbem.folder, "ann"), "bid: 1\n" + "x\n" * MOST_BYTES, **signed)
    drop(pbem.folder, "1.eml", raw)
    pbem("fetch")
    (one,) = pbem.json("mail", "--all")
    assert (one["state"], one["problems"]) == ("refused", ["mail-too-large"])
