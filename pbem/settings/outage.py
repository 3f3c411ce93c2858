"""How long no turn may have been complete before that is an outage, over which no one is late."""

from datetime import timedelta
from typing import Self

import msgspec

from pbem.engine.kit.reading import Node, Reader, Speller, TextNode
from pbem.settings.time.times import Duration

_USUAL = Duration(6, "hour")
_NEVER = "never"
_LEAST, _MOST = timedelta(hours=2), timedelta(days=31)


class OutageLimit(msgspec.Struct, frozen=True):
    """A *length*, or none for never.

    One that game.yaml *names* always holds. The usual one holds once turns have come for a whole day without such a
    gap: where someone runs them by hand now and then, nothing can be said of a gap.
    """

    length: Duration | None = _USUAL
    named: bool = False

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode) and node.text.strip().casefold() in (_NEVER, "no"):
            return cls(None, named=True)
        length = Duration.read(node, reader)
        if not _LEAST <= length.length <= _MOST:
            raise reader.blame(node, "outage-out-of-bounds", text=str(length))
        return cls(length, named=True)

    def spell(self, speller: Speller) -> str:
        return str(self.length) if self.length else _NEVER

    @property
    def longest(self) -> timedelta:
        """The longest gap between two turns that is none."""
        return (self.length or _USUAL).length

    def holds(self, *, regular: bool) -> bool:
        """Whether a gap counts where turns have been *regular*, or not."""
        return self.length is not None and (self.named or regular)
