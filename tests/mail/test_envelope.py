import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.body import decoded, sheet_in, unflowed
from pbem.mail.envelope import MOST_BYTES, opened


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
    assert opened(mail(FROM, line)).robot
    assert opened(mail("From: MAILER-DAEMON@example.org")).robot


def test_people_are_no_robots() -> None:
    assert not opened(mail(FROM, "Auto-Submitted: no", "Return-Path: <ann@example.org>")).robot


def test_a_subject_is_one_line() -> None:
    envelope = opened(mail(FROM, "Subject: =?utf-8?q?Re=3A_=5Bx=5D=0D=0ABcc=3A_a?=\r\n {k7f2-rxqm}"))
    assert envelope.subject == "Re: [x] Bcc: a {k7f2-rxqm}"


def test_a_message_id_that_is_none_is_left_out() -> None:
    assert opened(mail(FROM, "Message-ID: <[x]@[y].PROD>")).message_id == "<[x]@[y].PROD>"
    assert opened(mail(FROM, "Message-ID: <a@b>\r\n <c@d>")).message_id == ""


@pytest.mark.parametrize(
    ("headers", "body", "text"),
    [
        ([], "bid: 1\n", "bid: 1\n"),
        (["Content-Transfer-Encoding: quoted-printable"], "bid: 1=20=\r\n# K=C3=B6nig\r\n", "bid: 1 # König\n"),
        (["Content-Transfer-Encoding: base64"], "YmlkOiAxCg==\r\n", "bid: 1\n"),
        (["Content-Type: text/plain; charset=iso-8859-1"], "# König\n".encode("latin-1"), "# König\n"),
        (["Content-Type: text/plain; charset=us-ascii"], "# König – 1\n".encode("cp1252"), "# König – 1\n"),
        (["Content-Type: text/plain; charset=nonsense"], "# König\n".encode(), "# König\n"),
        (["Content-Type: text/plain; charset=utf-16"], "bid: 1\n".encode("utf-16"), "bid: 1\n"),
        (["Content-Type: text/plain; format=flowed"], "---\r\n  a: b \r\nc\r\n...\r\n", "---\n a: b c\n...\n"),
    ],
)
def test_the_text_comes_through_encodings(headers: list[str], body: str | bytes, text: str) -> None:
    assert opened(mail(FROM, *headers, body=body)).text == text


def multipart(*parts: str) -> bytes:
    body = "".join(f"--x\r\n{part}\r\n" for part in parts) + "--x--\r\n"
    return mail(FROM, "Content-Type: multipart/mixed; boundary=x", body=body)


def test_an_attached_sheet_goes_before_the_text() -> None:
    plain = "Content-Type: text/plain\r\n\r\nHere it is, see above.\r\n"
    sheet = (
        "Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=a.YAML\r\n\r\nbid: 1\r\n"
    )
    assert opened(multipart(plain, sheet)).text == "bid: 1\n"
    assert opened(multipart("Content-Type: text/html\r\n\r\n<b>bid</b>", plain)).text.startswith("Here")


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (mail(FROM, body=""), "empty-sheet"),
        (mail(FROM, body="> bid: 1\n"), "empty-sheet"),
        (mail(FROM, "Content-Type: text/html", body="<p>bid: 1"), "no-plain-text"),
        (mail(FROM, body="x" * MOST_BYTES), "mail-too-large"),
        (b"", "empty-sheet"),
    ],
)
def test_a_mail_without_a_sheet_says_why(raw: bytes, problem: str) -> None:
    assert opened(raw).problem == problem


@pytest.mark.parametrize(
    ("text", "sheet"),
    [
        ("Hello!\n--- # x, ann\nbid: 1\n...\nBye\n", "--- # x, ann\nbid: 1\n...\n"),
        ("bid: 1\n-- \nAnn\n", "bid: 1\n"),
        ("bid: 1\n\nOn Sat, 21 Nov 2026 at 08:00, Game <g@example.org> wrote:\n> ---\n> bid: 0\n> ...\n", "bid: 1\n"),
        ("bid: 1\n\nAm 21.11.2026 um 08:00 schrieb Game\n<g@example.org>:\n> bid: 0\n", "bid: 1\n"),
        ("> bid: 0\n\nbid: 1\n", "bid: 1\n"),
        ("---\nmoves:\n- a > b\n", "---\nmoves:\n- a > b\n"),
        ("-----Original Message-----\nbid: 1\n", "-----Original Message-----\nbid: 1\n"),
    ],
)
def test_the_sheet_is_what_its_writer_wrote(text: str, sheet: str) -> None:
    assert sheet_in(text) == sheet


def test_flowed_text_keeps_signature_and_quotes_apart() -> None:
    assert unflowed("a \nb\n-- \nAnn") == "a b\n-- \nAnn"
    assert unflowed("> a \n> b \nc") == "> a \n> b \nc"
    assert unflowed("a \nb", delete_blank=True) == "ab"


@given(st.binary(max_size=300), st.sampled_from(["", "utf-8", "utf-7", "utf-16", "iso-2022-jp", "rot13", "\0", "hex"]))
def test_any_bytes_are_some_text(data: bytes, charset: str) -> None:
    assert isinstance(decoded(data, charset), str)


HEADERS = st.sampled_from(
    [b"From: ", b"Subject: ", b"Content-Type: ", b"Content-Transfer-Encoding: base64\n", b"charset=", b"text/plain; ",
     b"multipart/mixed; boundary=a\n", b"--a\n", b"=?utf-8?q?", b"=?utf-8?b?", b"\n", b"\n\n", b"name*0*=", b"\xff",
     b"\0", b"---\n"]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(HEADERS | st.binary(max_size=12), max_size=25).map(b"".join))
def test_no_mail_whatever_stops_the_reading(raw: bytes) -> None:
    envelope = opened(raw)
    assert "\n" not in envelope.subject + envelope.sender + envelope.message_id


def test_a_subject_that_only_looks_encoded_is_taken_as_it_stands() -> None:
    raw = FROM.encode() + b"\r\nSubject: =?utf-8?b?=?utf-8?q?=?utf-8?q?\r\n\r\n"
    assert opened(raw).subject == "=?utf-8?b?=?utf-8?q?=?utf-8?q?"


def test_thousands_of_nested_parts_are_refused() -> None:
    depth = 3000
    raw = FROM.encode() + b"\r\n"
    raw += b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(depth))
    assert opened(raw).text == ""
