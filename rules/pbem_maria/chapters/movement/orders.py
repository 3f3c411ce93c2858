"""How a move is written (10.1, 10.2).

Belle-Isle: Passau > Schärding > Linz     the whole path, or only the destination; also: march to Linz
Belle-Isle: from Passau to Linz           only if it is in Passau then
Belle-Isle + Broglie: Linz                both generals of a stack leave together
Broglie: force march to Regensburg        also: force march
Törring: join Broglie                     to where that general is then; also: follow Broglie
Törring: stay                             no move
Rutowski: join Friedrich, Rutowski commands
train 2: re-enter München with ♥4 + ♣2
"""

from functools import partial

import msgspec

from pbem.engine.kit.paths import AND, ARROW, ARROWS, tried
from pbem.engine.kit.reading import Misread, NameSpeller, Node, Reader, TextNode, heads, pair
from pbem_maria.chapters.movement import wording
from pbem_maria.chapters.movement.wording import FORCE_MARCH, JOIN, MARCH, RE_ENTER, STAY, read_way
from pbem_maria.position.route import spell_cities

UNREAD = "unread"
"""In a draft: how the pieces move could not be read, but perhaps where to. It is never carried out."""


_MOST_HEAD = 100
"""Characters; the names of two pieces are shorter."""


class Move(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One move of one piece, or of two generals that leave together."""

    pieces: tuple[str, ...]
    how: str = MARCH
    path: tuple[str, ...] = ()
    """The cities as written: the whole path or only the destination."""
    starts: bool = False
    """Whether the first city of the path is given as the one where the pieces are."""
    joins: str | None = None
    cards: tuple[str, ...] = ()
    """The faces of the cards that pay for a re-entry; none: the engine takes the cheapest."""
    commander: str | None = None
    """The general that commands the stack that the move forms, if the ranks are equal (6)."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Move":
        if (found := pair(node)) is not None:
            key, value = found
            if not isinstance(value, TextNode):
                raise reader.blame(value, "not-a-move")
            return _move(key, value, reader)
        if isinstance(node, TextNode):
            return _in_one_text(node, reader)
        raise reader.blame(node, "not-a-move")

    def spell(self, speller: NameSpeller) -> dict[str, str]:
        key = " + ".join(speller.name("general train", piece) for piece in self.pieces)
        return {key: self._way(speller) + self._command(speller)}

    def _way(self, speller: NameSpeller) -> str:
        if self.how == STAY:
            return STAY
        if self.joins:
            return f"join {speller.name('general', self.joins)}"
        cities = ("from " if self.starts else "") + spell_cities(self.path, speller)
        if self.how == RE_ENTER:
            paid = " + ".join(speller.name("card", card) for card in self.cards)
            return f"re-enter {cities} with {paid}" if paid else f"re-enter {cities}"
        if self.how == FORCE_MARCH:
            return f"force march {'to ' if len(self.path) == 1 else ''}{cities}"
        return cities

    def _command(self, speller: NameSpeller) -> str:
        return f", {speller.name('general', self.commander)} commands" if self.commander else ""


def _move(key: TextNode, value: TextNode, reader: Reader) -> Move:
    """The move of the pieces that *key* names."""
    reader.mark(key, "pieces")
    pieces = [tried(part, reader, "general", "train") for part in key.split(*AND)]
    try:
        way = read_way(value, reader)
    except Misread:
        if None in pieces:
            raise
        way = {"how": UNREAD, "path": _goal(value, reader)}
    if None in pieces:
        raise Misread
    return Move(pieces=tuple(piece or "" for piece in pieces), **way)


def _goal(value: TextNode, reader: Reader) -> tuple[str, ...]:
    """The city that a move which cannot be read ends in, if that is clear."""
    last = value.split(*ARROWS)[-1]
    return (reader.name(last, "city"),) if last.text and reader.knows(last, "city") else ()


def _in_one_text(text: TextNode, reader: Reader) -> Move:
    """A move without a colon: `Broglie > Linz`, `Train 1 to Paris`, `Broglie Linz`."""
    arrows = ((text.part(0, found.start()), text.part(found.end())) for found in ARROW.finditer(text.text))
    parted = [
        (head, rest)
        for head, rest in (*arrows, *heads(text))
        if 0 < len(head.text) <= _MOST_HEAD
        and all(reader.may_name(part, "general", "train") for part in head.split(*AND))
    ]
    if not parted:
        raise reader.blame(text, "not-a-move")
    readings = {f"{head.text}: {rest.text}": partial(_move, head, rest, reader) for head, rest in parted}
    for move in reader.agreed(text, readings):
        return move
    return _move(*parted[0], reader)
