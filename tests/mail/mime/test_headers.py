from email.errors import (
    FirstHeaderLineIsContinuationDefect,
    InvalidHeaderDefect,
    MessageDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
    MultipartInvariantViolationDefect,
    NoBoundaryInMultipartDefect,
)

import pytest

from pbem.mail.mime.headers import headers_of, references_of, safe_header, sender_of

HEAD = b"From: Anna <anna@example.org>\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHi\r\n--x--\r\n"


@pytest.mark.parametrize("defect", [MultipartInvariantViolationDefect, NoBoundaryInMultipartDefect])
def test_what_a_release_of_python_says_of_the_body_makes_nobody_a_forger(defect: type[MessageDefect]) -> None:
    """Python 3.11.2 records the first of them for every multipart mail of which only the headers are parsed."""
    message = headers_of(HEAD)
    message.defects.append(defect())
    assert sender_of(message) == "anna@example.org"


@pytest.mark.parametrize(
    ("broken", "defect"),
    [
        (b" X\r\n" + HEAD, FirstHeaderLineIsContinuationDefect),
        (b": X\r\n" + HEAD, InvalidHeaderDefect),
        (b"X: 1\r\nFrom x\r\n" + HEAD, MisplacedEnvelopeHeaderDefect),
        (HEAD.replace(b"\r\n\r\n--x", b"\r\nno header\r\n--x", 1), MissingHeaderBodySeparatorDefect),
    ],
)
def test_a_head_that_is_broken_names_no_sender(broken: bytes, defect: type[MessageDefect]) -> None:
    message = headers_of(broken)
    assert defect in {type(one) for one in message.defects}
    assert sender_of(message) == ""


@pytest.mark.parametrize(
    "lines",
    [
        "References: <a@x.example>\r\nIn-Reply-To: <b@x.example>",
        "References: <a@x.example> <b@x.example>\r\nIn-Reply-To: <b@x.example>",
        "References: =?utf-8?q?=3Ca=40x=2Eexample=3E_=3Cb=40x=2Eexample=3E?=",
        "References: =?utf-8?b?PGFAeC5leGFtcGxlPg==?=\r\nIn-Reply-To: =?utf-8?b?PGJAeC5leGFtcGxlPg==?=",
        "References: <a@x.example>\r\n =?utf-8?q?=3Cb=40x?=\r\n =?utf-8?q?=2Eexample=3E?=",
        "References: <a@x\r\n .example>\r\n\t<b@\r\n x.example>",
        "In-Reply-To: <a@x.example>,<b@x.example>",
        "References: a@x.example\r\nIn-Reply-To: b@x.example",
        "References: a@x.example b@x.example",
        "In-Reply-To: <a@x.example>\r\nIn-Reply-To: <b@x.example>",
        "References:\r\nReferences: <a@x.example>\r\nIn-Reply-To: not known\r\nIn-Reply-To: <b@x.example>",
        "References: <a@x.example>\r\nIn-Reply-To: Message of anna@x.example, 9 May <b@x.example>",
        "In-Reply-To: Your message of Monday <a@x.example>; also <b@x.example>",
    ],
)
def test_what_an_email_answers_is_in_either_header_however_it_is_written(lines: str) -> None:
    assert references_of(headers_of(f"{lines}\r\n\r\n".encode())) == ("<a@x.example>", "<b@x.example>")


@pytest.mark.parametrize("charset", ["utf-8", "cp1252"])
def test_a_header_that_should_be_encoded_loses_no_letter(charset: str) -> None:
    assert safe_header(headers_of("Subject: Chloé, Törring\r\n\r\n".encode(charset)), "Subject") == "Chloé, Törring"
