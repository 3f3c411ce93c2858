"""Guesses for the political shifts: Saxony's marker, withdrawals, peace, reduced objectives."""

from msgspec.structs import replace

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem_maria.chapters.conquest import objectives, silesia
from pbem_maria.chapters.shifts import comeback
from pbem_maria.chapters.shifts.displaced import ways
from pbem_maria.chapters.shifts.orders import (
    ALL,
    ASK,
    NONE,
    PAST_NEUTRAL,
    TO_NEUTRAL,
    Cities,
    Comeback,
    ComebackOrders,
    PeaceOffer,
    PeaceOrders,
    SaxonyOrders,
    SaxonyWish,
    WithdrawOrders,
)
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.turn.standing_orders import StandingAnswers
from pbem_maria.chapters.winter.winter import PRICE
from pbem_maria.position.cards import face, worth
from pbem_maria.position.powers import FRANCE, PRUSSIA
from pbem_maria.position.saxony_track import most
from pbem_maria.position.state import AUSTRIA, SAXONY, State

_WISHES = (ALL, ALL, NONE, TO_NEUTRAL, PAST_NEUTRAL)


def guess_saxony(view: State, decision: Decision, chance: Chance) -> SaxonyOrders:
    """Any number of boxes, said in any way."""
    if chance.below(2):
        return SaxonyOrders(saxony=SaxonyWish(boxes=chance.below(most(view) + 1)))
    return SaxonyOrders(saxony=SaxonyWish(chance.choice(_WISHES)))


def guess_withdrawal(view: State, decision: Decision, chance: Chance) -> WithdrawOrders:
    """For each piece that has a choice any of the nearest cities."""
    cities = chance.shuffled(tuple(view.board.cities))
    found = ways(view, lambda piece, seat: cities, saxons_home=decision.about["saxons_home"])
    own = (way for way in found if view.seat_of(view.power_of(way.piece)) == decision.seat)
    return WithdrawOrders(withdraw={way.piece: Cities((way.city,)) for way in own if len(way.options) > 1})


def guess_peace(view: State, decision: Decision, chance: Chance) -> PeaceOrders:
    """Either answer."""
    return PeaceOrders(peace="accept" if chance.below(2) else "refuse")


def guess_comeback(view: State, decision: Decision, chance: Chance) -> ComebackOrders:
    """One general, if some cards buy a troop or more, and mostly that."""
    hand = view.hands[SAXONY].known
    cards = tuple(card for card in hand if chance.below(2))
    possible = comeback.possible(view, SAXONY)
    if not possible or worth(cards) < PRICE or chance.below(4) == 0:
        return ComebackOrders(passes=True)
    general = chance.choice(sorted(possible))
    wish = Comeback(chance.choice(possible[general]), tuple(map(face, cards)))
    return ComebackOrders(returns={general: wish})


def with_shifts(view: State, after: State, seat: str, order: StageOrders, chance: Chance) -> StageOrders:
    """The sheet with an offer of peace or the reduction of France's objectives, where that can be of use."""
    if not view.theatre.is_advanced or chance.below(3) == 0:
        return order
    if view.stage == PRUSSIA and seat == view.seat_of(PRUSSIA) and silesia.possible(after):
        order = replace(order, peace=PeaceOffer(chance.shuffled(silesia.sites(view))[: chance.below(3)]))
    if view.stage == FRANCE and seat == view.seat_of(FRANCE) and objectives.possible(after) and chance.below(4) == 0:
        order = replace(order, reduce=True)
    return order


def standing_answers(view: State, seat: str, standing: StandingAnswers, chance: Chance) -> StandingAnswers:
    """Standing answers about shifts, now and then."""
    if not view.theatre.is_advanced or chance.below(4) == 0:
        return standing
    standing = replace(standing, withdraw=Cities((chance.choice(sorted(view.board.cities)),)))
    if seat != view.seat_of(AUSTRIA):
        return standing
    wish = SaxonyWish(boxes=chance.below(3)) if chance.below(2) else SaxonyWish(chance.choice((*_WISHES, ASK)))
    return replace(standing, saxony=wish, peace=chance.choice(("accept", "refuse", ASK)))
