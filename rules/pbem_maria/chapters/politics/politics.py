"""Politics (17): influence, and in which order the powers choose."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from pbem_maria.chapters.politics.orders import ONLY
from pbem_maria.edition.edition import political_card
from pbem_maria.edition.political_cards import PoliticalCard
from pbem_maria.position.cards import find, is_reserve, suit_of, value_of
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
