"""Rulings on pieces: where units, generals, Squadrons and Flags are (7)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.pieces.events import FlagChanged, PiecesMoved, SquadronsMoved
from pbem_tnw.position.control import controller, owner
from pbem_tnw.position.forces import squadrons_at
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.places import FLEETS, KILLED, REGROUP, YARD
from pbem_tnw.position.state import WarState
from pbem_tnw.rulings.orders import WarRuling

CAUSE = "ruling"
_BOXES = {"units": (REGROUP,), "generals": (REGROUP, YARD, KILLED), "squadrons": (REGROUP, FLEETS)}
"""The boxes for each kind of piece; units and Squadrons in the yard are those that are nowhere else (7.1)."""


def check(state: WarState, order: WarRuling) -> Iterator[Problem]:
    """What is wrong with what *order* says of pieces; what it would break is for the invariants."""
    yield from _places(state, order)
    yield from _numbers(state, order)
    for duchy, flag in order.flags.items():
        if flag.nation == owner(state, duchy):
            yield Problem("flag-of-the-owner", ("flags", duchy), "7.4", {"duchy": duchy, "nation": flag.nation})


def _places(state: WarState, order: WarRuling) -> Iterator[Problem]:
    for key, boxes in _BOXES.items():
        ruled = getattr(order, key)
        for name in ruled:
            place = ruled[name] if key == "generals" else name
            if place not in state.board.duchies and place not in state.board.zones and place not in boxes:
                yield Problem("no-place-for-pieces", (key, name), "7", {"place": place, "what": key, "boxes": boxes})


def _numbers(state: WarState, order: WarRuling) -> Iterator[Problem]:
    for key, strengths in (("units", order.units), ("squadrons", order.squadrons), ("refit", order.refit)):
        for place, numbers in strengths.items():
            for nation, number in numbers.items():
                if number < 0:
                    yield Problem("below-nothing", (key, place, nation), "7", {"number": number})
    for place, numbers in order.refit.items():
        for nation, number in numbers.items():
            ships = order.squadrons.get(place, {}).get(nation, len(squadrons_at(state, place, (nation,))))
            if number > ships:
                args = {"place": place, "nation": nation, "number": number, "ships": ships}
                yield Problem("more-markers-than-squadrons", ("refit", place, nation), "7.7", args)


def carry_out(table: Table[WarState], order: WarRuling) -> None:
    """Do what *order* says of pieces: what is missing comes out of the yard, and what is too much goes there."""
    for place, numbers in order.units.items():
        _units(table, place, numbers)
    for general, place in order.generals.items():
        start = table.state.generals.get(general, YARD)
        if start != place:
            table.emit(PiecesMoved(start=start, to=place, pieces=Pieces(generals=(general,)), cause=CAUSE))
    for place, numbers in order.squadrons.items():
        for nation, number in numbers.items():
            _squadrons(table, place, nation, number)
    for place, numbers in order.refit.items():
        for nation, number in numbers.items():
            _markers(table, place, nation, number)
    for duchy, flag in order.flags.items():
        former = controller(table.state, duchy)
        if (table.state.flags.get(duchy) or "") != flag.nation:
            table.emit(FlagChanged(duchy=duchy, nation=flag.nation, cause=CAUSE, former=former))


def _units(table: Table[WarState], place: str, numbers: Mapping[str, int]) -> None:
    there = table.state.units.get(place, {})
    more = {nation: n - there.get(nation, 0) for nation, n in numbers.items()}
    added = {nation: n for nation, n in more.items() if n > 0}
    gone = {nation: -n for nation, n in more.items() if n < 0}
    if added:
        table.emit(PiecesMoved(start=YARD, to=place, pieces=Pieces(units=added), cause=CAUSE))
    if gone:
        table.emit(PiecesMoved(start=place, to=YARD, pieces=Pieces(units=gone), cause=CAUSE))


def _squadrons(table: Table[WarState], place: str, nation: str, number: int) -> None:
    """Let *nation* have so many Squadrons in a place; those that go are the ones with most markers."""
    there = sorted(squadrons_at(table.state, place, (nation,)))
    if number > len(there):
        new = (Squadron(nation=nation),) * (number - len(there))
        table.emit(SquadronsMoved(start=YARD, to=place, squadrons=new, cause=CAUSE))
    elif number < len(there):
        table.emit(SquadronsMoved(start=place, to=YARD, squadrons=tuple(there[number:]), cause=CAUSE))


def _markers(table: Table[WarState], place: str, nation: str, number: int) -> None:
    there = sorted(squadrons_at(table.state, place, (nation,)), reverse=True)
    become = [
        replace(one, refit=max(one.refit, 1), build=False) if at < number else replace(one, refit=0, since=0)
        for at, one in enumerate(there)
    ]
    if become != there:
        table.emit(
            SquadronsMoved(start=place, to=place, squadrons=tuple(there), become=tuple(become), cause="ruling-markers")
        )
