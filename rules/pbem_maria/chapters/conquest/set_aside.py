"""Markers that a power gives up: half of them are set aside off the board until something brings them back (19)."""

from pbem.engine.table import Table
from pbem_maria.chapters.shifts.events import MarkersReturned
from pbem_maria.chapters.victory.events import MarkersSetAside
from pbem_maria.position.state import State


def half(state: State, number: int) -> int:
    """Half of *number* markers, rounded as the option `half` says."""
    return (number + (state.options.half == "up")) // 2


def give_up(table: Table[State], power: str, cities: tuple[str, ...]) -> None:
    """Take the markers of *power* off *cities*: half of them are set aside, the rest goes to its pool."""
    if not cities:
        return
    before = table.state.pools[power]
    table.emit(MarkersReturned(cities=cities))
    aside = half(table.state, table.state.pools[power] - before)
    if aside:
        table.emit(MarkersSetAside(power=power, number=aside))


def take_back(table: Table[State], power: str) -> None:
    """Return the markers of *power* that were set aside to its pool."""
    number = table.state.aside.get(power, 0)
    if number:
        table.emit(MarkersSetAside(power=power, number=-number))
