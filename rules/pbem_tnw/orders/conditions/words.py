"""What a condition can ask: its words, what they are asked about, and what answers them (house rules, 2.2 and 2.4)."""

from collections.abc import Collection
from fractions import Fraction
from typing import Literal, Protocol

import msgspec

Subject = Literal["place", "nation", "proxy", "side", "seat", "title"]
"""What stands in the brackets of a word: `units(ulm)`, `dice(own)`, `played(france, conscripts)`."""
Kind = Literal["number", "truth", "nation", "place", "card", "general", "column"]
"""What a word comes to: a number to be compared, yes or no, or one or several names."""
Known = int | Fraction | bool | str | Collection[str] | None


class Facts(Protocol):
    """What is seen when a condition is looked at; a method for each word.

    None means that there is no such thing now, no battle or no roll: then the comparison does not hold. Without a
    place `units`, `enemy_units` and `squadrons` are those of the Formation that acts; `own` are one's own units, at
    sea Squadrons, that it would meet.
    """

    def units(self, place: str | None) -> int | None: ...
    def enemy_units(self, place: str | None) -> int | None: ...
    def squadrons(self, place: str | None) -> int | None: ...
    def enemy_squadrons(self, place: str | None) -> int | None: ...
    def general(self, place: str | None) -> Collection[str] | None:
        """The generals of any nation that stand there."""

    def dice(self, side: str) -> int | None:
        """Dice in the next round, of `own` or `enemy`."""

    def odds(self) -> Fraction | None:
        """Own dice to the enemy's dice."""

    def enemy_rating(self) -> int | None: ...
    def own(self) -> int | None: ...
    def controls(self, nation: str, place: str) -> bool | None: ...
    def column(self, proxy: str) -> str | None:
        """The column of the Diplomatic Track where its consul is."""

    def cards(self, nation: str) -> int | None: ...
    def cp_left(self) -> int | None: ...
    def played(self, nation: str, title: str) -> bool | None:
        """Whether the nation has played that card in this Turn."""

    def round(self) -> int | None: ...
    def turn(self) -> int | None:
        """The year: 1805, 1807, ..."""

    def points(self, seat: str | None) -> int | None:
        """The victory points of a seat, without one of one's own."""

    def won_last(self) -> bool | None:
        """Whether the seat won its last battle in this Impulse."""

    def where(self) -> str | None:
        """The place of what is answered."""

    def by(self) -> str | None:
        """The nation that does what is answered."""

    def card(self) -> str | None:
        """The card that is answered."""

    def roll(self) -> int | None:
        """What the dice show."""

    def need(self) -> int | None:
        """What they must show."""

    def margin(self) -> int | None:
        """Casualties that one's own side inflicted in this round less those of the enemy."""

    def sum(self) -> int | None:
        """The peace modifiers so far (5.8)."""

    def cp_sum(self) -> int | None:
        """The Command Points of all cards of the hand (4.5)."""


class Word(msgspec.Struct, frozen=True):
    """A word of conditions: what its brackets take, whether they may be left out, what it comes to."""

    kind: Kind = "number"
    takes: tuple[Subject, ...] = ()
    optional: bool = False

    def example(self, word: str) -> str:
        """How *word* is written in a condition."""
        asked = f"{word}({', '.join(_EXAMPLES[kind] for kind in self.takes)})" if self.takes else word
        return asked if self.kind == "truth" else f"{asked} {_COMPARED[self.kind]}"


_EXAMPLES: dict[Subject, str] = {
    "place": "Ulm", "nation": "France", "proxy": "Prussia", "side": "own", "seat": "France", "title": "Conscripts",
}  # fmt: skip
_COMPARED: dict[Kind, str] = {
    "number": ">= 5", "nation": "= France", "place": "in [Linz, Vienna]", "card": "= Conscripts", "general": "= Mack",
    "column": "= Client",
}  # fmt: skip


WORDS: dict[str, Word] = {
    "units": Word(takes=("place",), optional=True),
    "enemy_units": Word(takes=("place",), optional=True),
    "squadrons": Word(takes=("place",), optional=True),
    "enemy_squadrons": Word(takes=("place",), optional=True),
    "general": Word("general", ("place",), optional=True),
    "dice": Word(takes=("side",)),
    "odds": Word(),
    "enemy_rating": Word(),
    "own": Word(),
    "controls": Word("truth", ("nation", "place")),
    "column": Word("column", ("proxy",)),
    "cards": Word(takes=("nation",)),
    "cp_left": Word(),
    "played": Word("truth", ("nation", "title")),
    "round": Word(),
    "turn": Word(),
    "points": Word(takes=("seat",), optional=True),
    "won_last": Word("truth"),
    "where": Word("place"),
    "by": Word("nation"),
    "card": Word("card"),
    "roll": Word(),
    "need": Word(),
    "margin": Word(),
    "sum": Word(),
    "cp_sum": Word(),
}
KINDS_OF_NAME: dict[str, str] = {"proxy": "nation", "title": "card"}
"""The kind of name of a subject that is not called like its kind."""
OTHER_SPELLINGS: dict[str, str] = {
    "own_dice": "dice(own)", "dice_own": "dice(own)", "my_dice": "dice(own)",
    "enemy_dice": "dice(enemy)", "dice_enemy": "dice(enemy)",
    "enemies": "enemy_units", "enemy": "enemy_units", "unit": "units", "strength": "units",
    "fleet": "squadrons", "ships": "squadrons", "enemy_fleet": "enemy_squadrons", "enemy_ships": "enemy_squadrons",
    "generals": "general", "leader": "general", "hand": "cards", "cp": "cp_left", "cps": "cp_left",
    "cps_left": "cp_left", "year": "turn", "vp": "points", "nation": "by", "place": "where", "total": "sum",
    "rating": "enemy_rating", "needs": "need", "needed": "need", "rolled": "roll", "won": "won_last",
}  # fmt: skip
"""What else players write for a word, with spaces as underscores."""
ANYWHERE: frozenset[str] = frozenset({
    "units", "enemy_units", "squadrons", "enemy_squadrons", "general", "controls", "column", "cards", "played",
    "round", "turn", "points",
})  # fmt: skip
"""The words that can be asked at any time; without brackets those of pieces need a Formation that acts."""
IMPULSE: frozenset[str] = ANYWHERE | {"dice", "odds", "enemy_rating", "cp_left", "won_last"}
RESPONSE: frozenset[str] = IMPULSE | {"own", "where", "by", "margin", "card", "roll", "need"}
PEACE: frozenset[str] = ANYWHERE | {"sum"}
HAND: frozenset[str] = frozenset({"cp_sum"})
