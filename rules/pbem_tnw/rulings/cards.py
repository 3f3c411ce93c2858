"""Rulings on cards: from hand to hand, to the deck, the played pile or out of the game, and back (4.4, 6)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Scratch, Table
from pbem_tnw.chapters.pieces.events import PiecesMoved, SquadronsMoved
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.forces import generals_at, squadrons_at, units_at
from pbem_tnw.position.hands import CardHand
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.places import REGROUP, war_box
from pbem_tnw.position.state import WarState
from pbem_tnw.rulings.events import CardShifted
from pbem_tnw.rulings.orders import DECK, IN_PLAY, OUT, PILE, READY, USED, CardShift, WarRuling

_NO_HANDS = (DECK, PILE, OUT, IN_PLAY, USED, READY)


def check(state: WarState, order: WarRuling) -> Iterator[Problem]:
    """Whether each card of *order* is where it is to be taken from, after those before it, and can be where it goes."""
    trial: Scratch[WarState] = Scratch(state)
    for number, shift in enumerate(order.cards):
        path, args = ("cards", number), {"card": shift.card, "place": shift.start}
        reserve = state.board.cards[shift.card].is_reserve
        if shift.start == shift.end:
            yield Problem("card-ruled-nowhere", path, "6", args)
        elif reserve != ({shift.start, shift.end} == {USED, READY}):
            yield Problem("reserve-used-or-ready" if reserve else "only-reserves-used", path, "6.2", args)
        elif shift.end == IN_PLAY:
            yield Problem("card-ruled-into-play", path, "6.11", args)
        elif not _is_there(trial.state, shift):
            yield Problem("card-ruled-not-there", path, "6", args)
        else:
            trial.emit(_moved(trial.state, shift))


def carry_out(table: Table[WarState], order: WarRuling) -> None:
    """Move the cards of *order*; a Foreign War whose card goes is over, and its pieces go to the Regroup box."""
    for shift in order.cards:
        if shift.start == IN_PLAY:
            _end_war(table, shift.card)
        table.emit(_moved(table.state, shift))


def _moved(state: WarState, shift: CardShift) -> CardShifted:
    nations = (place for place in (shift.start, shift.end) if place not in _NO_HANDS)
    seats = dict.fromkeys(filter(None, (seat_of(state, nation) for nation in nations)))
    return CardShifted(start=shift.start, end=shift.end, card=shift.card, seats=tuple(seats))


def _is_there(state: WarState, shift: CardShift) -> bool:
    """Whether the card is where it is to be taken from."""
    there = {
        DECK: state.deck.cards,
        PILE: state.played.cards,
        OUT: state.removed,
        IN_PLAY: (*(one.card for one in state.lasting), *(one.card for one in state.wars)),
        USED: state.used,
        READY: () if shift.card in state.used else (shift.card,),
    }
    if shift.start in there:
        return shift.card in there[shift.start]
    return shift.card in state.hands.get(shift.start, CardHand()).known


def _end_war(table: Table[WarState], card: str) -> None:
    box = war_box(card)
    pieces = Pieces(units=units_at(table.state, box), generals=generals_at(table.state, box))
    if pieces:
        table.emit(PiecesMoved(start=box, to=REGROUP, pieces=pieces, cause="war-over", rule="6.13"))
    if ships := squadrons_at(table.state, box):
        table.emit(SquadronsMoved(start=box, to=REGROUP, squadrons=ships, cause="war-over", rule="6.13"))
