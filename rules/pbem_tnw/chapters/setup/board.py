"""What lies on the board when it is opened: pieces, Flags, markers (4.1, 4.2)."""

from collections.abc import Mapping

from pbem.engine.table import Table
from pbem_tnw.chapters.setup.events import MarkersLaidOut, PiecesLaidOut
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.position.control import keys_held
from pbem_tnw.position.pieces import Squadron
from pbem_tnw.position.places import YARD
from pbem_tnw.position.state import Consul, WarState


def lay_out(table: Table[WarState]) -> None:
    """Put every piece and marker where it is printed."""
    edition, players = table.state.board, table.state.players
    nations = edition.nations.values()
    units: dict[str, dict[str, int]] = {}
    squadrons: dict[str, tuple[Squadron, ...]] = {}
    for nation in nations:
        for pile in nation.units:
            there = units.setdefault(pile.at, {})
            there[nation.id] = there.get(nation.id, 0) + pile.strength
        for fleet in nation.squadrons:
            ships = (Squadron(nation=nation.id),) * fleet.number
            squadrons[fleet.at] = tuple(sorted((*squadrons.get(fleet.at, ()), *ships)))
    generals = {leader.id: leader.at or YARD for leader in edition.leaders.values() if not leader.card}
    flags = {duchy: nation.id for nation in nations for duchy in nation.flags.placed}
    table.emit(PiecesLaidOut(units=units, generals=generals, squadrons=squadrons, flags=flags))
    camps = {power: edition.nations[power].camp for power in edition.powers if edition.nations[power].camp != "neutral"}
    keys = {nation: len(keys_held(table.state, nation)) for nation in edition.sequence}
    table.emit(MarkersLaidOut(consuls=consuls_of(edition, players), camps=camps, keys=keys))


def consuls_of(edition: TnwEdition, players: int) -> Mapping[str, Consul]:
    """The consuls of the Proxies at the start: of Prussia only with fewer than five players (4.3)."""
    printed = edition.tracks.diplomatic.consuls
    return {
        nation: Consul(column=each.column, row=each.row or "")
        for nation, each in printed.items()
        if not each.players_below or players < each.players_below
    }
