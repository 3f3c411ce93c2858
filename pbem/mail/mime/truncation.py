"""An email that is too large to be looked at is cut off: its head is kept, below a line that tells its true size.

So it is known whose it is, and can be answered; and no one fills the disk or the memory with it.
"""

import re
from collections.abc import Iterable
from functools import partial
from typing import BinaryIO

MOST_BYTES = 2 * 1024 * 1024
"""Bytes that are read of anything that comes in: an email of no more is kept whole."""
HEAD = 256 * 1024
"""Bytes that are kept of a larger one."""
_CHUNK = 1 << 20
_NOTE = re.compile(rb"X-Cut-Off: of (\d{1,18}) bytes\r?\n")


def kept(raw: bytes, size: int, above: bytes = b"") -> bytes:
    """What is kept of an email of *size* bytes that begins with *raw*, with the lines *above* put on top."""
    if size <= MOST_BYTES:
        return above + raw
    return b"X-Cut-Off: of %d bytes" % size + line_end(raw) + above + raw[:HEAD]


def size_of(raw: bytes) -> int:
    """The size in bytes of the email of which *raw* was kept."""
    found = _NOTE.match(raw)
    return int(found[1]) if found else len(raw)


def gathered(chunks: Iterable[bytes]) -> tuple[bytes, int]:
    """The beginning of what comes in *chunks*, no more than tells that it is too large, and the size of all of it."""
    start = bytearray()
    size = 0
    for chunk in chunks:
        start += chunk[: MOST_BYTES + 1 - len(start)]
        size += len(chunk)
    return bytes(start), size


def read(file: BinaryIO) -> tuple[bytes, int]:
    """What `gathered` gives of a *file*."""
    return gathered(iter(partial(file.read, _CHUNK), b""))


def line_end(start: bytes) -> bytes:
    """How the lines of an email end that begins with *start*."""
    line = start[: start.find(b"\n") + 1]
    return b"\r\n" if line.endswith(b"\r\n") else b"\n"
