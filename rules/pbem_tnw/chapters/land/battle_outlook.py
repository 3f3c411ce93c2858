"""What is known of a battle beforehand: dice and chances, for conditions, the forecast and the bot (11.2 to 11.5).

All is read from a view: of standing orders of others that say who commands nothing is known (9.7).
"""

import msgspec
from msgspec.structs import replace

from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.land.battle_rules import (
    DICE,
    FRANCE,
    ROUT,
    DiceCount,
    Force,
    alliance,
    card_dice,
    count,
    defence,
    due,
    faces_of,
    formed,
    inflicted,
    seats_with,
)
from pbem_tnw.chapters.land.odds import BattleOdds, SideInNumbers, UnitKind, UnitsByKind
from pbem_tnw.chapters.land.odds import battle as odds_of_battle
from pbem_tnw.chapters.land.odds import nationality as plain_nationality
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import links
from pbem_tnw.position.impulse import BattleRole, Contact, LandBattle, Pieces, WarFormation, other_role
from pbem_tnw.position.state import WarState


class BattleOutlook(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as it would begin: the dice of both sides in the first round, and where they come from.

    *numbers* are both sides as the odds take them.
    """

    place: str
    battle: LandBattle
    attacker: DiceCount
    defender: DiceCount
    numbers: tuple[SideInNumbers, SideInNumbers]

    @property
    def odds(self) -> BattleOdds:
        """How it may end; worked out when it is asked for."""
        return odds_of_battle(*self.numbers)

    def dice(self, role: BattleRole) -> int:
        """The dice of a side in the first round."""
        return (self.attacker if role == "attacker" else self.defender).total


def outlook(view: WarState, formation: WarFormation, place: str) -> BattleOutlook | None:
    """The battle if *formation* made a step into *place* without interception and evasion; None without enemy units."""
    enemy = defence(view, formation.nation, place)
    if not enemy.pieces.strength or not formation.pieces.strength:
        return None
    own = _with_friends(view, formation, place)
    link = links(view, place).get(formation.place)
    battle = LandBattle(
        place=place, attacker=formed(view, own, formation.commander, formation.pieces.generals),
        defender=formed(view, enemy), origin=formation.place, link=None if link is None else link.kind,
    )  # fmt: skip
    return _seen(view, battle, own.pieces, enemy.pieces)


def outlook_here(view: WarState, nation: str, place: str) -> BattleOutlook | None:
    """The battle of the Active *nation* with the enemies in the duchy that it has entered; None if there is none."""
    own, enemy = alliance(view, nation, place), defence(view, nation, place)
    if not own.pieces.strength or not enemy.pieces.strength:
        return None
    contact = view.going_on.contact
    contact = contact if contact is not None and contact.place == place else Contact(place=place)
    battle = due(view, own, enemy, contact)
    return _seen(view, battle, own.pieces, enemy.pieces)


def dice_seen(view: WarState, nation: str, place: str) -> tuple[int, int] | None:
    """The dice of the side of *nation* and of its enemies in the next round, in the battle that is going on.

    Otherwise of a battle at *place* in which the Active nation attacks; None if there is none.
    """
    battle = view.going_on.battle
    if battle is not None:
        role = battle.role_of(nation)
        own = role or "attacker"
        following = battle if not _rolled(view) else replace(battle, round=battle.round + 1)
        return count(view, following, own).total, count(view, following, other_role(own)).total
    found = _next_battle(view, nation, place)
    if found is None:
        return None
    role = found.battle.role_of(nation) or "attacker"
    return found.dice(role), found.dice(other_role(role))


def margin_seen(view: WarState, nation: str) -> int | None:
    """Casualties that the side of *nation* inflicted by the dice on the table, less those of the enemy; None if none.

    A nation that is not in the battle is told of the attacker's.
    """
    battle = view.going_on.battle
    if battle is None or not _rolled(view):
        return None
    own = battle.role_of(nation) or "attacker"
    hits = {role: sum(inflicted(battle, role, faces_of(view, role))) for role in (own, other_role(own))}
    if battle.round == 1:
        hits["defender"] += battle.batteries
    return hits[own] - hits[other_role(own)]


def in_numbers(view: WarState, battle: LandBattle, role: BattleRole, pieces: Pieces, dice: DiceCount) -> SideInNumbers:
    """A side as the odds take it; losses are taken to be borne by the most numerous nation first."""
    side = battle.side(role)
    ease = modifier(view, "rout_margin", side.lead)
    ease += sum(each.n for each in battle.modifiers if each.side == role and each.what == "rout-margin")
    never = any(each.side == role and each.what == "no-rout" for each in battle.modifiers)
    kinds = by_kind(view, pieces)
    first, second = (card_dice(battle.modifiers, role, number) for number in (1, 2))
    return SideInNumbers(
        units=kinds, rating=side.rating, subordinates=len(side.subordinates),
        first=dice.terrain + dice.evasion + first, second=second, every=dice.nationality - plain_nationality(kinds),
        rout=None if never else max(1, ROUT + ease),
    )  # fmt: skip


def by_kind(state: WarState, pieces: Pieces) -> UnitsByKind:
    """Units by the kind of their nation, the most numerous nation first."""
    order = sorted(pieces.units, key=lambda nation: -pieces.units[nation])
    return tuple((_kind(state, nation), pieces.units[nation]) for nation in order)


def _kind(state: WarState, nation: str) -> UnitKind:
    if nation == FRANCE:
        return "french"
    return "minor" if nation in state.board.minors else "other"


def _seen(view: WarState, battle: LandBattle, own: Pieces, enemy: Pieces) -> BattleOutlook:
    attacker, defender = count(view, battle, "attacker", own.units), count(view, battle, "defender", enemy.units)
    numbers = (
        in_numbers(view, battle, "attacker", own, attacker), in_numbers(view, battle, "defender", enemy, defender)
    )  # fmt: skip
    return BattleOutlook(place=battle.place, battle=battle, attacker=attacker, defender=defender, numbers=numbers)


def _with_friends(view: WarState, formation: WarFormation, place: str) -> Force:
    """The Formation and what stands of its Camp in the duchy that it enters."""
    there = alliance(view, formation.nation, place).pieces
    units = {
        nation: there.units.get(nation, 0) + formation.pieces.units.get(nation, 0)
        for nation in view.board.sequence
        if nation in there.units or nation in formation.pieces.units
    }
    pieces = Pieces(units=units, generals=(*formation.pieces.generals, *there.generals))
    return Force(place=place, pieces=pieces, seats=seats_with(view, pieces), seat=seat_of(view, formation.nation))


def _next_battle(view: WarState, nation: str, place: str) -> BattleOutlook | None:
    """The battle at *place*; without enemies there, that of the Formation of *nation* where its line leads next."""
    here = outlook_here(view, view.active or nation, place) if place in view.board.duchies else None
    formation = view.going_on.formation
    if here is not None or formation is None or formation.nation != nation:
        return here
    orders = view.under_way.get(seat_of(view, nation))
    path: tuple[str, ...] = getattr(None if orders is None else orders.current, "path", ())
    passed = path.index(formation.place) + 1 if formation.place in path else 0
    return outlook(view, formation, path[passed]) if passed < len(path) else None


def _rolled(view: WarState) -> bool:
    return any(roll.purpose == DICE for roll in view.going_on.rolled)
