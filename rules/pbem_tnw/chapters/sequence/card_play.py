"""The card of an Impulse, as Command Points or as an event, and what is used besides (5.1, 5.12, 6, 16.2)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards import play_rules
from pbem_tnw.chapters.cards.effects import families  # noqa: F401 importing it registers what every effect does
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.cards.windows import play_event, play_for_points
from pbem_tnw.chapters.diplomacy.resources import buy_card
from pbem_tnw.chapters.sequence.events import CardChosen
from pbem_tnw.orders.impulse import CardUse, PlusUse
from pbem_tnw.orders.lines.event_choices import EventChoices
from pbem_tnw.position.control import is_power
from pbem_tnw.position.hands import CardHand
from pbem_tnw.position.state import WarState

RESOURCE = "resource"
"""What `Impulse.plus` says of a Resource."""


def playable(state: WarState, nation: str, card: str) -> bool:
    """Whether *nation* could play a card of its hand now: any for its CPs, unless it must be an event (5.1)."""
    return not state.board.cards[card].has("must_be_event") or play_rules.event_possible(state, nation, card)


def event_problems(state: WarState, nation: str, use: CardUse | PlusUse) -> Iterator[Problem]:
    """Why a card or Reserve cannot be played as an event (6.1, 6.18)."""
    return play_rules.event_problems(state, nation, use.card or "", use)


def card_problems(state: WarState, nation: str, use: CardUse) -> Iterator[Problem]:
    """Why the card of an Impulse cannot be played so: not held, no event, nothing but an event (5.1, 6.1)."""
    if state.board.cards[use.card].is_reserve:
        yield from reserve_problems(state, nation, use)
        return
    hand = state.hands.get(nation, CardHand())
    if use.card not in hand.known:
        yield Problem("card-not-held", ("card",), "5.1", {"card": use.card, "nation": nation, "held": hand.known})
    elif use.use == "event":
        yield from event_problems(state, nation, use)
    elif state.board.cards[use.card].has("must_be_event"):
        yield Problem("card-must-be-event", ("as",), "6", {"card": use.card})


def reserve_problems(state: WarState, nation: str, use: CardUse | PlusUse) -> Iterator[Problem]:
    """Why *nation* cannot play that Reserve now (6.2)."""
    card = use.card or ""
    if card not in state.board.reserves[nation]:
        own = state.board.reserves[nation]
        yield Problem("not-your-reserve", ("card",), "6.2", {"card": card, "nation": nation, "own": own})
    elif card in state.used:
        yield Problem("reserve-used", ("card",), "6.2", {"card": card})
    elif by := forbidden(state, "reserve", nation):
        yield Problem("reserve-forbidden", ("card",), "6.2", {"card": card, "by": by})
    elif use.use == "event":
        yield from event_problems(state, nation, use)


def plus_problems(state: WarState, nation: str, plus: PlusUse) -> Iterator[Problem]:
    """Why *nation* cannot use that Reserve or Resource besides (5.12, 16.2)."""
    if not plus.resource:
        if plus.card is None or not state.board.cards[plus.card].is_reserve:
            yield Problem("no-plus", ("card",), "5.12", {"card": plus.card})
        else:
            yield from reserve_problems(state, nation, plus)
    elif not is_power(state, nation):
        yield Problem("no-resources-of-minors", ("resource",), "16.1", {"nation": nation})
    elif not state.resources.get(nation):
        yield Problem("no-resource-left", ("resource",), "16.2", {"nation": nation})
    elif by := forbidden(state, "resource", nation):
        yield Problem("resource-forbidden", ("resource",), "16.2", {"nation": nation, "by": by})


def lay_card(table: Table[WarState], nation: str, use: CardUse | PlusUse, *, plus: bool = False) -> None:
    """Play the card of the Impulse, or with *plus* the Reserve besides."""
    card = table.state.board.cards[use.card or ""]
    table.emit(CardChosen(card=card.id, how=use.use, plus=plus or card.is_reserve))
    if use.use == "event":
        play_event(table, nation, card.id, use)
    else:
        play_for_points(table, nation, card.id)


def use_resource(table: Table[WarState], nation: str) -> None:
    """Use a Resource in the Impulse of *nation* (16.2)."""
    table.emit(CardChosen(card=RESOURCE, how="cp", plus=True))
    buy_card(table, nation)


def take_plus(table: Table[WarState], nation: str, plus: PlusUse) -> None:
    """Use what an Impulse has besides its card (5.12)."""
    if plus.resource:
        use_resource(table, nation)
        _play_after_drawing(table, nation, plus)
    else:
        lay_card(table, nation, plus, plus=True)


def _play_after_drawing(table: Table[WarState], nation: str, plus: PlusUse) -> None:
    """Play the first possible of the cards that *plus* names, or the one drawn, if none was played so far (5.22).

    In a trial on a view the card drawn is unknown.
    """
    hand = table.state.holdings(nation)
    if not hand or hand.unknown or table.state.impulse is None or table.state.impulse.card:
        return
    for wish in plus.then:
        choices = {name: getattr(wish, name) for name in EventChoices.__struct_fields__}
        use = CardUse(**{**choices, "card": wish.card or hand.known[-1], "use": wish.use})
        if next(card_problems(table.state, nation, use), None) is None:
            lay_card(table, nation, use)
            return
