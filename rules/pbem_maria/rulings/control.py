"""Rulings on control and markers: fortresses, victory markers, and who runs a power."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_maria.chapters.shifts.saxony import hand_over as pass_power
from pbem_maria.chapters.victory import victory_boxes
from pbem_maria.chapters.victory.events import MarkersSetAside
from pbem_maria.position.powers import home_of, major_of, side_of
from pbem_maria.position.state import State
from pbem_maria.rulings.events import BattleRuled, ControlRuled
from pbem_maria.rulings.orders import RulingOrders


def check(state: State, order: RulingOrders) -> Iterator[Problem]:
    """What is wrong with what *order* says of control and markers."""
    for city, holder in order.control.items():
        if not state.board.cities[city].is_fortress:
            yield Problem("not-a-fortress", ("control", city), "3", {"city": city})
        elif not holder.power and city in state.electors:
            yield Problem("elector-needs-holder", ("control", city), "10.3", {"city": city})
    for key in ("battle", "set_aside"):
        for power in getattr(order, key):
            if power not in state.pools:
                yield Problem("no-victory-markers", (key, power), "15", {"power": power})
    owners = {box.id: box.powers for box in state.theatre.edition.armies.victory_boxes if box.powers}
    for box, holder in order.boxes.items():
        if not state.pools:
            yield Problem("no-victory-boxes", ("boxes", box), "16")
        elif holder.power and holder.power not in owners[box]:
            args = {"box": box, "power": holder.power, "powers": tuple(owners[box])}
            yield Problem("box-of-others", ("boxes", box), "16", args)


def hand_over(table: Table[State], order: RulingOrders) -> None:
    """Let powers be run by the players that *order* says, who get their cards and troops to see."""
    for power, seat in order.players.items():
        pass_power(table, seat, power)


def carry_out(table: Table[State], order: RulingOrders) -> None:
    """Do what *order* says of control and markers."""
    for city, holder in order.control.items():
        table.emit(_control(table.state, city, holder.power))
    for box, holder in order.boxes.items():
        victory_boxes.put(table, box, holder.power or None)
    for power, number in order.battle.items():
        table.emit(BattleRuled(power=power, markers=number))
    for power, number in order.set_aside.items():
        more = number - table.state.aside.get(power, 0)
        if more:
            table.emit(MarkersSetAside(power=power, number=more))


def _control(state: State, city: str, power: str) -> ControlRuled:
    if city in state.electors:
        return ControlRuled(city=city, power=power, elector=side_of(state, power))
    home = home_of(state, city) or ""
    marker = "" if power in ("", home) else major_of(state, power)
    return ControlRuled(city=city, power=power or home, marker=marker)
