"""What travels sealed through a public thread, in armoured blocks: letters to seats, and the sheets of seats.

A part is JSON, squeezed, behind a head that names the format, and then padded and encrypted as every sealed file is.
Anyone can copy a block, so each says where it belongs; age proves no sender, so the account that posted it must.
"""

import html
import re
import zlib
from collections.abc import Collection, Sequence
from typing import TypeVar

import msgspec

from pbem.engine.order import Problem
from pbem.store import encryption

PACKED = b"pbem-z1\n"
MOST = 1_000_000
"""Bytes that a block may have when it is unpacked."""
_LEAST = 100
"""Characters that a block has at least: fewer are words about blocks."""
_MARKER = re.compile(r"(BEGIN|END)\s{1,9}AGE\s{1,9}ENCRYPTED\s{1,9}FILE")
_NOISE = re.compile(r"</?[A-Za-z][^<>]{0,300}>|\[/?[A-Za-z][^\[\]]{0,100}\]|[^A-Za-z0-9+/]")
"""Tags of HTML and BBCode, and every sign that is not of the block."""
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))


class SealedLetter(msgspec.Struct, frozen=True, tag_field="sealed", tag="letter"):
    """A letter's *text*, and where it belongs: its *game*, the *seat*, and the letter's number, its *round*."""

    game: str
    round: int
    seat: str
    text: str


class SealedSheet(SealedLetter, frozen=True, tag="sheet"):
    """The sheet of a seat: its *text*, and to which letter it is a reply."""


T = TypeVar("T", SealedLetter, SealedSheet)


def sealed_letters(letters: Sequence[tuple[SealedLetter, str]]) -> list[str]:
    """The blocks of one report, each letter for its recipient: of one length, whatever is in them.

    Where age adds a part of random length to a block, some are made until there is one of a length that all have.
    """
    size = max((len(_packed(letter)) for letter, _ in letters), default=0)
    made: list[dict[int, str]] = [{} for _ in letters]
    alike: set[int] = set()
    while made and not alike:
        for (letter, recipient), blocks in zip(letters, made, strict=True):
            block = sealed(letter, recipient, size)
            blocks[len(block)] = block
        alike = set(made[0]).intersection(*made[1:])
    return [blocks[min(alike)] for blocks in made]


def sealed(part: SealedLetter | SealedSheet, recipient: str, size: int = 0) -> str:
    """The block of one *part*, padded as if it had at least *size* bytes; raises `BadSealKey`."""
    return encryption.seal(_packed(part), recipient, size).decode("ascii")


def opened(block: str, identity: str, kind: type[T]) -> T:
    """What *block* says; raises `WrongKey`, also if it is damaged, too long or of another kind."""
    data = encryption.unseal(block.encode(), identity)
    unpacking = zlib.decompressobj()
    try:
        said = unpacking.decompress(data.removeprefix(PACKED), MOST) if data.startswith(PACKED) else b""
        return msgspec.json.decode(said if unpacking.eof else b"", type=kind)
    except (zlib.error, msgspec.DecodeError) as error:
        raise encryption.WrongKey(f"the block does not contain what it should: {error}") from error


def opened_sheet(block: str, identity: str, *, game: str, numbers: Collection[int], seat: str) -> SealedSheet | Problem:
    """The sheet in *block*, or why it does not count as one by *seat*, whose account posted it.

    It replies to one of the letters with *numbers*, of which the last is the newest.
    """
    try:
        sheet = opened(block, identity, SealedSheet)
    except encryption.WrongKey:
        return Problem("sealed-unread")
    if sheet.game != game:
        return Problem("sealed-for-another-game", args={"game": sheet.game, "ours": game})
    if sheet.seat != seat:
        return Problem("sealed-for-another-seat", args={"name": sheet.seat, "seat": seat})
    if sheet.round not in numbers:
        return Problem("sealed-for-another-letter", args={"number": sheet.round, "last": max(numbers, default=0)})
    return sheet


def blocks_in(text: str) -> list[str]:
    """All blocks in *text*, set anew: whatever a forum did to their lines, signs and markers.

    One whose end is missing is among them, as no key opens it and so its reader is told.
    """
    pieces = _MARKER.split(html.unescape(text).translate(_UNSEEN))
    bodies = [_NOISE.sub("", body) for which, body in zip(pieces[1::2], pieces[2::2], strict=True) if which == "BEGIN"]
    return [_armoured(body) for body in bodies if len(body) >= _LEAST]


def _packed(part: SealedLetter | SealedSheet) -> bytes:
    return PACKED + zlib.compress(msgspec.json.encode(part), 9)


def _armoured(letters: str) -> str:
    letters += "=" * (-len(letters) % 4)
    lines = (letters[at : at + 64] for at in range(0, len(letters), 64))
    return "\n".join((encryption.HEAD.decode(), *lines, encryption.TAIL, ""))
