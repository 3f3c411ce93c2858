"""Events of the tactical cards (8)."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.order import OrderPath, Problem, Weight
from pbem.engine.table import Table
from pbem_maria.position import powers
from pbem_maria.position import state as position_state
from pbem_maria.position.cards import Pile, deck, deck_of, face, find, is_reserve, order_of, value_of, worth
from pbem_maria.position.powers import controller as controller_of
from pbem_maria.position.powers import enemies
from pbem_maria.position.state import SAXONY, State


class DecksLaidOut(Event[State], frozen=True):
    """The decks that wait for their turn as the draw pile."""

    decks: tuple[int, ...]

    def change(self, state: State) -> State:
        return replace(state, waiting_decks=self.decks)


class Shuffled(Event[State], frozen=True):
    """The cards of *decks* became the new draw pile; no one knows their order."""

    decks: tuple[int, ...]
    cards: tuple[str, ...] | int

    def seen_by(self, seat: str) -> "Event[State] | None":
        return replace(self, cards=self.cards if isinstance(self.cards, int) else len(self.cards))

    def change(self, state: State) -> State:
        used = {number: cards for number, cards in state.used.items() if number not in self.decks}
        return replace(
            state,
            draw=Pile().gain(self.cards),
            draw_deck=self.decks[0] if len(self.decks) == 1 else 0,
            waiting_decks=tuple(d for d in state.waiting_decks if d not in self.decks),
            used=used,
            shuffles=state.shuffles + 1,
        )


class CardsOfPower(Event[State], frozen=True):
    """Something happened to cards of a power: its own seat sees which, the others how many."""

    power: str
    seat: str
    cards: tuple[str, ...] | int

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat or isinstance(self.cards, int) else replace(self, cards=len(self.cards))


class CardsDrawn(CardsOfPower, frozen=True, tag="drawn"):
    """A power drew cards; only its own seat sees which."""

    as_income: bool = False
    """Whether they are the power's income of this turn (8)."""

    def change(self, state: State) -> State:
        hands = {**state.hands, self.power: state.hands.get(self.power, Pile()).gain(self.cards)}
        drawn = state.drawn | {self.power} if self.as_income else state.drawn
        return replace(state, hands=hands, draw=state.draw.lose(self.cards), drawn=drawn)


class Discarded(Event[State], frozen=True):
    """A power paid with cards or played them; they are set aside face up, by deck.

    *why* is `supply`, `re-entry`, `recruits` or `combat`.
    """

    power: str
    cards: tuple[str, ...]
    why: str

    def change(self, state: State) -> State:
        return lay_aside(state, self.power, self.cards)


def set_aside(state: State, cards: tuple[str, ...]) -> State:
    """The state with *cards* on their used decks."""
    used = dict(state.used)
    for card in cards:
        used[deck_of(card)] = (*used.get(deck_of(card), ()), card)
    return replace(state, used=used)


def lay_aside(state: State, power: str, cards: tuple[str, ...]) -> State:
    """The state with *cards* out of the hand of *power* and on their used decks."""
    return set_aside(replace(state, hands={**state.hands, power: state.hands[power].lose(cards)}), cards)


FIRST_CHOICE = 4
"""France's subsidy of turns 1 to 3 is fixed; from this turn on France chooses every turn (8)."""


def cut_off(state: State, power: str) -> bool:
    """Whether a minor power gets no cards: its major fortress is in enemy hands."""
    fortress = state.theatre.powers[power].main_fortress
    owner = controller_of(state, fortress) if fortress else None
    return owner is not None and enemies(state, owner, power)


def income(state: State, power: str) -> int:
    """The cards that *power* draws this turn."""
    if cut_off(state, power):
        return 0
    printed = state.theatre.powers[power].income
    if power == SAXONY and (as_ally := powers.printed_income(state)) is not None:
        printed = as_ally
    if (
        not state.theatre.is_advanced
        and (cut := state.theatre.edition.armies.introductory.income_of(power)) is not None
    ):
        printed = cut
    if not isinstance(printed, int):
        printed = printed.cards(paid=state.subsidy and not cut_off(state, "bavaria"))
    return max(0, printed + position_state.income(state, power))


def draw(table: Table[State], power: str, number: int, *, as_income: bool = False) -> None:
    """Let *power* draw *number* cards, *as_income* or not, continuing with the next pile when one runs out.

    In a trial on a view, which knows only how many cards there are, unknown ones are drawn.
    """
    while number > 0:
        state = table.state
        if not len(state.draw) and not _new_pile(table):
            return
        state = table.state
        cards = state.draw.known[:number]
        drawn: tuple[str, ...] | int = cards or min(number, state.draw.hidden)
        table.emit(CardsDrawn(power=power, seat=state.seat_of(power), cards=drawn, as_income=as_income))
        number -= len(cards) or state.draw.hidden


def cards_left(state: State) -> int:
    """How many cards are in the draw pile or can come into it (8)."""
    waiting = sum(len(deck(number)) for number in state.waiting_decks)
    return len(state.draw) + waiting + sum(map(len, state.used.values()))


def turn_card(table: Table[State]) -> str | None:
    """The top card of the draw pile, or of the next pile when that has run out; nothing if no card is left (8).

    In a trial on a view nothing is known of it.
    """
    if not len(table.state.draw) and not _new_pile(table):
        return None
    return next(iter(table.state.draw.known), None)


def _new_pile(table: Table[State]) -> bool:
    """Make the next deck the draw pile, after the last one two used decks; say whether there was any."""
    state = table.state
    if state.waiting_decks:
        decks: tuple[int, ...] = state.waiting_decks[:1]
        cards = deck(decks[0])
    else:
        fullest = sorted(state.used, key=lambda number: (-len(state.used[number]), number))
        decks = tuple(sorted(fullest[:2]))
        cards = tuple(sorted(card for number in decks for card in state.used[number]))
    if not cards:
        return False
    table.emit(Shuffled(decks=decks, cards=table.shuffle(f"pile {state.shuffles + 1}", cards)))
    return True


def cheapest(hand: Sequence[str], points: int) -> tuple[str, ...] | None:
    """The cards that pay *points* with the least waste, then the fewest Reserves, then the fewest cards.

    None if the whole hand is worth less.
    """
    best: dict[int, tuple[int, int, tuple[str, ...]]] = {0: (0, 0, ())}
    for card in sorted(hand, key=order_of):
        for total, (reserves, count, cards) in list(best.items()):
            if total >= points:
                continue
            offer = (reserves + is_reserve(card), count + 1, (*cards, card))
            reached = total + value_of(card)
            if reached not in best or offer[:2] < best[reached][:2]:
                best[reached] = offer
    enough = [total for total in best if total >= points]
    return best[min(enough)][2] if enough else None


def not_held(hand: Iterable[str], power: str, wanted: str, path: OrderPath) -> Problem:
    """Says that no card in the *hand* of *power* shows *wanted*, and which there are."""
    held = tuple(face(card) for card in sorted(hand, key=order_of))
    return Problem("card-not-held", path, "8", {"card": wanted, "power": power, "hand": held})


def wrong_with_payment(
    state: State,
    power: str,
    faces: Sequence[str],
    points: int,
    rule: str,
    path: OrderPath,
    rests_on: tuple[OrderPath, ...] = (),
) -> Iterator[Problem]:
    """What is wrong with paying *points*, which *rest on* other parts of the order, by the cards that show *faces*."""
    hand = state.hands[power].known
    cards, missing = find(hand, faces)
    if missing:
        yield not_held(hand, power, missing[0], path)
        return
    money = {"power": power, "points": points, "paid": worth(cards)}
    if worth(cards) < points:
        yield Problem("paid-too-little", path, rule, money, rests_on=rests_on)
    elif any(worth(cards) - value_of(card) >= points for card in cards):
        yield Problem("paid-too-much", path, rule, money, Weight.unwise, rests_on)
