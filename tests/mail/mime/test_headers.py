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

from pbem.mail.mime.headers import headers_of, sender_of

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
