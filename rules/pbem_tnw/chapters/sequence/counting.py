"""Who holds cards, who leads in them, and when the Impulses of a Turn are over (5.1, 5.2, 5.5)."""

from collections.abc import Collection

from pbem_tnw.chapters.sequence.card_play import playable
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.hands import CardHand
from pbem_tnw.position.state import WarState


def holders(state: WarState) -> tuple[str, ...]:
    """The nations with a card that they can play, in the order of the Sequence Track (5.1).

    By an option the hands of neutral Proxies do not hold up the end of a Turn (17.5).
    """
    keep = state.options.neutral_hands == "keep"
    return tuple(
        nation for nation in state.board.sequence if has_card(state, nation) and (seat_of(state, nation) or not keep)
    )


def has_card(state: WarState, nation: str) -> bool:
    """Whether *nation* holds a card that it could play (5.4): a neutral Proxy any card (17.5)."""
    hand = state.hands.get(nation, CardHand())
    if not hand or not seat_of(state, nation):
        return bool(hand)
    return hand.unknown > 0 or any(playable(state, nation, card) for card in hand.known)


def counted_cards(state: WarState, nation: str) -> int:
    """The cards of *nation* that count for the lead (5.2): by an option not those that Resources bought."""
    cards = len(state.hands.get(nation, CardHand()))
    return max(0, cards - state.bought.get(nation, 0)) if state.options.bought_card_counts == "no" else cards


def leading(state: WarState) -> str:
    """The nation that alone has the most cards (5.2); empty if two or more tie."""
    first, most = first_in_cards(state)
    return first[0] if most and len(first) == 1 else ""


def first_in_cards(state: WarState) -> tuple[tuple[str, ...], int]:
    """The nation that has most cards, or all that tie for most, and how many those are (5.2)."""
    counts = _counts(state)
    most = max(counts.values(), default=0)
    return tuple(nation for nation, cards in counts.items() if cards == most), most


def may_lead_later(state: WarState, nation: str, to_come: Collection[str]) -> bool:
    """Whether *nation* leads, or may once nations *to_come* have played a card each, without playing one itself."""
    counts = _counts(state)
    others = (cards - (other in to_come) for other, cards in counts.items() if other != nation)
    return counts.get(nation, 0) > max(others, default=0)


def _counts(state: WarState) -> dict[str, int]:
    """The cards that count for the lead by nation; neutral hands only by an option."""
    neutrals = state.options.neutral_hands_count == "yes"
    return {
        nation: counted_cards(state, nation) for nation in state.board.sequence if neutrals or seat_of(state, nation)
    }


def impulses_over(state: WarState) -> bool:
    """Whether the Impulses of the Turn stop before the next one (5.5, 5.51).

    They do when no one holds a card, and after an Impulse that began with its nation as the only holder, unless another
    nation has got a card since; by an option that nation itself, too (5.51).
    """
    left = holders(state)
    if not left or not state.last_impulse or left != (state.active,):
        return not left
    return state.options.last_card == "keeps" or state.cards_in_turn(state.active) <= state.cards_had
