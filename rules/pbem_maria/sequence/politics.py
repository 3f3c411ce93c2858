"""Politics (17) and the election (18)."""

from collections.abc import Iterator, Mapping

from pbem.engine.decision import Answers, Decision, SoFar, by_seat
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_maria.chapters import breach, election, politics, standing, victory, winning, winter
from pbem_maria.chapters.cards import Discarded, cards_left, draw, turn_card
from pbem_maria.chapters.election import ElectionCalled, ElectionHeld, Voted
from pbem_maria.chapters.politics import (
    Act,
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
    PoliticsEnded,
    TrumpNamed,
    TrumpTurned,
)
from pbem_maria.chapters.standing import keep, kept
from pbem_maria.edition.cards import DISCARD, DRAW, TROOPS
from pbem_maria.edition.edition import political_card
from pbem_maria.orders.politics import CardLine, PlacingOrders, PoliticsOrders, TrumpOrders
from pbem_maria.orders.statecraft import FRANCIS, ElectionOrders, Votes
from pbem_maria.position.cards import SUITS, suit_of
from pbem_maria.position.state import State
from pbem_maria.position.theatre import POLITICS, SINGLE_PLAYS
from pbem_maria.sequence.tracks import MoveMarkers


class Election(Step[State, ElectionOrders], frozen=True):
    """Nine votes elect the emperor, if the card of the election is on the deck."""

    rule = election.RULE
    turn: int

    @property
    def key(self) -> str:
        """The key of the decisions."""
        return f"{self.turn}.election"

    def ask(self, state: State, so_far: SoFar[ElectionOrders]) -> tuple[Decision[ElectionOrders], ...]:
        if state.election != election.PENDING:
            return ()
        free = [vote for vote in election.votes(state) if not vote.bound]
        return tuple(self._decision(state, seat) for seat in dict.fromkeys(vote.seat for vote in free))

    def _decision(self, state: State, seat: str) -> Decision[ElectionOrders]:
        free = election.free_votes(state, seat)
        default = ElectionOrders(vote=election.in_short({vote.city: _usual(state, vote) for vote in free}))
        about = {"votes": {vote.city: vote.power for vote in free}}
        return Decision(
            key=self.key, turn=self.turn, seat=seat, takes=ElectionOrders, due=POLITICS, default=default, about=about
        )

    def check(self, view: State, decision: Decision[ElectionOrders], order: ElectionOrders) -> Iterator[Problem]:
        yield from election.check(view, decision.seat, order.vote)
        yield from breach.check_votes(view, decision.seat, order.vote)

    def run(self, table: Table[State], answers: Answers[ElectionOrders]) -> None:
        table.leave()
        if table.state.election != election.PENDING:
            return
        cast: dict[str, str] = {}
        said_by = by_seat(answers)
        for vote in election.votes(table.state):
            answer = said_by.get(vote.seat)
            said = answer.vote if answer is not None and not vote.bound else Votes(all=FRANCIS)
            candidate = election.cast(vote, said) or FRANCIS
            cast[vote.city] = candidate
            table.emit(Voted(city=vote.city, power=vote.power, candidate=candidate, bound=vote.bound))
        winner, number = election.result(cast)
        table.emit(ElectionHeld(winner=winner, votes=number))
        victory.put(table, victory.EMPEROR, election.BOX_OF[winner])
        winning.settle_advanced(table)


def _usual(state: State, vote: election.Vote) -> str:
    """The candidate of a vote by default: as was agreed (21), otherwise that of its power's friends."""
    promise = breach.promised_vote(state, vote)
    return promise[1] if promise is not None else election.usual(state, vote.power)


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
        acts = politics.acts(political_card(state.edition, line.card), line, power)
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
        return winter.give(table, act.power, act.n, said, given)
    if act.kind == DRAW:
        draw(table, act.power, act.n)
    elif act.kind == DISCARD:
        cards = politics.given_up(state.hands[act.power].known, said.give_up.get(act.power, ()), act.n)
        if cards:
            table.emit(Discarded(power=act.power, cards=cards, why="politics"))
    return {}


IN_ORDER = "in-order"


class Politics(Step[State, Order], frozen=True):
    """Two political cards are revealed, and trump where no player is to name it now."""

    rule = politics.RULE
    turn: int

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        return_face_down(table)
        reveal(table)
        state = table.state
        if not state.political:
            table.enter(EndPolitics())
            return
        find_trump(table)
        if state.options.politics_placement != IN_ORDER:
            table.enter(PoliticsSheets(turn=self.turn))
            return
        places = [PlaceInOrder(turn=self.turn, power=power) for power in state.theatre.majors]
        table.enter(NameTrump(turn=self.turn), *places, PoliticsSheets(turn=self.turn, placed=True))


class PoliticsSheets(Step[State, PoliticsOrders], frozen=True):
    """All seats with major powers say at once what they place, and what they take of the cards left for them."""

    rule = politics.RULE
    turn: int
    placed: bool = False
    """Whether the powers have placed their TCs already, one after the other."""

    @property
    def key(self) -> str:
        """The key of the decisions."""
        return f"{self.turn}.politics"

    def ask(self, state: State, so_far: SoFar[PoliticsOrders]) -> tuple[Decision[PoliticsOrders], ...]:
        if politics.nothing_lies(state) and (self.placed or politics.nothing_held(state)):
            return ()
        return tuple(self._decision(state, seat) for seat in politics.seats(state))

    def _decision(self, state: State, seat: str) -> Decision[PoliticsOrders]:
        names = politics.names_trump(state, seat)
        trump = _usual_trump(state, seat) if names else None
        default = PoliticsOrders(passes=True, trump=trump)
        about = {"powers": politics.own_majors(state, seat), "names_trump": names, "placed": self.placed}
        return Decision(
            key=self.key, turn=self.turn, seat=seat, takes=PoliticsOrders, due=POLITICS, default=default, about=about
        )

    def meant(self, view: State, decision: Decision[PoliticsOrders]) -> Mapping[str, tuple[str, ...]]:
        return dict.fromkeys(("give up", "place", "take"), politics.own_majors(view, decision.seat))

    def check(self, view: State, decision: Decision[PoliticsOrders], order: PoliticsOrders) -> Iterator[Problem]:
        yield from politics.check(view, decision.seat, order, placed=self.placed)
        yield from standing.check(view, decision.seat, order)

    def run(self, table: Table[State], answers: Answers[PoliticsOrders]) -> None:
        table.leave()
        sheets = by_seat(answers)
        for seat, order in sheets.items():
            name_trump(table, seat, order.trump)
        for power in table.state.theatre.majors if not self.placed else ():
            seat = table.state.seat_of(power)
            placing = sheets[seat].place if seat in sheets else None
            if placing is not None:
                faces = politics.by_power(table.state, seat, placing.each).get(power, ())
                place(table, power, faces)
        show(table)
        choose(table, sheets)
        for seat, order in sheets.items():
            keep(table, seat, order)
        table.enter(MoveMarkers(steps=table.state.shifts), EndPolitics())


class NameTrump(Step[State, TrumpOrders], frozen=True):
    """The player who won the latest combat names trump before the powers place their TCs one after the other."""

    rule = politics.RULE
    turn: int

    def ask(self, state: State, so_far: SoFar[TrumpOrders]) -> tuple[Decision[TrumpOrders], ...]:
        seat = state.victor
        idle = politics.nothing_lies(state) and politics.nothing_held(state)
        if idle or not politics.names_trump(state, seat):
            return ()
        default = TrumpOrders(trump=_usual_trump(state, seat))
        key, own = f"{self.turn}.trump", (seat,)
        return (
            Decision(
                key=key, turn=self.turn, seat=seat, takes=TrumpOrders, due=POLITICS, default=default, concerns=own
            ),
        )

    def run(self, table: Table[State], answers: Answers[TrumpOrders]) -> None:
        table.leave()
        for seat, order in by_seat(answers).items():
            name_trump(table, seat, order.trump)


class PlaceInOrder(Step[State, PlacingOrders], frozen=True):
    """One power places a TC, knowing which powers before it have placed one."""

    rule = politics.RULE
    turn: int
    power: str

    def ask(self, state: State, so_far: SoFar[PlacingOrders]) -> tuple[Decision[PlacingOrders], ...]:
        key, about = f"{self.turn}.placing.{self.power}", {"power": self.power}
        seat, default = state.seat_of(self.power), PlacingOrders(passes=True)
        if not len(state.hands[self.power]):
            return ()
        return (
            Decision(
                key=key,
                turn=self.turn,
                seat=seat,
                takes=PlacingOrders,
                due=SINGLE_PLAYS,
                default=default,
                about=about,
                concerns=(seat,),
            ),
        )

    def check(self, view: State, decision: Decision[PlacingOrders], order: PlacingOrders) -> Iterator[Problem]:
        yield from politics.check_one_placing(view, self.power, order)

    def run(self, table: Table[State], answers: Answers[PlacingOrders]) -> None:
        table.leave()
        for order in answers.values():
            if order.place is not None:
                place(table, self.power, (order.place,))


class EndPolitics(Step[State, Order], frozen=True):
    """The end of the stage, when all effects of the tracks are settled: a power may have won (23)."""

    rule = politics.RULE

    def run(self, table: Table[State], answers: Answers[Order]) -> None:
        table.leave()
        table.emit(PoliticsEnded())
        winning.settle_advanced(table)


def _usual_trump(state: State, seat: str) -> str:
    """The suit that *seat* names unless it says otherwise."""
    return kept(state, seat).trump or next(iter(SUITS.values()))
