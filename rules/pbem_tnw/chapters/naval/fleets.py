"""Fleets: what Squadrons there are to sail, the ways at sea, dice and guns; pure functions (13.1, 13.2, 13.41)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pbem_tnw.odds.sea import sinking
from pbem_tnw.position.battle import BattleModifier
from pbem_tnw.position.control import allied, at_war, controller, friendly, hostile, seat_of
from pbem_tnw.position.forces import allied_squadrons, enemy_squadrons, squadrons_at, still_at
from pbem_tnw.position.impulse import Impulse
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.places import FLEETS
from pbem_tnw.position.state import WarState
from pbem_tnw.position.voyage import MOST_SAILINGS, SailingsMade, SeaBattle, SeaSide, Voyage

BRITAIN = "britain"
DICE = {BRITAIN: 3, "france": 2, "denmark": 2, "sweden": 2}
"""The dice of a Squadron; of any other nation one (13.41)."""
GUNS = 2
"""The dice of shore batteries; of a Fortress twice as many (13.5, 13.8)."""
MOST_STEPS = 3
NONE = SailingsMade()


def squadron_dice(ship: Squadron) -> int:
    """The dice of a Squadron: one less under Refit, none under a Build marker (13.41)."""
    return 0 if ship.build else max(0, DICE.get(ship.nation, 1) - bool(ship.refit))


def fleet_dice(ships: Iterable[Squadron]) -> int:
    """The dice of Squadrons together."""
    return sum(map(squadron_dice, ships))


def guns(state: WarState, duchy: str) -> int:
    """The dice of the batteries of a duchy (13.5, 13.7, 13.8)."""
    return GUNS * 2 if state.board.duchies[duchy].is_fortress else GUNS


def guns_on(state: WarState, nation: str, duchy: str) -> int:
    """The dice of the batteries of a duchy that fire on *nation*: none if no enemy of it controls the duchy (8.21)."""
    return guns(state, duchy) if hostile(state, nation, duchy) else 0


def guarding(state: WarState, nation: str, start: str, to: str) -> str:
    """The duchy whose guns fire on a Fleet of *nation* between two zones (13.8); empty if none do."""
    for narrows in state.board.narrows:
        if {start, to} == set(narrows.zones) and at_war(state, nation, controller(state, narrows.guarded_by)):
            return narrows.guarded_by
    return ""


def nations_of_fleet(state: WarState, ships: Iterable[Squadron]) -> tuple[str, ...]:
    """The nations of Squadrons, in the order of the Sequence Track."""
    there = {one.nation for one in ships}
    return tuple(nation for nation in state.board.sequence if nation in there)


def sailing(state: WarState) -> Voyage | None:
    """The Fleet that sails, with those of its Squadrons that are still there and may sail."""
    voyage = None if state.impulse is None else state.impulse.voyage
    if voyage is None:
        return None
    left = Counter(squadrons_at(state, voyage.place)) & Counter(voyage.squadrons)
    cargo = still_at(state, voyage.place, voyage.cargo)
    return replace(voyage, squadrons=tuple(sorted(left.elements())), cargo=cargo)


def fleet_at(state: WarState, nation: str, place: str) -> tuple[Squadron, ...]:
    """The Fleet of *nation* that acts at a place: that of the voyage, else all of its Camp there."""
    voyage = sailing(state)
    if voyage is not None and (voyage.nation, voyage.place) == (nation, place):
        return voyage.squadrons
    return allied_squadrons(state, nation, place)


def moored(state: WarState) -> WarState:
    """*state* with no Fleet that sails: its Squadrons are where they are, and have sailed as often as they have."""
    voyage, impulse = sailing(state), state.impulse
    if voyage is None or impulse is None:
        return state
    return replace(state, impulse=replace(impulse, voyage=None, sailed=settled_sailings(state, voyage)))


def able_to_sail(state: WarState, nation: str, place: str) -> int:
    """How many Squadrons of *nation* at a place may still sail in this Impulse (13.2)."""
    ready = sum(one.sails for one in squadrons_at(state, place, (nation,)))
    return max(0, ready - made(state, nation, place).over)


def made(state: WarState, nation: str, place: str) -> SailingsMade:
    """What Squadrons of *nation* at a place have done in this Impulse."""
    return NONE if state.impulse is None else state.impulse.sailed.get(place, {}).get(nation, NONE)


def fresh_first(state: WarState, nation: str, place: str, number: int) -> tuple[int, SailingsMade]:
    """How often Squadrons have sailed of which *number* leave, those that sailed least; and what those left did."""
    once = made(state, nation, place).once
    fresh = able_to_sail(state, nation, place) - once
    again = max(0, number - fresh)
    return int(again > 0), SailingsMade(once=once - again, over=made(state, nation, place).over)


def with_sailed(impulse: Impulse, place: str, nation: str, done: SailingsMade) -> dict[str, dict[str, SailingsMade]]:
    """What Squadrons have done in an Impulse, with what those of *nation* at a place did."""
    sailed = {where: dict(each) for where, each in impulse.sailed.items()}
    sailed.setdefault(place, {})[nation] = done
    return sailed


def settled_sailings(state: WarState, voyage: Voyage) -> dict[str, dict[str, SailingsMade]]:
    """What Squadrons have done in an Impulse once a voyage has ended."""
    impulse = state.impulse
    assert impulse is not None  # noqa: S101 a voyage is part of an Impulse
    over = voyage.over or voyage.sailings >= MOST_SAILINGS or voyage.place in impulse.becalmed
    sailed = {where: dict(each) for where, each in impulse.sailed.items()}
    for nation, number in Counter(one.nation for one in voyage.squadrons).items():
        before = sailed.setdefault(voyage.place, {}).get(nation, NONE)
        sailed[voyage.place][nation] = SailingsMade(
            once=before.once + (0 if over else number * (voyage.sailings > 0)), over=before.over + over * number
        )
    return sailed


def neighbours(state: WarState, nation: str, place: str) -> Iterator[str]:
    """The places one step away: of a Port its zones, of a zone zones, and Ports where a Fleet puts in or attacks."""
    if place in state.board.duchies:
        yield from state.board.duchies[place].port
        return
    zone = state.board.zones[place]
    yield from zone.adjacent
    yield from (port for port in zone.ports if friendly(state, nation, port) or enemy_squadrons(state, nation, port))


def route(state: WarState, nation: str, start: str, to: str) -> tuple[str, ...]:
    """The shortest way by sea, among equals with fewest zones where enemies are; none if there is none.

    Narrows under enemy guns count like a zone with enemies. It leads through no Port.
    """
    best: dict[str, tuple[int, int, tuple[str, ...]]] = {start: (0, 0, ())}
    ring = [start]
    while ring and to not in best:
        found: dict[str, tuple[int, int, tuple[str, ...]]] = {}
        for here in ring:
            steps, danger, way = best[here]
            for there in neighbours(state, nation, here):
                if there in best or (there in state.board.duchies and there != to):
                    continue
                risk = danger + bool(enemy_squadrons(state, nation, there))
                risk += bool(guarding(state, nation, here, there))
                each = (steps + 1, risk, (*way, there))
                found[there] = min(found.get(there, each), each)
        best |= found
        ring = list(found)
    return best[to][2] if to in best else ()


def in_sinking_order(ships: Iterable[Squadron]) -> tuple[Squadron, ...]:
    """Squadrons in the order in which their owners let them sink: evenly over nations, the fewest dice first."""
    left = sorted(ships)
    order = []
    for nation, dice in sinking(tuple((one.nation, squadron_dice(one)) for one in left)):
        gone = next(one for one in left if (one.nation, squadron_dice(one)) == (nation, dice))
        left.remove(gone)
        order.append(gone)
    return tuple(order)


def sunk_as_wished(state: WarState, before: SeaSide, after: SeaSide) -> SeaSide:
    """*after* with the Squadrons sunk that its owners let sink: evenly over nations, of equals as their orders say.

    Only those sunk tell of such orders: the others stay in their order.
    """
    left, sunk = list(before.afloat), Counter(one.nation for one in before.squadrons[: before.sunk])
    gone: list[Squadron] = []
    for _ in range(after.sunk - before.sunk):
        one = min(left, key=lambda each: (sunk[each.nation], _rank(state, each.nation), squadron_dice(each), each))
        left.remove(one)
        gone.append(one)
        sunk[one.nation] += 1
    return replace(after, squadrons=(*before.squadrons[: before.sunk], *gone, *left))


def _rank(state: WarState, nation: str) -> int:
    """The place of *nation* in the order in which its seat bears losses; the last if that names it not."""
    orders = state.standing.get(seat_of(state, nation))
    named = (orders.losses or ()) if orders is not None else ()
    return named.index(nation) if nation in named else len(state.board.sequence)


def battle_at_sea(state: WarState, nation: str, zone: str, *, evasion_failed: bool = False) -> SeaBattle | None:
    """The naval battle of *nation* against its enemies in a zone: all Squadrons of both sides fight (13.41)."""
    own, enemy = allied_squadrons(state, nation, zone), enemy_squadrons(state, nation, zone)
    if not own or not enemy:
        return None
    return SeaBattle(
        nation=nation, place=zone, attacker=_side(state, own), defender=_side(state, enemy),
        evasion_failed=evasion_failed,
    )  # fmt: skip


def attack_on_port(state: WarState, voyage: Voyage, port: str) -> SeaBattle | None:
    """The attack of a Fleet on the enemy Squadrons in a Port next to it (13.5)."""
    enemy = enemy_squadrons(state, voyage.nation, port)
    if not voyage.squadrons or not enemy:
        return None
    return SeaBattle(
        nation=voyage.nation, place=port, attacker=_side(state, voyage.squadrons), defender=_side(state, enemy),
        origin=voyage.place, batteries=guns_on(state, voyage.nation, port),
    )  # fmt: skip


def attack_off_map(state: WarState, voyage: Voyage) -> SeaBattle | None:
    """The battle of a Fleet, wherever it is, with enemy Squadrons in the box of off-map fleets (part 3, `off_map`)."""
    enemy = prey_off_map(state, voyage.nation)
    if not voyage.squadrons or not enemy:
        return None
    return SeaBattle(
        nation=voyage.nation, place=FLEETS, attacker=_side(state, voyage.squadrons), defender=_side(state, enemy),
        origin=voyage.place,
    )  # fmt: skip


def prey_off_map(state: WarState, nation: str) -> tuple[Squadron, ...]:
    """The Squadrons in the box of off-map fleets that *nation* may fight: Britain as a Subject Neutral, too (6.1)."""
    if nation == BRITAIN and nation in state.subjects:
        return tuple(one for one in squadrons_at(state, FLEETS) if not allied(state, nation, one.nation))
    return enemy_squadrons(state, nation, FLEETS)


def allies_beside(state: WarState, nation: str, place: str) -> tuple[str, ...]:
    """The nations of the Camp of *nation* with Squadrons at a place that may sail."""
    there = nations_of_fleet(state, (one for one in squadrons_at(state, place) if one.sails))
    return tuple(other for other in there if allied(state, nation, other))


def card_dice_at_sea(modifiers: Iterable[BattleModifier], role: str, number: int) -> int:
    """The dice that cards add to a side in a round."""
    return sum(each.n for each in modifiers if each.what == "dice" and each.side == role and each.round in (0, number))


def _side(state: WarState, ships: Iterable[Squadron]) -> SeaSide:
    order = in_sinking_order(ships)
    return SeaSide(nations=nations_of_fleet(state, order), squadrons=order)
