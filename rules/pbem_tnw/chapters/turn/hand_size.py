"""How many cards a nation has in its next hand (14.3)."""

from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.position.control import is_power, keys_held, keys_lost
from pbem_tnw.position.state import WarState

MOST = 7


def minimum_hand(state: WarState, nation: str) -> int:
    """The fewest cards that *nation* draws up to (14.32)."""
    return 2 if is_power(state, nation) else 1


def draw_number(state: WarState, nation: str) -> int:
    """The Draw number: the first hand, more for Keys taken, fewer for Keys lost and for a Subject Neutral (14.3).

    A Subject Neutral that surrendered has no card fewer (15.4).
    """
    number = state.board.nations[nation].hand + modifier(state, "draw_number", nation)
    if is_power(state, nation) and len(keys_held(state, nation)) - state.keys_at_start.get(nation, 0) >= 3:
        number += 1
    number -= len(keys_lost(state, nation)) // 2
    subject = state.subjects.get(nation)
    if subject is not None and not subject.surrendered:
        number -= 1
    return min(MOST, max(minimum_hand(state, nation), number))


def next_hand(state: WarState, nation: str) -> int:
    """The cards up to which the hand of *nation* is filled: a peace modifier takes some off (5.8)."""
    return max(minimum_hand(state, nation), draw_number(state, nation) - state.fewer_cards.get(nation, 0))
