"""The conditions of cards, in a position or in what a seat sees of it (6.1, part 3)."""

from collections.abc import Iterator, Mapping
from functools import singledispatch
from typing import Any

import msgspec

from pbem_tnw.edition import card_conditions as word
from pbem_tnw.edition.board import KILLED, on_map
from pbem_tnw.edition.card_conditions import IfKeyLost, IfNotEnemy
from pbem_tnw.edition.card_words import ArmisticeEffect, CardEffect, OneOfEffect, SimpleEffect, WrittenSpots
from pbem_tnw.edition.cards import Spots, WarCard, spots
from pbem_tnw.orders.choices import EventChoices
from pbem_tnw.position.cards import LaidCard
from pbem_tnw.position.control import (
    ALLY,
    CLIENT,
    allied,
    at_war,
    camp_of,
    controller,
    enemies,
    friendly,
    homes,
    keys_lost,
    members,
    patron,
)
from pbem_tnw.position.forces import controls_zone, general, squadrons_at, units_at, zone_holder
from pbem_tnw.position.impulse import BattleSide
from pbem_tnw.position.state import COALITION, WarState


class ResponseOccasion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What gives the occasion to respond: a *trigger* of part 3, whose action it is, and where.

    *trigger* is `step`, `interception`, `evasion`, `battle_card`, `battle_rolled`, `sea_battle`, `siege`, `sail`,
    `landing`, `event` or `roll`; *when* is `before` or `after` a roll. *nation* acts; *place* is where, *origin* where
    the force comes from; *card* is the card just shown. *target* is the nation whose force gave the occasion.
    """

    trigger: str
    nation: str
    when: str = ""
    place: str = ""
    origin: str = ""
    card: str = ""
    target: str = ""


class Playing(msgspec.Struct, frozen=True, kw_only=True):
    """What an effect is told: *nation* plays *card* so; *effects* are carried out in order, *at* is the one due.

    *occasion* is what a response answers. *chosen*, *receiver* and *moved* are as in `LaidCard`.
    """

    nation: str
    card: WarCard
    choices: EventChoices = EventChoices()
    occasion: ResponseOccasion | None = None
    chosen: str = ""
    receiver: str = ""
    moved: tuple[str, ...] = ()
    effects: tuple[CardEffect, ...] = ()
    at: int = 0

    @property
    def place(self) -> str:
        """Where the occasion is."""
        return "" if self.occasion is None else self.occasion.place

    @property
    def acting(self) -> str:
        """The nation whose force or action gave the occasion."""
        return "" if self.occasion is None else self.occasion.target or self.occasion.nation

    def before(self, kind: type[SimpleEffect]) -> Iterator[SimpleEffect]:
        """The effects of a *kind* before the one that is due: their choices come first in the sheet."""
        return (effect for effect in self.effects[: self.at] if isinstance(effect, kind))


def playing_of(state: WarState, laid: LaidCard, occasion: ResponseOccasion | None = None) -> Playing:
    """The card *laid* on the table, as its effects are told of it."""
    card = state.board.cards[laid.card]
    return Playing(
        nation=laid.nation, card=card, choices=laid.choices or EventChoices(), occasion=occasion, chosen=laid.chosen,
        receiver=laid.receiver, moved=laid.moved, effects=card.effects,
    )  # fmt: skip


def nation_meant(state: WarState, playing: Playing, word: str) -> str:
    """The nation that a word for nations means (part 3); empty if there is none.

    Where the card's player chooses and does not say: the enemy first on the Sequence Track, the ally with fewest cards.
    """
    match word:
        case "self":
            return playing.nation
        case "self_power":
            return patron(state, playing.nation)
        case "receiver":
            return playing.receiver
        case "target":
            return playing.acting
        case "chosen":
            return playing.chosen or chosen_nation(state, playing)
        case "enemy":
            return _named(playing, [one for one in state.board.sequence if at_war(state, playing.nation, one)])
        case "ally":
            return _named(playing, allies_by_cards(state, playing.nation))
        case _:
            return word


def allies_by_cards(state: WarState, nation: str) -> list[str]:
    """The other nations of the Camp of *nation*, those with fewest cards first."""
    others = [one for one in state.board.sequence if one != nation and allied(state, nation, one)]
    return sorted(others, key=lambda one: len(state.holdings(one)))


def chosen_nation(state: WarState, playing: Playing) -> str:
    """The nation that the card's player chooses among those that may be chosen; empty if that one may not, or none.

    Where the sheet does not say: the nation itself, else the first that may be chosen.
    """
    possible = list(choosable(state, playing))
    if not playing.choices.nation and playing.nation in possible:
        return playing.nation
    return _named(playing, possible)


def choosable(state: WarState, playing: Playing) -> Iterator[str]:
    """The nations that may be chosen for the card, in the order in which it names them."""
    for nation in named_among(playing):
        allowed = all(_may_be(state, playing, nation, condition) for condition in playing.card.conditions)
        if allowed and all(_suits(state, effect, nation) for effect in playing.effects):
            yield nation


def named_among(playing: Playing) -> tuple[str, ...]:
    """The nations among which the card lets its player choose; none without such a choice."""
    said = (getattr(effect, "among", ()) for effect in playing.effects if not isinstance(effect, OneOfEffect))
    return tuple(dict.fromkeys(nation for among in said for nation in among))


def _may_be(state: WarState, playing: Playing, nation: str, condition: object) -> bool:
    """Whether a condition of the card lets *nation* be chosen: no enemy, one that has lost a Key."""
    if isinstance(condition, IfNotEnemy) and len(condition.nations) > 1:
        return not at_war(state, playing.nation, nation)
    if isinstance(condition, IfKeyLost) and condition.who == "chosen":
        return bool(keys_lost(state, nation))
    return True


def _suits(state: WarState, effect: CardEffect, nation: str) -> bool:
    """Whether an Armistice with *nation* can be made: only enemies make one (17.2)."""
    if not isinstance(effect, ArmisticeEffect) or "chosen" not in effect.between:
        return True
    other = next(one for one in effect.between if one != "chosen")
    return at_war(state, nation, other)


def _named(playing: Playing, possible: list[str]) -> str:
    """The first of the nations that the sheet names if that is possible; without any the first that is possible."""
    wanted = [one for one in playing.choices.nation if one in possible]
    if playing.choices.nation:
        return wanted[0] if wanted else ""
    return possible[0] if possible else ""


def places(
    state: WarState, where: WrittenSpots, *, nation: str = "", chosen: str = "", target: str = ""
) -> tuple[str, ...]:
    """The duchies and zones that a card names, in the order of the edition; every one for `anywhere`.

    *nation* is `self`, *chosen* the nation chosen for the card, *target* the place of the occasion. `friendly` means
    Friendly to *nation*, and of `unfortified_empty` the forces of *nation* do not count as others'.
    """
    found = spots(where)
    of = {"self": nation, "chosen": chosen}.get(found.of, found.of)
    board = state.board
    match found.word:
        case "places":
            return found.ids
        case "target":
            return (target,) if target else ()
        case "list":
            return board.lists[of]
        case "with":
            at = state.generals.get(of, "")
            return (at,) if at in board.duchies else ()
        case "home":
            return homes(state, of)
        case "home_port":
            return tuple(duchy for duchy in homes(state, of) if board.duchies[duchy].port)
        case _:
            everywhere = (*board.duchies, *board.zones)
            return tuple(place for place in everywhere if _fits(state, found, of, nation, place))


def is_spot(
    state: WarState, where: WrittenSpots, place: str, *, nation: str = "", chosen: str = "", target: str = ""
) -> bool:
    """Whether *place* is one of those that a card names."""
    return place in places(state, where, nation=nation, chosen=chosen, target=target)


def _fits(state: WarState, found: Spots, of: str, nation: str, place: str) -> bool:
    duchy = state.board.duchies.get(place)
    match found.word:
        case "anywhere":
            return True
        case "friendly":
            return duchy is not None and friendly(state, of or nation, place)
        case "friendly_port":
            at_home = duchy is not None and duchy.nation == of and duchy.tie == "home"
            return duchy is not None and (at_home or (bool(duchy.port) and friendly(state, of, place)))
        case _:
            return duchy is not None and not duchy.strength and _empty_of_others(state, nation, place)


def _empty_of_others(state: WarState, nation: str, duchy: str) -> bool:
    """Whether no forces but those of *nation* stand in a duchy."""
    others = set(units_at(state, duchy)) - {nation}
    leaders = state.board.leaders
    others |= {leaders[name].nation for name, at in state.generals.items() if at == duchy} - {nation}
    return not others


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
    battle = state.going_on.battle
    return battle is not None and battle.role_of(playing.nation) == condition.role


@fulfilled.register
def _with(condition: word.IfWith, state: WarState, playing: Playing) -> bool:
    if playing.occasion is not None and playing.occasion.trigger == "sea_battle":
        fight = state.going_on.sea_battle
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


def _own_side(state: WarState, playing: Playing) -> BattleSide | None:
    """The own side of a battle on land."""
    battle = state.going_on.battle
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
