"""One byte of an email is changed, lost or put in: the same text, a refusal, or a change that shows.

What no one can know: whether a letter was another one, in a text or in the code of one, or a code came about of two
letters and what was an equals sign by damage; whether a line end in
quoted-printable was soft; and, if the name of a character set is damaged, what the letters beyond ASCII were.
"""

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbem.mail.extraction.block import canonical
from pbem.mail.extraction.find import find
from pbem.mail.extraction.texts import contents
from pbem.mail.mime.text import DAMAGED
from tests.long import LONG, examples
from tests.mail.corpus import encoders

LINES = [
    "--- # toy, ann",
    "bid: 12",
    "moves:",
    "  - Linz > Enns",
    "  - Köln > Melk",
    "note: grüße, and a line that is so long that it must be wrapped by anybody 20 ad",
    "...",
]
SHEET = "\n".join(LINES)
WAYS: list[tuple[str, str, str, Callable[[list[str]], str] | None]] = [
    ("8bit", "utf-8", "alone", None),
    ("quoted-printable", "utf-8", "alternative", None),
    ("quoted-printable", "iso-8859-1", "alone", None),
    ("base64", "utf-8", "mixed", None),
    ("base64", "utf-8", "alone", encoders.divisions),
    ("quoted-printable", "utf-8", "alone", encoders.word),
    ("8bit", "iso-8859-1", "alternative in mixed", None),
    ("base64 in one line", "iso-8859-1", "forwarded", None),
]
MARKUP = frozenset("&<>;/=~")
QUOTES = ('"', "'", "<", ">")


def differing(one: str, other: str) -> tuple[str, str]:
    """What is left of two texts without what they begin and end with alike."""
    shorter = min(len(one), len(other))
    start = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    end = next((at for at in range(shorter - start) if one[-1 - at] != other[-1 - at]), shorter - start)
    return one[start : len(one) - end], other[start : len(other) - end]


def harmless(raw: bytes, *, as_html: bool) -> bool:
    """Whether a damaged mail gives the sheet, none, or one whose damage can be seen or not be known."""
    found = contents(raw)
    if found.problem or any(text.problem for text in found.texts):
        return True
    text = found.texts[0].text
    if SHEET in text or LINES[1] not in text or found.texts[0].guessed or "\ufffd" in text:
        return True
    read = find(found)
    if DAMAGED in text and (read.what != "orders" or list(canonical(read.sheet)) == LINES[1:-1]):
        return True
    gone, new = differing(f"{SHEET}\n", text)
    if len(gone) <= 2 and len(new) <= 3:
        return True
    if len(gone) <= 3 and new and not new.isascii():
        return True
    if as_html and MARKUP & set(new):
        return True
    return [c for c in text if c.isascii()] == [c for c in f"{SHEET}\n" if c.isascii()]


@pytest.mark.parametrize(("transfer", "charset", "nesting", "writer"), WAYS)
def test_one_damaged_byte_shows(
    transfer: str, charset: str, nesting: str, writer: Callable[[list[str]], str] | None
) -> None:
    raw = encoders.mail(LINES, transfer=transfer, charset=charset, nesting=nesting, writer=writer)
    assert contents(raw).texts[0].text == f"{SHEET}\n"

    @settings(max_examples=examples(500), deadline=None)
    @example(raw.index(b"pped") if b"pped" in raw else 0, 1, ord("="))
    @example(raw.index(b"PGRpdj4u") + 4 if b"PGRpdj4u" in raw else 0, 2, 0)  # in a tag that has no end then
    @given(st.integers(0, len(raw) - 1), st.integers(0, 2), st.integers(0, 255) | st.sampled_from(b"\r\n =-<>\"'A0"))
    def damaged(at: int, kept: int, byte: int) -> None:
        new = {0: b"", 1: bytes([byte]), 2: bytes([byte]) + raw[at : at + 1]}[kept]
        bad = raw[:at] + new + raw[at + 1 :]
        assert harmless(bad, as_html=writer is not None)

    damaged()


@pytest.mark.parametrize("mark", QUOTES)
def test_no_mark_of_markup_in_place_of_a_byte_takes_a_line_away(mark: str) -> None:
    raw = encoders.mail(LINES, transfer="quoted-printable", charset="utf-8", nesting="alone", writer=encoders.word)
    places = range(len(raw)) if LONG else range(QUOTES.index(mark), len(raw), len(QUOTES))
    damaged = [raw[:at] + mark.encode() + raw[at + 1 :] for at in places]
    assert [bad for bad in damaged if not harmless(bad, as_html=True)] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<div class="x">', '<div class="x>'),
        ('<div class="x">', '<div class="x"'),
        ("<div>", "<div "),
        ("<div>", '<div"'),
        ("<div>", "<div'"),
        ("</div>", "</div "),
        ("<p class='a'>", "<p class='a>"),
    ],
)
def test_a_line_never_vanishes_into_a_damaged_tag(old: str, new: str) -> None:
    html = f'<div class="a">bid: 1</div>{old}x: 2</div><div class="b">y: 3</div>\r\n'
    assert contents(b"Content-Type: text/html\r\n\r\n" + html.encode()).texts[0].problem == ""
    torn = contents(b"Content-Type: text/html\r\n\r\n" + html.replace(old, new, 1).encode())
    text = torn.texts[0]
    assert text.problem == "mail-unreadable" or "x: 2" in text.text
