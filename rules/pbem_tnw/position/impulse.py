"""The Impulse that is going on: all of it is public."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem_tnw.position.battle import BattleModifier, LandBattle, Siege
from pbem_tnw.position.laid_cards import RollBonus
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.voyage import Boarding, SailingsMade, SeaBattle, Voyage


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
