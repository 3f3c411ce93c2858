"""Effects on hands: `draw`, `give_card`, `discard`."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.effects.rules import carry_out, hindrances, idle
from pbem_tnw.chapters.cards.events import NationChosen
from pbem_tnw.chapters.cards.playing import Playing, nation_meant
from pbem_tnw.chapters.pieces.card_events import CardGiven, CardLaid
from pbem_tnw.chapters.pieces.dealing import draw_cards
from pbem_tnw.edition.card_words import DiscardEffect, DrawEffect, GiveCardEffect
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.draws import roll_name
from pbem_tnw.position.state import WarState


@hindrances.register
def _draw_problems(effect: DrawEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    gives = any(isinstance(each, GiveCardEffect) for each in playing.effects)
    if not nation_meant(state, playing, effect.who) and not (effect.who == "receiver" and gives):
        yield idle(playing, "no-nation")
    if not len(state.deck) and not len(state.played):
        yield idle(playing, "no-cards")


@carry_out.register
def _draw(effect: DrawEffect, table: Table[WarState], playing: Playing) -> None:
    draw_cards(table, nation_meant(table.state, playing, effect.who), effect.n, playing.card.id)


@hindrances.register
def _give_problems(effect: GiveCardEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if not nation_meant(state, playing, effect.to):
        yield idle(playing, "no-ally")
    if not _gift(state, playing, effect) and not _from_deck(state, playing, effect):
        yield idle(playing, "no-card-to-give")


@carry_out.register
def _give(effect: GiveCardEffect, table: Table[WarState], playing: Playing) -> None:
    giver, receiver = playing.nation, nation_meant(table.state, playing, effect.to)
    for _ in range(effect.n):
        card = _gift(table.state, playing, effect)
        if card:
            seats = (seat_of(table.state, giver), seat_of(table.state, receiver))
            table.emit(CardGiven(giver=giver, receiver=receiver, seats=tuple(dict.fromkeys(seats)), card=card))
        elif _from_deck(table.state, playing, effect):
            draw_cards(table, receiver, 1, playing.card.id)
    table.emit(NationChosen(card=playing.card.id, nation=receiver, receives=True))


def _gift(state: WarState, playing: Playing, effect: GiveCardEffect) -> str:
    """The card that is given out of the hand; empty if it comes from the deck, or there is none."""
    wanted = playing.choices.cards
    held = other_cards(state, playing, playing.nation)
    if _from_deck(state, playing, effect) and (playing.choices.top or not any(card in held for card in wanted)):
        return ""
    return next((card for card in wanted if card in held), lowest(state, held))


def _from_deck(state: WarState, playing: Playing, effect: GiveCardEffect) -> bool:
    return effect.source == "hand_or_deck" and bool(len(state.deck) or len(state.played))


def other_cards(state: WarState, playing: Playing, nation: str) -> tuple[str, ...]:
    """The cards that *nation* holds besides the one that is played."""
    return tuple(card for card in state.holdings(nation).known if card != playing.card.id)


def lowest(state: WarState, cards: tuple[str, ...]) -> str:
    """The card of the lowest CP, of several that with the lowest number in the deck; empty if there is none."""
    printed = state.board.cards
    return min(cards, key=lambda card: (printed[card].cp, printed[card].number), default="")


@hindrances.register
def _discard_problems(effect: DiscardEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    drawn = any(isinstance(each, DrawEffect) and each.who == effect.who for each in playing.before(DrawEffect))
    least = max(1, effect.min_hand)
    if not drawn and all(hand_left(state, playing, nation) < least for nation in _losers(state, playing, effect)):
        yield idle(playing, "no-hand-to-discard-from", n=least)


def hand_left(state: WarState, playing: Playing, nation: str) -> int:
    """The number of cards of *nation* besides the one that is played."""
    hand = state.holdings(nation)
    return len(hand) - (playing.card.id in hand.known)


@carry_out.register
def _discard(effect: DiscardEffect, table: Table[WarState], playing: Playing) -> None:
    for nation in _losers(table.state, playing, effect):
        held = len(table.state.holdings(nation))
        for _ in range(min(effect.n, held) if held >= effect.min_hand else 0):
            card = _thrown(table, playing, effect, nation)
            table.emit(CardLaid(nation=nation, card=card, how="discarded"))


def _losers(state: WarState, playing: Playing, effect: DiscardEffect) -> tuple[str, ...]:
    if effect.who == "each":
        return state.board.sequence
    nation = nation_meant(state, playing, effect.who)
    return (nation,) if nation else ()


def _thrown(table: Table[WarState], playing: Playing, effect: DiscardEffect, nation: str) -> str:
    state = table.state
    held = state.holdings(nation).known
    if effect.how == "random":
        seat = seat_of(state, nation)
        name = roll_name(state, f"{playing.card.id}, card {len(held)} of {nation}")
        return table.pick(name, held, *((seat,) if seat else ()))
    return next((card for card in playing.choices.cards if card in held), lowest(state, held))
