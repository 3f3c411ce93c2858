import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.message.received import SenderKind, first_look, opened
from tests.long import examples


def mail(*headers: str, body: str | bytes = "bid: 1\n") -> bytes:
    raw = body if isinstance(body, bytes) else body.encode()
    return "\r\n".join(headers).encode() + b"\r\n\r\n" + raw


FROM = "From: Ann <ann@example.org>"


@pytest.mark.parametrize(
    ("line", "sender"),
    [
        ("From: ann@example.org", "ann@example.org"),
        ("From: Ann <ann@example.org>", "ann@example.org"),
        ('From: "Ünsal, Ann" <ann@example.org>', "ann@example.org"),
        ('From: "a@b.org" <ann@example.org>', "ann@example.org"),
        ("From: =?utf-8?q?Ann_=C3=9C=2C?= <ann@example.org>", "ann@example.org"),
        ("From: ann@example.org (Ann)", "ann@example.org"),
        ("From: Ann\r\n <ann@example.org>", "ann@example.org"),
        ("From: foo@bar.com <ann@example.org>", ""),
        ("From: ann@example.org, ben@example.org", ""),
        ("From: Ann <ann@example.org> <ben@example.org>", ""),
        ("From: friends: ann@example.org;", ""),
        ("From: Ann", ""),
        ("From:", ""),
        ("From: ann@example.org\r\nFrom: ben@example.org", ""),
        ("From: " + "(" * 3000 + " ann@example.org", ""),
    ],
)
def test_a_sender_is_one_clear_address_or_nobody(line: str, sender: str) -> None:
    assert opened(mail(line)).sender == sender


@pytest.mark.parametrize(
    "line",
    [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "List-Id: <x.example.org>",
        "Return-Path: <>",
        "Content-Type: multipart/report; boundary=x",
    ],
)
def test_robots_are_known(line: str) -> None:
    assert opened(mail(FROM, line)).kind.what != "person"
    assert opened(mail("From: MAILER-DAEMON@example.org")).kind.what != "person"


def test_people_are_no_robots() -> None:
    assert opened(mail(FROM, "Auto-Submitted: no", "Return-Path: <ann@example.org>")).kind.what == "person"


def test_a_subject_is_one_line() -> None:
    incoming = opened(mail(FROM, "Subject: =?utf-8?q?Re=3A_=5Bx=5D=0D=0ABcc=3A_a?=\r\n {k7f2-rxqm}"))
    assert incoming.subject == "Re: [x] Bcc: a {k7f2-rxqm}"


def test_a_message_id_that_is_none_is_left_out() -> None:
    assert opened(mail(FROM, "Message-ID: <[x]@[y].PROD>")).message_id == "<[x]@[y].PROD>"
    assert opened(mail(FROM, "Message-ID: <a@b>\r\n <c@d>")).message_id == ""


AWAY = "Subject: Out of office: Re: Round 3"


@pytest.mark.parametrize(
    ("headers", "body", "look"),
    [
        ([], "--- # toy\nbid: 1\n...\n", ("orders", "marks")),
        ([], "bid: 1\n", ("orders", "shape")),
        (
            ["Content-Type: text/html; charset=utf-8"],
            "<div>---</div><div>bid: 1</div><div>...</div>",
            ("orders", "marks"),
        ),
        ([], "status\n", ("command", "status")),
        (["Subject: help"], "", ("command", "help")),
        ([], "Dear Mo,\n\nI shall be late this week, sorry.\n", ("moderator", "words")),
        (["From: Ben <ben@example.org>"], "bid: 1\n", ("moderator", "two-senders")),
        ([], "", ("refused", "no-text")),
        (["Auto-Submitted: auto-replied"], "bid: 1\n", ("ignored", "auto-submitted")),
        (["X-Auto-Response-Suppress: All"], "I am away until Monday.\n", ("ignored", "answers-suppressed")),
        (["X-Auto-Response-Suppress: All"], "away\n\n> ---\n> bid: 1\n> ...\n", ("ignored", "answers-suppressed")),
        (["X-Auto-Response-Suppress: All"], "---\nbid: 1\n...\n", ("orders", "marks")),
        ([AWAY, "In-Reply-To: <a@b>"], "I am away until Monday.\n", ("ignored", "away-subject")),
        ([AWAY, "In-Reply-To: <a@b>"], "---\nbid: 1\n...\n", ("orders", "marks")),
        ([AWAY, "In-Reply-To: <a@b>"], "status\n", ("command", "status")),
        (["List-Id: <x.example.org>"], "Good morning everybody.\n", ("ignored", "list")),
        (["List-Id: <x.example.org>"], "---\nbid: 1\n...\n", ("orders", "marks")),
    ],
)
def test_the_first_look_tells_what_a_mail_is(headers: list[str], body: str, look: tuple[str, str]) -> None:
    assert first_look(opened(mail(FROM, *headers, body=body))) == look


HEADERS = st.sampled_from(
    [b"From: ", b"Subject: ", b"Content-Type: ", b"Content-Transfer-Encoding: base64\n", b"charset=", b"text/plain; ",
     b"multipart/mixed; boundary=a\n", b"--a\n", b"=?utf-8?q?", b"=?utf-8?b?", b"\n", b"\n\n", b"name*0*=", b"\xff",
     b"\0", b"---\n"]
)  # fmt: skip


@settings(max_examples=examples(400), deadline=None)
@given(st.lists(HEADERS | st.binary(max_size=12), max_size=25).map(b"".join))
def test_no_mail_whatever_stops_the_reading(raw: bytes) -> None:
    incoming = opened(raw)
    assert "\n" not in incoming.subject + incoming.sender + incoming.message_id


def test_a_subject_that_only_looks_encoded_is_taken_as_it_stands() -> None:
    raw = FROM.encode() + b"\r\nSubject: =?utf-8?b?=?utf-8?q?=?utf-8?q?\r\n\r\n"
    assert opened(raw).subject == "=?utf-8?b?=?utf-8?q?=?utf-8?q?"


def test_thousands_of_nested_parts_are_refused() -> None:
    depth = 3000
    raw = FROM.encode() + b"\r\n"
    raw += b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(depth))
    assert opened(raw).found.sheet == ""


@pytest.mark.parametrize(
    "kind", ["text/calendar; method=REPLY; charset=utf-8", 'TEXT/CALENDAR;\r\n charset=utf-8;\r\n method="COUNTER"']
)
def test_an_answer_to_an_invitation_is_a_program_s(kind: str) -> None:
    head = "From: Anna <anna@example.org>\r\nSubject: Accepted: [vienna-1741] Turn 2\r\n"
    parts = (
        'Content-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\n\r\nAnna has accepted this invitation.\r\n'
        f"--b\r\nContent-Type: {kind}\r\n\r\nBEGIN:VCALENDAR\r\n--b--\r\n"
    )
    assert opened((head + parts).encode()).kind == SenderKind("robot", "calendar")
    asked = (head + parts).replace("Anna has accepted this invitation.", "---\r\nbid: 1\r\n...")
    assert opened(asked.encode()).kind.what == "person"
    assert opened((head + parts.replace(kind, "text/calendar; method=REQUEST")).encode()).kind.what == "person"
    for file in ("text/calendar", 'application/ics; name="invite.ics"'):
        for method, what in (("REPLY", "robot"), ("REQUEST", "person")):
            told = f"BEGIN:VCALENDAR\r\nMETHOD:{method}\r\n"
            bare = parts.replace(kind, file).replace("BEGIN:VCALENDAR\r\n", told)
            assert opened((head + bare).encode()).kind.what == what
