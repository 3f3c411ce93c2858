"""The Fleet that sails and the naval battle that is going on: all of it is public (13)."""

from collections.abc import Mapping

import msgspec

from pbem_tnw.position.battle import BattleRole
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.places import FLEETS

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
