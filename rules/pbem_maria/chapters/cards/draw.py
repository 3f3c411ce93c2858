"""Income and the draw pile (8)."""

from pbem.engine.table import Table
from pbem_maria.chapters.cards.events import CardsDrawn, Shuffled
from pbem_maria.position import icons, saxony_track
from pbem_maria.position.cards import deck
from pbem_maria.position.powers import controller as controller_of
from pbem_maria.position.powers import enemies
from pbem_maria.position.state import SAXONY, State

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
    if power == SAXONY and (as_ally := saxony_track.printed_income(state)) is not None:
        printed = as_ally
    if (
        not state.theatre.is_advanced
        and (cut := state.theatre.edition.armies.introductory.income_of(power)) is not None
    ):
        printed = cut
    if not isinstance(printed, int):
        printed = printed.cards(paid=state.subsidy and not cut_off(state, "bavaria"))
    return max(0, printed + icons.income(state, power))


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
