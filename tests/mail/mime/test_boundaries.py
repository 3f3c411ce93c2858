"""Boundaries of nested parts (RFC 2046, 5.1.1), however little they differ."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.extraction.texts import contents
from pbem.mail.mime.headers import headers_of, sender_of
from pbem.mail.mime.structure import MimePart, tree_of

LETTERS = "abcdefXYZ0123456789_=.-"
WORDS = st.text(LETTERS, min_size=1, max_size=60).filter(lambda word: not word.startswith("-"))
SHEET = "moves:\n  - Traun: Wien\n"


@st.composite
def near(draw: st.DrawFn, word: str) -> str:
    """A word that is *word* but for a few characters changed, put in or left out."""
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(word) - 1)) if word else 0
        word = word[:at] + draw(st.text(LETTERS, max_size=2)) + word[at + draw(st.integers(0, 1)) :]
    return word.strip("-")


def parts_of(part: MimePart) -> Iterator[MimePart]:
    yield part
    for each in part.parts:
        yield from parts_of(each)


def mail(outer: str, inner: str, innermost: str = "") -> bytes:
    """A letter as text and as a page (with a picture if there is an *innermost* boundary), and two attached sheets."""
    page = "Content-Type: text/html\r\n\r\n<p>See the file.</p>"
    if innermost:
        picture = "Content-Type: image/png\r\nContent-ID: <logo>\r\n\r\nxx"
        page = (
            f'Content-Type: multipart/related; boundary="{innermost}"\r\n\r\n'
            f"--{innermost}\r\n{page}\r\n\r\n--{innermost}\r\n{picture}\r\n\r\n--{innermost}--"
        )
    attached = (
        f'Content-Type: application/octet-stream; name="{name}.yaml"\r\n'
        f'Content-Disposition: attachment; filename="{name}.yaml"\r\n\r\n{name}:\n  - Traun: Wien\n'
        for name in ("moves", "attacks")
    )
    letter = (
        f'Content-Type: multipart/alternative;\r\n\tboundary="{inner}"\r\n\r\n'
        f"--{inner}\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n\r\n--{inner}\r\n{page}\r\n\r\n--{inner}--\r\n"
    )
    body = "".join(f"--{outer}\r\n{each}\r\n" for each in (letter, *attached))
    return (
        "Subject: orders\r\nFrom: Anna <anna@example.org>\r\n"
        f'Content-Type: multipart/mixed;\r\n\tboundary="{outer}"\r\n\r\n'
        f"{body}--{outer}--\r\n"
    ).encode()


def sheets(raw: bytes) -> list[str]:
    return [text.name for text in contents(raw).texts if text.source == "sheet" and not text.problem and not text.cut]


PAIRS = [
    ("_004_AM6PR08MB2837F1A2B3C4_", "_000_AM6PR08MB2837F1A2B3C4_"),
    ("b1_0f1e2d3c4b5a6978", "b2_0f1e2d3c4b5a6978"),
    ("--_NmP-9fc2e2ab46f1f2a1-Part_1", "--_NmP-9fc2e2ab46f1f2a1-Part_2"),
    ("----=_=-OpenGroupware_org_NGMime-48-0------", "----=_=-OpenGroupware_org_NGMime-48-1------"),
    ("----=_Part_100_11223344.5566", "----=_Part_10_11223344.5566"),
    ("=-abcdefgh0123456", "=-abcdefgh01234567"),
    ("Apple-Mail-1234-ABCDEF", "Apple-Mail-1235-ABCDEF"),
    ("same-boundary-twice", "same-boundary-twice"),
    ("001", "01"),
    ("0123456789abcdef", "0123456789abcdef--"),
    ("0123456789abcdef", "0123456789abcdef----"),
    ("0123456789abcdef-", "0123456789abcdef--"),
    ("a", "a--"),
]


@pytest.mark.parametrize(("outer", "inner"), PAIRS)
@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r\r\n"])
def test_no_attachment_is_lost_where_boundaries_differ_by_one_character(outer: str, inner: str, end: bytes) -> None:
    for raw in (mail(outer, inner), mail(inner, outer)):
        assert sheets(raw.replace(b"\r\n", end)) == ["moves.yaml", "attacks.yaml"]
        assert sender_of(headers_of(raw.replace(b"\r\n", end))) == "anna@example.org"


def test_what_is_behind_the_end_belongs_to_no_part_though_the_end_is_there_twice() -> None:
    outer, inner = PAIRS[0]
    raw = mail(outer, inner) + f"below: the end\r\n--{outer}--\r\n".encode()
    assert sheets(raw) == ["moves.yaml", "attacks.yaml"]
    assert not any(b"below" in part.body for part in parts_of(tree_of(raw).root) if not part.parts)


@given(WORDS.flatmap(lambda word: st.tuples(st.just(word), near(word), near(word))))
def test_no_attachment_is_lost_at_any_distance_of_the_boundaries(words: tuple[str, str, str]) -> None:
    outer, inner, innermost = words
    if not inner or not outer.strip("-"):
        return
    raw = mail(outer, inner, innermost if len({*words}) == 3 else "")
    assert sheets(raw) == ["moves.yaml", "attacks.yaml"]


def test_of_nested_parts_with_one_damaged_boundary_none_is_lost() -> None:
    """Of two boundaries that differ in one character either may be what was damaged."""
    outer, inner = (word.encode() for word in PAIRS[0])
    raw = mail(*PAIRS[0])
    for old in (outer, inner):
        at = raw.find(b"--" + old)
        while at >= 0:
            for place in range(at + 2, at + 2 + len(old)):
                for byte in (b"x", b"0", b"4", b"5"):
                    damaged = raw[:place] + byte + raw[place + 1 :]
                    tree = tree_of(damaged)
                    texts = [part.body for part in parts_of(tree.root) if not part.parts]
                    assert any(b"moves:" in text for text in texts), (place, byte)
                    assert any(b"attacks:" in text for text in texts), (place, byte)
            at = raw.find(b"--" + old, at + 1)
