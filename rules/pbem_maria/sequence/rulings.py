"""Rulings of the moderator, each kind checked and carried out."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbem.engine.decision import MODERATOR, Answers, Decision, SoFar
from pbem.engine.event import Event
from pbem.engine.order import OrderPath, Problem
from pbem.engine.table import Scratch, Step, Table
from pbem_maria.chapters import victory
from pbem_maria.chapters.agreements import (
    IN_FORCE,
    RULE,
    AgreementRestored,
    AgreementSuspended,
    check_proposal,
    entry,
    numbered,
    seats_of,
)
from pbem_maria.chapters.cards import CardsOfPower, set_aside
from pbem_maria.chapters.conquest import QuestionLifted, with_marker, without_marker
from pbem_maria.chapters.pieces import TroopsDivided, put, without
from pbem_maria.chapters.victory import MarkersSetAside, shifted
from pbem_maria.orders.ruling import DRAW_PILE, USED, CardRuled, PlaceRuled, RulingOrders
from pbem_maria.orders.statecraft import Proposal
from pbem_maria.position import state as position_state
from pbem_maria.position.cards import Pile, deck_of, find
from pbem_maria.position.powers import home_of, major_of, side_of
from pbem_maria.position.state import Agreement, State
from pbem_maria.sequence import tracks
from pbem_maria.sequence.turn import ActionStage, after_stages
from pbem_maria.sequence.withdrawals import hand_over as pass_power


class PieceRuled(Event[State], frozen=True):
    """A piece is in a *city*, a general in an off-map *box*; or it is removed, with its troops.

    Where its *side* is said, `up` or `down`, a general is turned.
    """

    piece: str
    city: str = ""
    box: str = ""
    side: str = ""

    def change(self, state: State) -> State:
        face_down = {"up": state.face_down - {self.piece}, "down": state.face_down | {self.piece}}
        state = replace(state, face_down=face_down.get(self.side, state.face_down))
        off_map = {general: box for general, box in state.off_map.items() if general != self.piece}
        if self.city:
            return put(replace(state, off_map=off_map), self.piece, self.city)
        if not self.box:
            return without(replace(state, off_map=off_map), self.piece)
        troops = state.troops
        state = without(state, self.piece)
        return replace(state, off_map={**off_map, self.piece: self.box}, troops=troops)


class HussarPut(Event[State], frozen=True):
    """A hussar, counted from 0, is in a *city*, or off the board."""

    hussar: int
    city: str | None = None

    def change(self, state: State) -> State:
        places = list(state.hussars)
        places[self.hussar] = self.city
        return replace(state, hussars=tuple(places))


class CardsTaken(CardsOfPower, frozen=True):
    """Cards left the hand of a power; only its own seat sees which."""

    def change(self, state: State) -> State:
        return replace(state, hands={**state.hands, self.power: state.hands[self.power].lose(self.cards)})


class CardsGiven(CardsOfPower, frozen=True):
    """Cards came to the hand of a power; only its own seat sees which."""

    def change(self, state: State) -> State:
        return replace(state, hands={**state.hands, self.power: state.hands.get(self.power, Pile()).gain(self.cards)})


class DrawPileRuled(Event[State], frozen=True):
    """Cards came to the bottom of the draw pile, or left it if they are *gone*; no one sees which."""

    cards: tuple[str, ...] | int
    gone: bool = False

    def seen_by(self, seat: str) -> "Event[State] | None":
        return replace(self, cards=self.cards if isinstance(self.cards, int) else len(self.cards))

    def change(self, state: State) -> State:
        draw = state.draw.lose(self.cards) if self.gone else state.draw.gain(self.cards)
        return replace(state, draw=draw)


class SetAsideRuled(Event[State], frozen=True):
    """Cards were set aside, face up, or taken back from there if they are *gone*."""

    cards: tuple[str, ...]
    gone: bool = False

    def change(self, state: State) -> State:
        if not self.gone:
            return set_aside(state, self.cards)
        used = {number: list(cards) for number, cards in state.used.items()}
        for card in self.cards:
            used[deck_of(card)].remove(card)
        return replace(state, used={number: tuple(cards) for number, cards in used.items()})


class ControlRuled(Event[State], frozen=True):
    """A *power* controls a fortress, by a *marker* of a major power, by an *elector* marker, or as its home."""

    city: str
    power: str
    marker: str = ""
    elector: str = ""

    def change(self, state: State) -> State:
        state = QuestionLifted(city=self.city).change(state)
        if self.elector:
            return replace(state, electors={**state.electors, self.city: self.elector})
        state = without_marker(state, self.city)
        return with_marker(state, self.city, self.marker) if self.marker else state


class BattleRuled(Event[State], frozen=True):
    """A major power has so many markers in its battle boxes; the others are in its pool."""

    power: str
    markers: int

    def change(self, state: State) -> State:
        more = self.markers - state.battle.get(self.power, 0)
        battle = {**state.battle, self.power: self.markers}
        return replace(state, battle=battle, pools=shifted(state.pools, self.power, -more))


class StageRuled(Event[State], frozen=True):
    """The action stage of *stage* begins; what was ordered and still to be fought in the one before is gone."""

    stage: str

    def change(self, state: State) -> State:
        for city in state.questions:
            state = QuestionLifted(city=city).change(state)
        none: Mapping[str, None] = {}
        return replace(
            state,
            stage="",
            moved=frozenset(),
            retreated=frozenset(),
            orders=none,
            overtaken=False,
            due=(),
            fight=None,
            plans=none,
        )


class AgreementRuled(Event[State], frozen=True):
    """An agreement is in force though its parties did not make it in a sheet."""

    agreement: Agreement

    def change(self, state: State) -> State:
        return replace(state, agreements=(*state.agreements, self.agreement))


class AgreementStopped(Event[State], frozen=True):
    """An agreement is over though its parties did not end it in a sheet."""

    number: int

    def change(self, state: State) -> State:
        register = tuple(
            replace(each, status="ended") if each.number == self.number else each for each in state.agreements
        )
        return replace(state, agreements=register)


def check_agreements(state: State, order: RulingOrders) -> Iterator[Problem]:
    """What is wrong with what *order* says of agreements."""
    for key in ("suspend", "restore", "end"):
        for place, number in enumerate(getattr(order, key)):
            yield from _check_agreement(state, number, (key, place), key)
    for place, proposal in enumerate(order.agree):
        yield from check_proposal(state, _proposer(state, proposal), proposal, ("agree", place))


def _check_agreement(state: State, number: int, path: OrderPath, key: str) -> Iterator[Problem]:
    """Why agreement *number* cannot be suspended, restored or ended."""
    found = numbered(state, number)
    if found is None:
        yield Problem("no-such-agreement", path, RULE, {"number": number})
    elif found.status != IN_FORCE:
        yield Problem("agreement-not-in-force", path, RULE, {"number": number, "agreement": found})
    elif key != "end" and found.suspended != (key == "restore"):
        args = {"number": number}
        if key == "restore":
            yield Problem("agreement-not-suspended", path, RULE, args)
        else:
            yield Problem("agreement-suspended-already", path, RULE, args)


def rule_agreements(table: Table[State], order: RulingOrders) -> None:
    """Do what *order* says of agreements."""
    for number in dict.fromkeys(order.suspend):
        table.emit(AgreementSuspended(number=number))
    for number in dict.fromkeys(order.restore):
        table.emit(AgreementRestored(number=number))
    for number in dict.fromkeys(order.end):
        table.emit(AgreementStopped(number=number))
    for proposal in order.agree:
        table.emit(AgreementRuled(agreement=_in_force(table.state, proposal)))


def _in_force(state: State, proposal: Proposal) -> Agreement:
    made = entry(state, _proposer(state, proposal), proposal)
    first = state.turn
    last = min(first + made.turns - 1, state.theatre.last_turn) if made.turns else made.last
    return replace(made, status=IN_FORCE, accepted=seats_of(state, made), first=first, last=last)


def _proposer(state: State, proposal: Proposal) -> str:
    """The seat of the first party, as which the register lists it."""
    first = proposal.with_[0] if proposal.with_ else next(iter(state.seats.values()))
    return state.seats.get(first, first)


def check_cards(state: State, order: RulingOrders) -> Iterator[Problem]:
    """Whether each card of *order* is where it is to be taken from, after those before it."""
    trial: Scratch[State] = Scratch(state)
    for number, ruled in enumerate(order.cards):
        args = {"card": ruled.card, "place": ruled.start}
        if ruled.start == ruled.end:
            yield Problem("card-stays", ("cards", number), "8", args)
        elif _found(trial.state, ruled) is None:
            yield Problem("card-not-there", ("cards", number), "8", args)
        else:
            _move(trial, ruled)


def rule_cards(table: Table[State], order: RulingOrders) -> None:
    """Move the cards of *order*; whose hand is concerned is public, which card it is only its player reads."""
    for ruled in order.cards:
        _move(table, ruled)


def _found(state: State, ruled: CardRuled) -> str | None:
    """The card with the face that is ruled on, with its deck."""
    if ruled.start == DRAW_PILE:
        there = state.draw.known
    elif ruled.start == USED:
        there = tuple(card for cards in state.used.values() for card in cards)
    else:
        there = state.hands[ruled.start].known if ruled.start in state.hands else ()
    found, _ = find(there, (ruled.card,))
    return next(iter(found), None)


def _move(table: Table[State], ruled: CardRuled) -> None:
    card = _found(table.state, ruled)
    if card is None:
        return
    _take(table, ruled.start, (card,))
    _give(table, ruled.end, (card,))


def _take(table: Table[State], place: str, cards: tuple[str, ...]) -> None:
    if place == DRAW_PILE:
        table.emit(DrawPileRuled(cards=cards, gone=True))
    elif place == USED:
        table.emit(SetAsideRuled(cards=cards, gone=True))
    else:
        table.emit(CardsTaken(power=place, seat=table.state.seat_of(place), cards=cards))


def _give(table: Table[State], place: str, cards: tuple[str, ...]) -> None:
    if place == DRAW_PILE:
        table.emit(DrawPileRuled(cards=cards))
    elif place == USED:
        table.emit(SetAsideRuled(cards=cards))
    else:
        table.emit(CardsGiven(power=place, seat=table.state.seat_of(place), cards=cards))


def check_control(state: State, order: RulingOrders) -> Iterator[Problem]:
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


def rule_control(table: Table[State], order: RulingOrders) -> None:
    """Do what *order* says of control and markers."""
    for city, holder in order.control.items():
        table.emit(_control(table.state, city, holder.power))
    for box, holder in order.boxes.items():
        victory.put(table, box, holder.power or None)
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


WHY = "ruling"


def check_pieces(state: State, order: RulingOrders) -> Iterator[Problem]:
    """What is wrong with what *order* says of pieces; what it would break is for the invariants."""
    for piece, place in order.pieces.items():
        yield from _check_piece(state, order, piece, place)
    for general in order.troops:
        put = order.pieces.get(general)
        if put and put.troops is not None:
            yield Problem("troops-twice", ("troops", general), "6", {"general": general})
        elif put == PlaceRuled() or (put is None and state.is_removed(general)):
            yield Problem("troops-of-removed", ("troops", general), "6", {"general": general})
    for number in order.hussars:
        if not 1 <= number <= len(state.hussars):
            yield Problem("no-such-hussar", ("hussars", number), "7", {"number": number, "most": len(state.hussars)})


def _check_piece(state: State, order: RulingOrders, piece: str, place: PlaceRuled) -> Iterator[Problem]:
    path = ("pieces", piece)
    if not state.theatre.is_general(piece):
        if place.troops is not None or place.side or place.box:
            yield Problem("only-generals", path, "3", {"piece": piece})
    elif (place.city or place.box) and piece not in state.troops and place.troops is None and piece not in order.troops:
        yield Problem("needs-troops", path, "6", {"general": piece})
    elif place.side and not place.city:
        yield Problem("no-side-off-map", path, "9", {"general": piece})


def rule_pieces(table: Table[State], order: RulingOrders) -> None:
    """Do what *order* says of pieces; of the troops everyone reads the power's total, its player which general's."""
    troops = {**{piece: place.troops for piece, place in order.pieces.items() if place.troops}, **order.troops}
    for piece, place in order.pieces.items():
        table.emit(PieceRuled(piece=piece, city=place.city, box=place.box, side=place.side))
    for power in dict.fromkeys(table.state.power_of(piece) for piece in (*order.pieces, *order.troops)):
        _divide(table, power, {general: n for general, n in troops.items() if table.state.power_of(general) == power})
    for number, hussar in order.hussars.items():
        table.emit(HussarPut(hussar=number - 1, city=hussar.city or None))


def _divide(table: Table[State], power: str, troops: dict[str, int]) -> None:
    """Give generals of *power* these *troops*, and everyone its new total."""
    state = table.state
    own = {general: n for general, n in state.troops.items() if state.power_of(general) == power} | troops
    total = sum(own.values())
    if troops or total != state.totals.get(power, 0):
        seat = state.seat_of(power)
        table.emit(TroopsDivided(seat=seat, power=power, total=total, why=WHY, troops=troops))


def check_stage(state: State, order: RulingOrders) -> Iterator[Problem]:
    """What is wrong with what *order* says of tracks and of the stage."""
    for track, box in order.tracks.items():
        if track not in state.tracks:
            yield Problem("no-tracks", ("tracks", track), "17")
            continue
        boxes = position_state.boxes(state.theatre.edition, track)
        if box not in boxes:
            args = {"track": track, "box": box, "first": min(boxes), "last": max(boxes)}
            yield Problem("no-such-box", ("tracks", track), "17", args)
    if order.stage is None:
        return
    if not state.stages().get(order.stage):
        leads = tuple(lead for lead, powers in state.stages().items() if powers)
        yield Problem("leads-no-stage", ("stage",), "5", {"power": order.stage, "powers": leads})
    elif not state.stage:
        yield Problem("between-stages", ("stage",), "5")


def rule_stage(table: Table[State], order: RulingOrders) -> None:
    """Begin the stage that *order* says, and move the markers of tracks with what follows from it."""
    if order.stage is not None:
        _begin(table, order.stage)
    if order.tracks:
        tracks.move(table, order.tracks)


def _begin(table: Table[State], lead: str) -> None:
    """Leave all that is still to do in this turn, and begin it again with the action stage of *lead*."""
    table.emit(StageRuled(stage=lead))
    while table.state.flow:
        table.leave()
    state = table.state
    leads = [each for each, powers in state.stages().items() if powers]
    stages: list[Step] = [ActionStage(stage=each) for each in leads[leads.index(lead) :]]
    table.enter(*stages, *after_stages(state, state.turn))


KEY = "decree"


class Rule(Step[State, RulingOrders], frozen=True, tag="decree"):
    """Takes a sheet of the moderator; it is never on the flow."""

    def ask(self, state: State, so_far: SoFar[RulingOrders]) -> tuple[Decision[RulingOrders], ...]:
        return (Decision(key=KEY, seat=MODERATOR, takes=RulingOrders),)

    def check(self, view: State, decision: Decision[RulingOrders], order: RulingOrders) -> Iterator[Problem]:
        if order == RulingOrders():
            yield Problem("rules-nothing")
        yield from check_pieces(view, order)
        yield from check_cards(view, order)
        yield from check_control(view, order)
        yield from check_stage(view, order)
        yield from check_agreements(view, order)

    def run(self, table: Table[State], answers: Answers[RulingOrders]) -> None:
        """Who runs a power comes first, as its secrets go along; what adds steps to the flow comes last."""
        (order,) = answers.values()
        hand_over(table, order)
        rule_pieces(table, order)
        rule_cards(table, order)
        rule_control(table, order)
        rule_agreements(table, order)
        rule_stage(table, order)


def rule(state: State) -> Rule | None:
    """The step for a ruling; nothing before the set-up is over or after the end."""
    return Rule() if state.turn and state.result is None else None
