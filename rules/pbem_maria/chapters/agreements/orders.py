"""Agreements in a sheet (21): what a seat proposes to others."""

import re
from typing import Annotated, Final, Literal, Self

import msgspec

from pbem.engine.kit.reading import Most, Named, NameSpeller, Node, Reader, TextNode

NO_AGGRESSION: Final = "no aggression"
NO_COMBAT: Final = "no combat"
NO_HUSSARS: Final = "no hussars"
NO_PROTECTION: Final = "no protection"
KEEP_OUT: Final = "keep out"
LEAVE: Final = "leave"
VOTE: Final = "vote"
SUBSIDY: Final = "subsidy"
OTHER: Final = "other"

AgreementKind = Literal[
    "no aggression", "no combat", "no hussars", "no protection", "keep out", "leave", "vote", "subsidy",
    "other",
]  # fmt: skip
Excepted = Annotated[str, Named("general train hussars city region power", "+", ",", " and ")]
Parties = Annotated[str, Named("party", "+", ",", " and ")]

_TURN = re.compile(r"(?:until\s+)?(?:(?:the\s+)?end\s+of\s+)?(?:turn\s+)?(\S+)$", re.IGNORECASE)
_TURNS = re.compile(r"(?:for\s+)?(\S+)(?:\s+turns?)?$", re.IGNORECASE)


def _number(node: Node, reader: Reader, pattern: "re.Pattern[str]", code: str) -> int:
    """The number in a text of one *pattern*, at least 1."""
    found = pattern.match(node.text.strip()) if isinstance(node, TextNode) else None
    said = node.part(*found.span(1)) if isinstance(node, TextNode) and found else None
    number = reader.number(said) if said is not None and reader.is_number(said) else 0
    if number > 0:
        return number
    raise reader.blame(node, code, text=node.text if isinstance(node, TextNode) else "")


class Until(msgspec.Struct, frozen=True):
    """The last turn in which an agreement holds; written `turn 6` or `end of turn 6`."""

    turn: int

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(_number(node, reader, _TURN, "not-a-turn"))

    def spell(self, speller: NameSpeller) -> str:
        return f"turn {self.turn}"


class NumberOfTurns(msgspec.Struct, frozen=True):
    """For how many turns an agreement holds, that of its beginning included; written `3 turns`."""

    number: int

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        return cls(_number(node, reader, _TURNS, "not-turns"))

    def spell(self, speller: NameSpeller) -> str:
        return f"{self.number} turn" if self.number == 1 else f"{self.number} turns"


class Proposal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An agreement that a seat offers to others; all of them must accept it."""

    with_: Annotated[tuple[Parties, ...], Most(8)] = msgspec.field(name="with")
    """The other parties: players or single powers; naming powers of one's own binds these alone on one's own side."""
    kind: AgreementKind = "other"
    who: Annotated[tuple[Parties, ...], Most(8)] = ()
    """The parties it binds, if not all of them."""
    to: Annotated[str, Named("candidate power")] = ""
    """Who gets the vote or the subsidy."""
    area: Annotated[tuple[Annotated[str, Named("city region power", "+", ",", " and ")], ...], Most(12)] = ()
    except_: Annotated[tuple[Excepted, ...], Most(12)] = msgspec.field(name="except", default=())
    until: Until | None = None
    by: Until | None = None
    """The turn at whose end an area must have been left."""
    for_: NumberOfTurns | None = msgspec.field(name="for", default=None)
    text: str = ""
