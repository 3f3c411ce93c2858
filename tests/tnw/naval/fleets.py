"""Positions with Fleets, and what becomes of them."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pbem_tnw.orders.lines import AttackLine, OrderLine, SailLine
from pbem_tnw.orders.pieces import Strengths
from pbem_tnw.position.impulse import Squadron
from pbem_tnw.position.state import WarState
from tests.tnw.movement.marching import MarchTable, march
from tests.tnw.positions import at_start

Ships = Mapping[str, int]


def with_fleets(places: Mapping[str, Ships], state: WarState | None = None) -> WarState:
    """The set-up, or *state*, with these Squadrons by place and nation, and no others on the map."""
    squadrons = {
        place: tuple(sorted(Squadron(nation=nation) for nation, n in there.items() for _ in range(n)))
        for place, there in places.items()
    }
    return replace(at_start(4) if state is None else state, squadrons=squadrons)


def ships(table: MarchTable, place: str) -> dict[str, int]:
    """The Squadrons at a place by nation; those under a Refit marker as `france*`."""
    found: dict[str, int] = {}
    for one in table.state.squadrons.get(place, ()):
        name = one.nation + "*" * one.refit + "+" * one.build
        found[name] = found.get(name, 0) + 1
    return found


def sail(*path: str, start: str | None = None, squadrons: Ships | None = None, **more: object) -> SailLine:
    """A line `sail`."""
    return replace(SailLine(origin=start, path=path, squadrons=Strengths(numbers=squadrons or {})), **more)


def attack(at: str = "here", squadrons: Ships | None = None, **more: object) -> AttackLine:
    """A line `attack`."""
    return replace(AttackLine(at=at, squadrons=Strengths(numbers=squadrons or {})), **more)


def voyage(state: WarState, lines: Iterable[OrderLine], faces: Iterable[int] = ()) -> MarchTable:
    """The table after *lines* with these dice, all of which are rolled."""
    return march(state, lines, faces)
