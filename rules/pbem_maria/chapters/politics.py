"""Events of politics (17, 25): the deck, trump, the TCs on the display."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from pbem.engine.event import Event, SeatSecret
from pbem.engine.order import OrderPath, Problem, Weight, under
from pbem_maria.chapters import winter
from pbem_maria.chapters.cards import CardsOfPower, not_held, set_aside
from pbem_maria.chapters.pieces import put
from pbem_maria.edition.cards import EITHER, RIGHT, SHIFT, TAKER, Effect, Elect, PoliticalCard, Shift, Troops
from pbem_maria.edition.edition import political_card
from pbem_maria.orders.politics import ONLY, CardLine, CardPart, Placing, PlacingOrders, PoliticsOrders
from pbem_maria.orders.stage import ORDERS_MEANT, WinterOrders
from pbem_maria.orders.standing import InAdvance
from pbem_maria.position.cards import Pile, face, find, is_reserve, suit_of, value_of
from pbem_maria.position.state import State

T = TypeVar("T")

RULE = "17"
CARDS = 2
"""Political cards that are revealed in a turn."""
RESERVE_COUNTS = 16
"""A Reserve is always trump, and has this influence."""


def own_majors(state: State, seat: str) -> tuple[str, ...]:
    """The major powers of *seat*, in the order of the political display."""
    return tuple(power for power in state.theatre.majors if state.seat_of(power) == seat)


def seats(state: State) -> tuple[str, ...]:
    """The seats that take part: those with major powers."""
    return tuple(dict.fromkeys(state.seat_of(power) for power in state.theatre.majors))


def names_trump(state: State, seat: str) -> bool:
    """Whether *seat* has to name trump: it won the latest combat, and trump is not known yet."""
    return not state.trump and state.victor == seat


def nothing_lies(state: State) -> bool:
    """Whether no TC is on the political display."""
    return not any(state.influence.values()) and not any(map(len, state.placed.values()))


def nothing_held(state: State) -> bool:
    """Whether no major power holds a TC that it could place."""
    return not any(len(state.hands[power]) for power in state.theatre.majors)


def revealed(state: State) -> tuple[PoliticalCard, ...]:
    """The face-up political cards."""
    return tuple(political_card(state.edition, each) for each in state.political)


def is_trump(tactical_card: str, suit: str) -> bool:
    """Whether the TC counts when *suit* is trump; a Reserve always does."""
    return is_reserve(tactical_card) or suit_of(tactical_card) == suit


def placed_card(hand: Iterable[str], faces: Sequence[str], suit: str) -> str | None:
    """The card of *hand* that is placed: of *faces* the first that is trump, else the first."""
    held = find(hand, faces)[0]
    return next((each for each in held if is_trump(each, suit)), held[0] if held else None)


def influence(cards: Iterable[str]) -> int:
    """The influence of *cards* together."""
    return sum(RESERVE_COUNTS if is_reserve(each) else value_of(each) for each in cards)


def order_of_choice(state: State) -> tuple[str, ...]:
    """The powers with cards that count, the most influence first; of equals the one further right."""
    display = state.theatre.majors
    present = [power for power in display if state.influence.get(power)]
    return tuple(sorted(present, key=lambda p: (influence(state.influence[p]), display.index(p)), reverse=True))


def lowest(hand: Iterable[str], number: int) -> tuple[str, ...]:
    """The *number* cards of *hand* that are worth least, a Reserve last."""
    return tuple(sorted(hand, key=lambda each: (is_reserve(each), value_of(each), each))[:number])


def given_up(hand: Sequence[str], faces: Sequence[str], number: int) -> tuple[str, ...]:
    """The *number* cards that a power discards: those that show *faces*, as far as it holds them, then the lowest."""
    chosen = find(hand, faces)[0][:number]
    rest = list(hand)
    for each in chosen:
        rest.remove(each)
    return (*chosen, *lowest(rest, number - len(chosen)))


def by_power(state: State, seat: str, each: Mapping[str, T]) -> dict[str, T]:
    """What a sheet of *seat* says of its powers; what it says without a name is for its only major power."""
    own = own_majors(state, seat)
    meant = {power: own[0] if power == ONLY and len(own) == 1 else power for power in each}
    return {meant[power]: value for power, value in each.items() if meant[power] in own}


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part that is carried out: *n* troops or TCs for a power, or *n* boxes on a track, to the left below zero."""

    kind: str
    n: int
    power: str = ""
    track: str = ""


def acts(card: PoliticalCard, line: CardLine, taker: str) -> tuple[Act, ...]:
    """What a sound *line* makes of *card* for the power that takes it, in the order of the card."""
    return tuple(found for effect in card.effects if (found := _act(card, effect, line, taker)) is not None)


def _act(card: PoliticalCard, effect: Effect, line: CardLine, taker: str) -> Act | None:
    part = _part_for(card, effect, line)
    if part is None or isinstance(effect, Elect):
        return None
    if isinstance(effect, Shift):
        boxes = part.boxes or effect.boxes
        return Act(SHIFT, boxes if (part.direction or effect.direction) == RIGHT else -boxes, track=effect.track)
    return Act(effect.kind, effect.n, taker if effect.power == TAKER else effect.power)


def _part_for(card: PoliticalCard, effect: Effect, line: CardLine) -> CardPart | None:
    """The part of *line* that plays *effect*; nothing if that is left out."""
    named = next((part for part in line.parts if effect in _meant(card, part)), None)
    return named or (CardPart(SHIFT) if line.whole else None)


def _meant(card: PoliticalCard, part: CardPart) -> tuple[Effect, ...]:
    """The effects of *card* that *part* can mean."""
    of_kind = (effect for effect in card.effects if effect.kind == part.kind)
    return tuple(e for e in of_kind if not isinstance(e, Shift) or part.track in ("", e.track))


def wrong(card: PoliticalCard, line: CardLine, *, partial: bool) -> Iterator[Problem]:
    """What is wrong with playing *card* as *line* says; *partial*: any arrow may be moved in part."""
    played: list[Effect] = []
    for number, part in enumerate(line.parts):
        meant = _meant(card, part)
        args = {"card": card.id, "part": part.kind, "track": part.track}
        if not meant:
            yield Problem("no-such-part", ("parts", number), RULE, args)
        elif any(effect in played for effect in meant):
            yield Problem("part-twice", ("parts", number), RULE, args)
        elif part.kind == SHIFT and len(meant) > 1:
            tracks = tuple(arrow.track for arrow in card.arrows)
            yield Problem("which-track", ("parts", number), RULE, {**args, "tracks": tracks})
        played += meant
    for arrow in card.arrows:
        found = _part_for(card, arrow, line)
        if found is not None:
            where: OrderPath = ("parts", line.parts.index(found)) if found in line.parts else ()
            yield from _wrong_arrow(card, arrow, found, where, partial=partial)


def _wrong_arrow(
    card: PoliticalCard, arrow: Shift, part: CardPart, where: OrderPath, *, partial: bool
) -> Iterator[Problem]:
    args = {"card": card.id, "track": arrow.track, "direction": arrow.direction, "boxes": arrow.boxes}
    if arrow.direction == EITHER and not part.direction:
        yield Problem("which-direction", where, RULE, args)
    if part.direction and arrow.direction not in (EITHER, part.direction):
        yield Problem("wrong-direction", where, RULE, args)
    if part.boxes is None or part.boxes == arrow.boxes:
        return
    if not 1 <= part.boxes < arrow.boxes:
        yield Problem("arrow-too-short", where, RULE, {**args, "wanted": part.boxes})
    elif arrow.all_or_nothing and not partial:
        yield Problem("arrow-whole", where, RULE, {**args, "wanted": part.boxes})


class TracksLaid(Event[State], frozen=True):
    """The markers of the political tracks are in these boxes at the start (4)."""

    markers: Mapping[str, int]

    def change(self, state: State) -> State:
        return replace(state, tracks=self.markers)


class PoliticsStacked(Event[State], frozen=True):
    """The packets of political cards were shuffled and stacked, the first year on top; no one knows their order."""

    cards: tuple[str, ...] | int

    def seen_by(self, seat: str) -> "Event[State] | None":
        return replace(self, cards=self.cards if isinstance(self.cards, int) else len(self.cards))

    def change(self, state: State) -> State:
        return replace(state, political_deck=Pile().gain(self.cards))


class PoliticalCardRevealed(Event[State], frozen=True):
    """The top card of the political deck was turned face up (17.1)."""

    card: str

    def change(self, state: State) -> State:
        deck = state.political_deck.lose((self.card,))
        return replace(state, political_deck=deck, political=(*state.political, self.card))


class TrumpTurned(Event[State], frozen=True):
    """No combat was won yet, so a TC was turned to find trump (17.2); it is set aside."""

    card: str

    def change(self, state: State) -> State:
        return set_aside(replace(state, draw=state.draw.lose((self.card,))), (self.card,))


class TrumpNamed(Event[State], frozen=True):
    """Trump is known, named by *seat* or turned from the draw pile (17.2)."""

    suit: str
    seat: str = ""

    def change(self, state: State) -> State:
        return replace(state, trump=self.suit)


class CardPlaced(CardsOfPower, frozen=True):
    """A power put a TC face down on its box of the display (17.3); only its own seat sees which."""

    def change(self, state: State) -> State:
        hands = {**state.hands, self.power: state.hands[self.power].lose(self.cards)}
        return _face_down(replace(state, hands=hands), self.power, self.cards)


class CardShown(Event[State], frozen=True):
    """A placed TC was revealed (17.4): trump stays on the display, any other returns to the hand.

    *known* is whether the viewer follows it into the hand: others count that card among those they do not know.
    """

    power: str
    seat: str
    card: str
    trump: bool
    known: bool = True

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else replace(self, known=False)

    def change(self, state: State) -> State:
        state = _turned_up(state, self.power, (self.card,))
        if not self.trump:
            return _into_hand(state, self.power, (self.card,) if self.known else 1)
        return replace(
            state, influence={**state.influence, self.power: (*state.influence.get(self.power, ()), self.card)}
        )


class CardLeftDown(Event[State], frozen=True):
    """A placed TC that is not trump stays face down on the display; it does not count (25)."""

    power: str


class InfluenceSaved(Event[State], frozen=True):
    """A power takes no political card and keeps its TCs on the display for later turns (17.5)."""

    power: str


class PoliticalCardMissed(SeatSecret[State], frozen=True):
    """A power could not take a political card that its sheet named; only its player is told (17.5).

    *taken_by* is the power that took the card before; without one the power had no influence to choose with.
    """

    power: str
    card: str
    taken_by: str = ""


class PoliticalCardTaken(Event[State], frozen=True):
    """A power took a political card for all its TCs on the display, and plays parts of it or none (17.5).

    *barred*: its player has played the other card already (24).
    """

    power: str
    card: str
    cards: tuple[str, ...]
    acts: tuple[Act, ...] = ()
    barred: bool = False

    def change(self, state: State) -> State:
        shifts = dict(state.shifts)
        for act in self.acts:
            if act.track:
                shifts[act.track] = shifts.get(act.track, 0) + act.n
        political = tuple(card for card in state.political if card != self.card)
        state = _without_influence(state, self.power)
        return set_aside(replace(state, political=political, shifts=shifts), self.cards)


class InfluenceTakenBack(Event[State], frozen=True):
    """Both political cards are taken: a power takes its TCs back (17.5), or turns them face down (25)."""

    power: str
    seat: str
    cards: tuple[str, ...]
    face_down: bool = False
    known: bool = True

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else replace(self, known=False)

    def change(self, state: State) -> State:
        state = _without_influence(state, self.power)
        cards = self.cards if self.known else len(self.cards)
        return _face_down(state, self.power, cards) if self.face_down else _into_hand(state, self.power, cards)


class FaceDownReturned(CardsOfPower, frozen=True):
    """Before a new stage of politics face-down TCs return to the hand (25)."""

    def change(self, state: State) -> State:
        return _into_hand(_turned_up(state, self.power, self.cards), self.power, self.cards)


class PoliticalCardsDiscarded(Event[State], frozen=True):
    """The political cards that no power took were discarded (17.5)."""

    cards: tuple[str, ...]

    def change(self, state: State) -> State:
        return replace(state, political=tuple(card for card in state.political if card not in self.cards))


class PoliticsEnded(Event[State], frozen=True):
    """The stage of politics is over, and there is no trump."""

    def change(self, state: State) -> State:
        return replace(state, trump="", shifts={})


def _without_influence(state: State, power: str) -> State:
    """The state without the cards that *power* has face up on the display."""
    return replace(state, influence={other: cards for other, cards in state.influence.items() if other != power})


def _face_down(state: State, power: str, cards: tuple[str, ...] | int) -> State:
    return replace(state, placed={**state.placed, power: state.placed.get(power, Pile()).gain(cards)})


def _turned_up(state: State, power: str, cards: tuple[str, ...] | int) -> State:
    """The state without *cards* among the face-down ones."""
    left = state.placed[power].lose(cards)
    others = {other: pile for other, pile in state.placed.items() if other != power}
    return replace(state, placed={**others, power: left} if len(left) else others)


def _into_hand(state: State, power: str, cards: tuple[str, ...] | int) -> State:
    return replace(state, hands={**state.hands, power: state.hands.get(power, Pile()).gain(cards)})


def check(view: State, seat: str, order: PoliticsOrders, *, placed: bool) -> Iterator[Problem]:
    """What is wrong with the sheet of *seat*; *placed*: the powers have placed their TCs already."""
    if order.passes and (order.place is not None or order.take is not None):
        yield Problem("passes-and-acts", ("passes",), RULE, ORDERS_MEANT)
    yield from check_trump(view, seat, order.trump)
    if placed and order.place is not None:
        yield Problem("placed-already", ("place",), RULE)
    else:
        yield from check_placing(view, seat, order.place, order.trump)
    yield from _check_taking(view, seat, order)
    yield from _check_troops(view, seat, order)
    yield from _check_giving_up(view, seat, order)


def check_trump(view: State, seat: str, suit: str | None) -> Iterator[Problem]:
    """What is wrong with naming trump, or with not naming it."""
    if names_trump(view, seat):
        if suit is None:
            yield Problem("trump-missing", (), RULE)
    elif suit is not None and view.trump:
        yield Problem("trump-settled", ("trump",), RULE, {"suit": view.trump})
    elif suit is not None:
        yield Problem("trump-not-yours", ("trump",), RULE, {"seat": view.victor})


def check_placing(view: State, seat: str, placing: Placing | None, named: str | None) -> Iterator[Problem]:
    """What is wrong with the TCs that the powers of *seat* place; *named* is the trump that its sheet names."""
    each = placing.each if placing is not None else {}
    cards = each.get(ONLY, ())
    holders = [power for power in own_majors(view, seat) if not find(view.hands[power].known, cards)[1]]
    yield from _check_powers(view, seat, each, "place", cards=cards, holders=holders)
    for power, faces in by_power(view, seat, each).items():
        where: OrderPath = ("place", power) if power in each else ("place",)
        yield from _check_cards(view, power, faces, view.trump or named or "", where)


def check_one_placing(view: State, power: str, order: PlacingOrders) -> Iterator[Problem]:
    """What is wrong with the TC that *power* places when it is its turn."""
    if order.place is None and not order.passes:
        yield Problem("place-or-pass", (), RULE)
    elif order.place is not None and order.passes:
        yield Problem("passes-and-acts", ("passes",), RULE, ORDERS_MEANT)
    elif order.place is not None:
        yield from _check_cards(view, power, (order.place,), view.trump, ("place",))


def _check_cards(view: State, power: str, faces: tuple[str, ...], trump: str, where: OrderPath) -> Iterator[Problem]:
    hand = view.hands[power].known
    missing = find(hand, faces)[1]
    for lacking in missing:
        yield not_held(hand, power, lacking, where)
    found = placed_card(hand, faces, trump)
    if trump and not missing and found is not None and not is_trump(found, trump):
        stays = view.options.bluff_cost == "on"
        args = {"power": power, "card": face(found), "suit": trump, "stays": stays}
        yield Problem("bluff", where, "25" if stays else RULE, args, Weight.unwise)


def _check_powers(view: State, seat: str, powers: Iterable[str], key: str, **args: object) -> Iterator[Problem]:
    """What is wrong with the powers of which a sheet says something."""
    own = own_majors(view, seat)
    for power in powers:
        if power == ONLY and len(own) > 1:
            yield Problem("which-power", (key,), RULE, {"powers": own, "key": key, **args})
        elif power != ONLY and power not in view.powers_of(seat):
            yield Problem("not-your-power", (key, power), RULE, {"power": power})
        elif power != ONLY and power not in own:
            yield Problem("minor-power", (key, power), RULE, {"power": power, "powers": own})


def _check_taking(view: State, seat: str, order: PoliticsOrders) -> Iterator[Problem]:
    each = order.take.each if order.take is not None else {}
    yield from _check_powers(view, seat, each, "take")
    for power, lines in by_power(view, seat, each).items():
        where: OrderPath = ("take", power) if power in each else ("take",)
        for number, line in enumerate(lines):
            yield from (under(problem, *where, number) for problem in _check_line(view, power, line))
        saving = next((number for number, line in enumerate(lines) if line.saves), len(lines))
        if saving < len(lines) - 1:
            yield Problem("lines-after-save", (*where, saving + 1), RULE, {}, Weight.unwise)


def _check_line(view: State, power: str, line: CardLine) -> Iterator[Problem]:
    if line.saves:
        return
    args = {"card": line.card, "power": power, "cards": view.political}
    if line.card not in view.political:
        yield Problem("card-not-open", (), RULE, args)
        return
    wanted = political_card(view.edition, line.card)
    if power not in wanted.symbols:
        open_to = tuple(c.id for c in revealed(view) if power in c.symbols)
        yield Problem("no-symbol", (), RULE, {**args, "cards": open_to})
    yield from wrong(wanted, line, partial=view.options.partial_shift == "yes")


def _check_troops(view: State, seat: str, order: PoliticsOrders) -> Iterator[Problem]:
    own = view.powers_of(seat)
    sheet = WinterOrders(returns=order.returns, commands=order.commands, new_troops=order.new_troops)
    arriving = yield from winter.check_returns(view, own, sheet)
    yield from winter.check_commanders(view, sheet, arriving)
    yield from winter.check_shares(view, own, sheet, arriving)
    able = receivers(view)
    for general in order.new_troops:
        if general in view.theatre.generals and (power := view.power_of(general)) in own and power not in able:
            args = {"general": general, "power": power}
            yield Problem("no-troops-to-come", ("new_troops", general), RULE, args, Weight.unwise)


def receivers(view: State) -> tuple[str, ...]:
    """The powers that may get troops from a face-up card."""
    found: set[str] = set()
    for each in revealed(view):
        for effect in each.effects:
            if isinstance(effect, Troops):
                found |= set(each.symbols) if effect.power == TAKER else {effect.power}
    return tuple(power for power in view.theatre.powers if power in found)


def _check_giving_up(view: State, seat: str, order: PoliticsOrders) -> Iterator[Problem]:
    for power, faces in order.give_up.items():
        if power not in view.powers_of(seat):
            yield Problem("not-your-power", ("give_up", power), RULE, {"power": power})
            continue
        hand = view.hands[power].known
        for number, lacking in enumerate(find(hand, faces)[1]):
            yield not_held(hand, power, lacking, ("give_up", power, number))


def check_standing(view: State, seat: str, order: InAdvance) -> Iterator[Problem]:
    """What is wrong with trump in standing orders: it counts in the advanced game only."""
    if order.standing is not None and order.standing.trump is not None and not view.theatre.is_advanced:
        yield Problem("advanced-only", ("standing", "trump"), RULE, apart=(("standing", "trump"),))


class TrackMoved(Event[State], frozen=True):
    """The marker of a political track moved from one box to another."""

    track: str
    start: int
    end: int

    def change(self, state: State) -> State:
        return replace(state, tracks={**state.tracks, self.track: self.end})


class ExpeditionSent(Event[State], frozen=True):
    """A power put a general into its off-map box; it keeps its troops.

    *start* is the city that it left, empty for a removed general whose troops were bought for this.
    """

    general: str
    box: str
    start: str = ""

    def change(self, state: State) -> State:
        return replace(
            state,
            at={piece: city for piece, city in state.at.items() if piece != self.general},
            commanders={city: general for city, general in state.commanders.items() if general != self.general},
            face_down=state.face_down - {self.general},
            off_map={**state.off_map, self.general: self.box},
        )


class ExpeditionReturned(Event[State], frozen=True):
    """A general returned from an off-map box, face up, to the city of its arrow."""

    general: str
    box: str
    city: str

    def change(self, state: State) -> State:
        off_map = {general: box for general, box in state.off_map.items() if general != self.general}
        return put(replace(state, off_map=off_map), self.general, self.city)


class GaveWay(Event[State], frozen=True):
    """A piece made room for *general*, which returned from an off-map box."""

    piece: str
    general: str
    start: str
    city: str

    def change(self, state: State) -> State:
        return put(state, self.piece, self.city)
