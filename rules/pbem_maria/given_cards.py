"""Hands, draw pile and used cards of a position as a case file writes them (8)."""

from collections import Counter
from collections.abc import Mapping, Set
from typing import Self

import msgspec

from pbem.engine.reading import List, Node, Reader, Speller, Text
from pbem.engine.ruleset import Unplayable
from pbem.engine.table import Table
from pbem_maria.cards import deck, deck_of, face
from pbem_maria.events.cards import DecksLaidOut, Discarded, Drawn, Shuffled
from pbem_maria.given_display import Card, GivenDisplay
from pbem_maria.given_markers import Power
from pbem_maria.state import State

DECKS = 4


class Used(msgspec.Struct, frozen=True):
    """The used cards of a deck: `[♥3, ♠4]`, `none`, or `all` that are not elsewhere."""

    cards: tuple[str, ...] = ()
    rest: bool = False

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, Text) and node.text.casefold() in ("all", "none"):
            return cls(rest=node.text.casefold() == "all")
        items = node.items if isinstance(node, List) else (node,)
        texts = [item for item in items if isinstance(item, Text)]
        if len(texts) < len(items):
            raise reader.blame(node, "wrong-shape", wanted="list", got=node.kind)
        return cls(tuple(reader.name(item, "card") for item in texts))

    def spell(self, speller: Speller) -> str | list[str]:
        return "all" if self.rest else [speller.name("card", card) for card in self.cards]


class GivenCards(GivenDisplay, frozen=True, kw_only=True):
    """Who holds which cards, what lies on the draw pile, what is used, and which decks wait."""

    hands: Mapping[Power, tuple[Card, ...]] = {}
    draw: tuple[Card, ...] = ()
    """The top cards of the draw pile, the first on top."""
    draw_only: bool = False
    """Whether there are no cards below those, and the rest of the decks in use is set aside."""
    used: Mapping[int, Used] = {}
    """The used cards of each deck."""
    decks_left: tuple[int, ...] | None = None
    """The decks that wait; unless said, all that the given cards do not need."""


class _Deal(msgspec.Struct, frozen=True):
    """The cards of all decks, each in one place."""

    decks: tuple[int, ...]
    """Those in use: neither waiting nor used up from the start."""
    waiting: tuple[int, ...]
    hands: Mapping[str, tuple[str, ...]]
    top: tuple[str, ...]
    below: tuple[str, ...]
    used: tuple[str, ...]


def deal(table: Table[State], given: GivenCards) -> None:
    """Deal the cards of *given*; those on the political display go to the hands first."""
    state = table.state
    hands = {power: (*given.hands.get(power, ()), *given.on_display(power)) for power in state.theatre.powers}
    dealt = _deal(given, hands)
    table.emit(DecksLaidOut(decks=dealt.waiting))
    held = tuple(card for cards in dealt.hands.values() for card in cards)
    table.emit(Shuffled(decks=dealt.decks, cards=(*held, *dealt.used, *dealt.top, *dealt.below)))
    for power, cards in dealt.hands.items():
        table.emit(Drawn(power=power, seat=state.seat_of(power), cards=cards))
    if dealt.used:
        table.emit(Drawn(power="austria", seat=state.seat_of("austria"), cards=dealt.used))
        table.emit(Discarded(power="austria", cards=dealt.used, why="given"))


def _deal(given: GivenCards, hands: Mapping[str, tuple[str, ...]]) -> _Deal:
    """Find each given card in the first deck that has it left, with as few decks in use as will do."""
    for number, used in given.used.items():
        if not 1 <= number <= DECKS:
            raise Unplayable(f"there is no deck {number}; there are 1 to {DECKS}", "used")
        if number in (given.decks_left or ()):
            raise Unplayable(f"deck {number} waits and cannot have used cards", "used")
        if used.cards and (more := Counter(used.cards) - Counter(map(face, deck(number)))):
            raise Unplayable(f"deck {number} has not so many cards {', '.join(more)}", "used")
    wanted = Counter(card for cards in (*hands.values(), given.draw) for card in cards)
    least = max((1, *given.used))
    count = next((n for n in range(least, DECKS + 1) if not wanted - _free(given, n)), None)
    if count is None:
        lacking = ", ".join(wanted - _free(given, DECKS))
        raise Unplayable(f"more cards {lacking} are given than all decks have", "hands" if given.hands else "draw")
    if needed := [number for number in given.decks_left or () if not count < number <= DECKS]:
        raise Unplayable(f"deck {needed[0]} cannot wait: the given cards need decks 1 to {count}", "decks left")
    pile = [card for number in range(1, count + 1) for card in deck(number)]
    spent = [card for number, each in given.used.items() for card in _take(pile, each.cards, number)]
    held = {power: _take(pile, cards) for power, cards in hands.items()}
    whole = {number for number, each in given.used.items() if each.rest}
    top = _take(pile, given.draw, avoid=whole)
    waiting = given.decks_left if given.decks_left is not None else tuple(range(count + 1, DECKS + 1))
    rest = [card for card in pile if given.draw_only or deck_of(card) in whole]
    gone = [card for number in range(count + 1, DECKS + 1) if number not in waiting for card in deck(number)]
    below = tuple(card for card in pile if not given.draw_only and deck_of(card) not in whole)
    return _Deal(tuple(range(1, count + 1)), waiting, held, top, below, (*gone, *spent, *rest))


def _free(given: GivenCards, count: int) -> Counter[str]:
    """The faces that the first *count* decks have beside those that are used."""
    faces = Counter(face(card) for number in range(1, count + 1) for card in deck(number))
    return faces - Counter(card for each in given.used.values() for card in each.cards)


def _take(
    pile: list[str], faces: tuple[str, ...], number: int = 0, *, avoid: Set[int] = frozenset()
) -> tuple[str, ...]:
    """Take cards with *faces* out of *pile*, from the deck *number* if one is named, else rather not from *avoid*."""
    found = []
    for wanted in faces:
        fitting = [card for card in pile if face(card) == wanted and number in (0, deck_of(card))]
        card = min(fitting, key=lambda card: deck_of(card) in avoid)
        pile.remove(card)
        found.append(card)
    return tuple(found)
