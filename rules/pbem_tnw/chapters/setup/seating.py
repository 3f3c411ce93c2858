"""Who runs what: seats as they are assigned, drawn or bid for (4.3)."""

from collections.abc import Mapping

from pbem.engine.table import Table
from pbem_tnw.chapters.pieces.events import PiecesMoved
from pbem_tnw.chapters.setup.board import consuls_of
from pbem_tnw.chapters.setup.events import BidsOpened, SeatsTaken
from pbem_tnw.edition.edition import TnwEdition
from pbem_tnw.orders.entry import EntryOrders
from pbem_tnw.position.control import ALLY, camp_of, members
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import YARD
from pbem_tnw.position.state import COALITION, IMPERIAL, Consul, WarState
from pbem_tnw.settings import RUN_BY


def control_of(edition: TnwEdition, seats: Mapping[str, str], consuls: Mapping[str, Consul]) -> Mapping[str, str]:
    """The seat of every nation, where *seats* are those of the Powers: a Pact ally is run by its Power (4.3)."""
    allies = {
        proxy: seats[consul.row] for proxy, consul in consuls.items() if consul.column == ALLY and consul.row in seats
    }
    whole = {**seats, **allies}
    return {nation: whole[nation] for nation in edition.sequence if nation in whole}


def take_seats(table: Table[WarState], entries: Mapping[str, EntryOrders]) -> None:
    """Settle which seat runs which Powers, where the settings have not: two players bid, more draw (4.3)."""
    if table.state.control:
        return
    if table.state.players == 2:
        _bid(table, entries)
    else:
        _seat(table, table.shuffle("who runs which Powers", tuple(entries)))


def _seat(table: Table[WarState], order: tuple[str, ...]) -> None:
    """Give the Powers of each seat of `RUN_BY` to the seats in *order*."""
    edition, players = table.state.board, table.state.players
    seats = {power: seat for seat, own in zip(order, RUN_BY[players].values(), strict=True) for power in own}
    table.emit(SeatsTaken(control=control_of(edition, seats, consuls_of(edition, players))))


def _bid(table: Table[WarState], entries: Mapping[str, EntryOrders]) -> None:
    """Two seats, each with the Camp that it wishes; where both wish one, the higher bid has it and is paid."""
    one, other = entries
    wishes = {seat: entry.camp or "" for seat, entry in entries.items()}
    bids = {seat: entry.bid for seat, entry in entries.items()}
    contested = wishes[one] == wishes[other]
    drawn = contested and (bids[one] == bids[other] or not wishes[one])
    if drawn:
        winner = table.pick("the bids are equal", (one, other))
    elif contested:
        winner = max(entries, key=lambda seat: bids[seat])
    else:
        winner = one if wishes[one] else other
    camp = wishes[winner] or IMPERIAL
    loser = other if winner == one else one
    table.emit(BidsOpened(bids=bids, wishes=wishes, winner=winner, camp=camp, drawn=drawn))
    _seat(table, (winner, loser) if camp == IMPERIAL else (loser, winner))
    if contested and wishes[winner]:
        _pay(table, camp, entries[winner])


def _pay(table: Table[WarState], camp: str, entry: EntryOrders) -> None:
    """Take the units of the bid that won off the map, one after the other (4.3).

    In turn from the places that its seat names, then from where its side has most.
    """
    for number in range(entry.bid):
        state = table.state
        own = [
            (nation, place, strength)
            for place, there in state.units.items()
            for nation, strength in there.items()
            if camp_of(state, nation) == camp
        ]
        turn = number % max(1, len(entry.give_up))
        named = {place: at for at, place in enumerate((*entry.give_up[turn:], *entry.give_up[:turn]))}
        nation, place, _strength = min(own, key=lambda each: (named.get(each[1], len(named)), -each[2], each[1]))
        table.emit(PiecesMoved(start=place, to=YARD, pieces=Pieces(units={nation: 1}), cause="bid", rule="4.3"))


def most_bid(state: WarState, camp: str) -> int:
    """The most units that can be bid for a Camp, or for any if none is named: one must be left."""
    camps = (camp,) if camp else (IMPERIAL, COALITION)
    return min(sum(_strength(state, nation) for nation in members(state, each)) for each in camps) - 1


def _strength(state: WarState, nation: str) -> int:
    return sum(there.get(nation, 0) for there in state.units.values())
