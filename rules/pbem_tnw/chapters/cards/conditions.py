"""The conditions of cards, in a position or in what a seat sees of it (6.1, part 3)."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from pbem_tnw.chapters.cards.playing import Playing, choosable, nation_meant
from pbem_tnw.chapters.cards.spots import is_spot
from pbem_tnw.edition import card_conditions as word
from pbem_tnw.position.battle import BattleSide, LandBattle
from pbem_tnw.position.control import (
    ALLY,
    CLIENT,
    at_war,
    camp_of,
    controller,
    enemies,
    friendly,
    keys_lost,
    members,
)  # fmt: skip
from pbem_tnw.position.forces import controls_zone, general, squadrons_at, zone_holder
from pbem_tnw.position.places import KILLED, on_map
from pbem_tnw.position.state import COALITION, WarState


@singledispatch
def fulfilled(condition: Any, state: WarState, playing: Playing) -> bool:
    """Whether a condition of the card that is played holds."""
    raise TypeError(f"no rule for the condition {condition}")


@fulfilled.register
def _camp(condition: word.IfCamp, state: WarState, playing: Playing) -> bool:
    return camp_of(state, playing.nation) == condition.camp


@fulfilled.register
def _player(condition: word.IfPlayer, state: WarState, playing: Playing) -> bool:
    return playing.nation in condition.nations


@fulfilled.register
def _not_enemy(condition: word.IfNotEnemy, state: WarState, playing: Playing) -> bool:
    if len(condition.nations) > 1:
        return any(choosable(state, playing))
    return not at_war(state, playing.nation, condition.nations[0])


@fulfilled.register
def _allied(condition: word.IfAllied, state: WarState, playing: Playing) -> bool:
    return _in_box(state, condition.proxy, condition.power, ALLY)


@fulfilled.register
def _not_allied(condition: word.IfNotAllied, state: WarState, playing: Playing) -> bool:
    return not _in_box(state, condition.proxy, condition.power, ALLY)


@fulfilled.register
def _not_vassal(condition: word.IfNotVassalOfCoalition, state: WarState, playing: Playing) -> bool:
    return not _vassal_of_coalition(state, playing, condition.proxy)


@fulfilled.register
def _role(condition: word.IfRole, state: WarState, playing: Playing) -> bool:
    battle = _battle(state)
    return battle is not None and battle.role_of(playing.nation) == condition.role


@fulfilled.register
def _with(condition: word.IfWith, state: WarState, playing: Playing) -> bool:
    if playing.occasion is not None and playing.occasion.trigger == "sea_battle":
        fight = None if state.impulse is None else state.impulse.sea_battle
        sides = () if fight is None else (*fight.attacker.nations, *fight.defender.nations)
        there = {*sides, *(() if sides else (one.nation for one in squadrons_at(state, playing.place)))}
        return any(one in there and not at_war(state, playing.nation, one) for one in condition.nations)
    side = _own_side(state, playing)
    return side is not None and any(one in side.nations for one in condition.nations)


@fulfilled.register
def _in_battle(condition: word.IfInBattle, state: WarState, playing: Playing) -> bool:
    side = _own_side(state, playing)
    return side is not None and condition.general in (*side.generals, side.commander)


@fulfilled.register
def _rating(condition: word.IfCommanderRatingFrom, state: WarState, playing: Playing) -> bool:
    side = _own_side(state, playing)
    return side is not None and bool(side.commander) and general(state, side.commander).battle >= condition.rating


@fulfilled.register
def _target_uncontrolled(condition: word.IfTargetUncontrolled, state: WarState, playing: Playing) -> bool:
    return playing.place in state.board.duchies and (
        friendly(state, playing.acting, playing.place) != condition.uncontrolled
    )


@fulfilled.register
def _target_in(condition: word.IfTargetIn, state: WarState, playing: Playing) -> bool:
    return is_spot(state, condition.where, playing.place, nation=playing.nation)


@fulfilled.register
def _controls(condition: word.IfControls, state: WarState, playing: Playing) -> bool:
    return controller(state, condition.place) == condition.nation


@fulfilled.register
def _camp_controls(condition: word.IfCampControls, state: WarState, playing: Playing) -> bool:
    return friendly(state, condition.nation, condition.place)


@fulfilled.register
def _capital(condition: word.IfHoldsCapital, state: WarState, playing: Playing) -> bool:
    return holds_capital(state, nation_meant(state, playing, condition.who))


@fulfilled.register
def _zones(condition: word.IfZones, state: WarState, playing: Playing) -> bool:
    if state.impulse is None:  # the Impulse in which it would be played begins now
        return zones_held_alone(state, condition.nation) >= condition.at_least
    return state.impulse.zones_held.get(condition.nation, 0) >= condition.at_least


@fulfilled.register
def _camp_zones(condition: word.IfCampZones, state: WarState, playing: Playing) -> bool:
    return within(state, condition.limit)


@fulfilled.register
def _key_lost(condition: word.IfKeyLost, state: WarState, playing: Playing) -> bool:
    who = nation_meant(state, playing, condition.who)
    return bool(who) and bool(keys_lost(state, who))


@fulfilled.register
def _turn(condition: word.IfTurnFrom, state: WarState, playing: Playing) -> bool:
    return state.year >= condition.year


@fulfilled.register
def _at_war(condition: word.IfAtWar, state: WarState, playing: Playing) -> bool:
    if condition.enemy == "any":
        return any(enemies(state, condition.nation))
    return at_war(state, condition.nation, condition.enemy)


@fulfilled.register
def _has(condition: word.IfHas, state: WarState, playing: Playing) -> bool:
    return _number(state, condition.nation, condition.what) >= condition.n


@fulfilled.register
def _not_at(condition: word.IfGeneralNotAt, state: WarState, playing: Playing) -> bool:
    return state.generals.get(condition.general) != condition.place


@fulfilled.register
def _not_on_map(condition: word.IfGeneralNotOnMap, state: WarState, playing: Playing) -> bool:
    at = state.generals.get(condition.general, "")
    return bool(at) and at != KILLED and not on_map(at)


def holds_capital(state: WarState, nation: str) -> bool:
    """Whether *nation* controls the capital of an enemy."""
    capitals = state.board.nations
    return any(controller(state, at) == nation for enemy in enemies(state, nation) for at in capitals[enemy].capitals)


def within(state: WarState, limit: word.ZonesLimit) -> bool:
    """Whether the Camp of a nation controls as many zones as *limit* says (13.1)."""
    zones = sum(controls_zone(state, limit.camp_zones, zone) for zone in state.board.zones)
    enough = limit.at_least is None or zones >= limit.at_least
    return enough and (limit.below is None or zones < limit.below)


def zones_held_alone(state: WarState, nation: str) -> int:
    """How many zones the Squadrons of *nation* control without those of allies."""
    return zones_of_one(state).get(nation, 0)


def zones_of_one(state: WarState) -> Mapping[str, int]:
    """How many zones the Squadrons of each nation control without those of allies, by the Sequence Track."""
    zones, found = state.board.zones, dict.fromkeys(state.board.sequence, 0)
    for place, there in state.squadrons.items():
        nations = {one.nation for one in there} if place in zones else ()
        if len(nations) == 1 and (holder := zone_holder(state, place)):
            found[holder] += 1
    return {nation: number for nation, number in found.items() if number}


def _in_box(state: WarState, proxy: str, power: str, *columns: str) -> bool:
    consul = state.consuls.get(proxy)
    return consul is not None and consul.row == power and consul.column in columns


def _vassal_of_coalition(state: WarState, playing: Playing, proxy: str) -> bool:
    """Whether the victim is of the Coalition and *proxy* a Client or ally of one of it (8.31)."""
    boxes = (ALLY,) if state.options.vassal == "ally" else (ALLY, CLIENT)
    victims = {getattr(effect, "against", "") for effect in playing.effects} - {""}
    hit = any(camp_of(state, victim) == COALITION for victim in victims)
    return hit and any(_in_box(state, proxy, power, *boxes) for power in members(state, COALITION))


def _battle(state: WarState) -> LandBattle | None:
    return None if state.impulse is None else state.impulse.battle


def _own_side(state: WarState, playing: Playing) -> BattleSide | None:
    """The own side of a battle on land."""
    battle = _battle(state)
    role = None if battle is None else battle.role_of(playing.nation)
    return None if battle is None or role is None else battle.side(role)


def _number(state: WarState, nation: str, what: str) -> int:
    """How many Squadrons of *nation* may sail, or how many units or generals are on the map."""
    if what == "squadron":
        return sum(
            one.nation == nation and one.sails for place, there in state.squadrons.items() if on_map(place)
            for one in there
        )  # fmt: skip
    if what == "unit":
        return sum(there.get(nation, 0) for place, there in state.units.items() if on_map(place))
    leaders = state.board.leaders
    return sum(on_map(place) and leaders[name].nation == nation for name, place in state.generals.items())
