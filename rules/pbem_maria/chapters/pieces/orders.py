"""Which generals of two players may stack, and in what order they move in Flanders (10.1).

Karl + George                     they may form a stack, the better rank commands
Karl + George under Karl          if both have the same rank; or: Karl + George, Karl commands
"""

import re
from typing import Final, Literal

import msgspec

from pbem.engine.kit.paths import tried
from pbem.engine.kit.reading import Misread, NameSpeller, Node, Reader, TextNode

FlandersOrder = Literal["Austria first", "Pragmatic Army first", "alternate"]
"""The orders in which two players can move in Flanders."""

AUSTRIA_FIRST: Final = "Austria first"
PRAGMATIC_FIRST: Final = "Pragmatic Army first"
ALTERNATE: Final = "alternate"

_COMMANDER = re.compile(r"\s*,\s*([^,]+?)\s+commands\s*$|\s+under\s+(.+?)\s*$", re.IGNORECASE)


class SharedStack(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two generals of two players that may form a stack in this stage, if both players say so."""

    generals: tuple[str, str]
    commander: str | None = None
    """The general that commands if the ranks are equal; both players must name the same (6)."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "SharedStack":
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-company")
        commander = None
        if found := _COMMANDER.search(node.text):
            name = node.part(*found.span(found.lastindex or 0))
            reader.mark(name, "commander")
            commander = reader.name(name, "general")
            node = node.part(0, found.start())
        parts = node.split("+", "&", " and ", " with ")
        if len(parts) != 2:
            raise reader.blame(node, "not-a-company")
        one, other = (tried(part, reader, "general") for part in parts)
        if one is None or other is None:
            raise Misread
        return cls((one, other), commander)

    def spell(self, speller: NameSpeller) -> str:
        pair = " + ".join(speller.name("general", general) for general in self.generals)
        return pair + (f" under {speller.name('general', self.commander)}" if self.commander else "")
