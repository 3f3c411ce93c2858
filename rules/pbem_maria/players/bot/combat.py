"""Combat plans: one for every fight, and standing ones for those that others begin (11.1)."""

from collections.abc import Iterable

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem_maria.chapters.combat.duel import CardPlay, choose, seen, side_to_play
from pbem_maria.chapters.combat.orders import Attack, CombatOrders, PlayOrders
from pbem_maria.chapters.combat.plan import CombatPlan, PlanItem
from pbem_maria.chapters.combat.plan_book import Chapter, PlanBook
from pbem_maria.chapters.combat.plans import FightSide, parts
from pbem_maria.chapters.turn.standing_orders import StandingAnswers
from pbem_maria.players.bot.duels import STEADY, Matter, best_plan
from pbem_maria.players.bot.moves import PlannedPosition
from pbem_maria.players.bot.valuation.survey import Stack
from pbem_maria.position.cards import RESERVE, face
from pbem_maria.position.state import Pair, State

_NEAR = 6
"""An enemy that may attack before the next sheet is at most this far away."""


def play_combat(view: State, decision: Decision, chance: Chance) -> CombatOrders:
    """A plan for every fight of the seat."""
    position = PlannedPosition(view, decision.seat)
    return CombatOrders(combat=book(position, tuple(parts(view, decision.seat)), chance))


def play_card(view: State, decision: Decision, chance: Chance) -> PlayOrders:
    """One play of a duel, as the plan for the fight would have it."""
    if view.fight is None:
        return PlayOrders(stop=True)
    pair, attacking = view.fight.pair, side_to_play(view.fight) == "attacker"
    own, enemy = (pair.attackers, pair.defenders) if attacking else (pair.defenders, pair.attackers)
    position = PlannedPosition(view, decision.seat)
    now = seen(view, view.fight)
    choice = choose(_plan(position, FightSide(own, enemy, attacking=attacking), chance), now)
    if not isinstance(choice, CardPlay):
        return PlayOrders(stop=True)
    shown = face(choice.card)
    return PlayOrders(play=PlanItem(card=shown, value=choice.value if shown == RESERVE else 0))


def book(position: PlannedPosition, fights: tuple[FightSide, ...], chance: Chance) -> PlanBook:
    """A plan for each of *fights*."""
    return PlanBook(tuple(Chapter(_plan(position, part, chance), (part.own[0], part.enemy[0])) for part in fights))


def order_of_attacks(position: PlannedPosition, due: Iterable[Pair]) -> tuple[Attack, ...]:
    """The fights, the most promising first."""

    def promise(pair: Pair) -> float:
        own, foe = _stack(position, pair.attackers), _stack(position, pair.defenders)
        judge = position.judge(own.power)
        return -judge.odds(own, foe, position.survey.cards(own.power, own.city)).win

    return tuple(Attack(pair.attackers[0], pair.defenders[0]) for pair in sorted(due, key=promise))


def standing(position: PlannedPosition, powers: Iterable[str], chance: Chance) -> StandingAnswers:
    """Plans for the fights of the stages to come: by general if an enemy is near, otherwise one for all."""
    chapters = []
    for power in powers:
        for general in position.survey.state.generals_of(power):
            stack = position.survey.stack_at(position.survey.state.at[general])
            foe = _attacker(position, stack) if stack and stack.generals[0] == general else None
            if stack and foe:
                matter = _matter(position, stack, foe, attacking=False)
                chapters.append(Chapter(best_plan(matter, chance), (general,)))
    rest = PlanBook((Chapter(STEADY),))
    return StandingAnswers(attack=rest, defence=PlanBook((*chapters, *rest.chapters)))


def _attacker(position: PlannedPosition, stack: Stack) -> Stack | None:
    """The strongest enemy that may attack *stack* before the next sheet."""
    board = position.survey.state.board
    near = [f for f in position.judge(stack.power).foes if board.distance(f.city, stack.city) <= _NEAR]
    return max(near, key=lambda foe: foe.troops, default=None)


def _plan(position: PlannedPosition, part: FightSide, chance: Chance) -> CombatPlan:
    own, foe = _stack(position, part.own), _stack(position, part.enemy)
    return best_plan(_matter(position, own, foe, attacking=part.attacking), chance)


def _stack(position: PlannedPosition, generals: tuple[str, ...]) -> Stack:
    return position.survey.stack(generals, position.survey.state.at[generals[0]])


def _matter(position: PlannedPosition, own: Stack, foe: Stack, *, attacking: bool) -> Matter:
    state = position.survey.state
    cities = state.board.cities
    judge = position.judge(own.power)
    return Matter(
        own=max(1, round(own.troops)),
        enemy=max(1, round(foe.troops)),
        suit=cities[own.city].suit,
        enemy_suit=cities[foe.city].suit,
        hand=state.hands[own.power].known,
        unknown=len(state.hands[foe.power]),
        attacking=attacking,
        ground=3.0 + judge.ground(foe, own),
    )
