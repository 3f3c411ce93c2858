"""Rulings on pieces: where generals, supply trains and hussars are, and how many troops generals have."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_maria.chapters.pieces.troop_events import TroopsDivided
from pbem_maria.position.state import State
from pbem_maria.rulings.events import HussarPut, PieceRuled
from pbem_maria.rulings.orders import PlaceRuled, RulingOrders

WHY = "ruling"


def check(state: State, order: RulingOrders) -> Iterator[Problem]:
    """What is wrong with what *order* says of pieces; what it would break is for the invariants."""
    for piece, place in order.pieces.items():
        yield from _check(state, order, piece, place)
    for general in order.troops:
        put = order.pieces.get(general)
        if put and put.troops is not None:
            yield Problem("troops-twice", ("troops", general), "6", {"general": general})
        elif put == PlaceRuled() or (put is None and state.is_removed(general)):
            yield Problem("troops-of-removed", ("troops", general), "6", {"general": general})
    for number in order.hussars:
        if not 1 <= number <= len(state.hussars):
            yield Problem("no-such-hussar", ("hussars", number), "7", {"number": number, "most": len(state.hussars)})


def _check(state: State, order: RulingOrders, piece: str, place: PlaceRuled) -> Iterator[Problem]:
    path = ("pieces", piece)
    if not state.theatre.is_general(piece):
        if place.troops is not None or place.side or place.box:
            yield Problem("only-generals", path, "3", {"piece": piece})
    elif (place.city or place.box) and piece not in state.troops and place.troops is None and piece not in order.troops:
        yield Problem("needs-troops", path, "6", {"general": piece})
    elif place.side and not place.city:
        yield Problem("no-side-off-map", path, "9", {"general": piece})


def carry_out(table: Table[State], order: RulingOrders) -> None:
    """Do what *order* says of pieces; of the troops everyone reads the power's total, its player which general's."""
    troops = {**{piece: place.troops for piece, place in order.pieces.items() if place.troops}, **order.troops}
    for piece, place in order.pieces.items():
        table.emit(PieceRuled(piece=piece, city=place.city, box=place.box, side=place.side))
    for power in dict.fromkeys(table.state.power_of(piece) for piece in (*order.pieces, *order.troops)):
        _divide(table, power, {general: n for general, n in troops.items() if table.state.power_of(general) == power})
    for number, hussar in order.hussars.items():
        table.emit(HussarPut(hussar=number - 1, city=hussar.city or None))


def _divide(table: Table[State], power: str, troops: dict[str, int]) -> None:
    """Give generals of *power* these *troops*, and everyone its new total."""
    state = table.state
    own = {general: n for general, n in state.troops.items() if state.power_of(general) == power} | troops
    total = sum(own.values())
    if troops or total != state.totals.get(power, 0):
        seat = state.seat_of(power)
        table.emit(TroopsDivided(seat=seat, power=power, total=total, why=WHY, troops=troops))
