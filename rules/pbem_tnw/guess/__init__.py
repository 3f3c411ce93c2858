"""Some legal answer to a decision, by chance: the fuzzer's player."""

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem_tnw.guess.choices import Company, guess_hand_condition
from pbem_tnw.guess.impulses import guess_impulses, guess_preemption, in_advance
from pbem_tnw.guess.legal import mended
from pbem_tnw.guess.standing import guess_standing, guess_turn_end
from pbem_tnw.orders.choices import BattleCardWish, HoldAnswer, PlayedNow
from pbem_tnw.orders.turn import EntryOrders, HandRule, HandRules, ImpulseSheet, RoundOrders, TurnEndOrders
from pbem_tnw.position.control import nations_of
from pbem_tnw.position.state import WarState


def guess(view: WarState, decision: Decision, chance: Chance) -> Order:
    """A legal answer by chance; what the rules refuse of it is left out."""
    return _legal(view, decision, _guessed(Company(view, decision.seat, chance), decision))


def guess_in_advance(view: WarState, decision: Decision, chance: Chance) -> Order:
    """A guess that neither asks nor holds."""
    return _legal(view, decision, in_advance(_guessed(Company(view, decision.seat, chance), decision)))


def _legal(view: WarState, decision: Decision, guessed: Order) -> Order:
    order = mended(view, decision, guessed)
    return order if order is not None else decision.takes()


def _guessed(company: Company, decision: Decision) -> Order:
    chance = company.chance
    if decision.takes is RoundOrders:
        return RoundOrders(
            impulses=guess_impulses(company, decision.about["nations"]),
            preempt=tuple(guess_preemption(company) for _ in range(chance.below(2))),
            standing=guess_standing(company) if chance.below(2) else None,
            turn_end=guess_turn_end(company) if not chance.below(3) else None,
        )
    if decision.takes is ImpulseSheet:
        return ImpulseSheet(impulses=guess_impulses(company, (decision.about["nation"],)))
    if decision.takes is TurnEndOrders:
        return TurnEndOrders(turn_end=guess_turn_end(company))
    if decision.takes is HoldAnswer:
        held = [card for nation in nations_of(company.view, company.seat) for card in company.cards_of(nation)]
        now = [card for card in held if company.view.board.cards[card].kind in ("response", "battle")]
        return HoldAnswer(play=PlayedNow(tuple(BattleCardWish(card=card) for card in company.some(now, 2))))
    seated = bool(company.own())  # seats that draw their Powers have none yet
    return EntryOrders(
        resource=company.maybe(company.powers()),
        hand=HandRules(others=HandRule(keep_if=guess_hand_condition(company), at_most=1 + chance.below(2))),
        standing=guess_standing(company) if seated and chance.below(2) else None,
    )
