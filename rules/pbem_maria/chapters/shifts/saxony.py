"""What a change of Saxony's standing means (19.3)."""

from pbem.engine.table import Table
from pbem_maria.chapters.cards import contracts
from pbem_maria.chapters.shifts.events import MarkersReturned, PowerHandedOver, SaxonyTurned
from pbem_maria.chapters.shifts.steps import ReturnSaxons, Withdraw
from pbem_maria.position.cards import Pile
from pbem_maria.position.powers import PRUSSIA, home_of
from pbem_maria.position.state import AUSTRIA, AUSTRIAN_ALLY, NEUTRAL, PRUSSIAN_ALLY, SAXONY, State


def turn(table: Table[State], zone: str) -> None:
    """Make Saxony `prussian-ally`, `neutral` or `austrian-ally`; its marker has come to that zone.

    Prussia's player gets a returning Saxony in the next Prussian stage, see `hand_back`.
    """
    table.emit(SaxonyTurned(standing=zone))
    contracts.end_broken(table)
    if zone != PRUSSIAN_ALLY:
        hand_over(table, table.state.seat_of(AUSTRIA))
    if zone == NEUTRAL:
        state = table.state
        cities = tuple(city for city in state.markers if home_of(state, city) == SAXONY)
        if cities:
            table.emit(MarkersReturned(cities=cities))
    if zone == AUSTRIAN_ALLY:
        table.enter(Withdraw(), ReturnSaxons())
    else:
        table.enter(Withdraw(saxons_home=zone == NEUTRAL))


def hand_back(table: Table[State], stage: str) -> None:
    """Give a Saxony that is Prussia's ally again to Prussia's player when its *stage* begins."""
    state = table.state
    if stage == PRUSSIA and state.saxony == PRUSSIAN_ALLY and SAXONY in state.theatre.powers:
        hand_over(table, state.seat_of(PRUSSIA))


def hand_over(table: Table[State], seat: str, power: str = SAXONY) -> None:
    """Let *seat* run *power* from now on, with its hand and its troops."""
    state = table.state
    if state.seat_of(power) == seat:
        return
    hand = state.hands.get(power, Pile())
    troops = {general: number for general, number in state.troops.items() if state.power_of(general) == power}
    table.emit(PowerHandedOver(power=power, seat=seat, cards=hand.known, troops=troops))
