"""What `pbem check` says of emails: who wrote them, what was found in them, and what that would do."""

import json

import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.cli.options import Host
from tests.cli.conftest import Pbem
from tests.mail.corpus.mails import FOLDER, corpus
from tests.toy.game import mail

SHEET = "---\nbid: 2\n...\n"


def of_ann(text: str) -> bytes:
    return mail("ann@example.org", "Re: [toy-1] your bid", text)


@pytest.fixture
def begun(pbem: Pbem) -> Pbem:
    pbem("turn")
    return pbem


def file_of(begun: Pbem, raw: bytes, name: str = "a.eml") -> str:
    (begun.folder.parent / name).write_bytes(raw)
    return str(begun.folder.parent / name)


def test_orders_are_shown_with_who_sent_them_and_what_they_were_found_by(begun: Pbem) -> None:
    file = file_of(begun, of_ann(SHEET))
    told = begun("check", file, "--as", "ann").output
    assert "Email: orders (marks); orders were found." in told
    assert "From ann@example.org (person), “Re: [toy-1] your bid”." in told
    assert "    | bid: 2\n" in told
    assert told.endswith("The sheet is valid.\n")
    email = begun.json("check", file, "--as", "ann")["email"]
    assert (email["verdict"], email["sender"], email["kind"], email["how"]) == (
        "orders", "ann@example.org", "person", "marks"
    )  # fmt: skip


def test_a_command_and_words_are_told_as_such(begun: Pbem) -> None:
    told = begun("check", file_of(begun, of_ann("status\n")), "--as", "ann", code=1).output
    assert "a command was found" in told
    assert told.endswith("The file has no sheet but commands: status.\n")
    told = begun("check", file_of(begun, of_ann("hand\n")), "--as", "ann", code=1).output
    assert "Email: command (hand); a command was found." in told
    told = begun("check", file_of(begun, of_ann("I am away.\n")), "--as", "ann", code=1).output
    assert "Email: moderator (words); the moderator must look at it." in told


@pytest.mark.parametrize("sender", ["", "From: ann\n", "From: a@b.example\nFrom: c@d.example\n"])
def test_an_email_of_no_clear_sender_is_told_so(begun: Pbem, sender: str) -> None:
    raw = sender.encode() + b"Subject: bid\n\n---\nbid: 2\n...\n"
    told = begun("check", file_of(begun, raw), "--as", "ann").output
    assert "Email: moderator (" in told
    assert "From no clear sender" in told


@pytest.mark.parametrize("raw", [b"", b"\0" * 5000, bytes(range(256)) * 40, b"From ", b"\n\n\n"])
def test_no_file_whatever_is_a_traceback(begun: Pbem, raw: bytes) -> None:
    assert "Email: " in begun("check", file_of(begun, raw), "--as", "ann", code=1).output


def test_what_an_email_says_cannot_steer_the_terminal(begun: Pbem) -> None:
    raw = of_ann(SHEET.replace("2", "\x1b[31m2")).replace(b"[toy-1]", b"\x1b[31m")
    assert "\x1b" not in begun("check", file_of(begun, raw), "--as", "ann", code=1).output


def test_every_email_of_the_corpus_is_told(begun: Pbem) -> None:
    for one in corpus():
        host = Host(begun.clock, begun.rulesets)
        line = ["check", str(FOLDER / f"{one.name}.eml"), "--as", "ann", "--json", "--game", str(begun.folder)]
        said = json.loads(CliRunner().invoke(main, line, obj=host, catch_exceptions=False).stdout)
        assert said["email"]["verdict"] in ("orders", "command", "refused", "moderator", "ignored"), one.name


OF_ANN = of_ann(SHEET)
IN_FILES = {
    "a.eml.txt": OF_ANN,
    "A.EML": OF_ANN,
    "a.emlx": b"%-10d\n" % len(OF_ANN) + OF_ANN + b"<?xml version='1.0'?>\n<plist/>\n",
    "a.mbox": b"From ann Mon Jan 19 10:00:00 2026\n" + OF_ANN + b"\n",
    "crlf.mbox.txt": b"From ann Mon Jan 19 10:00:00 2026\r\n" + OF_ANN.replace(b"\n", b"\r\n"),
}


@pytest.mark.parametrize("name", IN_FILES)
def test_an_email_is_read_from_the_files_of_mail_programs(begun: Pbem, name: str) -> None:
    file = file_of(begun, IN_FILES[name], name)
    for line in ("check", "try"):
        assert "the sheet is valid" in begun(line, file, "--as", "ann").output.lower()
    assert begun.json("check", file, "--as", "ann")["email"]["sender"] == "ann@example.org"
    assert begun.json("submit", file, "--as", "ann")["verdict"]["state"] == "accepted"
    assert not begun.json("submit", file, "--as", "ann")["new"]


@pytest.mark.parametrize("line", ["check", "submit", "try"])
@pytest.mark.parametrize(
    ("name", "raw", "told"),
    [
        ("a.msg", b"\xd0\xcf\x11\xe0" * 300, "a.msg is in a format of Outlook"),
        ("a.PST", b"!BDN", "a.PST is in a format of Outlook"),
        ("7.partial.emlx", IN_FILES["a.emlx"], "without its attachments"),
        ("two.mbox", IN_FILES["a.mbox"] * 2, "two.mbox has 2 emails"),
        ("big.mbox", IN_FILES["a.mbox"] + b"x\n" * (1 << 20), "of more than 2 MB"),
    ],
)
def test_a_file_that_is_not_one_email_is_refused_with_what_helps(
    begun: Pbem, line: str, name: str, raw: bytes, told: str
) -> None:
    done = begun(line, file_of(begun, raw, name), "--as", "ann", code=1)
    assert told in done.output + done.stderr
    assert ".eml." in done.output + done.stderr
