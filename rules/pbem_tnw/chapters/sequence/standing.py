"""Keeping a seat's standing orders and what it says of the end of the Turn (2.1, 2.3)."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.table import Table
from pbem_tnw.chapters.sequence.order_events import TurnEndSet, WarStandingSet
from pbem_tnw.orders.standing import WarStanding
from pbem_tnw.orders.turn_end import TurnEndWish
from pbem_tnw.position.state import WarState


def standing_of(state: WarState, seat: str) -> WarStanding:
    """The standing orders of *seat*, as far as *state* knows."""
    return state.standing.get(seat, WarStanding())


def keep(table: Table[WarState], seat: str, standing: WarStanding | None, turn_end: TurnEndWish | None = None) -> None:
    """Keep what a sheet says for later: each key that it has replaces what was there, the others stay."""
    if turn_end is not None and table.state.turn_ends.get(seat) != turn_end:
        table.emit(TurnEndSet(seat=seat, wish=turn_end))
    if standing is None:
        return
    before = standing_of(table.state, seat)
    said = {name: getattr(standing, name) for name in WarStanding.__struct_fields__}
    after = replace(before, **{name: value for name, value in said.items() if value is not None})
    if after != before:
        table.emit(WarStandingSet(seat=seat, standing=after))


def lapse(table: Table[WarState], over: tuple[str, ...]) -> None:
    """Let the lines go that count until the end of the Round or the Turn, as *over* says (2.3)."""
    for seat, before in table.state.standing.items():
        left: dict[str, Any] = {}
        for name in WarStanding.__struct_fields__:
            lines = getattr(before, name)
            if isinstance(lines, tuple) and any(getattr(line, "until", "") in over for line in lines):
                left[name] = tuple(line for line in lines if getattr(line, "until", "") not in over)
        if left:
            table.emit(WarStandingSet(seat=seat, standing=replace(before, **left)))
