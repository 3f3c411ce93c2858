"""Which pieces stand where; places, wear, ways by sea."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from pbem.engine.reading import of_position
from pbem_tnw.edition.board import YARD, Link
from pbem_tnw.edition.edition import TnwEdition, known
from pbem_tnw.edition.nations import Leader
from pbem_tnw.position.control import allied, at_war, friendly, hostile
from pbem_tnw.position.impulse import Impulse, Pieces, Squadron, WarFormation
from pbem_tnw.position.state import WarState


def units_at(state: WarState, place: str) -> Mapping[str, int]:
    """The strengths at a place by nation, in the order of the Sequence Track; nothing of strength 0."""
    there = state.units.get(place)
    return {nation: there[nation] for nation in state.board.sequence if there.get(nation)} if there else {}


def units_of(state: WarState, place: str, nations: Iterable[str]) -> int:
    """The strength of *nations* together at a place."""
    there = state.units.get(place, {})
    return sum(there.get(nation, 0) for nation in nations)


def general(state: WarState, identifier: str) -> Leader:
    """The printed facts of a general."""
    return state.board.leaders[identifier]


def generals_at(state: WarState, place: str) -> tuple[str, ...]:
    """The generals at a place, the best first: highest Command, then Rating, then name (9.7)."""
    return _by_place(state.generals, state.edition).get(place, ())


@of_position(256)
def _by_place(generals: Mapping[str, str], edition: str) -> Mapping[str, tuple[str, ...]]:
    """The generals at each place, the best first."""
    there: dict[str, list[str]] = {}
    for name, place in generals.items():
        there.setdefault(place, []).append(name)
    return {place: _best_first(known(edition), names) for place, names in there.items()}


def best_first(state: WarState, generals: Iterable[str]) -> tuple[str, ...]:
    """Generals in the order of 9.7: highest Command, then Rating, then name."""
    return _best_first(state.board, generals)


def _best_first(board: TnwEdition, generals: Iterable[str]) -> tuple[str, ...]:
    leaders = board.leaders
    return tuple(sorted(generals, key=lambda one: (-leaders[one].command, -leaders[one].battle, leaders[one].name)))


def generals_of(state: WarState, place: str, nations: Iterable[str]) -> tuple[str, ...]:
    """The generals of *nations* at a place, the best first."""
    wanted = set(nations)
    return tuple(one for one in generals_at(state, place) if state.board.leaders[one].nation in wanted)


def still_at(state: WarState, place: str, pieces: Pieces) -> Pieces:
    """Those of *pieces* that are still at a place."""
    there = state.units.get(place, {})
    units = {nation: min(n, there.get(nation, 0)) for nation, n in pieces.units.items()}
    generals = tuple(one for one in pieces.generals if state.generals.get(one) == place)
    return Pieces(units={nation: n for nation, n in units.items() if n}, generals=generals)


def allies_at(state: WarState, nation: str, place: str) -> Pieces:
    """The land forces of the Camp of *nation* at a place, its own included."""
    found = units_at(state, place).items()
    units = {other: strength for other, strength in found if allied(state, nation, other)}
    generals = (one for one in generals_at(state, place) if allied(state, nation, state.board.leaders[one].nation))
    return Pieces(units=units, generals=tuple(generals))


def enemies_at(state: WarState, nation: str, place: str) -> Pieces:
    """The land forces at a place that are at war with *nation*."""
    found = units_at(state, place).items()
    units = {other: strength for other, strength in found if at_war(state, nation, other)}
    generals = (one for one in generals_at(state, place) if at_war(state, nation, state.board.leaders[one].nation))
    return Pieces(units=units, generals=tuple(generals))


def enemy_units(state: WarState, nation: str, place: str) -> int:
    """The strength of the enemies of *nation* at a place."""
    return enemies_at(state, nation, place).strength


def squadrons_at(state: WarState, place: str, nations: Iterable[str] | None = None) -> tuple[Squadron, ...]:
    """The Squadrons at a place, of all nations or of some."""
    there = state.squadrons.get(place, ())
    if nations is None:
        return there
    wanted = set(nations)
    return tuple(one for one in there if one.nation in wanted)


def allied_squadrons(state: WarState, nation: str, place: str) -> tuple[Squadron, ...]:
    """The Squadrons of the Camp of *nation* at a place, its own included."""
    return tuple(one for one in squadrons_at(state, place) if allied(state, nation, one.nation))


def enemy_squadrons(state: WarState, nation: str, place: str) -> tuple[Squadron, ...]:
    """The Squadrons at a place that are at war with *nation*."""
    return tuple(one for one in squadrons_at(state, place) if at_war(state, nation, one.nation))


def zone_holder(state: WarState, zone: str) -> str:
    """A nation of the Camp that controls a zone (13.1), the first on the Sequence Track; empty if none does.

    A Camp controls a zone where it has Squadrons at sea and no enemy has.
    """
    there = {one.nation for one in squadrons_at(state, zone)}
    if any(at_war(state, one, other) for one in there for other in there):
        return ""
    return next((nation for nation in state.board.sequence if nation in there), "")


def controls_zone(state: WarState, nation: str, zone: str) -> bool:
    """Whether the Camp of *nation* controls a zone (13.1)."""
    holder = zone_holder(state, zone)
    return bool(holder) and allied(state, nation, holder)


def blockaded(state: WarState, nation: str, port: str) -> bool:
    """Whether a Port is blockaded for *nation*: enemies at sea, and none of its Camp, in every zone of it (13.1)."""
    zones = state.board.duchies[port].port
    return bool(zones) and all(
        enemy_squadrons(state, nation, zone) and not allied_squadrons(state, nation, zone) for zone in zones
    )


def in_play(state: WarState, nation: str) -> int:
    """The strength of all units of *nation* that are not in the yard."""
    return sum(there.get(nation, 0) for place, there in state.units.items() if place != YARD)


def all_in_play(state: WarState) -> Counter[str]:
    """By nation the strength of all its units that are not in the yard."""
    found: Counter[str] = Counter()
    for place, there in state.units.items():
        if place != YARD:
            for nation, strength in there.items():
                found[nation] += strength
    return found


def squadrons_in_play(state: WarState, nation: str) -> int:
    """How many Squadrons of *nation* are not in the yard."""
    return sum(1 for there in state.squadrons.values() for one in there if one.nation == nation)


def flags_out(state: WarState, nation: str) -> tuple[str, ...]:
    """The duchies that bear a Flag of *nation*, in the order of the edition."""
    return tuple(duchy for duchy in state.board.duchies if state.flags.get(duchy) == nation)


def links(state: WarState, duchy: str) -> Mapping[str, Link]:
    """The neighbours of a duchy, each with the link to it."""
    return state.board.links.get(duchy, {})


def besieging(state: WarState, nation: str) -> tuple[str, ...]:
    """The duchies with enemy Fortresses where units of *nation* stand, in the order of the edition (12.2)."""
    return tuple(
        place
        for place in state.board.fortresses
        if state.units.get(place, {}).get(nation) and hostile(state, nation, place)
    )


def besieged(state: WarState) -> tuple[str, ...]:
    """The Fortresses in which enemy units stand, in the order of the edition (12.2)."""
    found = {place for nation in state.board.sequence for place in besieging(state, nation)}
    return tuple(place for place in state.board.fortresses if place in found)


def free_of_enemies(state: WarState, nation: str, duchy: str) -> bool:
    """Whether no enemy forces of *nation* stand in a duchy; generals alone are forces, too."""
    nations = {other for other, strength in state.units.get(duchy, {}).items() if strength}
    leaders = state.board.leaders
    nations.update([leaders[one].nation for one, where in state.generals.items() if where == duchy])
    return not any(at_war(state, nation, other) for other in nations)


def nearest_friendly(state: WarState, nation: str, start: str, *, empty: bool = True) -> tuple[str, ...]:
    """The Friendly duchies fewest steps from *start*, without enemies if *empty*; none if none can be reached by land.

    Steps go through any duchy; *start* itself does not count.
    """
    seen, ring = {start}, [start]
    while ring:
        ring = [other for duchy in ring for other in links(state, duchy) if other not in seen]
        ring = list(dict.fromkeys(ring))
        seen |= set(ring)
        found = [
            duchy for duchy in ring
            if friendly(state, nation, duchy) and (not empty or free_of_enemies(state, nation, duchy))
        ]  # fmt: skip
        if found:
            return tuple(sorted(found))
    return ()


def enemy_holds(state: WarState, nation: str, zone: str) -> bool:
    """Whether the enemies of *nation* control a zone (13.1)."""
    holder = zone_holder(state, zone)
    return bool(holder) and at_war(state, nation, holder)


def zones_from(state: WarState, place: str) -> tuple[str, ...]:
    """The zone that *place* is, or those that its Port touches."""
    return (place,) if place in state.board.zones else state.board.duchies[place].port


def nearest_ports(
    state: WarState, nation: str, start: str, *, closed: Callable[[WarState, str, str], bool] = enemy_holds
) -> tuple[str, ...]:
    """The Friendly Ports fewest zones from *start*, in the alphabet; none if none is reached.

    Zones *closed* to *nation* are not sailed through: those that an enemy controls. *start* itself does not count.
    """
    ring = [zone for zone in zones_from(state, start) if not closed(state, nation, zone)]
    seen = set(ring)
    while ring:
        found = {port for zone in ring for port in state.board.zones[zone].ports if port != start}
        ports = [port for port in sorted(found) if friendly(state, nation, port)]
        if ports:
            return tuple(ports)
        ring = _next(state, nation, ring, seen, closed)
        seen |= set(ring)
    return ()


def ports_reached(state: WarState, nation: str, start: str) -> frozenset[str]:
    """Every Friendly Port that a Fleet can reach from *start* through zones that no enemy controls (14.21)."""
    ring = [zone for zone in zones_from(state, start) if not enemy_holds(state, nation, zone)]
    seen = set(ring)
    while ring:
        ring = _next(state, nation, ring, seen, enemy_holds)
        seen |= set(ring)
    ports = {port for zone in seen for port in state.board.zones[zone].ports if port != start}
    return frozenset(port for port in ports if friendly(state, nation, port))


def _next(
    state: WarState, nation: str, ring: Iterable[str], seen: set[str], closed: Callable[[WarState, str, str], bool]
) -> list[str]:
    near = (other for zone in ring for other in state.board.zones[zone].adjacent)
    return [zone for zone in dict.fromkeys(near) if zone not in seen and not closed(state, nation, zone)]


MOST_STEPS = 4
Worn = tuple[int, ...]
"""Strengths by the steps that they have made, from 0 to four; what was stopped counts as having made four."""
FRESH: Worn = (0,) * (MOST_STEPS + 1)


def spent(strength: int) -> Worn:
    """Units that make no more steps in this Impulse."""
    return (*FRESH[1:], strength)


def fitted(worn: Worn, strength: int) -> Worn:
    """*worn* of now *strength* units: more have come that are fresh, or those that made most steps are gone."""
    counts = list(worn or FRESH)
    counts[0] += max(0, strength - sum(counts))
    surplus = sum(counts) - strength
    for steps in range(MOST_STEPS, -1, -1):
        gone = min(surplus, counts[steps])
        counts[steps] -= gone
        surplus -= gone
    return tuple(counts)


def parted(worn: Worn, strength: int) -> tuple[Worn, Worn]:
    """So many units of *worn*, those with fewest steps, and the others."""
    taken = []
    for count in worn:
        taken.append(min(count, strength))
        strength -= taken[-1]
    return tuple(taken), tuple(count - some for count, some in zip(worn, taken, strict=True))


def joined(one: Worn, other: Worn) -> Worn:
    """Both together."""
    return tuple(a + b for a, b in zip(one or FRESH, other or FRESH, strict=True))


def stepped(worn: Worn) -> Worn:
    """*worn* after one more step of all."""
    return (0, *worn[: MOST_STEPS - 1], sum(worn[MOST_STEPS - 1 :]))


def steps_made(state: WarState, formation: WarFormation) -> int:
    """The steps of that piece of a Formation that has made most of them in this Impulse."""
    made = [steps for worn in formation.worn.values() for steps, strength in enumerate(worn) if strength]
    return max([*made, *(_steps_of(state, one) for one in formation.pieces.generals)], default=0)


def _steps_of(state: WarState, general: str) -> int:
    return MOST_STEPS if general in state.going_on.halted else state.going_on.steps.get(general, 0)


def moving(state: WarState) -> WarFormation | None:
    """The Formation that the Active nation moves, with those of its pieces that are still where it stands."""
    formation = state.impulse.formation if state.impulse else None
    if formation is None:
        return None
    there = state.units.get(formation.place, {})
    units = {nation: min(n, there.get(nation, 0)) for nation, n in formation.pieces.units.items()}
    units = {nation: n for nation, n in units.items() if n}
    generals = tuple(one for one in formation.pieces.generals if state.generals.get(one) == formation.place)
    worn = {nation: fitted(formation.worn.get(nation, FRESH), n) for nation, n in units.items()}
    commander = formation.commander if formation.commander in generals else ""
    pieces = Pieces(units=units, generals=generals)
    return msgspec.structs.replace(formation, pieces=pieces, worn=worn, commander=commander)


def beside(state: WarState, place: str, nation: str) -> Worn:
    """The units of *nation* at a place that are not in the Formation, by the steps that they have made."""
    formation, there = moving(state), state.units.get(place, {}).get(nation, 0)
    if formation is not None and formation.place == place:
        there -= formation.pieces.units.get(nation, 0)
    worn = state.impulse.worn.get(place, {}).get(nation, FRESH) if state.impulse else FRESH
    return fitted(worn, there)


def beaten_at(state: WarState, place: str) -> Pieces:
    """The forces at a place that have lost a battle in this Impulse (7.41)."""
    beaten = state.impulse.beaten.get(place) if state.impulse else None
    return Pieces() if beaten is None else still_at(state, place, beaten)


def with_worn(impulse: Impulse, place: str, worn: Mapping[str, Worn]) -> Impulse:
    """*impulse* with what units at a place have done so far, by nation; of a nation that is not named as before."""
    there = {**impulse.worn.get(place, {}), **worn}
    kept = {nation: each for nation, each in there.items() if sum(each[1:])}
    others = {other: each for other, each in impulse.worn.items() if other != place}
    return msgspec.structs.replace(impulse, worn={**others, place: kept} if kept else others)


def settled(impulse: Impulse, formation: WarFormation | None) -> Impulse:
    """*impulse* without a Formation: what its pieces have done is kept, and what was stopped is halted (9.3)."""
    if formation is None:
        return msgspec.structs.replace(impulse, formation=None)
    there = impulse.worn.get(formation.place, {})
    over = formation.stopped or formation.fought
    worn = {
        nation: joined(there.get(nation, FRESH), spent(sum(each)) if over else each)
        for nation, each in formation.worn.items()
    }
    halted = tuple(dict.fromkeys((*impulse.halted, *formation.pieces.generals))) if over else impulse.halted
    return msgspec.structs.replace(with_worn(impulse, formation.place, worn), formation=None, halted=halted)


def carried(state: WarState, impulse: Impulse, start: str, to: str, pieces: Pieces) -> Impulse:
    """*impulse* after *pieces* went from one place to another by sea: they have made the steps that they have made."""
    left, gone = {}, {}
    for nation, number in pieces.units.items():
        taken, left[nation] = parted(beside(state, start, nation), number)
        gone[nation] = joined(beside(state, to, nation), taken)
    return with_worn(with_worn(impulse, start, left), to, gone)
