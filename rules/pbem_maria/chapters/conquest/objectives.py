"""France reduces its objectives (19.2)."""

from pbem.engine.table import Table
from pbem_maria.chapters.conquest import set_aside
from pbem_maria.chapters.conquest.events import Conquered
from pbem_maria.chapters.shifts.events import ObjectivesReduced
from pbem_maria.position.powers import CORE_AUSTRIA, FRANCE, in_area
from pbem_maria.position.state import State

BRING_BACK = (FRANCE, "bavaria")
"""The powers whose next conquest on the Bohemia map brings back what was set aside."""


def in_the_way(state: State) -> tuple[str, ...]:
    """The French generals in core Austria."""
    return tuple(general for general in state.generals_of(FRANCE) if in_area(state, state.at[general], CORE_AUSTRIA))


def markers(state: State) -> tuple[str, ...]:
    """The fortresses of core Austria with France's markers."""
    return tuple(c for c, power in state.markers.items() if power == FRANCE and in_area(state, c, CORE_AUSTRIA))


def possible(state: State) -> bool:
    """Whether France may reduce its objectives now: once in the game, with no general of its own in core Austria."""
    return state.theatre.is_advanced and not state.reduced and not in_the_way(state) and bool(markers(state))


def reduce(table: Table[State]) -> None:
    """Take France's markers in core Austria off the map."""
    table.emit(ObjectivesReduced())
    set_aside.give_up(table, FRANCE, markers(table.state))


def conquered(table: Table[State], event: Conquered) -> None:
    """Return what was set aside if France or Bavaria has taken a fortress on the Bohemia map."""
    state = table.state
    if state.reduced and event.power in BRING_BACK and state.board.cities[event.city].board == "bohemia":
        set_aside.take_back(table, FRANCE)
