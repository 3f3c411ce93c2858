"""How a move is written (10.1, 10.2).

Belle-Isle: Passau > Schärding > Linz     the whole path, or only the goal
Belle-Isle + Broglie: Linz                both generals of a stack leave together
Broglie: force march to Regensburg
Törring: join Broglie                     to where that general stands then
Rutowski: join Friedrich, Rutowski commands
train 2: re-enter München with ♥4 + ♣2
"""

import re
from contextlib import suppress

import msgspec

from pbem.engine.reading import Mapping, Misread, Node, Reader, Speller, Text

ARROWS = (">", "→", "->", "–", "—", ",")
MARCH, FORCE_MARCH, JOIN, RE_ENTER = "march", "force-march", "join", "re-enter"

_FORCE = re.compile(r"force[\s-]*march(?:es)?\b\s*(?:to\b|via\b|:)?\s*", re.IGNORECASE)
_JOIN = re.compile(r"joins?\s+", re.IGNORECASE)
_RE_ENTER = re.compile(r"re-?enters?\b\s*(?:in\b|on\b|at\b|to\b)?\s*", re.IGNORECASE)
_COMMANDS = re.compile(r"\s*,\s*([^,]+?)\s+commands\s*$", re.IGNORECASE)
_WITH = re.compile(r"\s+(?:with|for)\s+", re.IGNORECASE)


class Move(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One move of one piece, or of two generals that leave together."""

    pieces: tuple[str, ...]
    how: str = MARCH
    path: tuple[str, ...] = ()
    """The cities as written: the whole path or only the goal."""
    joins: str | None = None
    cards: tuple[str, ...] = ()
    """The faces of the cards that pay for a re-entry; none: the engine takes the cheapest."""
    commander: str | None = None
    """Who commands the stack that the move forms, where the ranks are equal (6)."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Move":
        key, value = _pair(node, reader)
        pieces = tuple(reader.name(part, "general", "train") for part in key.split("+", "&", " and "))
        return _read_way(pieces, value, reader)

    def spell(self, speller: Speller) -> dict[str, str]:
        key = " + ".join(speller.name("general train", piece) for piece in self.pieces)
        return {key: self._way(speller) + self._command(speller)}

    def _way(self, speller: Speller) -> str:
        if self.joins:
            return f"join {speller.name('general', self.joins)}"
        cities = " > ".join(speller.name("city", city) for city in self.path)
        if self.how == RE_ENTER:
            paid = " + ".join(speller.name("card", card) for card in self.cards)
            return f"re-enter {cities} with {paid}" if paid else f"re-enter {cities}"
        if self.how == FORCE_MARCH:
            return f"force march {'to ' if len(self.path) == 1 else ''}{cities}"
        return cities

    def _command(self, speller: Speller) -> str:
        return f", {speller.name('general', self.commander)} commands" if self.commander else ""


def _pair(node: Node, reader: Reader) -> tuple[Text, Text]:
    """Who moves and how: from `Broglie: Linz`, or from `Broglie > Linz`."""
    if isinstance(node, Mapping) and len(node.pairs) == 1:
        key, value = node.pairs[0]
        if isinstance(value, Text):
            return key, value
        raise reader.blame(value, "not-a-move")
    if isinstance(node, Text):
        first = next((found for arrow in ARROWS if (found := node.text.find(arrow)) > 0), -1)
        if first > 0:
            return node.part(0, first), node.part(first + 1)
    raise reader.blame(node, "not-a-move")


def _read_way(pieces: tuple[str, ...], value: Text, reader: Reader) -> Move:
    commander = None
    if found := _COMMANDS.search(value.text):
        commander = reader.name(value.part(found.start(1), found.end(1)), "general")
        value = value.part(0, found.start())
    if found := _JOIN.match(value.text):
        joins = reader.name(value.part(found.end()), "general")
        return Move(pieces=pieces, how=JOIN, joins=joins, commander=commander)
    if found := _RE_ENTER.match(value.text):
        return _read_re_entry(pieces, value.part(found.end()), reader)
    how = MARCH
    if found := _FORCE.match(value.text):
        how, value = FORCE_MARCH, value.part(found.end())
    if not value.text:
        raise reader.blame(value, "no-goal")
    return Move(pieces=pieces, how=how, path=_read_cities(value, reader), commander=commander)


def _read_cities(value: Text, reader: Reader) -> tuple[str, ...]:
    """The cities of a path, every misspelt one told."""
    parts = [part for part in value.split(*ARROWS) if part.text]
    wrong = [part for part in parts if not reader.knows(part, "city")]
    for part in wrong[:-1]:
        with suppress(Misread):
            reader.name(part, "city")
    if wrong:
        reader.name(wrong[-1], "city")
    for number, part in enumerate(parts):
        reader.mark(part, "path", number)
    return tuple(reader.name(part, "city") for part in parts)


def _read_re_entry(pieces: tuple[str, ...], value: Text, reader: Reader) -> Move:
    cards: tuple[str, ...] = ()
    if found := _WITH.search(value.text):
        paid = value.part(found.end())
        cards = tuple(reader.name(part, "card") for part in paid.split("+", ",", " and ") if part.text)
        value = value.part(0, found.start())
    if not value.text:
        raise reader.blame(value, "no-goal")
    reader.mark(value, "path", 0)
    return Move(pieces=pieces, how=RE_ENTER, path=(reader.name(value, "city"),), cards=cards)
