"""Duels tried out against hands that the enemy may hold, to find the plan that serves best (11.1)."""

from collections.abc import Sequence

import msgspec

from pbem.engine.chance import Chance
from pbem_maria.chapters.combat.duel import CardPlay, DuelSeen, choose
from pbem_maria.chapters.combat.plan import HIGHEST, KEEP, LAST, LEADS, LOWEST, NONE, CombatPlan, PlanItem
from pbem_maria.players.bot.valuation.worth import POINT, TROOP
from pbem_maria.position.cards import deck, is_reserve, suits, value_of

TRIALS = 9
MOST_PLAYS = 40
_REMOVED = 5.0
_SUITS = ("hearts", "spades", "diamonds", "clubs")


def _plan(*rules: str, stop: int | None = None, reserves: str = LAST) -> CombatPlan:
    return CombatPlan(play=tuple(PlanItem(rule=rule) for rule in rules), stop_at=stop, reserves=reserves)


STEADY = _plan(LEADS, LOWEST)
PLANS = (
    STEADY,
    _plan(LEADS, LOWEST, reserves=KEEP),
    _plan(LEADS, LOWEST, stop=1),
    _plan(LEADS, LOWEST, stop=1, reserves=KEEP),
    _plan(HIGHEST),
    _plan(HIGHEST, stop=1, reserves=KEEP),
    _plan(NONE),
)
"""The plans to choose from; of equals the first."""
ENEMY = (_plan(LEADS, LOWEST, stop=1), _plan(HIGHEST), STEADY)
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
