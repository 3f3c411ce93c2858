"""How many dice a side has in a battle (11.2)."""

from collections.abc import Mapping

import msgspec

from pbem_tnw.chapters.battle.sides import side_units
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.position.battle import BattleModifier, BattleRole, LandBattle
from pbem_tnw.position.state import WarState

FRANCE = "france"
TERRAIN: Mapping[str | None, int] = {"rough": 1, "pass": 2, "marsh": 3, "strait": 3}
"""The defender's dice by the link over which the attacker entered."""


class DiceCount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The dice of a side, one reason after the other."""

    units: int = 0
    generals: int = 0
    rating: int = 0
    nationality: int = 0
    terrain: int = 0
    evasion: int = 0
    """For a failed evasion of the defender."""
    cards: int = 0
    lost: int = 0
    """Taken by disrupts when no body was left (11.3)."""

    @property
    def total(self) -> int:
        bodies = self.units + self.generals + self.rating
        return max(0, bodies + self.nationality + self.terrain + self.evasion + self.cards - self.lost)


def side_dice(state: WarState, battle: LandBattle, role: BattleRole, units: Mapping[str, int] | None = None) -> int:
    """The dice of a side in the battle's round; *units* are those alive, without them those on the map."""
    return count(state, battle, role, units).total


def count(state: WarState, battle: LandBattle, role: BattleRole, units: Mapping[str, int] | None = None) -> DiceCount:
    """The dice of a side in the battle's round and where they come from; before the first round, of the first."""
    side, number = battle.side(role), max(1, battle.round)
    alive = side_units(state, battle, role) if units is None else units
    good = sum(alive.values()) - sum(side.disrupted.values())
    fit = [one for one in side.subordinates if one not in side.disrupted_generals]
    return DiceCount(
        units=good,
        generals=len(fit),
        rating=0 if side.commander in side.disrupted_generals else side.rating,
        nationality=nationality(state, alive),
        terrain=terrain(battle) if role == "defender" and number == 1 else 0,
        evasion=1 if role == "attacker" and number == 1 and battle.evasion_failed else 0,
        cards=card_dice(battle.modifiers, role, number),
        lost=side.dice_lost,
    )


def card_dice(modifiers: tuple[BattleModifier, ...], role: BattleRole, number: int) -> int:
    """The dice that cards give a side in round *number*, or take from it."""
    return sum(each.n for each in modifiers if each.what == "dice" and each.side == role and each.round in (0, number))


def terrain(battle: LandBattle) -> int:
    """The dice that the ground gives the defender in the first round; none against a landing (13.7)."""
    denied = any(each.what == "no-terrain" and each.side == "defender" for each in battle.modifiers)
    if denied or battle.landed or battle.evasion_failed or not battle.dug_in:
        return 0
    return TERRAIN.get(battle.link, 0)


def nationality(state: WarState, units: Mapping[str, int]) -> int:
    """The dice that a force of these units has for its nations; disrupted units count, too.

    What a lasting event adds for a nation holds if more than half of the units are of it, as for the French.
    """
    total = sum(units.values())
    if not total:
        return 0
    most = next((nation for nation, number in units.items() if 2 * number > total), "")
    return _of_nations(state, units, most, total) + (modifier(state, "nationality", most) if most else 0)


def _of_nations(state: WarState, units: Mapping[str, int], most: str, total: int) -> int:
    if most == FRANCE:
        return 2
    minor = sum(number for nation, number in units.items() if nation in state.board.minors)
    return 0 if 2 * minor >= total else 1
