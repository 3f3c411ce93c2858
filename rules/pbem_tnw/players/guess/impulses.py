"""Impulses by chance: cards as events and as CPs, Reserves and Resources besides, alternatives, preemption."""

from typing import Literal

from pbem_tnw.chapters.sequence.card_play import card_problems
from pbem_tnw.orders.conditions.condition import ImpulseCondition
from pbem_tnw.orders.impulse import Alternative, CardUse, ImpulseOrders, PlusMoment, PlusUse
from pbem_tnw.orders.round_orders import PreemptLine
from pbem_tnw.players.guess.choices import guess_choices
from pbem_tnw.players.guess.company import Company
from pbem_tnw.players.guess.conditions import guess_condition
from pbem_tnw.players.guess.lines import guess_lines

_SELDOM = 12
"""Once in so many times a seat wants to be asked: each stop is a round of mail more."""


def guess_impulses(company: Company, nations: tuple[str, ...]) -> dict[str, ImpulseOrders]:
    """The Impulses of most of the *nations*; of the others none, which is silence."""
    return {nation: guess_impulse(company, nation) for nation in nations if not company.one_in(10)}


def guess_impulse(company: Company, nation: str) -> ImpulseOrders:
    """Up to three ways to play an Impulse."""
    number = 1 + company.chance.below(3)
    found = [guess_alternative(company, nation, asks=number > 1) for _ in range(number)]
    otherwise: Literal["lowest", "ask"] = "ask" if company.one_in(_SELDOM) else "lowest"
    return ImpulseOrders(alternatives=tuple(found), otherwise=otherwise)


def guess_alternative(company: Company, nation: str, *, asks: bool = False) -> Alternative:
    """A card that can be played as it looks now, as an event if chance says so."""
    condition = guess_condition(company, ImpulseCondition, one_in=8)
    if asks and company.one_in(4 * _SELDOM):
        return Alternative(condition=condition, ask=True)
    play = _use(company, nation)
    plus = None if play is not None and company.board.cards[play.card].is_reserve else _plus(company, nation)
    return Alternative(condition=condition, play=play, plus=plus, do=guess_lines(company, nation))


def guess_preemption(company: Company) -> PreemptLine:
    """A line that preempts, or has the game stop at the offer."""
    own = company.own()
    if not own or company.one_in(_SELDOM):
        return PreemptLine(ask=True)
    nation = company.chance.choice(own)
    return PreemptLine(
        before=company.some(company.nations, 2),
        nation=nation,
        round=company.maybe((company.view.round, company.view.round + 1)),
        condition=guess_condition(company, ImpulseCondition),
        play=guess_impulse(company, nation) if company.one_in(2) else None,
    )


def _use(company: Company, nation: str) -> CardUse | None:
    """A card and its use: an event as often as one is possible, for points rather not one that waits for a battle."""
    cards = company.board.cards
    waiting = company.chance.below(4)
    hand = sorted(
        company.chance.shuffled(company.cards_of(nation)),
        key=lambda card: bool(waiting) and cards[card].kind in ("battle", "response"),
    )
    uses = [CardUse(card=card, use="event", **guess_choices(company, nation, card)) for card in hand]
    events = [use for use in uses if not any(card_problems(company.view, nation, use))]
    if events and not company.one_in(3):
        return events[0]
    points = (CardUse(card=card, use="cp") for card in hand)
    return next((use for use in points if not any(card_problems(company.view, nation, use))), None)


def _plus(company: Company, nation: str) -> PlusUse | None:
    when = PlusMoment(company.maybe((0, 1, 2)))
    if company.view.resources.get(nation) and company.one_in(4):
        return PlusUse(resource=True, when=when)
    reserves = [card for card in company.board.reserves.get(nation, ()) if card not in company.view.used]
    if not reserves or company.chance.below(4):
        return None
    card = company.chance.choice(reserves)
    if company.board.cards[card].timing is not None and not company.one_in(4):
        return None
    if company.one_in(2):
        return PlusUse(card=card, use="cp", when=when)
    return PlusUse(card=card, use="event", when=when, **guess_choices(company, nation, card))
