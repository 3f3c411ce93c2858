"""Made-up orders, so that the reader is tested without any game."""

from typing import Annotated, Any, Literal, Self

import msgspec

from pbem.engine.order import Order
from pbem.engine.reading import Lexicon, MappingNode, Most, Named, Node, Reader, Speller, TextNode


class Move(msgspec.Struct, frozen=True):
    """Written `Prag > Wien`."""

    path: tuple[str, ...]

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if not isinstance(node, TextNode):
            raise reader.blame(node, "not-a-move")
        parts = node.split(">")
        for index, part in enumerate(parts):
            reader.mark(part, "path", index)
        return cls(tuple(reader.name(part, "city") for part in parts))

    def spell(self, speller: Speller) -> Any:
        return " > ".join(speller.name("city", city) for city in self.path)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    play: Literal["lowest", "highest"] = "lowest"
    at_most: int = 0


class Turn(Order, frozen=True):
    passes: bool = False
    moves: tuple[Move, ...] = ()
    troops: dict[Annotated[str, Named("general")], int] = {}  # noqa: RUF012 a struct copies it
    hold: frozenset[Annotated[str, Named("city general")]] = frozenset()
    plan: Plan | None = None
    note: str = ""
    tags: tuple[str, ...] = ()


class Errand(msgspec.Struct, frozen=True, kw_only=True):
    """Written `Belle-Isle to Linz`, or with its keys."""

    who: Annotated[str, Named("general")]
    goal: Annotated[str, Named("city")]
    days: int = 1

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode):
            who, goal = node.split(" to ")
            keys = (TextNode(who.place, "who"), who), (TextNode(goal.place, "goal"), goal)
            node = MappingNode(node.place, keys)
        return reader.fields(node, cls)

    def spell(self, speller: Speller) -> Any:
        keys = speller.fields(self)
        return f"{keys['who']} to {keys['goal']}" if len(keys) == 2 else keys


class Errands(Order, frozen=True):
    errands: tuple[Errand, ...] = ()


class Bounded(Order, frozen=True):
    votes: Annotated[tuple[str, ...], Most(2)] = ()


class Strict(Order, frozen=True):
    goal: Annotated[str, Named("city")]
    cards: int


LEXICON = Lexicon(
    kinds={
        "city": {
            "prag": ("Prag", "Praha"),
            "wien": ("Wien", "Vienna"),
            "hradec": ("Königgrätz", "Hradec Králové"),
            "neuhaus": ("Neuhaus",),
            "neuhaeus": ("Neuhäus",),
            "neustadt": ("Neustadt",),
            "wiener-neustadt": ("Wiener Neustadt",),
            "frankfurt-main": ("Frankfurt am Main",),
            "frankfurt-oder": ("Frankfurt an der Oder",),
            "linz": ("Linz",),
            "strassburg": ("Straßburg",),
        },
        "general": {
            "karl": ("Karl von Lothringen",),
            "belle-isle": ("Belle-Isle",),
            "arenberg": ("d'Arenberg",),
            "linz-general": ("Linz",),
        },
    }
)
