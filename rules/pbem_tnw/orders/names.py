"""Names in sheets: ids of the things of the edition, and the words that stand for several or none of them."""

import re
from typing import Annotated, Final

import msgspec

from pbem.engine.kit.reading import ListNode, Named, Node, Reader, Speller, TextNode, every_part, names_in

BETWEEN: Final = (",", ";", "+", "&", " and ", " und ", " et ")
"""What may be between the names of a list in one line."""
_AND = re.compile(r"\s*(?:[,;+&]|(?<=\s)(?:and|und|et)(?=\s))\s*", re.IGNORECASE)
_KINDS: Final = ("place", "card", "general")
_MOST_WORDS: Final = 3
"""Of a name on either side of a mark in it."""
NationName = Annotated[str, Named("nation", *BETWEEN)]
SpotName = Annotated[str, Named("place", *BETWEEN)]
"""A duchy or a zone."""
DuchyName = Annotated[str, Named("duchy", *BETWEEN)]
ZoneName = Annotated[str, Named("zone", *BETWEEN)]
LeaderName = Annotated[str, Named("general", *BETWEEN)]
WarCardName = Annotated[str, Named("card", *BETWEEN)]
SeatNamed = Annotated[str, Named("seat", *BETWEEN)]
ColumnName = Annotated[str, Named("column")]
"""A column of the Diplomatic Track (8.1)."""
CampName = Annotated[str, Named("camp")]

ANY: Final = ("any", "anywhere", "all", "everywhere", "every", "anyone")
HERE: Final = "here"
"""In place of a place: where the Formation stands when the line is reached."""
_HERE = (HERE, "there", "hier", "ici", "qui", "aquí", "tu", "zde")


class NameList(msgspec.Struct, frozen=True, omit_defaults=True):
    """Names of one kind in their order; none means any: `where: any`, `by: [france, spain]`."""

    names: tuple[str, ...] = ()

    def includes(self, name: str) -> bool:
        """Whether *name* is meant."""
        return not self.names or name in self.names


class AtPlaces(NameList, frozen=True):
    """Duchies and zones, or anywhere."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "AtPlaces":
        return cls(names_or_any(node, reader, "place"))

    def spell(self, speller: Speller) -> str | list[str]:
        return spelled_names(self.names, speller, "place")


class InZones(NameList, frozen=True):
    """Zones, or any."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "InZones":
        return cls(names_or_any(node, reader, "zone"))

    def spell(self, speller: Speller) -> str | list[str]:
        return spelled_names(self.names, speller, "zone")


class ByWhom(NameList, frozen=True):
    """Nations, or any."""

    @classmethod
    def read(cls, node: Node, reader: Reader) -> "ByWhom":
        return cls(names_or_any(node, reader, "nation"))

    def spell(self, speller: Speller) -> str | list[str]:
        return spelled_names(self.names, speller, "nation")


def pieces_of(text: TextNode, reader: Reader) -> tuple[TextNode, ...]:
    """The parts of a list in one line, none for an empty text; a name may hold what is written between them."""
    cuts = [cut for cut in _AND.finditer(text.text) if not _is_in_name(text, cut, reader)]
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(text.text)]
    parts = (text.part(start, end) for start, end in zip(starts, ends, strict=True))
    return tuple(part for part in parts if part.text)


def _is_in_name(text: TextNode, cut: re.Match[str], reader: Reader) -> bool:
    """Whether *cut* is within a name: that of `Kattegat and Skagerrak`."""
    starts = [found.start() for found in re.finditer(r"\S+", text.text[: cut.start()])][-_MOST_WORDS:]
    ends = [cut.end() + found.end() for found in re.finditer(r"[^\s,;]+", text.text[cut.end() :])][:_MOST_WORDS]
    return any(reader.knows(text.part(start, end), *_KINDS) for start in starts for end in ends)


def names_or_here(node: Node, reader: Reader, kind: str) -> tuple[str, ...]:
    """The names in *node*, a text or a list of texts, among them `HERE`."""
    found: list[str] = []
    with every_part() as part:
        for each in node.items if isinstance(node, ListNode) else (node,):
            if not isinstance(each, TextNode):
                raise reader.blame(each, "wrong-shape", wanted="text", got=each.kind)
            for text in (each,) if reader.knows(each, kind) else pieces_of(each, reader):
                with part():
                    reader.mark(text, len(found))
                    found.append(HERE if is_here(text) else reader.name(text, kind))
    return tuple(found) or (HERE,)


def is_here(text: TextNode) -> bool:
    """Whether *text* means the place where the Formation stands."""
    return text.text.casefold() in _HERE


def names_or_any(node: Node, reader: Reader, *kinds: str) -> tuple[str, ...]:
    """The names in *node*, a text or a list of texts; none for `any`."""
    if isinstance(node, TextNode) and node.text.casefold() in ANY:
        return ()
    found: list[str] = []
    with every_part() as part:
        for each in node.items if isinstance(node, ListNode) else (node,):
            with part():
                if not isinstance(each, TextNode):
                    raise reader.blame(each, "wrong-shape", wanted="text", got=each.kind)
                reader.mark(each, len(found))
                found += names_in(each, reader, BETWEEN, *kinds)
    return tuple(found)


def spelled_names(names: tuple[str, ...], speller: Speller, kind: str) -> str | list[str]:
    """*names* as a person writes them: one alone, several as a list, none as `any`."""
    spelled = [speller.name(kind, name) for name in names]
    return spelled[0] if len(spelled) == 1 else spelled or ANY[0]
