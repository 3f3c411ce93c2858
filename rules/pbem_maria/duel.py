"""The card duel of a combat (11.1): whose right it is to play, what may be played, what a plan plays."""

from collections import Counter

import msgspec

from pbem_maria.cards import RESERVE, RESERVE_VALUES, face, is_reserve, order_of, suits, value_of
from pbem_maria.orders.plan import ASK, FREE, HIGHEST, LAST, LEADS, LOWEST, NONE, TIE, TURNS, Item, Plan
from pbem_maria.state import Fight, State

MOST_RESERVE = max(RESERVE_VALUES)


class Seen(msgspec.Struct, frozen=True):
    """A combat as the side that has the right to play sees it: nothing of the other hand."""

    score: int
    """Negative or zero."""
    suit: str
    hand: tuple[str, ...]
    played: tuple[tuple[str, int], ...] = ()
    """The faces and values of its own plays so far."""

    @property
    def plain(self) -> tuple[str, ...]:
        """The cards of the suit, from low to high; Reserves not among them."""
        fitting = [card for card in self.hand if suits(card, self.suit) and not is_reserve(card)]
        return tuple(sorted(fitting, key=value_of))

    @property
    def reserve(self) -> str | None:
        """A Reserve in the hand."""
        return next((card for card in sorted(self.hand, key=order_of) if is_reserve(card)), None)

    @property
    def must_play(self) -> bool:
        """At zero a card of the suit must be played if there is one; a Reserve need not be."""
        return self.score == 0 and bool(self.plain)


class Play(msgspec.Struct, frozen=True):
    """A card to be played and the value it counts."""

    card: str
    value: int


Choice = Play | str | None
"""A card, `ask`, or nothing: the side does not play."""


def side_to_play(fight: Fight) -> str:
    """Whose right it is: the side with the negative score; at zero the one that did not play last.

    An initial score of zero gives the right to the attacker.
    """
    if fight.score:
        return "attacker" if fight.score < 0 else "defender"
    if not fight.plays:
        return "attacker"
    return "defender" if fight.plays[-1].side == "attacker" else "attacker"


def seen(state: State, fight: Fight) -> Seen:
    """What the side to play sees; its cards are those of its supreme commander's power."""
    side = side_to_play(fight)
    own = fight.pair.attackers if side == "attacker" else fight.pair.defenders
    return Seen(
        score=-abs(fight.score),
        suit=state.board.cities[state.at[own[0]]].suit,
        hand=state.hands[state.power_of(own[0])].known,
        played=tuple((face(play.card), play.value) for play in fight.plays if play.side == side),
    )


def choose(plan: Plan, now: Seen) -> Choice:
    """What *plan* does now: always something that the rules allow."""
    if now.score == 0:
        return _at_zero(plan, now)
    loss = -now.score
    if plan.stop_at is not None and loss <= plan.stop_at:
        return None
    if plan.stop_beyond is not None and loss >= plan.stop_beyond:
        return None
    if plan.most_cards is not None and len(now.played) >= plan.most_cards:
        return None
    return _by_items(plan, now, loss)


def _points_left(plan: Plan, now: Seen) -> int:
    spent = sum(value for _, value in now.played)
    return 10**6 if plan.most_points is None else plan.most_points - spent


def _by_items(plan: Plan, now: Seen, loss: int) -> Choice:
    """The first item of `play` that yields a card; cards already played are crossed off."""
    spent = Counter(shown for shown, _ in now.played)
    for item in plan.play:
        if item.card:
            if spent[item.card]:
                spent[item.card] -= 1
                continue
            found: Choice = _explicit(item, now)
            if isinstance(found, Play) and found.value > _points_left(plan, now):
                found = None
        elif item.rule == NONE:
            return None
        elif item.rule == ASK:
            return ASK if now.plain or now.reserve else None
        else:
            found = _by_rule(item.rule, plan, now, loss)
        if found is not None:
            return found
    return None


def _explicit(item: Item, now: Seen) -> Play | None:
    if item.card == RESERVE:
        return Play(now.reserve, item.value) if now.reserve else None
    card = next((card for card in now.plain if face(card) == item.card), None)
    return Play(card, value_of(card)) if card else None


def _by_rule(rule: str, plan: Plan, now: Seen, loss: int) -> Play | None:
    left = _points_left(plan, now)
    offers = [Play(card, value_of(card)) for card in now.plain if value_of(card) <= left]
    if now.reserve and plan.reserve_value and plan.reserve_value <= left:
        offers.append(Play(now.reserve, plan.reserve_value))
    best = _pick(rule, offers, loss)
    if (
        now.reserve
        and not plan.reserve_value
        and plan.reserves in (LAST, FREE)
        and (plan.reserves == FREE or best is None)
    ):
        spare = _reserve(rule, now.reserve, loss, left)
        best = _pick(rule, [*offers, spare], loss) if spare and plan.reserves == FREE else spare or best
    return best


def _pick(rule: str, offers: list[Play], loss: int) -> Play | None:
    """The offer that *rule* takes; of equal values a card of the suit before a Reserve."""
    aim = {TURNS: loss, LEADS: loss + 1}.get(rule, 0)
    able = [play for play in offers if play.value >= aim]
    if not able:
        return None
    low = min(able, key=lambda play: (play.value, is_reserve(play.card)))
    return max(able, key=lambda play: (play.value, not is_reserve(play.card))) if rule == HIGHEST else low


def _reserve(rule: str, card: str, loss: int, left: int) -> Play | None:
    """A Reserve with the value that *rule* wants: the least that turns the score, or leads, or the most."""
    wanted = {LEADS: loss + 1, HIGHEST: MOST_RESERVE}.get(rule, min(max(loss, 1), MOST_RESERVE))
    value = max(1, wanted)
    if value > min(left, MOST_RESERVE):
        value = min(left, MOST_RESERVE)
        if rule in (TURNS, LEADS) or value < 1:
            return None
    if rule == TURNS and value < loss:
        return None
    return Play(card, value)


def _at_zero(plan: Plan, now: Seen) -> Choice:
    """At zero: a card of the suit must be played if there is one, whatever the limits say."""
    item = plan.at_zero
    if item.card:
        found: Choice = _explicit(item, now)
    elif item.rule in (LOWEST, HIGHEST):
        offers = [Play(card, value_of(card)) for card in now.plain]
        found = _pick(item.rule, offers, 0)
    elif item.rule == TIE:
        found = None
    else:
        found = _as_play(plan, now)
    if found is None and now.plain:
        return Play(now.plain[0], value_of(now.plain[0]))
    return found


def _as_play(plan: Plan, now: Seen) -> Choice:
    """What `play` says at zero; a Reserve only by an explicit entry or `reserves: free`."""
    limited = plan.most_cards is not None and len(now.played) >= plan.most_cards
    if limited:
        return None
    found = _by_items(plan, now, 0)
    if isinstance(found, Play) and is_reserve(found.card) and plan.reserves == LAST:
        explicit = any(item.card == RESERVE for item in plan.play)
        return found if explicit else None
    return found


def legal(now: Seen, play: Play | None) -> bool:
    """Whether the rules allow *play*; nothing stands for not playing."""
    if play is None:
        return not now.must_play
    if play.card not in now.hand or not suits(play.card, now.suit):
        return False
    return play.value in RESERVE_VALUES if is_reserve(play.card) else play.value == value_of(play.card)
