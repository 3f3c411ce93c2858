"""Some legal answer to a decision, by chance: the fuzzer's player."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order, OrderPath
from pbem.engine.play import faults, top
from pbem.engine.table import Chance
from pbem_tnw.guess.choices import Company, guess_hand_condition
from pbem_tnw.guess.impulses import guess_impulses, guess_preemption, in_advance
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


_ROUNDS = 60


def mended(view: WarState, decision: Decision, order: Order) -> Order | None:
    """*order* without the parts that are refused; None if what is left cannot answer either."""
    for _ in range(_ROUNDS):
        wrong = faults(top(view), view, decision, order)
        if not wrong:
            return order
        less = without(order, wrong[0].path)
        if less == order:
            return None
        order = less
    return None


def without(value: Any, path: OrderPath) -> Any:
    """*value* less the item of the innermost list or mapping on *path*; without one there, less its outermost key."""
    found = _less(value, path)
    if found is not None:
        return found
    return replace(value, **{str(path[0]): getattr(type(value)(), str(path[0]))}) if path else value


def _less(value: Any, path: OrderPath) -> Any:
    """*value* without what the end of *path* is in; None if no list or mapping is on it."""
    if not path:
        return None
    step, rest = path[0], path[1:]
    if isinstance(value, dict):
        return _less_of_mapping(value, step, rest)
    if isinstance(value, tuple):
        return _less_of_tuple(value, step, rest)
    if isinstance(step, int) and hasattr(value, "lines"):
        return _in_field(value, "lines", path)
    return _in_field(value, str(step), rest) if hasattr(value, str(step)) else None


def _less_of_mapping(value: dict[Any, Any], step: str | int, rest: OrderPath) -> Any:
    if step not in value:
        return None
    inner = _less(value[step], rest)
    if inner is not None:
        return {**value, step: inner}
    return {key: each for key, each in value.items() if key != step}


def _less_of_tuple(value: tuple[Any, ...], step: str | int, rest: OrderPath) -> Any:
    if not isinstance(step, int) or step >= len(value):
        return None
    inner = _less(value[step], rest)
    if inner == ():
        inner = None
    return (*value[:step], *(() if inner is None else (inner,)), *value[step + 1 :])


def _in_field(value: Any, name: str, rest: OrderPath) -> Any:
    inner = _less(getattr(value, name), rest)
    if inner is None or (inner == () and name in ("path", "pieces", "items")):
        return None
    return replace(value, **{name: inner})
