"""Restoring an alliance that an event has just broken, by standing orders: by an event or by CPs (8.21)."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from pbem_tnw.chapters.cards.conditions import fulfilled
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.cards.playing import Playing
from pbem_tnw.chapters.diplomacy.removals import standing_of
from pbem_tnw.chapters.diplomacy.track import columns, is_open, moves_by_event, own_row, steps_by_points
from pbem_tnw.edition.card_words import ConsulEffect, OneOfEffect
from pbem_tnw.edition.cards import WarCard
from pbem_tnw.orders.standing_lines import RestoreWish
from pbem_tnw.position.control import ALLY, seat_of
from pbem_tnw.position.state import Consul, WarState


class Restoring(msgspec.Struct, frozen=True, omit_defaults=True):
    """What restores an alliance: a card played as an *event*, and others that *paid* so many *points*."""

    event: str = ""
    paid: tuple[str, ...] = ()
    points: int = 0

    @property
    def cards(self) -> tuple[str, ...]:
        """All of them, in the order in which they are played."""
        return (self.event, *self.paid) if self.event else self.paid


class _Means(msgspec.Struct, frozen=True):
    """What *nation* has for an answer: the cards of its *hand*, and the *reserves* of which one may be used."""

    nation: str
    hand: tuple[str, ...]
    reserves: tuple[str, ...]


def restoring(state: WarState, nation: str, proxy: str, power: str, *, drew: bool = False) -> Restoring | None:
    """What the seat of *nation* plays to bring *proxy* back to the Ally box of *power*; None if it cannot or will not.

    It is one Impulse's worth: one card (5.11), and a Reserve besides, unless a Resource *drew* a card (5.12). Only what
    restores the alliance is an answer, and only if the seat's standing orders name it (8.21; 2.3, row 11).
    """
    wish = restore_wish(state, nation, proxy)
    if wish is None:
        return None
    left = (one for one in state.board.reserves.get(nation, ()) if one not in state.used)
    reserves = () if drew or forbidden(state, "reserve", nation) else tuple(left)
    means = _Means(nation, state.holdings(nation).known, reserves)
    most = wish.cp_at_most if own_row(state, nation) == power else 0
    return (
        _by_event(state, means, wish.cards, proxy, power)
        or _by_points(state, means, points_to_restore(state, proxy, power), most)
        or _by_both(state, means, wish.cards, proxy, power, most)
    )


def restore_wish(state: WarState, nation: str, proxy: str) -> RestoreWish | None:
    """What the standing orders of the seat of *nation* give for an alliance with *proxy*; None if it can do nothing."""
    if not seat_of(state, nation) or not is_open(state):
        return None
    return (standing_of(state, nation).restore or {}).get(proxy)


def draws_to_restore(state: WarState, nation: str, proxy: str, power: str) -> bool:
    """Whether *nation* uses a Resource to draw a card with which it might restore the alliance (5.12, 16.2)."""
    wish = restore_wish(state, nation, proxy)
    if wish is None or not wish.resource or not state.resources.get(nation) or forbidden(state, "resource", nation):
        return False
    pays = own_row(state, nation) == power and points_to_restore(state, proxy, power) <= wish.cp_at_most
    return pays or bool(wish.cards)


def restores(state: WarState, nation: str, card: WarCard, proxy: str, power: str) -> bool:
    """Whether *card*, played as an event, takes the consul of *proxy* to the Ally box of *power* at once."""
    return Consul(column=ALLY, row=power) in _reached(state, nation, card, proxy)


def points_to_restore(state: WarState, proxy: str, power: str) -> int:
    """The CPs with which *power* takes the consul of *proxy* back to its Ally box, step by step (8.1)."""
    steps = steps_by_points(state, power, proxy, "right", len(columns(state)), power)
    return sum(step.cost for step in steps)


def _by_event(
    state: WarState, means: _Means, cards: tuple[str, ...], proxy: str, power: str
) -> Restoring | None:  # fmt: skip
    """The first of the cards named that restores the alliance as an event, and that the nation has."""
    held = (card for card in cards if card in means.hand or card in means.reserves)
    found = (card for card in held if restores(state, means.nation, state.board.cards[card], proxy, power))
    card = next(found, "")
    return Restoring(event=card) if card else None


def _by_points(state: WarState, means: _Means, cost: int, most: int) -> Restoring | None:
    """One card of the hand worth *cost* CPs with least to spare; if there is none, a Reserve alone or with a card."""
    if cost > most:
        return None
    playable = [card for card in means.hand if not state.board.cards[card].has("must_be_event")]
    alone = [(card,) for card in playable]
    more: list[tuple[str, ...]] = [(one,) for one in means.reserves]
    more += [(card, one) for card in playable for one in means.reserves]
    paid = _cheapest(state, alone, cost) or _cheapest(state, more, cost)
    return Restoring(paid=paid, points=cost) if paid else None


def _by_both(
    state: WarState, means: _Means, cards: tuple[str, ...], proxy: str, power: str, most: int
) -> Restoring | None:  # fmt: skip
    """A card named that goes part of the way as an event, and the CPs of a Reserve, or the other way round."""
    for card in cards:
        others = means.reserves if card in means.hand else means.hand if card in means.reserves else ()
        paying = [(one,) for one in others if not state.board.cards[one].has("must_be_event")]
        boxes = _reached(state, means.nation, state.board.cards[card], proxy) if paying else ()
        for box in boxes:
            there = replace(state, consuls={**state.consuls, proxy: box})
            if box.row in ("", power) and box.column != ALLY:
                cost = points_to_restore(there, proxy, power)
                paid = _cheapest(state, paying, cost) if cost <= most else ()
                if paid:
                    return Restoring(event=card, paid=paid, points=cost)
    return None


def _cheapest(state: WarState, ways: Iterable[tuple[str, ...]], cost: int) -> tuple[str, ...]:
    """The first of *ways* to pay *cost* CPs by least to spare, then by fewest cards; nothing if all fall short."""
    worth = [(sum(state.board.cards[card].cp for card in some), len(some), some) for some in ways]
    return min((each for each in worth if each[0] >= cost), default=(0, 0, ()))[2]


def _reached(state: WarState, nation: str, card: WarCard, proxy: str) -> tuple[Consul, ...]:
    """The boxes into which *card*, played as an event by *nation*, may move the consul of *proxy*."""
    played = Playing(nation=nation, card=card, effects=card.effects)
    early = card.has("not_1805") and state.turn == 1
    if early or not all(fulfilled(condition, state, played) for condition in card.conditions):
        return ()
    found: list[Consul] = []
    for effect in _consul_effects(card):
        if effect.who in (proxy, "any"):
            rows = () if effect.rows == "any" else effect.rows
            found += moves_by_event(state, proxy, effect.steps, effect.way, rows, to_ally=effect.to_ally)
    return tuple(dict.fromkeys(found))


def _consul_effects(card: WarCard) -> Iterator[ConsulEffect]:
    for effect in card.effects:
        options = effect.options if isinstance(effect, OneOfEffect) else ((effect,),)
        yield from (each for option in options for each in option if isinstance(each, ConsulEffect))
