"""Cards, dice, pieces and Flags: events."""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from pbem.engine.event import Event
from pbem.engine.table import Table
from pbem_tnw.edition.board import YARD
from pbem_tnw.position.cards import CardHand, CardPile
from pbem_tnw.position.control import allied, controller, hostile, owner, seat_of
from pbem_tnw.position.forces import flags_out
from pbem_tnw.position.impulse import DiceRoll, Pieces, Squadron
from pbem_tnw.position.state import LastingCard, WarState


class DiceRolled(Event[WarState], frozen=True):
    """Dice were rolled: they lie on the table until their result is reckoned."""

    roll: DiceRoll

    def change(self, state: WarState) -> WarState:
        now = state.going_on
        return state.with_impulse(rolled=(*now.rolled, self.roll), rolls=now.rolls + 1)


class DiceChanged(Event[WarState], frozen=True):
    """A card of *nation* changed roll *number* of those on the table: its faces, or what is added to them."""

    number: int
    roll: DiceRoll
    card: str
    nation: str

    def change(self, state: WarState) -> WarState:
        rolled = state.going_on.rolled
        return state.with_impulse(rolled=(*rolled[: self.number], self.roll, *rolled[self.number + 1 :]))


class DiceCleared(Event[WarState], frozen=True):
    """The dice on the table were reckoned and are gone; those that had been put aside for them are back."""

    def change(self, state: WarState) -> WarState:
        put_aside = state.going_on.put_aside
        if not put_aside:
            return state.with_impulse(rolled=())
        *earlier, last = put_aside
        return state.with_impulse(rolled=last, put_aside=tuple(earlier))


class DicePutAside(Event[WarState], frozen=True):
    """Other dice are rolled before those on the table are reckoned, as for a card that answers a card."""

    def change(self, state: WarState) -> WarState:
        now = state.going_on
        return state.with_impulse(rolled=(), put_aside=(*now.put_aside, now.rolled)) if now.rolled else state


_PLAYED = ("event", "cp", "response", "battle")


class DeckLaid(Event[WarState], frozen=True):
    """The draw deck was shuffled, out of the played pile too if that is used up (4.4)."""

    cards: tuple[str, ...] = ()
    unknown: int = 0
    pile_used: bool = False

    def change(self, state: WarState) -> WarState:
        played = CardPile() if self.pile_used else state.played
        deck = CardPile(cards=self.cards, unknown=self.unknown)
        return msgspec.structs.replace(state, deck=deck, played=played, shuffles=state.shuffles + 1)

    def seen_by(self, seat: str) -> "DeckLaid":
        return DeckLaid(unknown=len(self.cards) + self.unknown, pile_used=self.pile_used)


class WarCardsDrawn(Event[WarState], frozen=True):
    """*nation* drew cards from the deck, which *seat* sees; a neutral Proxy's hand is seen by no one (4.4)."""

    nation: str
    seat: str
    cards: tuple[str, ...] = ()
    unknown: int = 0
    cause: str = ""

    def change(self, state: WarState) -> WarState:
        number = len(self.cards) + self.unknown
        deck = state.deck
        left = CardPile(cards=deck.cards[number:], unknown=max(0, deck.unknown - number))
        hand = state.hands.get(self.nation, CardHand()).with_cards(self.cards, self.unknown)
        return hand.laid(msgspec.structs.replace(state, deck=left), self.nation)

    def seen_by(self, seat: str) -> "WarCardsDrawn":
        if seat and seat == self.seat:
            return self
        return msgspec.structs.replace(self, cards=(), unknown=len(self.cards) + self.unknown)


class CardLaid(Event[WarState], frozen=True):
    """A card left the hand of *nation* for the played pile, the table or out of the game; everyone sees it.

    *how* is `event`, `cp`, `response`, `battle`, `discarded`, `turned-up` (17.5) or `sacrificed` (6.12). A Reserve is
    not in a hand: it is marked as used (6.2). *to* says where the card is now.
    """

    nation: str
    card: str
    how: str
    to: Literal["pile", "removed", "table", "reserve"] = "pile"
    points: int = 0

    def change(self, state: WarState) -> WarState:
        if self.how in _PLAYED:
            played = (*state.played_by.get(self.nation, ()), self.card)
            state = msgspec.structs.replace(state, played_by={**state.played_by, self.nation: played})
        if self.to == "reserve":
            return msgspec.structs.replace(state, used=(*state.used, self.card))
        hand = state.hands.get(self.nation, CardHand()).without(self.card)
        return laid_away(hand.laid(state, self.nation), self.card, self.to)


class CardPutAway(Event[WarState], frozen=True):
    """A card that lay on the table went to the played pile, out of the game or back to the deck (6.11, 6.13, 6.19)."""

    card: str
    to: Literal["pile", "removed", "deck"]
    cause: str = ""

    def change(self, state: WarState) -> WarState:
        lasting = tuple(one for one in state.lasting if one.card != self.card)
        wars = tuple(one for one in state.wars if one.card != self.card)
        return laid_away(msgspec.structs.replace(state, lasting=lasting, wars=wars), self.card, self.to)


class CardGiven(Event[WarState], frozen=True):
    """*giver* gave *receiver* a card out of its hand; their seats know which."""

    giver: str
    receiver: str
    seats: tuple[str, ...]
    card: str = ""

    def change(self, state: WarState) -> WarState:
        given = state.hands.get(self.giver, CardHand()).without(self.card)
        state = given.laid(state, self.giver)
        got = state.hands.get(self.receiver, CardHand())
        known = (self.card,) if self.card else ()
        return got.with_cards(known, 1 - len(known)).laid(state, self.receiver)

    def seen_by(self, seat: str) -> "CardGiven":
        return self if seat and seat in self.seats else msgspec.structs.replace(self, card="")


class HandReplaced(Event[WarState], frozen=True):
    """The hand of *nation* was thrown away for as many new cards or fewer (4.5, 8.21); *thrown* lies on the pile."""

    nation: str
    seat: str
    thrown: tuple[str, ...]
    cards: tuple[str, ...] = ()
    unknown: int = 0

    def change(self, state: WarState) -> WarState:
        number = len(self.cards) + self.unknown
        deck = CardPile(cards=state.deck.cards[number:], unknown=max(0, state.deck.unknown - number))
        for card in self.thrown:
            state = laid_away(state, card, "pile")
        return CardHand(known=self.cards, unknown=self.unknown).laid(
            msgspec.structs.replace(state, deck=deck), self.nation
        )

    def seen_by(self, seat: str) -> "HandReplaced":
        """Only the top card of the pile is seen (4.5)."""
        shown = msgspec.structs.replace(self, thrown=("",) * (len(self.thrown) - 1) + self.thrown[-1:])
        if seat and seat == self.seat:
            return msgspec.structs.replace(self, thrown=shown.thrown)
        return msgspec.structs.replace(shown, cards=(), unknown=len(self.cards) + self.unknown)


class LastingLaid(Event[WarState], frozen=True):
    """A lasting or temporary event is in play (6.11, 6.19)."""

    lasting: LastingCard

    def change(self, state: WarState) -> WarState:
        return msgspec.structs.replace(state, lasting=(*state.lasting, self.lasting))


def laid_away(state: WarState, card: str, to: str) -> WarState:
    """*state* with *card* on the played pile, in the deck, out of the game, or where another event says what it is.

    A view that knows only the top of the pile counts the cards below it.
    """
    if to == "removed":
        return msgspec.structs.replace(state, removed=(*state.removed, card))
    if to == "deck":
        deck = msgspec.structs.replace(state.deck, cards=(*state.deck.cards, card))
        return msgspec.structs.replace(state, deck=deck)
    if to == "pile":
        played = CardPile(cards=(*state.played.cards, card), top=card)
        return msgspec.structs.replace(state, played=played)
    return state


def shuffle_deck(table: Table[WarState], cards: tuple[str, ...], *, pile_used: bool = False) -> None:
    """Lay *cards* out as the draw deck in an order of chance; with *pile_used* they were the played pile."""
    order = table.shuffle(f"deck {table.state.shuffles + 1}", cards)
    table.emit(DeckLaid(cards=order, pile_used=pile_used))


def draw_cards(table: Table[WarState], nation: str, number: int, cause: str = "") -> None:
    """Let *nation* draw cards; an empty deck is made of the played pile, and with both empty nothing more is drawn.

    In a trial on a view, which knows only how many cards there are, unknown ones are drawn.
    """
    while number > 0:
        state = table.state
        if not len(state.deck):
            if not len(state.played):
                return
            shuffle_deck(table, state.played.cards, pile_used=True)
            continue
        cards = state.deck.cards[:number]
        unknown = 0 if cards else min(number, state.deck.unknown)
        drawn = WarCardsDrawn(nation=nation, seat=seat_of(state, nation), cards=cards, unknown=unknown, cause=cause)
        table.emit(drawn)
        number -= len(cards) + unknown


def replace_hand(table: Table[WarState], nation: str, number: int) -> None:
    """Throw the hand of *nation* away and deal it *number* new cards (4.5, 8.21)."""
    state = table.state
    thrown = state.hands.get(nation, CardHand()).known
    cards = state.deck.cards[:number]
    table.emit(HandReplaced(nation=nation, seat=seat_of(state, nation), thrown=thrown, cards=cards))
    draw_cards(table, nation, number - len(cards))


class PiecesMoved(Event[WarState], frozen=True):
    """Land forces went from place *start* to place *to*; *cause* says why, in a word that the story has a phrase for.

    Built units come from the yard, eliminated ones and generals who may be bought again go there.
    """

    start: str
    to: str
    pieces: Pieces
    cause: str
    rule: str = ""

    def change(self, state: WarState) -> WarState:
        units = _with_units(state.units, self.start, self.pieces.units, -1)
        units = _with_units(units, self.to, self.pieces.units, 1)
        generals = {**state.generals, **dict.fromkeys(self.pieces.generals, self.to)}
        return msgspec.structs.replace(state, units=units, generals=generals)


class SquadronsMoved(Event[WarState], frozen=True):
    """Squadrons went from one place to another; *become* says what they are there, if their markers change."""

    start: str
    to: str
    squadrons: tuple[Squadron, ...]
    cause: str
    become: tuple[Squadron, ...] = ()
    rule: str = ""

    def change(self, state: WarState) -> WarState:
        there = dict(state.squadrons)
        if self.start != YARD:
            there[self.start] = _less(there.get(self.start, ()), self.squadrons)
        if self.to != YARD:
            there[self.to] = tuple(sorted((*there.get(self.to, ()), *(self.become or self.squadrons))))
        return msgspec.structs.replace(state, squadrons={place: each for place, each in there.items() if each})


class FlagChanged(Event[WarState], frozen=True):
    """The Flag of *nation* was placed in a duchy, or with no nation the Flag there removed (7.4).

    *by* is the nation that did it, *former* the one that controlled the duchy before. The original owner of a duchy
    never has a Flag there: a Flag of its own is only the removal of another's.
    """

    duchy: str
    nation: str
    cause: str
    by: str = ""
    former: str = ""
    rule: str = ""

    def change(self, state: WarState) -> WarState:
        flags = {duchy: nation for duchy, nation in state.flags.items() if duchy != self.duchy}
        if self.nation and self.nation != state.board.duchies[self.duchy].nation:
            flags[self.duchy] = self.nation
        return msgspec.structs.replace(state, flags=flags)


def _with_units(
    units: Mapping[str, Mapping[str, int]], place: str, strengths: Mapping[str, int], sign: int
) -> Mapping[str, Mapping[str, int]]:
    """*units* with more or fewer at a place; the yard is not counted: it has what is nowhere else."""
    if place == YARD:
        return units
    there = dict(units.get(place, {}))
    for nation, strength in strengths.items():
        there[nation] = there.get(nation, 0) + sign * strength
    left = {nation: strength for nation, strength in there.items() if strength}
    others = {other: each for other, each in units.items() if other != place}
    return {**others, place: left} if left else others


def _less(there: tuple[Squadron, ...], gone: tuple[Squadron, ...]) -> tuple[Squadron, ...]:
    left = list(there)
    for one in gone:
        left.remove(one)
    return tuple(left)


MOVED = "flag-moved"
"""The cause of the removal of a Flag that is needed elsewhere (7.44)."""


def free_flag(
    state: WarState, nation: str, duchy: str, cause: str, rule: str, give_up: Iterable[str] = ()
) -> tuple[FlagChanged, ...]:
    """What places the Flag of *nation* in a duchy of an enemy, or takes the enemy's off; nothing if it cannot.

    Where the nation or an ally is the original owner, the enemy's Flag comes off and the duchy is the owner's again
    (7.4, 7.43). If no Flag is left the first duchy of *give_up* that has one loses it (7.44).
    """
    if not hostile(state, nation, duchy):
        return ()
    former = controller(state, duchy)
    if allied(state, nation, owner(state, duchy)):
        return (FlagChanged(duchy=duchy, nation="", cause=cause, by=nation, former=former, rule=rule),)
    placed = FlagChanged(duchy=duchy, nation=nation, cause=cause, by=nation, former=former, rule=rule)
    out = flags_out(state, nation)
    if len(out) < state.board.nations[nation].limits.flags:
        return (placed,)
    old = next((other for other in give_up if other in out and other != duchy), "")
    if not old:
        return ()
    return (FlagChanged(duchy=old, nation="", cause=MOVED, by=nation, former=nation, rule="7.44"), placed)


def old_flags(state: WarState, nation: str) -> tuple[str, ...]:
    """The duchies whose Flags the seat of *nation* would give up for others (7.44)."""
    orders = state.standing.get(seat_of(state, nation))
    return () if orders is None or orders.old_flags is None else orders.old_flags


def spare_flags(state: WarState, nation: str) -> tuple[str, ...]:
    """The Flags that a siege takes from elsewhere if nothing is said: foreign open duchies without the Keys (12.3)."""
    duchies = state.board.duchies
    return tuple(
        sorted(one for one in flags_out(state, nation) if duchies[one].kind == "open" and not duchies[one].key)
    )
