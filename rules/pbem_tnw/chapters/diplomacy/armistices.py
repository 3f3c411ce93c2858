"""Armistices of two Powers (17.2)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.diplomacy.events import ArmisticeEnded, ArmisticeMade
from pbem_tnw.chapters.diplomacy.new_enemies import meet_new_enemies
from pbem_tnw.chapters.diplomacy.removals import nations_at, occupied, send_fleet_home, send_home
from pbem_tnw.position.control import armistice, at_war, controller, is_power, is_proxy, patron
from pbem_tnw.position.state import Armistice, WarState

RULE = "17.2"


def wrong_armistice(state: WarState, one: str, other: str) -> Iterator[Problem]:
    """Why two nations cannot have an Armistice: they must be enemy Powers, neither in the other's capital."""
    for nation in (one, other):
        if not is_power(state, nation) or is_proxy(state, nation):
            yield Problem("armistice-no-power", rule=RULE, args={"nation": nation})
            return
    if not at_war(state, one, other) and not armistice(state, one, other):
        yield Problem("armistice-no-war", rule=RULE, args={"nation": one, "other": other})
    for loser, victor in ((one, other), (other, one)):
        held = tuple(duchy for duchy in state.board.nations[loser].capitals if controller(state, duchy) == victor)
        if held:
            args = {"nation": loser, "other": victor, "capital": held[0]}
            yield Problem("armistice-capital", rule=RULE, args=args)


def make_armistice(table: Table[WarState], one: str, other: str, *, card: str = "") -> None:
    """Let two Powers have an Armistice from now on; their forces leave each other's duchies (17.2, 15.2)."""
    first, second = (nation for nation in table.state.board.sequence if nation in (one, other))
    made = Armistice(powers=(first, second), turn=table.state.turn)
    table.emit(ArmisticeMade(armistice=made, card=card))
    for duchy in tuple(occupied(table.state)):
        for nation in nations_at(table.state, duchy):
            if _parted(table.state, nation, duchy):
                send_home(table, duchy, nation, "armistice", RULE)
    for port in tuple(place for place in table.state.squadrons if place in table.state.board.duchies):
        for nation in dict.fromkeys(one.nation for one in table.state.squadrons.get(port, ())):
            if _parted(table.state, nation, port):
                send_fleet_home(table, port, nation, "armistice", RULE)


def end_armistices(table: Table[WarState]) -> None:
    """Let the Armistices lapse whose time is over: in the Interphase at the end of the Turn after theirs (17.2).

    Forces that an event had put together are parted as in a war that is declared (8.34), by the first of the Powers.
    """
    for each in table.state.armistices:
        if table.state.turn > each.turn:
            table.emit(ArmisticeEnded(powers=each.powers, cause="lapsed"))
            meet_new_enemies(table, each.powers[0])


def _parted(state: WarState, nation: str, duchy: str) -> bool:
    """Whether an Armistice keeps *nation* out of a duchy where it stands."""
    host = controller(state, duchy)
    return patron(state, nation) != patron(state, host) and armistice(state, nation, host)
