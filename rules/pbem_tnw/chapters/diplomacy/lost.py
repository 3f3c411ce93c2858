"""Losing an ally: any nation may restore the alliance at once; else the Proxy is neutral, and pieces go (8.21)."""

from typing import Literal

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.diplomacy.events import AllianceEnded, AllianceRestored, ConsulMoved
from pbem_tnw.chapters.diplomacy.removals import (
    afloat,
    nations_at,
    occupied,
    regroup,
    regroup_squadrons,
    standing_of,
)
from pbem_tnw.chapters.diplomacy.resources import buy_card
from pbem_tnw.chapters.diplomacy.restoring import Restoring, draws_to_restore, restoring
from pbem_tnw.chapters.naval.cargo import beyond_room
from pbem_tnw.chapters.pieces.card_events import CardLaid
from pbem_tnw.chapters.pieces.dealing import replace_hand
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.position.control import ALLY, allied, controller, from_active
from pbem_tnw.position.hands import CardHand
from pbem_tnw.position.places import REGROUP
from pbem_tnw.position.state import Consul, WarState

RULE = "8.21"


class AllianceBreaks(Step[WarState, Order], frozen=True):
    """An event has moved the consul of *proxy* out of the Ally box of *power* (8.21)."""

    rule = RULE
    proxy: str
    power: str

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        for nation in from_active(table.state):
            found = restoring(table.state, nation, self.proxy, self.power)
            if found is None and draws_to_restore(table.state, nation, self.proxy, self.power):
                buy_card(table, nation)
                found = restoring(table.state, nation, self.proxy, self.power, drew=True)
            if found is not None:
                _restore(table, self.proxy, self.power, nation, found)
                return
        lose_ally(table, self.proxy, self.power)


def lose_ally(table: Table[WarState], proxy: str, power: str) -> None:
    """Let *proxy*, whose consul has left the Ally box of *power*, be neutral: a new hand, and pieces go (8.21)."""
    table.emit(AllianceEnded(proxy=proxy, power=power))
    leave_seat(table, proxy)
    for duchy in tuple(occupied(table.state)):
        _clear(table, duchy, proxy, power)
    for zone in afloat(table.state):
        regroup(table, zone, (proxy,), "ally-lost", RULE)
        if stranded := beyond_room(table.state, power, zone):
            table.emit(PiecesMoved(start=zone, to=REGROUP, pieces=stranded, cause="ally-lost", rule=RULE))
    for port in tuple(place for place in table.state.squadrons if place in table.state.board.duchies):
        _clear_port(table, port, proxy, power)


def leave_seat(table: Table[WarState], proxy: str) -> None:
    """Let no seat run *proxy* any longer; its hand is replaced by as many new cards, which no one sees (8.21, 15.2)."""
    if table.state.control.get(proxy):
        table.hand_over(proxy, "")
    replace_hand(table, proxy, len(table.state.hands.get(proxy, CardHand())))


def _clear(table: Table[WarState], duchy: str, proxy: str, power: str) -> None:
    """Let the forces go that cannot stay in a duchy, or do not want to."""
    state = table.state
    printed, there = state.board.duchies[duchy], nations_at(state, duchy)
    ours = printed.nation == proxy
    if not ours:
        if proxy in there and controller(state, duchy) != proxy:
            regroup(table, duchy, (proxy,), "ally-lost", RULE)
        return
    others = [nation for nation in there if nation != proxy]
    host = controller(state, duchy)
    if printed.tie == "home" or host == proxy:
        regroup(table, duchy, others, "ally-lost", RULE)
        return
    for nation in there:
        stays = _stays(state, nation, duchy)
        if stays is False or (stays is None and not allied(state, nation, host)):
            regroup(table, duchy, (nation,), "ally-lost", RULE)


def _clear_port(table: Table[WarState], port: str, proxy: str, power: str) -> None:
    state = table.state
    host = controller(state, port)
    for nation in dict.fromkeys(one.nation for one in state.squadrons.get(port, ())):
        unwilling = nation != proxy and host == proxy and _stays(state, nation, port) is False
        if unwilling or (nation == proxy and host != proxy):
            regroup_squadrons(table, port, (nation,), "ally-lost", RULE)


def _stays(state: WarState, nation: str, place: str) -> bool | None:
    """What the standing orders of a nation's seat say of staying at a place; None: nothing (2.3, rows 12 and 15)."""
    answers = standing_of(state, nation).stay
    return None if answers is None else answers.at(place)


def _restore(table: Table[WarState], proxy: str, power: str, nation: str, found: Restoring) -> None:
    board = table.state.board
    for card in found.cards:
        printed = board.cards[card]
        to: Literal["reserve", "removed", "pile"] = "reserve" if printed.is_reserve else "pile"
        event = card == found.event
        if event and printed.has("discard_red"):
            to = "removed"
        how, points = ("event", 0) if event else ("cp", printed.cp)
        table.emit(CardLaid(nation=nation, card=card, how=how, to=to, points=points))
    start = table.state.consuls[proxy]
    box = Consul(column=ALLY, row=power)
    table.emit(
        AllianceRestored(proxy=proxy, power=power, nation=nation, cards=found.cards, points=found.points)
    )  # fmt: skip
    table.emit(ConsulMoved(proxy=proxy, start=start, to=box, cause="restored", nation=nation))
