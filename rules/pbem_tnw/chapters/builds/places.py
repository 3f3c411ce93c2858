"""Where pieces are built, and where they come out of the Regroup box (7, 7.43, 7.7)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem_tnw.position.control import controller, friendly, homes, may_enter, own_lands
from pbem_tnw.position.forces import blockaded, enemies_at, units_at
from pbem_tnw.position.state import WarState


def wrong_build_place(state: WarState, nation: str, duchy: str) -> Problem | None:
    """Why *nation* cannot build units and generals in a duchy: it must be its own, without enemy forces (7, 7.43)."""
    printed = state.board.duchies.get(duchy)
    if printed is None or duchy not in own_lands(state, nation):
        return Problem("build-not-own", rule="7", args={"nation": nation, "duchy": duchy, "other": ""})
    args = {"nation": nation, "duchy": duchy, "other": controller(state, duchy)}
    if printed.tie == "double" and controller(state, duchy) != nation:
        return Problem("build-not-controlled", rule="7.43", args=args)
    if not may_enter(state, nation, duchy):
        return Problem("build-no-war", rule="9.2", args=args)
    if enemies := enemies_at(state, nation, duchy):
        return Problem("build-enemies", rule="7", args={**args, "units": enemies.strength})
    return None


def wrong_yard(state: WarState, nation: str, duchy: str) -> Problem | None:
    """Why *nation* cannot build a Squadron in a duchy: a Friendly Home Port without enemy forces (7.3)."""
    args = {"nation": nation, "duchy": duchy, "ports": home_ports(state, nation)}
    if duchy not in homes(state, nation) or not state.board.duchies[duchy].is_port:
        return Problem("build-no-home-port", rule="7.3", args=args)
    if not friendly(state, nation, duchy):
        return Problem("build-port-lost", rule="7.3", args={**args, "other": controller(state, duchy)})
    return wrong_build_place(state, nation, duchy)


def wrong_return(state: WarState, nation: str, duchy: str) -> Problem | None:
    """Why units and generals of *nation* cannot come out of the Regroup box there: a Friendly Home duchy (7.7)."""
    args = {"nation": nation, "duchy": duchy}
    if duchy not in homes(state, nation) or not friendly(state, nation, duchy):
        return Problem("regroup-not-home", rule="7.7", args=args)
    if enemies := enemies_at(state, nation, duchy):
        return Problem("build-enemies", rule="7.7", args={**args, "units": enemies.strength})
    return None


def wrong_return_port(state: WarState, nation: str, duchy: str) -> Problem | None:
    """Why a Squadron of *nation* cannot come back to a Port: it must be Friendly and not blockaded (7.7)."""
    args = {"nation": nation, "duchy": duchy}
    printed = state.board.duchies.get(duchy)
    if printed is None or not printed.is_port or not friendly(state, nation, duchy):
        return Problem("regroup-no-port", rule="7.7", args=args)
    if blockaded(state, nation, duchy):
        return Problem("regroup-blockaded", rule="7.7", args={**args, "zones": printed.port})
    return None


def home_ports(state: WarState, nation: str) -> tuple[str, ...]:
    """The Home Ports of *nation*."""
    return tuple(duchy for duchy in homes(state, nation) if state.board.duchies[duchy].is_port)


def by_default(state: WarState, nation: str) -> Iterator[str]:
    """Where pieces come by default: the capital, then the Home duchies with most own units (2.3, 2.6)."""
    capitals = state.board.nations[nation].capitals
    others = [home for home in homes(state, nation) if home not in capitals]
    yield from capitals
    yield from sorted(others, key=lambda home: (-units_at(state, home).get(nation, 0), home))


def default_place(state: WarState, nation: str) -> str:
    """The first of the places by default where *nation* can build; the capital if it can nowhere."""
    places = tuple(by_default(state, nation))
    return next((home for home in places if wrong_build_place(state, nation, home) is None), places[0])


def default_yard(state: WarState, nation: str) -> str:
    """The first Home Port, in the alphabet, where *nation* can build a Squadron; empty if it has no Home Port."""
    ports = sorted(home_ports(state, nation))
    return next((port for port in ports if wrong_yard(state, nation, port) is None), ports[0] if ports else "")


def default_return(state: WarState, nation: str) -> str:
    """The first of the places by default where land forces of *nation* can come back; the capital if nowhere."""
    places = tuple(by_default(state, nation))
    return next((home for home in places if wrong_return(state, nation, home) is None), places[0])


def default_return_port(state: WarState, nation: str) -> str:
    """The first Port, own ones first, in the alphabet, where a Squadron of *nation* can come back; empty if nowhere."""
    ports = sorted(state.board.duchies, key=lambda duchy: (duchy not in homes(state, nation), duchy))
    return next((port for port in ports if wrong_return_port(state, nation, port) is None), "")
