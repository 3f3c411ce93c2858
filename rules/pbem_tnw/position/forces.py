"""Which pieces stand where."""

from collections import Counter
from collections.abc import Iterable, Mapping

from pbem_tnw.edition.board import Link
from pbem_tnw.edition.nations import Leader
from pbem_tnw.position.control import allied, at_war, friendly, hostile
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.places import YARD
from pbem_tnw.position.state import WarState


def units_at(state: WarState, place: str) -> Mapping[str, int]:
    """The strengths at a place by nation, in the order of the Sequence Track; nothing of strength 0."""
    there = state.units.get(place, {})
    return {nation: there[nation] for nation in state.board.sequence if there.get(nation)}


def units_of(state: WarState, place: str, nations: Iterable[str]) -> int:
    """The strength of *nations* together at a place."""
    there = state.units.get(place, {})
    return sum(there.get(nation, 0) for nation in nations)


def general(state: WarState, identifier: str) -> Leader:
    """The printed facts of a general."""
    return state.board.leaders[identifier]


def generals_at(state: WarState, place: str) -> tuple[str, ...]:
    """The generals at a place, the best first: highest Command, then Rating, then name (9.7)."""
    return best_first(state, (name for name, where in state.generals.items() if where == place))


def best_first(state: WarState, generals: Iterable[str]) -> tuple[str, ...]:
    """Generals in the order of 9.7: highest Command, then Rating, then name."""
    leaders = state.board.leaders
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
        for place, duchy in state.board.duchies.items()
        if duchy.is_fortress and state.units.get(place, {}).get(nation) and hostile(state, nation, place)
    )


def besieged(state: WarState) -> tuple[str, ...]:
    """The Fortresses in which enemy units stand, in the order of the edition (12.2)."""
    found = {place for nation in state.board.sequence for place in besieging(state, nation)}
    return tuple(place for place in state.board.duchies if place in found)


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
