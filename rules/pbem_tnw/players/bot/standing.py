"""Answers in advance: responses, battles, interception, evasion, peace (2.3)."""

from collections.abc import Iterator
from decimal import Decimal

from pbem_tnw.chapters.peace.points import final_points
from pbem_tnw.orders.conditions.condition import BattleCondition, ResponseCondition
from pbem_tnw.orders.conditions.expressions import (
    AllOf,
    Amount,
    Asked,
    Comparing,
    Comparison,
    ConditionTest,
    NotSo,
    OneOf,
)
from pbem_tnw.orders.consent import YES, Consents
from pbem_tnw.orders.lines.battle_wish import BattleCardWish
from pbem_tnw.orders.standing import MOST_LINES, WarStanding
from pbem_tnw.orders.standing_lines import BattleLine, EvadeLine, InterceptLine, PeaceLine, RespondLine
from pbem_tnw.position.control import controller, nations_of
from pbem_tnw.position.state import WarState

_BIG = 3
"""Enemy units against which a card is worth it."""


def plan_standing(view: WarState, seat: str) -> WarStanding:
    """All standing orders of *seat*."""
    nations = nations_of(view, seat)
    near, even = _number("need", "<=", "8"), _number("odds", ">=", "1")
    elsewhere = NotSo(OneOf(Asked("where"), _capitals(view, nations)))
    cards = tuple(_battle_cards(view, nations))
    return WarStanding(
        respond=tuple(_responses(view))[:MOST_LINES],
        battle=(BattleLine(cards=cards, first_round_at_most=2, keep_if=_battle_if(">=", "1.8")),),
        intercept=(InterceptLine(condition=BattleCondition(AllOf((near, even)))),),
        evade=(EvadeLine(condition=BattleCondition(AllOf((elsewhere, _number("odds", "<", "0.7"))))),),
        peace=_peace(view, seat),
        consent=Consents(join=dict.fromkeys(view.board.powers, YES)),
    )


def _capitals(view: WarState, nations: tuple[str, ...]) -> tuple[str, ...]:
    """The capitals of the seat, which are defended whatever comes."""
    found = (capital for nation in nations for capital in view.board.nations[nation].capitals)
    return tuple(capital for capital in found if controller(view, capital) in nations) or ("paris",)


def _responses(view: WarState) -> Iterator[RespondLine]:
    """A line for each response card of the deck, held or not: what is not held does nothing (2.4)."""
    for card in view.board.cards.values():
        if card.timing is None:
            continue
        trigger, condition = card.timing.trigger, ResponseCondition()
        if trigger == "step":
            condition = ResponseCondition(_number("units", ">=", str(_BIG if card.cp > 1 else 1)))
        elif trigger == "battle_rolled":
            condition = ResponseCondition(_number("margin", "<=", "0"))
        yield RespondLine(card=card.id, condition=condition)


def _battle_cards(view: WarState, nations: tuple[str, ...]) -> Iterator[BattleCardWish]:
    for nation in nations:
        for card in view.holdings(nation).known:
            printed = view.board.cards[card]
            if printed.kind == "battle" and printed.timing is None:
                yield BattleCardWish(card=card)


def _peace(view: WarState, seat: str) -> tuple[PeaceLine, ...]:
    """For peace while ahead, against it while behind."""
    points = final_points(view)
    rivals = max((number for other, number in points.items() if other != seat), default=0)
    ahead = points.get(seat, 0) - rivals
    if ahead >= 2:
        return (PeaceLine(add=1),)
    return (PeaceLine(add=-1),) if ahead <= -3 else ()


def _number(word: str, sign: Comparing, number: str) -> ConditionTest:
    return Comparison(Amount(of=Asked(word)), sign, Amount(plus=Decimal(number)))


def _battle_if(sign: Comparing, odds: str) -> BattleCondition:
    return BattleCondition(_number("odds", sign, odds))
