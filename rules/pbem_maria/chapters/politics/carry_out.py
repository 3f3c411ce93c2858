"""Carrying out politics (17): revealing, trump, placing, and the choosing in the order of influence."""

from collections.abc import Mapping

from pbem.engine.table import Table
from pbem_maria.chapters.cards.draw import cards_left, draw, turn_card
from pbem_maria.chapters.cards.events import Discarded
from pbem_maria.chapters.election.events import ElectionCalled
from pbem_maria.chapters.politics import plays, politics, troops
from pbem_maria.chapters.politics.events import (
    CardLeftDown,
    CardPlaced,
    CardShown,
    FaceDownReturned,
    InfluenceSaved,
    InfluenceTakenBack,
    PoliticalCardMissed,
    PoliticalCardRevealed,
    PoliticalCardsDiscarded,
    PoliticalCardTaken,
    TrumpNamed,
    TrumpTurned,
)
from pbem_maria.chapters.politics.orders import CardLine, PoliticsOrders
from pbem_maria.chapters.politics.plays import Act
from pbem_maria.chapters.turn.standing import kept
from pbem_maria.edition.edition import political_card
from pbem_maria.edition.political_cards import DISCARD, DRAW, TROOPS
from pbem_maria.position.cards import suit_of
from pbem_maria.position.state import State

Sheets = Mapping[str, PoliticsOrders]
"""The sheet of each seat."""


def return_face_down(table: Table[State]) -> None:
    """Phase 0 of 25: face-down cards on the display return to the hands."""
    for power, pile in table.state.placed.items():
        table.emit(FaceDownReturned(power=power, seat=table.state.seat_of(power), cards=pile.known))


def reveal(table: Table[State]) -> None:
    """Turn two political cards; the Imperial Election makes room for another (17.1, 18)."""
    state = table.state
    if state.political:
        table.emit(PoliticalCardsDiscarded(cards=state.political))
    while len(table.state.political) < politics.CARDS and table.state.political_deck.known:
        top = table.state.political_deck.known[0]
        table.emit(PoliticalCardRevealed(card=top))
        if political_card(state.edition, top).is_election:
            table.emit(PoliticalCardsDiscarded(cards=(top,)))
            table.emit(ElectionCalled())


def find_trump(table: Table[State]) -> None:
    """Trump as the victor's standing orders name it, or from the draw pile if no combat was won yet (17.2).

    If only Reserves are left to turn, there is no trump, and only Reserves count.
    """
    state = table.state
    if state.victor:
        name_trump(table, state.victor, kept(state, state.victor).trump)
        return
    for _ in range(cards_left(state)):
        top = turn_card(table)
        if top is None:
            return
        table.emit(TrumpTurned(card=top))
        suit = suit_of(top)
        if suit is not None:
            table.emit(TrumpNamed(suit=suit))
            return


def name_trump(table: Table[State], seat: str, suit: str | None) -> None:
    """Let *seat* name *suit*, if it names any."""
    if suit is not None and not table.state.trump:
        table.emit(TrumpNamed(suit=suit, seat=seat))


def place(table: Table[State], power: str, faces: tuple[str, ...]) -> None:
    """Let *power* place the first card of *faces* that is trump, otherwise the first; or none (17.3)."""
    state = table.state
    found = politics.placed_card(state.hands[power].known, faces, state.trump)
    if found is not None:
        table.emit(CardPlaced(power=power, seat=state.seat_of(power), cards=(found,)))


def show(table: Table[State]) -> None:
    """Reveal what was placed (17.4); what is not trump returns to the hand, or stays face down (25)."""
    for power in table.state.theatre.majors:
        state = table.state
        pile = state.placed.get(power)
        for each in pile.known if pile is not None else ():
            trump = politics.is_trump(each, state.trump)
            if trump or state.options.bluff_cost == "off":
                table.emit(CardShown(power=power, seat=state.seat_of(power), card=each, trump=trump))
            else:
                table.emit(CardLeftDown(power=power))


def choose(table: Table[State], sheets: Sheets) -> None:
    """Let the powers choose in the order of their influence (17.5)."""
    given: dict[str, int] = {}
    players: set[str] = set()
    takers: dict[str, str] = {}
    order = politics.order_of_choice(table.state)
    for power in order:
        state = table.state
        _tell_missed(table, power, sheets, takers)
        seat, cards = state.seat_of(power), state.influence[power]
        if not state.political:
            down = state.options.bluff_cost == "on"
            table.emit(InfluenceTakenBack(power=power, seat=seat, cards=cards, face_down=down))
            continue
        line = _choice(state, power, sheets.get(seat))
        if line is None:
            table.emit(InfluenceSaved(power=power))
            continue
        acts = plays.acts(political_card(state.edition, line.card), line, power)
        barred = bool(acts) and state.two_players and seat in players
        done = () if barred else acts
        table.emit(PoliticalCardTaken(power=power, card=line.card, cards=cards, acts=done, barred=barred))
        takers[line.card] = power
        if done:
            players.add(seat)
        for act in done:
            given |= _do(table, act, sheets, given)
    for power in (power for power in table.state.theatre.majors if power not in order):
        _tell_missed(table, power, sheets, takers)
    left = table.state.political
    if left:
        table.emit(PoliticalCardsDiscarded(cards=left))


def _lines(state: State, power: str, sheet: PoliticsOrders | None) -> tuple[CardLine, ...]:
    """What the sheet says of the cards that *power* takes, what it wishes most first."""
    if sheet is None or sheet.take is None:
        return ()
    return politics.by_power(state, state.seat_of(power), sheet.take.each).get(power, ())


def _tell_missed(table: Table[State], power: str, sheets: Sheets, takers: Mapping[str, str]) -> None:
    """Tell the player of *power* which cards, named before the one that it takes, it cannot take, and why."""
    state = table.state
    seat, chooses = state.seat_of(power), bool(state.influence.get(power))
    for line in _lines(state, power, sheets.get(seat)):
        if line.saves or (chooses and line.card in state.political):
            return
        taken_by = takers.get(line.card, "") if chooses else ""
        table.emit(PoliticalCardMissed(seat=seat, power=power, card=line.card, taken_by=taken_by))


def _choice(state: State, power: str, sheet: PoliticsOrders | None) -> CardLine | None:
    """The first line of the sheet that *power* can follow; nothing if it saves its cards."""
    lines = _lines(state, power, sheet)
    line = next((line for line in lines if line.saves or line.card in state.political), None)
    return None if line is None or line.saves else line


def _do(table: Table[State], act: Act, sheets: Sheets, given: Mapping[str, int]) -> dict[str, int]:
    """Carry out a part that works at once; return the troops that generals got from it and earlier."""
    state = table.state
    if not act.power:
        return {}
    said = sheets.get(state.seat_of(act.power), PoliticsOrders())
    if act.kind == TROOPS:
        return troops.give(table, act.power, act.n, said, given)
    if act.kind == DRAW:
        draw(table, act.power, act.n)
    elif act.kind == DISCARD:
        cards = politics.given_up(state.hands[act.power].known, said.give_up.get(act.power, ()), act.n)
        if cards:
            table.emit(Discarded(power=act.power, cards=cards, why="politics"))
    return {}
