"""The card duel of a combat (11.1): which side has the right to play, what may be played, what a plan plays."""

from collections import Counter
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem_maria.chapters.combat.plan import (
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
    CombatPlan,
    PlanItem,
)
from pbem_maria.position.cards import RESERVE, RESERVE_VALUES, face, is_reserve, order_of, suits, value_of
from pbem_maria.position.state import Fight, State

MOST_RESERVE = max(RESERVE_VALUES)
UNLIMITED = 10**6


class DuelSeen(msgspec.Struct, frozen=True):
    """A combat as the side that has the right to play sees it: nothing of the other hand."""

    score: int
    """Negative or zero."""
    suit: str
    hand: tuple[str, ...]
    played: tuple[tuple[str, int], ...] = ()
    """The faces and values of its own plays so far."""

    @property
    def loss(self) -> int:
        """The troops that the side loses if it does not play."""
        return -self.score

    @property
    def plain(self) -> tuple[str, ...]:
        """The cards of the suit, from low to high; Reserves not among them."""
        fitting = [card for card in self.hand if suits(card, self.suit) and not is_reserve(card)]
        return tuple(sorted(fitting, key=order_of))

    @property
    def reserve(self) -> str | None:
        """A Reserve in the hand."""
        return next((card for card in sorted(self.hand, key=order_of) if is_reserve(card)), None)

    @property
    def playable(self) -> tuple[str, ...]:
        """The faces that may be played."""
        return (*(face(card) for card in self.plain), *((RESERVE,) if self.reserve else ()))

    @property
    def must_play(self) -> bool:
        """At zero a card of the suit must be played if there is one; a Reserve need not be."""
        return self.score == 0 and bool(self.plain)


class CardPlay(msgspec.Struct, frozen=True):
    """A card to be played and the value it counts."""

    card: str
    value: int


Choice = CardPlay | str | None
"""A card, `ask`, or nothing: the side does not play."""


def side_to_play(fight: Fight) -> str:
    """The side with the right to play: the one with the negative score; at zero the one that did not play last.

    An initial score of zero gives the right to the attacker.
    """
    if fight.score:
        return "attacker" if fight.score < 0 else "defender"
    if not fight.plays:
        return "attacker"
    return "defender" if fight.plays[-1].side == "attacker" else "attacker"


def seen(state: State, fight: Fight) -> DuelSeen:
    """What the side to play sees; its cards are those of its supreme commander's power."""
    side = side_to_play(fight)
    own = fight.pair.attackers if side == "attacker" else fight.pair.defenders
    return DuelSeen(
        score=-abs(fight.score),
        suit=state.board.cities[state.at[own[0]]].suit,
        hand=state.hands[state.power_of(own[0])].known,
        played=tuple((face(play.card), play.value) for play in fight.plays if play.side == side),
    )


def legal(now: DuelSeen, play: CardPlay | None) -> bool:
    """Whether the rules allow *play*; None means not playing."""
    if play is None:
        return not now.must_play
    if play.card not in now.hand or not suits(play.card, now.suit):
        return False
    return play.value in RESERVE_VALUES if is_reserve(play.card) else play.value == value_of(play.card)


def choose(plan: CombatPlan, now: DuelSeen) -> Choice:
    """What *plan* does now: always something that the rules allow."""
    if now.score == 0:
        return _at_zero(plan, now)
    return None if _stops(plan, now.loss) else _by_items(plan, now, plan.reserves)


def why_nothing(plan: CombatPlan, now: DuelSeen) -> Literal["", "stop", "limit", "no-card"]:
    """What keeps *plan* from playing below zero; nothing if it plays or asks."""
    if choose(plan, now) is not None:
        return ""
    if _stops(plan, now.loss):
        return "stop"
    unlimited = replace(plan, most_cards=None, most_points=None)
    return "no-card" if choose(unlimited, now) is None else "limit"


def _stops(plan: CombatPlan, loss: int) -> bool:
    """Whether the loss is cheap enough, or hopeless."""
    cheap = plan.stop_at is not None and loss <= plan.stop_at
    return cheap or (plan.stop_beyond is not None and loss >= plan.stop_beyond)


def _at_zero(plan: CombatPlan, now: DuelSeen) -> Choice:
    """At zero a card of the suit must be played if there is one, whatever the plan says."""
    item = plan.at_zero
    found: Choice = None
    if item.card:
        found = _named(item, now)
    elif item.rule == HIGHEST:
        found = _pick(HIGHEST, _plain_plays(now), 0)
    elif item.rule == ASK:
        found = ASK if now.playable else None
    elif item.rule not in (LOWEST, TIE):
        found = _by_items(plan, now, KEEP if plan.reserves == LAST else plan.reserves)
    return found or _pick(LOWEST, _plain_plays(now), 0)


def _by_items(plan: CombatPlan, now: DuelSeen, reserves: str) -> Choice:
    """What the first item of `play` that yields anything yields; entries whose card is already played are skipped."""
    if plan.most_cards is not None and len(now.played) >= plan.most_cards:
        return None
    points = sum(value for _, value in now.played)
    left = UNLIMITED if plan.most_points is None else plan.most_points - points
    crossed = Counter(shown for shown, _ in now.played)
    for item in plan.play:
        if item.card and crossed[item.card]:
            crossed[item.card] -= 1
            continue
        if item.rule == NONE:
            return None
        if item.rule == ASK:
            return ASK if now.playable else None
        found = _named(item, now) if item.card else _by_rule(item.rule, plan, now, reserves, left)
        if found is not None and found.value <= left:
            return found
    return None


def _named(item: PlanItem, now: DuelSeen) -> CardPlay | None:
    """The card that *item* names, if it can be played."""
    if item.card == RESERVE:
        return CardPlay(now.reserve, item.value) if now.reserve else None
    return next((play for play in _plain_plays(now) if face(play.card) == item.card), None)


def _by_rule(rule: str, plan: CombatPlan, now: DuelSeen, reserves: str, left: int) -> CardPlay | None:
    """The play that *rule* takes of those worth at most *left*, a Reserve only as *reserves* allows."""
    offers = [play for play in _plain_plays(now) if play.value <= left]
    spare: list[CardPlay] = []
    if now.reserve and reserves != KEEP:
        value = plan.reserve_value or min(_reserve_value(rule, now.loss), left)
        spare = [CardPlay(now.reserve, value)] if 1 <= value <= left else []
    if reserves == FREE:
        return _pick(rule, [*offers, *spare], now.loss)
    return _pick(rule, offers, now.loss) or _pick(rule, spare, now.loss)


def _pick(rule: str, offers: list[CardPlay], loss: int) -> CardPlay | None:
    """The offer that *rule* takes; of equal values a card of the suit before a Reserve."""
    aim = {TURNS: loss, LEADS: loss + 1}.get(rule, 0)
    able = [play for play in offers if play.value >= aim]
    sign = -1 if rule == HIGHEST else 1
    return min(able, key=lambda play: (sign * play.value, is_reserve(play.card)), default=None)


def _reserve_value(rule: str, loss: int) -> int:
    """The value that *rule* gives a Reserve: the least that turns the score (or leads), or the most."""
    wanted = {LEADS: loss + 1, HIGHEST: MOST_RESERVE}.get(rule, max(loss, 1))
    return min(wanted, MOST_RESERVE)


def _plain_plays(now: DuelSeen) -> list[CardPlay]:
    return [CardPlay(card, value_of(card)) for card in now.plain]
