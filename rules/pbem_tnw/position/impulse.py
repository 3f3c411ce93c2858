"""The Impulse that goes on: battle, voyage, pieces."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem_tnw.edition.board import FLEETS, LinkKind
from pbem_tnw.position.cards import RollBonus

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


class Squadron(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, order=True):
    """One Squadron.

    *refit* counts its Refit markers; *build* says that it is under a Naval Build marker (7.3). *since* is the number of
    the Impulse in which it came back with a marker, which cannot be taken off in the same one (7.7).
    """

    nation: str
    refit: int = 0
    build: bool = False
    since: int = 0

    @property
    def sails(self) -> bool:
        """Whether it may leave its port of its own will."""
        return not self.refit and not self.build


class Pieces(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Land forces that act as one body: strengths by nation, and generals."""

    units: Mapping[str, int] = {}
    generals: tuple[str, ...] = ()

    @property
    def strength(self) -> int:
        return sum(self.units.values())

    def __bool__(self) -> bool:
        return bool(self.strength or self.generals)


def less(pieces: Pieces, gone: Pieces) -> Pieces:
    """What is left of *pieces* without those *gone*."""
    units = {nation: n - gone.units.get(nation, 0) for nation, n in pieces.units.items()}
    generals = tuple(one for one in pieces.generals if one not in gone.generals)
    return Pieces(units={nation: n for nation, n in units.items() if n > 0}, generals=generals)


def both(one: Pieces, other: Pieces) -> Pieces:
    """Two bodies together."""
    units = {nation: one.units.get(nation, 0) + other.units.get(nation, 0) for nation in (*one.units, *other.units)}
    return Pieces(units=units, generals=tuple(dict.fromkeys((*one.generals, *other.generals))))


MOST_SAILINGS = 2
"""How often a Fleet sails in an Impulse (13.2)."""


class SailingsMade(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of the Squadrons of a nation at a place: how many sailed *once*, and for how many sailing is *over* (13.2)."""

    once: int = 0
    over: int = 0


class Boarding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Land forces in a Port that go aboard the next Fleet that sails from it (13.6)."""

    nation: str
    place: str
    pieces: Pieces


class Voyage(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The Fleet or Armada that the Active nation sails with (13.2), with what is aboard (13.6).

    It is kept when it has arrived, so that it can attack, land and sail again.
    """

    nation: str
    place: str
    squadrons: tuple[Squadron, ...]
    sailings: int = 1
    """How often that of its Squadrons has sailed in this Impulse that sailed most, this time included."""
    steps: int = 0
    origin: str = ""
    """The Port or zone from which it made its last step."""
    over: bool = False
    """Whether its sailing is over for this Impulse (13.4)."""
    refits: int = 0
    """How many Squadrons take a Refit marker when it arrives (13.8)."""
    cargo: Pieces = Pieces()


class SeaSide(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One side of a naval battle: its *squadrons* at the start, in the order in which they sink (13.41).

    *off* counts the dice that fives have taken, *spared* by face the hits that a card has let count for nothing; *hits*
    are those that it has inflicted in the round that was fought last.
    """

    nations: tuple[str, ...]
    squadrons: tuple[Squadron, ...]
    sunk: int = 0
    off: int = 0
    hits: int = 0
    spared: Mapping[int, int] = {}

    @property
    def afloat(self) -> tuple[Squadron, ...]:
        return self.squadrons[self.sunk :]


class SeaBattle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A naval battle of *nation*, which acts, in a zone or box, or its attack from the zone *origin* on a Port (13.5).

    *batteries* are the dice of the guns that defend the Port. *round* is 0 until the dice of the first round are due.
    """

    nation: str
    place: str
    attacker: SeaSide
    defender: SeaSide
    origin: str = ""
    batteries: int = 0
    evasion_failed: bool = False
    round: int = 0

    @property
    def in_port(self) -> bool:
        """Whether a Port is attacked, with or without guns."""
        return bool(self.origin) and self.place != FLEETS

    def side(self, role: BattleRole) -> SeaSide:
        return self.attacker if role == "attacker" else self.defender

    def where(self, role: BattleRole) -> str:
        """The place of the Squadrons of a side."""
        return self.origin if role == "attacker" and self.origin else self.place


class PointPool(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Command Points from one source, of *nation*; without a *use* they may be spent on anything (6.3)."""

    nation: str
    points: int
    use: tuple[str, ...] = ()
    source: str = ""


class DiceRoll(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A roll that was made and whose result is still to be reckoned (6.14).

    *purpose* is what it is for: `battle`, `interception`, `evasion`, `siege`, `sea`, `attrition`, ... ; *side* tells
    the rolls of one purpose apart that lie on the table together: `attacker`, `defender`. *need* is what two dice must
    show.
    """

    purpose: str
    nation: str
    faces: tuple[int, ...]
    side: str = ""
    who: str = ""
    """The general or the place whose dice they are, for the story."""
    modifier: int = 0
    need: int = 0

    @property
    def total(self) -> int:
        return sum(self.faces) + self.modifier


class WarFormation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the Active nation moves (9.1), with where it is and came from.

    *commander* is none for a Detachment and for Riders; *kind* is the row of the table of 9.1.
    """

    kind: Literal["army", "army-group", "detachment", "riders"]
    nation: str
    place: str
    pieces: Pieces
    commander: str = ""
    origin: str = ""
    """The duchy or zone from which it made its last step."""
    stopped: bool = False
    """Whether its movement is over for this Impulse (9.4)."""
    held_up: bool = False
    """Whether an event has stopped it, which no Overrun lifts (9.4 (d))."""
    fought: bool = False
    worn: Mapping[str, tuple[int, ...]] = {}
    """By nation: its units by the steps that they have made in this Impulse, from none to four (9.2)."""


class Contact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What follows when a Formation has entered a duchy: interception, evasion, battle (10.1).

    *defended*: enemy units stood there before anyone intercepted. *interceptors* are the duchies that forces came from.
    """

    place: str
    origin: str = ""
    """The duchy it came from, or the zone it landed from (13.7)."""
    landed: bool = False
    defended: bool = False
    interceptors: tuple[str, ...] = ()
    evasion_failed: bool = False
    batteries: int = 0
    """Hits of the shore batteries on a landing force, and how many of them *disrupted* a unit each (13.7)."""
    disrupted: int = 0


class Impulse(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One nation's Impulse (5.1).

    *number* counts the Impulses of the game, so that draws and decisions have names of their own. What is left of its
    orders is in `WarState.under_way`, which stays with their seat.
    """

    nation: str
    number: int
    preempting: bool = False
    card: str = ""
    how: Literal["", "event", "cp"] = ""
    plus: str = ""
    """The Reserve played besides, or `resource` (5.12)."""
    rolls: int = 0
    """How many rolls were made in it, for their names."""
    pools: tuple[PointPool, ...] = ()
    formation: WarFormation | None = None
    steps: Mapping[str, int] = {}
    """Steps made in this Impulse, by general (9.2)."""
    worn: Mapping[str, Mapping[str, tuple[int, ...]]] = {}
    """By place and nation: units outside the Formation that have moved, by the steps that they have made."""
    halted: tuple[str, ...] = ()
    """Generals that have fought or were stopped (9.3, 9.4)."""
    beaten: Mapping[str, Pieces] = {}
    """By place: forces that have lost a battle in it, which lay no Flag (7.41)."""
    contact: Contact | None = None
    rolled: tuple[DiceRoll, ...] = ()
    """The rolls on the table."""
    put_aside: tuple[tuple[DiceRoll, ...], ...] = ()
    """The rolls that are reckoned after those, the next of them last."""
    cancelled: bool = False
    """Whether the card just played has no effect (part 3, `cancel`)."""
    won_last: bool = False
    """Whether the Active side won its last battle."""
    zones_held: Mapping[str, int] = {}
    """Zones that each nation's own Squadrons alone controlled when the Impulse began (part 3, `zones`)."""
    stood: tuple[str, ...] = ()
    """Duchies with enemy Fortresses where a force of the nation stood when the Impulse began (12.2)."""
    assaulted: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    """The generals whose forces have tried to intercept in it (10.1)."""
    battle: LandBattle | None = None
    siege: Siege | None = None
    boarding: Boarding | None = None
    stays_aboard: bool = False
    """Whether what was embarked in it may stay aboard at its end (13.6)."""
    voyage: Voyage | None = None
    sailed: Mapping[str, Mapping[str, SailingsMade]] = {}
    """By place and nation: Squadrons outside the voyage that have sailed (13.2)."""
    sea_tried: tuple[tuple[str, str], ...] = ()
    """The Fleets that have tried to intercept in it: nation and zone (13.4)."""
    sea_battle: SeaBattle | None = None
    at_sea: tuple[BattleModifier, ...] = ()
    """What cards change in the naval battle that is being fought; whoever ends that battle empties it."""
    becalmed: tuple[str, ...] = ()
    """Zones in which a card has stopped the Fleet that sailed into them: its sailing is over (9.4 (d))."""
    bonuses: tuple[RollBonus, ...] = ()
    """What cards add to rolls to come (part 3, `roll_mod`)."""
