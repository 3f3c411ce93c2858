"""Agreements in a sheet (21): what a seat proposes to others."""

import re
from typing import Annotated, Final, Literal, Self

import msgspec

from pbem.engine.reading import Named, Node, Reader, Speller, Text

NO_AGGRESSION: Final = "no aggression"
NO_COMBAT: Final = "no combat"
NO_HUSSARS: Final = "no hussars"
NO_PROTECTION: Final = "no protection"
KEEP_OUT: Final = "keep out"
LEAVE: Final = "leave"
VOTE: Final = "vote"
SUBSIDY: Final = "subsidy"
OTHER: Final = "other"

Kind = Literal[
    "no aggression", "no combat", "no hussars", "no protection", "keep out", "leave", "vote", "subsidy",
    "other",
]  # fmt: skip
Party = Annotated[str, Named("party")]

_TURN = re.compile(r"(?:(?:the\s+)?end\s+of\s+)?(?:turn\s+)?(\d{1,4})$", re.IGNORECASE)
_TURNS = re.compile(r"(\d{1,4})(?:\s+turns?)?$", re.IGNORECASE)


class Until(msgspec.Struct, frozen=True):
    """The last turn in which an agreement holds; written `turn 6` or `end of turn 6`."""

    turn: int

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        found = _TURN.match(node.text.strip()) if isinstance(node, Text) else None
        if found is None:
            raise reader.blame(node, "not-a-turn", text=node.text if isinstance(node, Text) else "")
        return cls(int(found[1]))

    def spell(self, speller: Speller) -> str:
        return f"turn {self.turn}"


class Turns(msgspec.Struct, frozen=True):
    """For how many turns an agreement holds, that of its beginning included; written `3 turns`."""

    number: int

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        found = _TURNS.match(node.text.strip()) if isinstance(node, Text) else None
        if found is None or not int(found[1]):
            raise reader.blame(node, "not-turns", text=node.text if isinstance(node, Text) else "")
        return cls(int(found[1]))

    def spell(self, speller: Speller) -> str:
        return f"{self.number} turn" if self.number == 1 else f"{self.number} turns"


class Proposal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An agreement that a seat offers to others; it needs the word of all of them."""

    with_: tuple[Party, ...] = msgspec.field(name="with")
    """The other parties: players or single powers; powers of one's own bind these alone on one's own side."""
    kind: Kind = "other"
    who: tuple[Party, ...] = ()
    """Whom it binds, where that is not everybody."""
    to: Annotated[str, Named("candidate power")] = ""
    """Who gets the vote or the subsidy."""
    area: tuple[Annotated[str, Named("city region power")], ...] = ()
    except_: tuple[Annotated[str, Named("general city power")], ...] = msgspec.field(name="except", default=())
    until: Until | None = None
    by: Until | None = None
    """The turn at whose end an area must have been left."""
    for_: Turns | None = msgspec.field(name="for", default=None)
    text: str = ""
