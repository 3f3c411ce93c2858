"""Rulings on the Impulse that is going on: its Command Points, and the dice on the table (6.3, 6.14)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.sequence.points import left
from pbem_tnw.position.impulse import DiceRoll
from pbem_tnw.position.state import WarState
from pbem_tnw.rulings.events import DiceRuled, PointsRuled
from pbem_tnw.rulings.orders import WarRuling


def check(state: WarState, order: WarRuling) -> Iterator[Problem]:
    """What is wrong with what *order* says of Command Points and dice."""
    for nation, number in order.cps.items():
        if state.impulse is None:
            yield Problem("no-impulse", ("cps", nation), "6.3")
        elif number < 0:
            yield Problem("below-nothing", ("cps", nation), "6.3", {"number": number})
    rolled = _rolled(state)
    for number, faces in order.dice.items():
        path = ("dice", number)
        if not 1 <= number <= len(rolled):
            yield Problem("no-such-roll", path, "6.14", {"number": number, "most": len(rolled)})
        elif len(faces) != len(rolled[number - 1].faces) or not all(1 <= face <= 6 for face in faces):
            yield Problem("not-its-dice", path, "6.14", {"roll": rolled[number - 1]})


def carry_out(table: Table[WarState], order: WarRuling) -> None:
    """Do what *order* says of Command Points and dice."""
    for nation, number in order.cps.items():
        if left(table.state, nation) != number:
            table.emit(PointsRuled(nation=nation, points=number))
    for number, faces in order.dice.items():
        roll = _rolled(table.state)[number - 1]
        shown = tuple(faces) if roll.need else tuple(sorted(faces, reverse=True))
        table.emit(DiceRuled(number=number - 1, roll=replace(roll, faces=shown)))


def _rolled(state: WarState) -> tuple[DiceRoll, ...]:
    return () if state.impulse is None else state.impulse.rolled
