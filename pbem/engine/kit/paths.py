"""How a path from place to place is written: `Passau > Schärding > Linz`."""

import re
from contextlib import suppress

from pbem.engine.kit.reading import Misread, Reader, TextNode, parts_of

ARROWS = (
    "-->", "–>", "—>", "->", "=>", ">", "→", "⇒", "➔", "➜", "➡", "⟶", "»",
    " - ", " -- ", "–", "—", ",",
)  # fmt: skip
ARROW = re.compile(rf"\s*(?:{'|'.join(re.escape(arrow) for arrow in ARROWS if arrow != ',')})\s*")
"""An arrow, and the spaces around it."""
AND = ("+", "&", " and ", " und ", " et ")
"""What is written between two pieces that move together."""


def along(text: TextNode, reader: Reader, *kinds: str) -> tuple[TextNode, ...]:
    """The names of *kinds* in *text*, with arrows between them, or with hyphens if no name is parted by that."""
    parts = parts_of(text, reader, *ARROWS)
    return tuple(piece for part in parts for piece in _hyphenated(part, reader, *kinds))


def _hyphenated(part: TextNode, reader: Reader, *kinds: str) -> tuple[TextNode, ...]:
    """`Passau-Schärding` in two, if both are names and the whole is none."""
    pieces = part.split("-")
    parted = len(pieces) > 1 and not reader.knows(part, *kinds) and all(reader.knows(each, *kinds) for each in pieces)
    return pieces if parted else (part,)


def tried(text: TextNode, reader: Reader, *kinds: str) -> str | None:
    """The name, or None once its problem is noted, so that what follows is read as well."""
    with suppress(Misread):
        return reader.name(text, *kinds)
    return None
