"""Effects on hands: `draw`, `give_card`, `discard`."""

from collections.abc import Iterator

from pbem.engine.decision import Answers
from pbem.engine.order import Order, Problem
from pbem.engine.table import Step, Table
from pbem_tnw.chapters.cards.conditions import Playing, nation_meant
from pbem_tnw.chapters.cards.effects_on_dice import modify_battle, own_role
from pbem_tnw.chapters.cards.events import NationChosen, SixthTurnOpened, end_lasting
from pbem_tnw.chapters.cards.play_rules import CARD_ROLL, carry_out, die_shows, hindrances, idle, left_open
from pbem_tnw.chapters.cards.windows import DueRoll, rolling
from pbem_tnw.chapters.nation.pieces import CardGiven, CardLaid, LastingLaid, draw_cards
from pbem_tnw.chapters.nation.returning import end_foreign_war
from pbem_tnw.edition.card_words import (
    BlockEffect,
    DiscardEffect,
    DrawEffect,
    EndEventEffect,
    GiveCardEffect,
    ModifyEffect,
    SixthTurnEffect,
)
from pbem_tnw.orders.choices import EventChoices, NextCard
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.state import ForeignWar, LastingCard, WarState, roll_name


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


@left_open.register
def _drawn(effect: DrawEffect, state: WarState, playing: Playing) -> EventChoices:
    return EventChoices(then=(NextCard(),) if effect.play_one and not playing.choices.then else ())


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


@left_open.register
def _given(effect: GiveCardEffect, state: WarState, playing: Playing) -> EventChoices:
    if playing.choices.cards or playing.choices.top:
        return EventChoices()
    card = _gift(state, playing, effect)
    return EventChoices(cards=(card,)) if card else EventChoices(top=True)


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


@left_open.register
def _thrown_away(effect: DiscardEffect, state: WarState, playing: Playing) -> EventChoices:
    drawn = any(True for _ in playing.before(DrawEffect))  # what is drawn may be the lowest
    if effect.how == "random" or playing.choices.cards or drawn or effect.who != "self":
        return EventChoices()
    card = lowest(state, other_cards(state, playing, playing.nation))
    return EventChoices(cards=(card,) if card else ())


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


@hindrances.register
def _no_battle(effect: ModifyEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if effect.until == "battle" and own_role(state, playing) is None:
        yield idle(playing, "no-battle")


@carry_out.register
def _modify(effect: ModifyEffect, table: Table[WarState], playing: Playing) -> None:
    if effect.until == "battle":
        modify_battle(effect, table, playing)
    else:
        _lay_beside(table, playing)


@hindrances.register
def _block_problems(effect: BlockEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    yield from ()


@carry_out.register
def _block(effect: BlockEffect, table: Table[WarState], playing: Playing) -> None:
    _lay_beside(table, playing)


def _lay_beside(table: Table[WarState], playing: Playing) -> None:
    """Lay the card beside the map: from now on all its lasting effects hold (6.11, 6.19)."""
    state, card = table.state, playing.card
    if any(each.card == card.id for each in state.lasting):
        return
    words = [each.who for each in playing.effects if isinstance(each, ModifyEffect | BlockEffect)]
    chosen = next((nation_meant(state, playing, one) for one in words if one in ("chosen", "enemy", "ally")), "")
    lasting = LastingCard(
        card=card.id, nation=playing.nation, since=state.numbered, chosen=chosen, option=state.laid[-1].option,
        temporary=card.kind == "temporary",
    )  # fmt: skip
    table.emit(LastingLaid(lasting=lasting))


@hindrances.register
def _opened_already(effect: SixthTurnEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    if state.sixth_turn:
        yield idle(playing, "sixth-turn")


@carry_out.register
def _open(effect: SixthTurnEffect, table: Table[WarState], playing: Playing) -> None:
    table.emit(SixthTurnOpened(card=playing.card.id))


@hindrances.register
def _nothing_to_end(effect: EndEventEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    """Ending another event is only part of a card that does more, so that nothing to end does not hinder it."""
    if len(playing.effects) == 1 and not any((*_wars(state, effect), *_events(state, effect))):
        yield idle(playing, "nothing-to-end", which=effect.which)


@carry_out.register
def _end(effect: EndEventEffect, table: Table[WarState], playing: Playing) -> None:
    """End what the effect covers, each on a die of its own if it asks for one."""
    cards = [war.card for war in _wars(table.state, effect)] + [each.card for each in _events(table.state, effect)]
    if effect.roll is None:
        for card in cards:
            end_by_card(table, card, playing.card.id)
        return
    for card in reversed(cards):
        due = DueRoll(purpose=CARD_ROLL, nation=playing.nation, who=card, dice=1, need=effect.roll)
        table.enter(*rolling(due), EndOnDie(card=card, by=playing.card.id, need=effect.roll))


class EndOnDie(Step[WarState, Order], frozen=True):
    """The event *card* ends if the die on the table is high enough (part 3, `end_event`)."""

    rule = "6.13"
    card: str
    by: str
    need: int

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if die_shows(table, self.need):
            end_by_card(table, self.card, self.by)


def end_by_card(table: Table[WarState], card: str, by: str) -> None:
    """End a Foreign War, or a lasting or temporary event, because of another card."""
    for war in table.state.wars:
        if war.card == card:
            end_foreign_war(table, card)
    for lasting in table.state.lasting:
        if lasting.card == card:
            end_lasting(table, lasting, by)


def _wars(state: WarState, effect: EndEventEffect) -> tuple[ForeignWar, ...]:
    if effect.what != "foreign_war":
        return ()
    return tuple(
        war for war in state.wars if effect.which in ("all", war.card) or (effect.which == "turkish" and war.turkish)
    )


def _events(state: WarState, effect: EndEventEffect) -> tuple[LastingCard, ...]:
    if effect.what == "foreign_war":
        return ()
    temporary = effect.what == "temporary"
    return tuple(each for each in state.lasting if each.temporary == temporary and effect.which in ("all", each.card))
