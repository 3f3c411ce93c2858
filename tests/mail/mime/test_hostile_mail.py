"""An email that is made to cost much costs little."""

import time
import tracemalloc
from collections.abc import Callable
from itertools import count

import pytest

from pbem.mail.message.received import first_look, opened
from pbem.store.inbox import MOST_BYTES

HEAD = b"From: ann@example.org\r\nSubject: x\r\nMIME-Version: 1.0\r\n"
LONG = MOST_BYTES - 1000
SHEET = b'--b\r\nContent-Type: text/yaml\r\nContent-Disposition: attachment; filename="a%d.yaml"\r\n\r\n'


def text(unit: bytes, length: int, head: bytes = b"Content-Type: text/plain") -> bytes:
    return HEAD + head + b"\r\n\r\n" + (unit * (length // len(unit) + 1))[:length]


def nested() -> bytes:
    level = b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n"
    return HEAD + b"".join(level % (at, at) for at in range(20_000))


def sheets() -> bytes:
    parts = (SHEET % at + b"a: b%d\r\n" % at * 1200 for at in range(199))
    return HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"\r\n".join(parts) + b"\r\n--b--\r\n"


QUOTED_PRINTABLE = b"Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable"
MAILS: dict[str, Callable[[], bytes]] = {
    "soft line ends": lambda: text(b"a=\n", LONG, QUOTED_PRINTABLE),
    "odd soft line ends": lambda: text(b"a= \n", LONG, QUOTED_PRINTABLE),
    "multiparts in multiparts": nested,
    "attached sheets": sheets,
    "what may be addresses": lambda: text(b"Foo: " + b"a." * 170 + b"\n", 480_000),
    "what may be days": lambda: text(b"Foo: " + b"1234 " * 60 + b"\n", 480_000),
    "headers of mails": lambda: text(b"From: a@b.c\nDate: 2026-11-21 10:00\nTo: x\n", 480_000),
    "sheets that another mail cuts": lambda: text(b"---\nbid: 1\n-----Original Message-----\n", 480_000),
    "marks and no end": lambda: text(b"--- # x\nFrom: a@b\nSent: 2026\nSubject: x\n", 100_000),
    "dashed lines": lambda: text(b"-- " + b"x-" * 150 + b" --\n", 480_000),
    "rules with a word behind": lambda: text(b"-" * 300 + b" a: b\n", 480_000),
    "paragraphs": lambda: text(b"<p>a<br>b</p>", 480_000, b"Content-Type: text/html"),
    "farewells": lambda: text(b"\nbid: 1\n\n  Best regards,\n\nTel: 1\nwww.x\n", 300_000),
    "pictures of moods": lambda: text(
        "👍 \n".encode() * 100 + b"hi \n", 60_000, b"Content-Type: text/plain; charset=utf-8"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("mail", MAILS)
def test_a_hostile_mail_ends_and_takes_little_room(mail: str) -> None:
    raw = MAILS[mail]()
    first_look(opened(text(b"bid: 1\n", 1000)))  # what is kept from the first email on is not this one's
    tracemalloc.start()
    verdict = first_look(opened(raw))[0]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50_000_000
    assert verdict in ("refused", "moderator", "orders")


@pytest.mark.parametrize("unit", [b".", b",", b" ", b"a", b"a_", b"please ", b"- "])
def test_a_line_of_half_a_million_characters_takes_no_longer_than_many_lines(unit: bytes) -> None:
    """Each is looked at in about the time of the same email with line ends in it."""
    taken = []
    for raw in (text(unit * 10 + b"\n", 100_000), text(unit, 500_000)):
        began = time.process_time()
        incoming = opened(raw)
        taken.append(time.process_time() - began)
    assert taken[1] < 20 * taken[0] + 0.5
    assert first_look(incoming)[1] in ("line-too-long", "empty-sheet", "no-text")


def test_a_long_line_matters_only_where_a_part_of_what_counts_is_cut() -> None:
    sheet, long = b"---\nbid: 1\n...\n", b"x" * 20_000
    assert first_look(opened(HEAD + b"\r\n" + sheet + long)) == ("orders", "marks")
    assert first_look(opened(HEAD + b"\r\n" + sheet + b"> " + long)) == ("orders", "marks")
    inside = HEAD + b"\r\n---\nbid: 1\nnote: " + long + b"\n...\n"
    assert first_look(opened(inside)) == ("refused", "line-too-long")
    assert opened(inside).found.args == {"line": 3, "limit": 10_000}
    attached = (
        HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + SHEET % 1 + b"a: " + long + b"\r\n--b--\r\n"
    )
    assert first_look(opened(attached)) == ("refused", "line-too-long")
    assert first_look(opened(HEAD + b"\r\nDear all, " + long)) == ("refused", "line-too-long")


def test_nobody_can_tell_which_of_many_attached_sheets_is_meant() -> None:
    incoming = opened(sheets())
    assert first_look(incoming) == ("refused", "two-sheets")
    assert len(incoming.found.args["names"]) == 21
    again = SHEET % 1 + b"a: b\r\n"
    same = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + again * 3 + b"\r\n--b--\r\n"
    assert first_look(opened(same)) == ("orders", "attachment")


def test_soft_line_ends_of_every_kind_are_taken_out() -> None:
    for number, end in zip(count(), (b"=\r\n", b"=\n", b"= \t\r\n", b"=\r", b"=\r\r\n", b"=\t\n"), strict=False):
        raw = HEAD + QUOTED_PRINTABLE + b"\r\n\r\n---\r\nbid: 1" + end + b"2%d\r\n...\r\n" % number
        assert opened(raw).found.sheet == f"---\nbid: 12{number}\n...\n"
