"""One byte of an email damaged, in the ways in which wires, disks and gateways damage bytes."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

DAMAGES: Mapping[str, Callable[[int], bytes]] = {
    "nul": lambda _: b"\0",
    "ff": lambda _: b"\xff",
    "80": lambda _: b"\x80",
    "question mark": lambda _: b"?",
    "dropped": lambda _: b"",
    "doubled": lambda byte: bytes([byte, byte]),
    "bit 7": lambda byte: bytes([byte | 0x80]),
}


class Damaged(msgspec.Struct, frozen=True):
    """An email with one damaged byte."""

    kind: str
    at: int
    raw: bytes
    was: bytes


def damaged(raw: bytes, every: int = 1, first: int = 0) -> Iterator[Damaged]:
    """*raw* damaged in every way at the byte *first* and each that is *every* bytes on."""
    for at in range(first, len(raw), every):
        for kind, damage in DAMAGES.items():
            new = damage(raw[at])
            if new != raw[at : at + 1]:
                yield Damaged(kind, at, raw[:at] + new + raw[at + 1 :], raw[at : at + 1])
