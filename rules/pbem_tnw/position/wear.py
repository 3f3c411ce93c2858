"""The steps that pieces have made in an Impulse: at most four, none once they fought or were stopped (9.2, 9.3)."""

from collections.abc import Mapping

import msgspec

from pbem_tnw.position.forces import still_at
from pbem_tnw.position.impulse import Impulse, WarFormation
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState

MOST_STEPS = 4
Worn = tuple[int, ...]
"""Strengths by the steps that they have made, from 0 to four; what was stopped counts as having made four."""
FRESH: Worn = (0,) * (MOST_STEPS + 1)


def unworn(strength: int) -> Worn:
    """Units that have made no step."""
    return (strength, *FRESH[1:])


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
    impulse = state.impulse
    if impulse is None:
        return 0
    return MOST_STEPS if general in impulse.halted else impulse.steps.get(general, 0)


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
