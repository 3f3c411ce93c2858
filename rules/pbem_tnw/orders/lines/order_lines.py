"""A list of order lines in a sheet."""

from collections.abc import Iterator

import msgspec

from pbem_tnw.orders.lines.lines import ImpulseLine


class OrderLines(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines in the order in which they are carried out; the path of a problem has the line's number after the key."""

    lines: tuple[ImpulseLine, ...] = ()

    def __iter__(self) -> Iterator[ImpulseLine]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, number: int) -> ImpulseLine:
        return self.lines[number]
