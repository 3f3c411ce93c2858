"""Letters and sheets as armoured blocks: what goes in comes out, whatever a forum does to it, and nothing shows."""

import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pyrage
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.order import Problem
from pbem.store import encryption
from pbem.store.sealed_blocks import (
    MOST,
    PACKED,
    SealedLetter,
    SealedSheet,
    blocks_in,
    opened,
    opened_sheet,
    sealed,
    sealed_letters,
)
from tests.long import examples
from tests.store.mangled import MANGLINGS

GAME, SEAT, OTHER = (pyrage.x25519.Identity.generate() for _ in range(3))
SHEET = SealedSheet("vienna-1741", 3, "louis", "--- # orders\nmoves:\n  - Belle-Isle: Linz\n...\n")
BLOCK = sealed(SHEET, str(GAME.to_public()))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


def to(identity: pyrage.x25519.Identity) -> str:
    return str(identity.to_public())


@given(st.builds(SealedLetter, TEXTS, st.integers(0, 2**40), TEXTS, TEXTS))
@settings(max_examples=examples(200), deadline=None)
def test_what_was_sealed_comes_out(letter: SealedLetter) -> None:
    assert opened(sealed(letter, to(SEAT)), str(SEAT), SealedLetter) == letter


@given(TEXTS, TEXTS, st.sampled_from(sorted(MANGLINGS)), st.sampled_from(sorted(MANGLINGS)))
@settings(max_examples=examples(400), deadline=None)
def test_blocks_are_found_between_any_words(above: str, below: str, first: str, second: str) -> None:
    page = f"{above}\n{MANGLINGS[first](BLOCK)}{below}\n{MANGLINGS[second](BLOCK)}"
    assert [opened(block, str(GAME), SealedSheet) for block in blocks_in(page)] == [SHEET, SHEET]


@pytest.mark.parametrize("mangle", MANGLINGS.values(), ids=list(MANGLINGS))
def test_what_a_forum_does_to_a_block_is_undone(mangle: Callable[[str], str]) -> None:
    assert blocks_in(f"My orders:\n{mangle(BLOCK)}\nGood luck!") == [BLOCK]


@given(st.lists(st.sampled_from([*"BEGINDAFL <>[]&;-\n", "BEGIN AGE ENCRYPTED FILE", "END AGE ENCRYPTED FILE", BLOCK])))
@settings(max_examples=examples(400), deadline=None)
def test_whatever_is_found_is_armoured(pieces: list[str]) -> None:
    for block in blocks_in("".join(pieces)):
        first, *lines, last, end = block.split("\n")
        assert (first, last, end) == (encryption.HEAD.decode(), encryption.TAIL, "")
        assert {len(line) for line in lines[:-1]} <= {64}


@pytest.mark.parametrize(
    "piece", ["BEGIN AGE ENCRYPTED FILE ", "BEGIN ", "BEGIN" + " " * 50, "<a", "[b", "<", "&", "&#", "A" * 50, BLOCK]
)
def test_a_long_page_is_read_in_linear_time(piece: str) -> None:
    page = "BEGIN AGE ENCRYPTED FILE" + piece * (1_000_000 // len(piece))
    began = time.process_time()
    blocks_in(page)
    assert time.process_time() - began < 3


def test_words_about_blocks_are_none() -> None:
    assert blocks_in("Copy from BEGIN AGE ENCRYPTED FILE to END AGE ENCRYPTED FILE, all of it.") == []


def test_a_block_that_is_cut_is_found_and_not_opened() -> None:
    for page in (BLOCK[:3000], BLOCK[:3000] + BLOCK):
        cut = blocks_in(page)[0]
        with pytest.raises(encryption.WrongKey, match="does not open"):
            opened(cut, str(GAME), SealedSheet)
    assert opened(blocks_in(BLOCK[:3000] + BLOCK)[1], str(GAME), SealedSheet) == SHEET


@pytest.mark.parametrize("lengths", [(0, 10, 3000), (10, 20_000), (5,), ()])
def test_all_blocks_of_a_report_have_one_length_whatever_is_in_them(lengths: tuple[int, ...]) -> None:
    keys = [pyrage.x25519.Identity.generate() for _ in lengths]
    noise = pyrage.encrypt(b"\0" * 30_000, [keys[0].to_public()]).hex() if keys else ""
    letters = [SealedLetter("vienna-1741", 3, f"seat{n}", noise[:length]) for n, length in enumerate(lengths)]
    blocks = sealed_letters([(letter, to(key)) for letter, key in zip(letters, keys, strict=True)])

    assert len({len(block) for block in blocks}) == min(len(lengths), 1)
    assert [opened(block, str(key), SealedLetter) for block, key in zip(blocks, keys, strict=True)] == letters


def test_a_usual_letter_fills_one_block() -> None:
    text = (Path(__file__).parents[1] / "report" / "goldens" / "letter-red.txt").read_text("utf-8")
    letter = SealedLetter("vienna-1741", 3, "louis", text)
    assert len(text) > 1000
    assert len(sealed(letter, to(SEAT))) < encryption.BLOCK * 3 / 2


def test_a_letter_that_is_sealed_again_is_as_long_as_another() -> None:
    long, short = sealed(SHEET, to(GAME), 9000), sealed(SHEET, to(GAME))
    assert len(long) > len(short) + 2 * encryption.BLOCK
    assert opened(long, str(GAME), SealedSheet) == SHEET


def test_another_key_opens_nothing() -> None:
    with pytest.raises(encryption.WrongKey, match="No matching keys"):
        opened(BLOCK, str(OTHER), SealedSheet)


def test_a_letter_is_no_sheet() -> None:
    letter = SealedLetter("vienna-1741", 3, "louis", "Dear Louis,")
    with pytest.raises(encryption.WrongKey, match="does not contain"):
        opened(sealed(letter, to(GAME)), str(GAME), SealedSheet)
    with pytest.raises(encryption.WrongKey, match="does not contain"):
        opened(BLOCK, str(GAME), SealedLetter)


@pytest.mark.parametrize(
    "data",
    [
        b"moves:\n",
        PACKED + b"moves:\n",
        PACKED + zlib.compress(b"moves:\n"),
        PACKED + zlib.compress(b'{"sealed":"sheet","game":"x","round":"3","seat":"y","text":""}'),
        PACKED + zlib.compress(msgspec.json.encode(SHEET))[:-6],
        PACKED + zlib.compress(b" " * (MOST + 1) + msgspec.json.encode(SHEET)),
        PACKED + zlib.compress(b" " * 60_000_000),
    ],
)
def test_what_is_sealed_but_not_by_a_page_of_ours_is_refused(data: bytes) -> None:
    block = encryption.seal(data, to(GAME)).decode()
    with pytest.raises(encryption.WrongKey, match="does not contain"):
        opened(block, str(GAME), SealedSheet)


HERE: dict[str, Any] = {"game": "vienna-1741", "numbers": [3], "seat": "louis"}


def code(block: str, **place: Any) -> str:
    found = opened_sheet(block, str(GAME), **{**HERE, **place})
    assert isinstance(found, Problem)
    return found.code


def test_a_copy_of_anothers_sheet_does_not_count() -> None:
    assert opened_sheet(BLOCK, str(GAME), **HERE) == SHEET
    assert code(BLOCK, seat="frederick") == "sealed-for-another-seat"
    assert code(BLOCK, game="silesia-7") == "sealed-for-another-game"
    assert code(BLOCK, numbers=[4]) == "sealed-for-another-letter"


def test_what_cannot_be_opened_is_told() -> None:
    assert code(sealed(SHEET, to(OTHER))) == "sealed-unread"
    assert code(sealed(SealedLetter("vienna-1741", 3, "louis", "Dear Louis,"), to(GAME))) == "sealed-unread"
    assert code(blocks_in(BLOCK[:3000])[0]) == "sealed-unread"
