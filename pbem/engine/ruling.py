"""What a ruling of the moderator says in every game: who holds a thing, and from where to where a card goes."""

import re
from collections.abc import Mapping

from pbem.engine.reading import NameSpeller, Node, Reader, TextNode, fold

_CARD = re.compile(r"(?P<card>.+?)\s+from\s+(?P<start>.+?)\s+to\s+(?P<end>.+)$", re.IGNORECASE)
_NOTHING = frozenset({"none", "no one", "nobody", "no", "home", "removed", "remove", "off", "off the map"})

CardPlaces = Mapping[str, frozenset[str]]
"""Where cards may be beside hands: by the name of the place, the words for it."""


def read_name(node: Node, reader: Reader, kind: str) -> str:
    """The name of a *kind* in a text; empty for one of the words for nothing, such as `none`."""
    if not isinstance(node, TextNode):
        raise reader.blame(node, "wrong-shape", wanted="text", got=node.kind)
    return "" if fold(node.text) in _NOTHING else reader.name(node, kind)


def spell_name(speller: NameSpeller, kind: str, identifier: str, nothing: str = "none") -> str:
    """The same as a text."""
    return speller.name(kind, identifier) if identifier else nothing


def read_card(node: Node, reader: Reader, holder: str, places: CardPlaces, *, code: str) -> tuple[str, str, str]:
    """The card in a text such as `H7 from Prussia to Austria`, where it is, and where it goes.

    A hand has a name of the kind *holder*. A text of another shape is refused with the *code*.
    """
    found = _CARD.match(node.text) if isinstance(node, TextNode) else None
    if not isinstance(node, TextNode) or found is None:
        raise reader.blame(node, code)

    def place(text: TextNode) -> str:
        said = fold(text.text)
        return next((place for place, words in places.items() if said in map(fold, words)), "") or reader.name(
            text, holder
        )

    card, start, end = (node.part(*found.span(part)) for part in ("card", "start", "end"))
    return reader.name(card, "card"), place(start), place(end)


def spell_card(speller: NameSpeller, holder: str, places: CardPlaces, card: str, *ends: str) -> str:
    """The same as a text."""
    start, end = (place.replace("-", " ") if place in places else speller.name(holder, place) for place in ends)
    return f"{speller.name('card', card)} from {start} to {end}"
