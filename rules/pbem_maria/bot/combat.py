"""Duels tried out against hands that the enemy may hold."""

from collections.abc import Iterable, Sequence

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.table import Chance
from pbem_maria.bot.moves import PlannedPosition
from pbem_maria.bot.survey import Stack
from pbem_maria.bot.worth import POINT, TROOP
from pbem_maria.chapters.duel import CardPlay, DuelSeen, FightSide, choose, parts, seen, side_to_play
from pbem_maria.orders.cards import RESERVE
from pbem_maria.orders.plan import HIGHEST, KEEP, LAST, LEADS, LOWEST, NONE, Chapter, CombatPlan, PlanBook, PlanItem
from pbem_maria.orders.stage import Attack, CombatOrders, PlayOrders
from pbem_maria.orders.standing import StandingAnswers
from pbem_maria.position.cards import deck, face, is_reserve, suits, value_of
from pbem_maria.position.state import Pair, State

TRIALS = 9
MOST_PLAYS = 40
_REMOVED = 5.0


def _plan_of(*rules: str, stop: int | None = None, reserves: str = LAST) -> CombatPlan:
    return CombatPlan(play=tuple(PlanItem(rule=rule) for rule in rules), stop_at=stop, reserves=reserves)


STEADY = _plan_of(LEADS, LOWEST)
PLANS = (
    STEADY,
    _plan_of(LEADS, LOWEST, reserves=KEEP),
    _plan_of(LEADS, LOWEST, stop=1),
    _plan_of(LEADS, LOWEST, stop=1, reserves=KEEP),
    _plan_of(HIGHEST),
    _plan_of(HIGHEST, stop=1, reserves=KEEP),
    _plan_of(NONE),
)
"""The plans to choose from; of equals the first."""
ENEMY = (_plan_of(LEADS, LOWEST, stop=1), _plan_of(HIGHEST), STEADY)
"""How enemies are expected to play."""


class Matter(msgspec.Struct, frozen=True):
    """A fight from one side: what each side brings and what the ground is worth."""

    own: int
    enemy: int
    suit: str
    enemy_suit: str
    hand: tuple[str, ...]
    unknown: int
    """The cards in the enemy's hand."""
    attacking: bool
    ground: float = 4.0


def best_plan(matter: Matter, chance: Chance) -> CombatPlan:
    """The plan of `PLANS` that does best against the hands that the enemy may hold."""
    hands = _hands(matter, chance)
    fitting = tuple(card for card in matter.hand if suits(card, matter.suit))
    if not fitting:
        return STEADY
    return max(PLANS, key=lambda plan: sum(_trial(plan, n, matter, fitting, hand) for n, hand in enumerate(hands)))


def _hands(matter: Matter, chance: Chance) -> list[tuple[str, ...]]:
    """Hands that the enemy may hold: any cards but those that are known."""
    known = {card.partition(".")[0] for card in matter.hand}
    cards = [card for card in deck(1) if card.partition(".")[0] not in known or is_reserve(card)]
    return [
        tuple(card for card in (chance.choice(cards) for _ in range(matter.unknown)) if suits(card, matter.enemy_suit))
        for _ in range(TRIALS)
    ]


def _trial(plan: CombatPlan, number: int, matter: Matter, hand: tuple[str, ...], enemy: tuple[str, ...]) -> float:
    """What *plan* brings against one hand of the enemy, whose strength may differ from the estimate."""
    strength = max(1, matter.enemy + (0, 1, -1)[number % 3])
    score, own_cost, enemy_cost = fight(
        matter.own - strength, (plan, matter.suit, hand), (ENEMY[number % len(ENEMY)], matter.enemy_suit, enemy),
        attacking=matter.attacking,
    )  # fmt: skip
    value = POINT * (enemy_cost * 0.8 - own_cost)
    if score > 0:
        return value + TROOP * min(score, strength) + matter.ground + (_REMOVED if score >= strength else 0.0)
    if score < 0:
        return value - TROOP * min(-score, matter.own) - matter.ground - (_REMOVED if -score >= matter.own else 0.0)
    return value


DuelSide = tuple[CombatPlan, str, tuple[str, ...]]


def fight(score: int, own: DuelSide, enemy: DuelSide, *, attacking: bool) -> tuple[int, int, int]:
    """Fight a duel: the final score, negative for a defeat, and the points of cards that each side played."""
    hands = [list(own[2]), list(enemy[2])]
    played: list[list[tuple[str, int]]] = [[], []]
    turn = 0 if score < 0 or (score == 0 and attacking) else 1
    for _ in range(MOST_PLAYS):
        plan, suit = (own, enemy)[turn][:2]
        now = DuelSeen(score=-abs(score), suit=suit, hand=tuple(hands[turn]), played=tuple(played[turn]))
        choice = choose(plan, now)
        if not isinstance(choice, CardPlay):
            break
        hands[turn].remove(choice.card)
        played[turn].append((choice.card.partition(".")[0], choice.value))
        score += choice.value if turn == 0 else -choice.value
        if (score >= 0) if turn == 0 else (score <= 0):
            turn = 1 - turn
    return score, _points(played[0]), _points(played[1])


def _points(played: Sequence[tuple[str, int]]) -> int:
    """What the cards played would have paid; losing a Reserve costs more than any."""
    return sum(11 if is_reserve(card) else value_of(card) for card, _ in played)


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
