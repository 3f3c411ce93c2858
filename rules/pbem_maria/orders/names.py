"""Names of things, and routes, in sheets."""

from typing import Annotated, ClassVar, Literal

import msgspec

from pbem.engine.reading import TOTAL, ListNode, Misread, Named, NameSpeller, Node, Reader, TextNode, Ways, along, tried

BoxName = Literal["electors", "emperor", "italy", "silesia"]
"""A victory box (16)."""
CardName = Annotated[str, Named("card")]
CityName = Annotated[str, Named("city")]
GeneralName = Annotated[str, Named("general")]
PieceName = Annotated[str, Named("general train")]
PowerName = Annotated[str, Named("power")]
SuitName = Annotated[str, Named("suit")]
TroopTotal = Annotated[int, TOTAL]
TrackName = Annotated[str, Named("track")]


class Route(msgspec.Struct, frozen=True):
    """Cities in the order of the path."""

    cities: tuple[Annotated[str, Named("city", ">")], ...]
    WAYS: ClassVar[Ways] = ("{cities}",)

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "Route":
        if isinstance(node, ListNode):
            return cls(read_cities(_texts(node, reader), reader, "cities"))
        if isinstance(node, TextNode):
            return cls(read_cities(between(node, reader), reader, "cities"))
        raise reader.blame(node, "wrong-shape", wanted="text", got=node.kind)


def between(text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The names of cities in *text*, with arrows between them, or with hyphens if no name is parted by that."""
    return along(text, reader, "city")


def _texts(node: ListNode, reader: Reader) -> tuple[TextNode, ...]:
    wrong = next((item for item in node.items if not isinstance(item, TextNode)), None)
    if wrong is not None:
        raise reader.blame(wrong, "wrong-shape", wanted="text", got=wrong.kind)
    return tuple(item for item in node.items if isinstance(item, TextNode))


def read_cities(parts: tuple[TextNode, ...], reader: Reader, field: str) -> tuple[str, ...]:
    """The cities that *parts* name, every misspelt one reported; each is marked as a part of *field*."""
    for number, part in enumerate(parts):
        reader.mark(part, field, number)
    cities = [tried(part, reader, "city") for part in parts]
    if None in cities:
        raise Misread
    return tuple(city for city in cities if city)


def spell_cities(cities: tuple[str, ...], speller: NameSpeller) -> str:
    """The cities with arrows between them."""
    return " > ".join(speller.name("city", city) for city in cities)
