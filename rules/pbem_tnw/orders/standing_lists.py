"""Two lists of standing orders with words of their own: what is sacrificed, and which pieces stay."""

from collections.abc import Mapping
from typing import Any, Final, Self

import msgspec

from pbem.engine.kit.reading import ListNode, MappingNode, Misread, Node, Reader, Speller, TextNode, every_part
from pbem_tnw.orders.lines.wording import fold
from pbem_tnw.orders.names import ANY, pieces_of

RESERVES: Final = "reserves"
LOWEST_CARDS: Final = "lowest_cards"
RESOURCES: Final = "resources"
_WORDS: Final[Mapping[str, str]] = {
    "reserves": RESERVES, "reserve": RESERVES, "lowest cards": LOWEST_CARDS, "lowest card": LOWEST_CARDS,
    "cards": LOWEST_CARDS, "lowest": LOWEST_CARDS, "resources": RESOURCES, "resource": RESOURCES,
}  # fmt: skip
_YES, _NO = ("yes", "stay", "stays", "flag"), ("no", "regroup", "regroups", "leave")


class Sacrifices(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is spent for pieces that an event takes and that are not there (6.12): card ids and the three words.

    What is not in the list is spent after it, in the order of the default.
    """

    items: tuple[str, ...] = (RESERVES, LOWEST_CARDS, RESOURCES)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        found: list[str] = []
        with every_part() as part:
            for item in node.items if isinstance(node, ListNode) else (node,):
                if not isinstance(item, TextNode):
                    raise reader.blame(item, "wrong-shape", wanted="text", got=item.kind)
                for text in (item,) if reader.knows(item, "card") else pieces_of(item, reader):
                    with part():
                        reader.mark(text, len(found))
                        found.append(_WORDS.get(fold(text.text)) or reader.name(text, "card"))
        return cls(tuple(dict.fromkeys(found)))

    def spell(self, speller: Speller) -> list[str]:
        said = (RESERVES, LOWEST_CARDS, RESOURCES)
        return [item.replace("_", " ") if item in said else speller.name("card", item) for item in self.items]


class PlaceAnswers(msgspec.Struct, frozen=True, omit_defaults=True):
    """Yes or no for places, and for all *others*; None: the default.

    Written `yes`, `no` or `{brest: yes, all: no}`. Otherwise the problem is `not-stay-or-regroup` (text).
    """

    places: Mapping[str, bool] = {}
    others: bool | None = None

    def at(self, place: str) -> bool | None:
        """The answer for *place*, None if nothing is said of it."""
        return self.places.get(place, self.others)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, MappingNode):
            return cls(others=_stays(node, reader))
        places: dict[str, bool] = {}
        others: bool | None = None
        with every_part() as part:
            for key, value in node.pairs:
                with part():
                    if fold(key.text) in (*ANY, "others"):
                        others = _stays(value, reader)
                    else:
                        place = _place(key, value, reader)
                        reader.mark(key, place)
                        places[place] = _stays(value, reader)
        return cls(places, others)

    def spell(self, speller: Speller) -> Any:
        others = None if self.others is None else "yes" if self.others else "no"
        if not self.places:
            return others or {}
        said = {speller.name("place", place): "yes" if stays else "no" for place, stays in self.places.items()}
        return {**said, **({"others": others} if others else {})}


def _place(key: TextNode, value: Node, reader: Reader) -> str:
    """The place that *key* names; what is wrong with *value* is noted, too, if that cannot be read."""
    try:
        return reader.name(key, "place")
    except Misread:
        _stays(value, reader)
        raise


def _stays(node: Node, reader: Reader) -> bool:
    said = fold(node.text) if isinstance(node, TextNode) else ""
    if said not in _YES + _NO:
        raise reader.blame(node, "not-stay-or-regroup", text=said)
    return said in _YES
