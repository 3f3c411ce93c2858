"""Guesses for combat (11): a plan of some kind for every fight."""

from pbem.engine.decision import Decision
from pbem.engine.table import Chance
from pbem_maria.chapters.duel import FightSide, parts
from pbem_maria.orders.cards import RESERVE, RESERVE_VALUES
from pbem_maria.orders.plan import (
    AS_PLAY,
    ASK,
    FREE,
    HIGHEST,
    KEEP,
    LAST,
    LEADS,
    LOWEST,
    NONE,
    TIE,
    TURNS,
    Chapter,
    CombatPlan,
    Drive,
    PlanBook,
    PlanItem,
)
from pbem_maria.orders.stage import CombatOrders
from pbem_maria.orders.standing import StandingAnswers
from pbem_maria.position.cards import face, is_reserve
from pbem_maria.position.state import State


def guess_combat(view: State, decision: Decision, chance: Chance) -> CombatOrders:
    """A plan for each fight of the seat, now and then one for all, now and then a standing one."""
    mine = tuple(parts(view, decision.seat))
    standing = guess_standing(view, chance) if chance.below(3) == 0 else None
    if chance.below(4) == 0:
        return CombatOrders(combat=PlanBook((Chapter(guess_plan(view, None, chance)),)), standing=standing)
    chapters = {(part.own[0], part.enemy[0]): guess_plan(view, part, chance) for part in mine}
    book = PlanBook(tuple(Chapter(plan, on) for on, plan in chapters.items()))
    return CombatOrders(combat=book, standing=standing)


def guess_standing(view: State, chance: Chance) -> StandingAnswers:
    """Standing plans for both roles."""
    return StandingAnswers(
        attack=PlanBook((Chapter(guess_plan(view, None, chance)),)),
        defence=PlanBook((Chapter(guess_plan(view, None, chance)),)),
    )


def guess_plan(view: State, part: FightSide | None, chance: Chance) -> CombatPlan:
    """A plan: mostly fought with a rule and limits, now and then with cards by name, or card by card."""
    rules = [LOWEST, HIGHEST, TURNS, LEADS, LOWEST, TURNS, LEADS, NONE]
    play: tuple[PlanItem, ...] = (PlanItem(rule=chance.choice(rules)), PlanItem(rule=chance.choice(rules[:4])))
    if part is not None and chance.below(4) == 0:
        play = (*_named_cards(view, part, chance), *play)
    if part is not None and chance.below(12) == 0:
        play = (PlanItem(rule=ASK),)
    zero = [PlanItem(rule=word) for word in (AS_PLAY, LOWEST, HIGHEST, TIE)]
    if part is not None and any(is_reserve(card) for card in view.hands[view.power_of(part.own[0])].known):
        zero.append(PlanItem(card=RESERVE, value=3))
    return CombatPlan(
        play=tuple(dict.fromkeys(play)),
        most_cards=chance.choice([None, None, 1, 3, 5]),
        most_points=chance.choice([None, None, 9, 20]),
        stop_at=chance.choice([None, None, 1, 2]),
        stop_beyond=chance.choice([None, None, None, 9]),
        reserves=(kept := chance.choice([KEEP, LAST, LAST, FREE])),
        reserve_value=chance.choice([0, 0, 5]) if kept == FREE else 0,
        at_zero=chance.choice(zero),
        drive=_drive(view, chance),
    )


def _named_cards(view: State, part: FightSide, chance: Chance) -> tuple[PlanItem, ...]:
    suit = view.board.cities[view.at[part.own[0]]].suit
    hand = chance.shuffled(view.hands[view.power_of(part.own[0])].known)
    fitting = [face(card) for card in hand if face(card) == RESERVE or card[0].lower() == suit[0]]
    cards = fitting[: chance.below(3)]
    return tuple(PlanItem(card=c, value=chance.choice(RESERVE_VALUES) if c == RESERVE else 0) for c in cards)


def _drive(view: State, chance: Chance) -> Drive:
    kind = chance.below(4)
    cities = tuple(view.board.cities)
    if kind == 0:
        return Drive(ends=tuple(dict.fromkeys((chance.choice(cities), chance.choice(cities)))))
    return Drive(toward=chance.choice(cities)) if kind == 1 else Drive()
