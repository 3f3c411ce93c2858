"""Who lands where: the forces aboard that a line means, and what is wrong with that (13.6, 13.7)."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.chapters.movement.formations import kind_of, wrong_with_pieces
from pbem_tnw.chapters.movement.steps import wrong_with_entering
from pbem_tnw.chapters.naval.cargo import aboard
from pbem_tnw.chapters.naval.fleets import sailing
from pbem_tnw.orders.lines.lines import LandLine
from pbem_tnw.orders.names import HERE
from pbem_tnw.position.control import friendly
from pbem_tnw.position.forces import best_first, enemies_at, enemy_squadrons, squadrons_at
from pbem_tnw.position.impulse import WarFormation
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState

RULE = "13.7"


class Party(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Forces aboard in a *zone* that land in a *port*; *hostile*: it is Uncontrolled, or enemies stand there."""

    zone: str
    port: str
    formation: WarFormation
    hostile: bool = False


def party(state: WarState, nation: str, line: LandLine) -> tuple[Party | None, tuple[Problem, ...]]:
    """The forces that a line lands, and what is wrong with them."""
    port, zone = target_of(state, nation, line)
    duchy = state.board.duchies.get(port)
    if duchy is None or not duchy.is_port:
        near = _ports_beside(state) if line.at == HERE else ()
        return None, (_wrong("land-where", ("at",), place="" if line.at == HERE else port, near=near),)
    if not zone:
        return None, (_wrong("nothing-aboard", ("at",), rule="13.6", place=port, nation=nation),)
    pieces, problems = _landing(state, nation, zone, line)
    if not pieces:
        return None, tuple(problems)
    hostile = not friendly(state, nation, port) or bool(enemies_at(state, nation, port))
    commander = _commander(state, nation, pieces)
    formation = WarFormation(
        kind=kind_of(state, pieces, commander), nation=nation, place=zone, pieces=pieces, commander=commander
    )
    if hostile:
        problems += [*_wrong_ashore(state, formation, port)]
    return Party(zone=zone, port=port, formation=formation, hostile=hostile), tuple(problems)


def target_of(state: WarState, nation: str, line: LandLine) -> tuple[str, str]:
    """The Port that a line means, and the zone beside it where forces are aboard: the voyage's first; empty if none."""
    voyage = sailing(state)
    port = line.at
    if port == HERE:
        ports = _ports_beside(state)
        port = ports[0] if len(ports) == 1 else ""
    zones = state.board.duchies[port].port if port in state.board.duchies else ()
    near = [voyage.place] if voyage is not None and voyage.place in zones else []
    near += [zone for zone in zones if squadrons_at(state, zone, (nation,))]
    return port, next((zone for zone in near if aboard(state, nation, zone)), "")


def _ports_beside(state: WarState) -> tuple[str, ...]:
    """The Ports on the zone where the Fleet of the voyage is; the Port itself if it is in one."""
    voyage = sailing(state)
    if voyage is None:
        return ()
    return state.board.zones[voyage.place].ports if voyage.place in state.board.zones else (voyage.place,)


def _landing(state: WarState, nation: str, zone: str, line: LandLine) -> tuple[Pieces, list[Problem]]:
    """What of that which is aboard lands: what the line names, else all."""
    there = aboard(state, nation, zone)
    problems = [
        _wrong("not-aboard", ("generals", at), rule="13.6", general=one, place=zone)
        for at, one in enumerate(line.generals)
        if one not in there.generals
    ]
    units = dict(there.units)
    if line.units.numbers:
        units = {each: n for each in (nation, *there.units) if (n := line.units.of(each, nation))}
        for each, n in units.items():
            if n > there.units.get(each, 0):
                args = {"nation": each, "wanted": n, "there": there.units.get(each, 0), "place": zone}
                problems.append(_wrong("too-few-aboard", ("units",), rule="13.6", **args))
    generals = tuple(one for one in there.generals if one in line.generals or not line.generals)
    halted = () if state.impulse is None else state.impulse.halted
    problems += [_wrong("general-halted", rule="9.3", general=one, place=zone) for one in generals if one in halted]
    return Pieces(units=units, generals=best_first(state, generals)), problems


def _commander(state: WarState, nation: str, pieces: Pieces) -> str:
    own = (one for one in pieces.generals if state.board.leaders[one].nation == nation)
    return next(own, "") if pieces.strength else ""


def _wrong_ashore(state: WarState, formation: WarFormation, port: str) -> Iterator[Problem]:
    """What forbids a landing that may be fought (13.7)."""
    nation, pieces = formation.nation, formation.pieces
    if enemy_squadrons(state, nation, port):
        yield _wrong("land-fleet-there", ("at",), port=port)
    yield from (replace(each, path=("at",)) for each in wrong_with_entering(state, formation, port))
    if not pieces.strength or not formation.commander:
        yield _wrong("land-no-army", rule="9.1", port=port)
    else:
        yield from wrong_with_pieces(state, nation, pieces, formation.commander)


def _wrong(code: str, path: OrderPath = (), *, rule: str = RULE, **args: object) -> Problem:
    return Problem(code, path, rule, args)
