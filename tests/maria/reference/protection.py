"""Control (3), protection and conquest (10.3)."""

from typing import NamedTuple

from pbem_maria.position.state import State
from tests.maria.reference import allied, cooperating, country, enemies, generals, major, owner, steps


class Taking(NamedTuple):
    """A fortress that a move takes, or a protected one on which it leaves a question mark."""

    city: str
    conquered: bool


def controller(state: State, city: str) -> str | None:
    """Who controls a fortress: whose marker lies there, else whose home it is in."""
    for laid in (state.electors, state.markers):
        if city in laid:
            return laid[city]
    return country(state.board, city, annexed=state.annexed)


def protected(state: State, city: str) -> bool:
    """Whether a general of the controlling power, or of one that cooperates with it, is within three cities."""
    holders = {controller(state, city)}
    if city in state.electors and "pragmatic" in holders:
        holders.add("austria")
    near = steps(state.board, city)
    around = {owner(state, general) for general, where in generals(state).items() if near.get(where, 99) <= 3}
    return any(one and cooperating(state.saxony, one, other) for one in holders for other in around)


def hostile(state: State, city: str, power: str) -> bool:
    """Whether a city is a fortress that an enemy of *power* controls."""
    holder = controller(state, city)
    fortress = state.board.cities[city].fortress in ("minor", "major")
    return fortress and holder is not None and enemies(state.saxony, holder, power)


def takings(state: State, general: str, path: tuple[str, ...]) -> list[Taking]:
    """What a march takes or flags as the general leaves one city after the other."""
    power = owner(state, general)
    found: list[Taking] = []
    for city in (state.at[general], *path[:-1]):
        if general in state.face_down or not hostile(state, city, power) or city in (taken.city for taken in found):
            continue
        if not protected(state, city):
            found.append(Taking(city, conquered=True))
        elif city not in state.questions:
            found.append(Taking(city, conquered=False))
    return found


def laid(state: State, city: str, power: str) -> str | None:
    """The marker that lies on a fortress after *power* has conquered it; an elector marker is turned to its side."""
    if city in state.electors:
        return "france" if allied(state.saxony, power, "france") else "pragmatic"
    home = country(state.board, city, annexed=state.annexed)
    silesian = state.board.cities[city].region == "silesia"
    abroad = home is not None and (home in ("bavaria", "saxony") or enemies(state.saxony, home, power))
    return major(state.saxony, power) if silesian or abroad else None
