"""The battle or the assault that is going on: all of it is public (11, 12)."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem_tnw.edition.board import LinkKind

BattleRole = Literal["attacker", "defender"]
"""A side in a battle, and in an assault the besieger and the Fortress."""


class BattleModifier(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a *card* changes in a battle or an assault for one *side*.

    - `dice`: *n* more dice, or fewer, in *round*, or with 0 in every round.
    - `rally`: *n* disrupted units, only of *nation* if it is named, are good again before the result of *round*.
    - `rout-margin`: *n* is added to the margin of which a Rout of this side needs three (11.5); `no-rout`: never.
    - `no-terrain`: no terrain dice for this side.
    - `spared`: *n* dice of that *face* against this side count for nothing, once in the battle.
    - `squadron-dice`: at sea, *n* more dice for each Squadron of *nation*.
    """

    what: Literal["dice", "rally", "rout-margin", "no-rout", "no-terrain", "spared", "squadron-dice"]
    side: BattleRole
    card: str
    n: int = 0
    round: int = 0
    nation: str = ""
    face: int = 0


class BattleSide(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The forces of one side: the *nations* in it, in the order of the Sequence Track; their units are on the map.

    Without a *commander* there is no general, or the forces of several seats do not fight as one (9.7): then *rating*
    is 0 all the same. *subordinates* are the two at most who are worth a die; *generals* are all, the commander too.
    """

    nations: tuple[str, ...]
    lead: str
    """The nation of the commander; without one that of most units (11.5)."""
    commander: str = ""
    rating: int = 0
    printed: int = 0
    """The Rating that the die for a Resource must not exceed, if this side is routed (9.7, 11.5)."""
    subordinates: tuple[str, ...] = ()
    generals: tuple[str, ...] = ()
    split: bool = False
    """Whether its forces do not fight as one (9.7)."""
    disrupted: Mapping[str, int] = {}
    """Disrupted units, by nation."""
    disrupted_generals: tuple[str, ...] = ()
    dice_lost: int = 0
    """Dice that disrupts have taken when no body was left to disrupt (11.3)."""
    fallen: tuple[str, ...] = ()
    """Subordinates killed in it, whose fate is still to be rolled for (11.8)."""
    casualties: tuple[int, ...] = ()
    """Inflicted on the other side, by round."""


class BattleVerdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who has won, and how (11.4 to 11.7)."""

    winner: BattleRole
    margin: int = 0
    """By how many casualties."""
    rout: bool = False
    desert: bool = False
    """Whether neither side has a unit left."""
    flag: bool = False
    """Whether the winner's sixes exceed all that the loser had at the start of the round (11.7)."""


class LandBattle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A battle on land (11). *round* is 0 until the dice of the first round are due."""

    place: str
    attacker: BattleSide
    defender: BattleSide
    origin: str = ""
    """The duchy from which the attacker came, or the zone from which it landed."""
    link: LinkKind | None = None
    landed: bool = False
    evasion_failed: bool = False
    """Whether the defender failed to evade (10.2)."""
    dug_in: bool = True
    """Whether the defender may have terrain dice: not an interceptor, who came in late (10.1)."""
    interceptors: tuple[str, ...] = ()
    """The duchies that interceptors came from, to which the defender may go back (11.4)."""
    batteries: int = 0
    """Hits of the shore batteries on a landing force: they count in the first round for the defender (13.7)."""
    round: int = 0
    modifiers: tuple[BattleModifier, ...] = ()
    played: tuple[tuple[str, str], ...] = ()
    """The cards played in it by plan: nation and card, in their order."""
    verdict: BattleVerdict | None = None

    def side(self, role: BattleRole) -> BattleSide:
        return self.attacker if role == "attacker" else self.defender

    def role_of(self, nation: str) -> BattleRole | None:
        """The side on which *nation* has forces."""
        if nation in self.attacker.nations:
            return "attacker"
        return "defender" if nation in self.defender.nations else None


class Siege(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An assault on the Fortress of *place* (12): `attacker` of a modifier is the besieger, `defender` the Fortress."""

    place: str
    nation: str
    """That of the commander."""
    besieger: BattleSide
    units: Mapping[str, int]
    """Those that assault, by nation."""
    command: int
    """How many of them roll dice."""
    strength: int
    """Of the Fortress: its dice, the sixes that it falls to, and the most rounds."""
    port_open: bool = False
    """Whether it is a Port to which its owner's Camp controls a zone: a die less for the besieger."""
    free: bool = False
    round: int = 0
    sixes: int = 0
    """Hits on the Fortress so far."""
    modifiers: tuple[BattleModifier, ...] = ()

    @property
    def nations(self) -> tuple[str, ...]:
        """Whose units assault, in the order of the Sequence Track."""
        return self.besieger.nations


def other_role(role: BattleRole) -> BattleRole:
    """The other side."""
    return "defender" if role == "attacker" else "attacker"
