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

import re

import msgspec

from pbem.engine.kit.reading import Misread, Node, Reader, Speller, TextNode, pair, parts_of
from pbem_maria.position.route import ARROWS, read_cities, spell_cities, tried

MARCH, FORCE_MARCH, JOIN, RE_ENTER, STAY = "march", "force-march", "join", "re-enter", "stay"

_MARCH = re.compile(r"(?:(?:march|go|move)(?:es|s)?\s+)?to\s+|(?:march|go|move)(?:es|s)?\s+(?=from\s)", re.IGNORECASE)
_FORCE = re.compile(r"forced?[\s-]*march(?:es)?\b\s*(?:to\b|via\b|:)?\s*", re.IGNORECASE)
_FROM = re.compile(r"from\s+(.+)", re.IGNORECASE)
_ONWARD = (" to ", " via ")
_JOIN = re.compile(r"(?:joins?|follows?)\s+", re.IGNORECASE)
_RE_ENTER = re.compile(r"re-?enters?\b\s*(?:in\b|on\b|at\b|to\b)?\s*", re.IGNORECASE)
_COMMANDS = re.compile(r"\s*,\s*([^,]+?)\s+commands\s*$", re.IGNORECASE)
_WITH = re.compile(r"\s+(?:with|for)\s+", re.IGNORECASE)


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
        key, value = _pair(node, reader)
        reader.mark(key, "pieces")
        names = key.split("+", "&", " and ")
        pieces = [tried(part, reader, "general", "train") for part in names]
        move = _read_way(tuple(piece or "" for piece in pieces), value, reader)
        if None in pieces:
            raise Misread
        return move

    def spell(self, speller: Speller) -> dict[str, str]:
        key = " + ".join(speller.name("general train", piece) for piece in self.pieces)
        return {key: self._way(speller) + self._command(speller)}

    def _way(self, speller: Speller) -> str:
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

    def _command(self, speller: Speller) -> str:
        return f", {speller.name('general', self.commander)} commands" if self.commander else ""


def _pair(node: Node, reader: Reader) -> tuple[TextNode, TextNode]:
    """Which pieces move and how: from `Broglie: Linz`, or from `Broglie > Linz`."""
    if (found := pair(node)) is not None:
        key, value = found
        if isinstance(value, TextNode):
            return key, value
        raise reader.blame(value, "not-a-move")
    if isinstance(node, TextNode):
        parts = node.split(*ARROWS)
        if len(parts) > 1 and parts[0].text and parts[1].text:
            return parts[0], node.part(parts[1].place.column - node.place.column)
    raise reader.blame(node, "not-a-move")


def _read_way(pieces: tuple[str, ...], value: TextNode, reader: Reader) -> Move:
    commander = None
    if found := _COMMANDS.search(value.text):
        name = value.part(found.start(1), found.end(1))
        reader.mark(name, "commander")
        commander = reader.name(name, "general")
        value = value.part(0, found.start())
    if found := _JOIN.match(value.text):
        other = value.part(found.end())
        reader.mark(other, "joins")
        return Move(pieces=pieces, how=JOIN, joins=reader.name(other, "general"), commander=commander)
    if found := _RE_ENTER.match(value.text):
        way = value.part(found.end())
        if not way.text:
            raise reader.blame(value, "no-goal")
        return _read_re_entry(pieces, way, reader)
    if reader.chooses(value, STAY, under=STAY) and commander is None:
        return Move(pieces=pieces, how=STAY)
    how, way = MARCH, value
    if found := _FORCE.match(value.text):
        how, way = FORCE_MARCH, value.part(found.end())
    elif found := _MARCH.match(value.text):
        way = value.part(found.end())
    if not way.text:
        raise reader.blame(value, "no-goal")
    said = _FROM.match(way.text)
    parts = parts_of(way.part(said.start(1)) if said else way, reader, *ARROWS, *(_ONWARD if said else ()))
    if said and len(parts) == 1:
        raise reader.blame(value, "no-goal")
    path = read_cities(parts, reader, "path")
    return Move(pieces=pieces, how=how, path=path, starts=said is not None, commander=commander)


def _read_re_entry(pieces: tuple[str, ...], value: TextNode, reader: Reader) -> Move:
    cards: tuple[str, ...] = ()
    if found := _WITH.search(value.text):
        paid = value.part(found.end())
        reader.mark(paid, "cards")
        cards = tuple(reader.name(part, "card") for part in parts_of(paid, reader, "+", ",", " and "))
        value = value.part(0, found.start())
    reader.mark(value, "path", 0)
    return Move(pieces=pieces, how=RE_ENTER, path=(reader.name(value, "city"),), cards=cards)
