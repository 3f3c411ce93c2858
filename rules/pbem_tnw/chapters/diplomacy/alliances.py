"""Alliances with Proxies: gained in an Ally box, lost by an event (8.2, 8.21)."""

from typing import Literal

from pbem.engine.table import Table
from pbem_tnw.chapters.diplomacy.events import AllianceMade, ConsulCause, ConsulMoved
from pbem_tnw.chapters.diplomacy.lost import AllianceBreaks
from pbem_tnw.chapters.diplomacy.new_enemies import meet_new_enemies
from pbem_tnw.position.control import ALLY, CLIENT, UNALIGNED, camp_of, patron, seat_of
from pbem_tnw.position.state import Consul, WarState


def move_consul(
    table: Table[WarState],
    proxy: str,
    to: Consul,
    *,
    nation: str,
    cause: ConsulCause,
    points: int = 0,
    card: str = "",
) -> None:
    """Let *nation* move the consul of *proxy* into a box; the Ally box brings the alliance (8.1, 8.2)."""
    start = table.state.consuls[proxy]
    table.emit(ConsulMoved(proxy=proxy, start=start, to=to, cause=cause, nation=nation, points=points, card=card))
    if to.column == ALLY:
        gain_ally(table, proxy, nation if cause == "war" else proxy)


def gain_ally(table: Table[WarState], proxy: str, declarer: str) -> None:
    """Let the Power in whose Ally box the consul of *proxy* is run it: its seat sees the hand at once (8.2).

    Forces that become enemies by it are parted as if *declarer* had declared the war (8.34).
    """
    state = table.state
    power = patron(state, proxy)
    table.emit(AllianceMade(proxy=proxy, power=power, camp=camp_of(state, proxy)))
    if seat_of(state, proxy) != seat_of(state, power):
        table.hand_over(proxy, seat_of(state, power))
    meet_new_enemies(table, declarer)


def break_alliance(
    table: Table[WarState], proxy: str, to: Literal["unaligned", "client"], *, nation: str, card: str
) -> None:
    """Let an event of *nation* end the alliance of *proxy* (8.21): its consul leaves the Ally box.

    The box that is entered first lets any nation restore the alliance by its standing orders, else the ally is lost.
    """
    start = table.state.consuls[proxy]
    power = start.row
    box = Consul(column=CLIENT, row=power) if to == CLIENT else Consul(column=UNALIGNED)
    table.emit(ConsulMoved(proxy=proxy, start=start, to=box, cause="broken", nation=nation, card=card))
    table.enter(AllianceBreaks(proxy=proxy, power=power))


def may_break(state: WarState, proxy: str, of: str = "") -> bool:
    """Whether *proxy* is in an Ally box, of the Power *of* if it is named, that an event could end (8.21)."""
    consul = state.consuls.get(proxy)
    return consul is not None and consul.column == ALLY and of in ("", consul.row)
