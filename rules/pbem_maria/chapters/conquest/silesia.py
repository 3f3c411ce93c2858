"""Silesia: its control, where its fortresses serve Prussia, and what returns the markers set aside (19.1)."""

from pbem.engine.table import Table
from pbem_maria.chapters.conquest import set_aside
from pbem_maria.edition.board import City
from pbem_maria.position.powers import PRUSSIA, SILESIA, controller, home_of
from pbem_maria.position.state import State

TURNS = 2
"""Prussia is neutral until its action stage of the turn this many later."""


def open_fortresses(state: State) -> tuple[str, ...]:
    """The Silesian fortresses that Prussia does not control."""
    return tuple(city.id for city in silesian(state) if controller(state, city.id) != PRUSSIA)


def silesian(state: State) -> tuple[City, ...]:
    """The fortresses of Silesia."""
    return tuple(city for city in state.board.fortresses if city.region == SILESIA)


def possible(state: State) -> bool:
    """Whether Prussia may offer peace now: it controls all Silesian fortresses, and has never made this peace."""
    return state.theatre.is_advanced and not state.annexed and not open_fortresses(state)


def sites(state: State) -> tuple[str, ...]:
    """The major fortresses of Prussia and of Silesia, these first."""
    major = [city for city in state.board.fortresses if city.is_major_fortress]
    own = [city for city in major if city.region == SILESIA or home_of(state, city.id) == PRUSSIA]
    return tuple(city.id for city in sorted(own, key=lambda city: city.region != SILESIA))


def crossed(table: Table[State], piece: str, path: tuple[str, ...]) -> None:
    """Return the markers set aside if *piece* is Prussian and has left Prussia on its *path* (19.1, step 7)."""
    state = table.state
    if state.annexed and state.power_of(piece) == PRUSSIA and any(home_of(state, city) != PRUSSIA for city in path):
        set_aside.take_back(table, PRUSSIA)
