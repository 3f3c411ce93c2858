"""A Fleet that sets out: from where, with which Squadrons, with what aboard, for how many CPs (13.2, 13.6)."""

from collections import Counter

import msgspec

from pbem.engine.problem import Problem
from pbem_tnw.chapters.movement.formations import kind_of
from pbem_tnw.chapters.naval.armadas import drawn_up, fare
from pbem_tnw.chapters.naval.cargo import NOTHING, aboard, room
from pbem_tnw.chapters.naval.fleets import MOST_STEPS, able_to_sail, fresh_first, moored, route, sailing
from pbem_tnw.orders.lines.lines import SailLine
from pbem_tnw.orders.lines.pieces import Strengths
from pbem_tnw.position.forces import allied_squadrons, still_at
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.places import on_map
from pbem_tnw.position.state import WarState
from pbem_tnw.position.voyage import SailingsMade, Voyage


class SettingOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Fleet that sets out, what that costs, what the Squadrons that stay have done, and what is wrong with it."""

    voyage: Voyage | None = None
    cost: int = 0
    staying: tuple[tuple[str, SailingsMade], ...] = ()
    problems: tuple[Problem, ...] = ()


def starting_place(state: WarState, nation: str, line: SailLine) -> str:
    """Where the Fleet of a line is, if the line or the position leaves no doubt.

    As it says, else where that of the voyage is, else the first place of several on the path, else the only place with
    Squadrons of *nation* that may sail and can reach the first.
    """
    if line.origin is not None:
        return line.origin
    voyage = sailing(state)
    if voyage is not None and voyage.squadrons and not voyage.over:
        return voyage.place
    ready = fleets_ready(state, nation)
    first = line.path[0] if line.path else ""
    if first in ready and len(line.path) > 1:
        return first
    near = [place for place in ready if place != first and 0 < len(route(state, nation, place, first)) <= MOST_STEPS]
    return near[0] if len(near) == 1 else ""


def fleets_ready(state: WarState, nation: str) -> tuple[str, ...]:
    """The Ports and zones with Squadrons of *nation* that may sail now, in the alphabet."""
    before = moored(state)
    return tuple(place for place in sorted(state.squadrons) if on_map(place) and able_to_sail(before, nation, place))


def setting_out(state: WarState, nation: str, place: str, wanted: Strengths, *, sails: bool) -> SettingOut:
    """The Fleet that *nation* sets out with from a place; without *sails* it only attacks from where it is."""
    ships, problems = drawn_up(state, nation, place, wanted)
    if not ships or any(problem.stops for problem in problems):
        return SettingOut(problems=problems)
    cargo, loading, wrong = _loaded(state, nation, place, ships)
    before = moored(state)
    staying, again = [], 0
    for each, number in Counter(one.nation for one in ships).items():
        often, left = fresh_first(before, each, place, number)
        staying.append((each, left))
        again = max(again, often)
    voyage = Voyage(nation=nation, place=place, squadrons=ships, sailings=again + sails, cargo=cargo)
    return SettingOut(
        voyage=voyage, cost=fare(ships) + loading, staying=tuple(staying), problems=(*problems, *wrong)
    )  # fmt: skip


def _loaded(
    state: WarState, nation: str, place: str, ships: tuple[Squadron, ...]
) -> tuple[Pieces, int, tuple[Problem, ...]]:
    """What is aboard, what its embarking costs, and what is wrong with it."""
    carries = room(ships)
    if place in state.board.zones:
        pieces = aboard(state, nation, place)
        others = list(allied_squadrons(state, nation, place))
        for one in ships:
            others.remove(one)
        return _shared(pieces, carries, room(tuple(others)), place)
    boarding, voyage = None if state.impulse is None else state.impulse.boarding, sailing(state)
    if boarding is None or (boarding.nation, boarding.place) != (nation, place):
        return voyage.cargo if voyage is not None and voyage.place == place else NOTHING, 0, ()
    pieces = still_at(state, place, boarding.pieces)
    if not pieces:
        return NOTHING, 0, ()
    commander = next(iter(pieces.generals), "")
    loading = 2 if kind_of(state, pieces, commander) == "army-group" else 1
    if pieces.strength > carries:
        args = {"strength": pieces.strength, "room": carries, "place": place}
        return pieces, loading, (Problem("too-much-aboard", ("squadrons",), "13.6", args),)
    return pieces, loading, ()


def _shared(pieces: Pieces, carries: int, stays: int, place: str) -> tuple[Pieces, int, tuple[Problem, ...]]:
    """What of the *pieces* aboard in a zone goes with a Fleet: as much as it *carries*, if the rest finds room."""
    taken: dict[str, int] = {}
    for each, n in pieces.units.items():
        taken[each] = min(n, carries - sum(taken.values()))
    left = pieces.strength - sum(taken.values())
    cargo = Pieces(units={each: n for each, n in taken.items() if n}, generals=pieces.generals)
    if left > stays:
        args = {"strength": left, "room": stays, "place": place}
        return cargo, 0, (Problem("troops-left-at-sea", ("squadrons",), "13.6", args),)
    return cargo, 0, ()
