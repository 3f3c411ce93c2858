"""Emails in the files of mail programs: several in a mailbox, one in a file of Apple Mail."""

import mailbox
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.transport import folder
from pbem.mail.transport.folder import emails_in
from pbem.store.inbox import MOST_BYTES, Inbox

ABOVE = [
    b"From - Mon Jan 19 10:00:00 2026",
    b"From chloe@example.org Mon Jan 19 10:00:00 2026",
    b"From MAILER-DAEMON Mon Jan 19 09:00 2026",
    b"From 1769000000000000000@xxx Mon Jan 19 10:00:00 +0000 2026",
]
BODIES = [
    b"bid: 1\n",
    b"From Vienna, with 3 troops.\n",
    b"one\n\nFrom there: march 12:00, turn 1742\nno header here\n",
    b"> From the letter\n",
    b"",
    b"caf\xe9\n",
    b"a\n\n\n",
]


def email(number: int, body: bytes) -> bytes:
    return b"From: ann@example.org\nMessage-ID: <%d@example.org>\n\n%s" % (number, body)


@pytest.mark.parametrize("above", ABOVE)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_mailbox_holds_each_email_whole(above: bytes, end: bytes) -> None:
    emails = [email(number, body) for number, body in enumerate(BODIES)]
    raw = b"".join(above + b"\n" + one + b"\n" for one in emails)
    assert emails_in(".mbox", raw.replace(b"\n", end)) == [one.replace(b"\n", end) for one in emails]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(["From me", ">From me", "", "moves:", "From a 1:00 2000", "x: 1"]))))
def test_what_python_writes_is_read_again(tmp_path_factory: pytest.TempPathFactory, texts: list[list[str]]) -> None:
    path = tmp_path_factory.mktemp("box") / "x.mbox"
    box = mailbox.mbox(path)
    for number, lines in enumerate(texts):
        mail = EmailMessage()
        mail["Message-ID"] = f"<{number}@example.org>"
        mail.set_content("\n".join(lines) + "\n")
        box.add(mail)
    box.close()
    found = emails_in(".mbox", path.read_bytes()) if texts else []
    assert len(found) == len(texts)
    for lines, raw in zip(texts, found, strict=True):
        body = raw.partition(b"\n\n")[2].decode().splitlines()
        assert [line.removeprefix(">") for line in body] == [line.removeprefix(">") for line in lines or [""]]


def test_a_file_of_apple_mail_holds_as_many_bytes_as_it_says() -> None:
    raw = email(1, b"bid: 1\n")
    assert emails_in(".emlx", b"%-10d\n" % len(raw) + raw + b'<?xml version="1.0"?>\n<plist>flags: 1</plist>\n') == [
        raw
    ]


@pytest.mark.parametrize("ending", [".mbox", ".emlx", ".eml"])
@pytest.mark.parametrize("raw", [b"", b"\n", email(1, b"bid: 1\n"), b"bid: 1\n", b"\0\xff"])
def test_what_is_no_mailbox_is_one_email(ending: str, raw: bytes) -> None:
    assert emails_in(ending, raw) == [raw]


def test_the_emails_of_a_mailbox_are_items_of_their_own_and_never_come_twice(tmp_path: Path) -> None:
    place, inbox = tmp_path / "in", Inbox(tmp_path / "inbox")
    place.mkdir()
    emails = [email(number, b"bid: %d\n" % number) for number in range(3)]
    raw = b"".join(ABOVE[0] + b"\n" + one + b"\n" for one in (*emails, emails[1]))
    (place / "x.mbox").write_bytes(raw)
    taken, strange = folder.fetch(place, inbox, ("ann",))
    assert ([item.path.read_bytes() for item in taken], strange) == (emails, [])
    assert [path.name.partition("-")[0] for path in (place / "taken").iterdir()] == ["0001"]
    (place / "once more.mbox").write_bytes(raw)
    (place / "1.eml").write_bytes(emails[1])
    assert folder.fetch(place, inbox, ("ann",)) == ([], [])
    assert folder.waiting(place) == []


@pytest.mark.parametrize(
    ("name", "size", "says", "helps"),
    [
        ("x.msg", 1, "a format of Outlook", "save it as .eml"),
        ("X.PST.txt", 1, "a format of Outlook", "forward the email to the game"),
        ("x.partial.emlx", 1, "without its attachments", "Raw Message Source"),
        ("x.mbox", MOST_BYTES + 1, "a mailbox of more than 2 MB", "one by one"),
        ("x.docx", 1, "neither an email", "name a sheet SEAT.yaml"),
    ],
)
def test_of_a_file_that_is_left_alone_it_is_said_what_helps(
    tmp_path: Path, name: str, size: int, says: str, helps: str
) -> None:
    (tmp_path / name).write_bytes(b"x" * size)
    assert folder.left_alone(tmp_path, ("ann",)) == [tmp_path / name]
    assert folder.fetch(tmp_path, Inbox(tmp_path / "inbox"), ("ann",)) == ([], [tmp_path / name])
    found = folder.need_of(tmp_path / name)
    assert says in found.says
    assert helps in found.run
