"""The card duel of a combat (11.1): which side has the right to play, what may be played, what a plan plays."""

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from itertools import combinations
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem_maria.chapters.hussars import HUSSAR_POWER
from pbem_maria.chapters.paths import CROSSING
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
from pbem_maria.orders.standing import KeptAnswers, StandingAnswers
from pbem_maria.position.cards import LETTERS, face, is_reserve, order_of, suits, value_of
from pbem_maria.position.powers import closed_to, enemies
from pbem_maria.position.state import Fight, Pair, State

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
    plan = in_suit(plan, now.suit)
    if now.score == 0:
        return _at_zero(plan, now)
    return None if _stops(plan, now.loss) else _by_items(plan, now, plan.reserves)


def in_suit(plan: CombatPlan, suit: str) -> CombatPlan:
    """*plan* with the cards that it names by their number alone, and without what plays only in another suit."""
    items = (*plan.play, plan.at_zero)
    if not any(item.suit or item.card.isdecimal() for item in items):
        return plan
    *play, zero = (
        replace(item, card=face_in(item, suit)) if item.suit in ("", suit) else PlanItem(rule=AS_PLAY) for item in items
    )
    return replace(plan, play=tuple(item for item in play if item.rule != AS_PLAY), at_zero=zero)


def face_in(item: PlanItem, suit: str) -> str:
    """The face of the card that *item* names in a fight with *suit*; nothing for a rule."""
    return f"{LETTERS[suit]}{item.card}" if item.card.isdecimal() else item.card


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


FIGHT_WITHOUT_CARDS = CombatPlan(play=(PlanItem(rule=NONE),))


class FightSide(msgspec.Struct, frozen=True):
    """A fight from the side of one seat."""

    own: tuple[str, ...]
    enemy: tuple[str, ...]
    attacking: bool


def pairs(state: State, powers: tuple[str, ...]) -> tuple[Pair, ...]:
    """The pairs of adjacent enemy stacks in which *powers* attack, by the attackers' powers and ranks (11.1)."""
    attackers = [general for power in powers for general in state.generals_of(power)]
    found: list[Pair] = []
    for city in dict.fromkeys(state.at[general] for general in attackers):
        stack = state.generals_at(city)
        found.extend(Pair(stack, enemy) for enemy in beside(state, city, stack))
    return tuple(found)


def beside(state: State, city: str, stack: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The enemy stacks that *stack* has to attack if it is in *city* when the movement phase ends (11.1)."""
    board = state.board.cities[city].board
    apart = state.two_players and state.options.two_player_borders == "part"
    for near in state.board.roads[city]:
        enemy = () if apart and state.board.cities[near].board != board else state.generals_at(near)
        if enemy and may_fight(state, stack, enemy):
            yield enemy


def may_fight(state: State, stack: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two stacks are enemies and neither is neutral (19.4)."""
    powers = {state.power_of(general) for general in (*stack, *other)}
    return not powers & state.neutral and enemies(state, state.power_of(stack[0]), state.power_of(other[0]))


def parts(state: State, seat: str, due: tuple[Pair, ...] | None = None) -> Iterator[FightSide]:
    """The fights that are due, each from every side of which *seat* runs the commander."""
    for pair in state.due if due is None else due:
        if state.seat_of(state.power_of(pair.attackers[0])) == seat:
            yield FightSide(pair.attackers, pair.defenders, attacking=True)
        if state.seat_of(state.power_of(pair.defenders[0])) == seat:
            yield FightSide(pair.defenders, pair.attackers, attacking=False)


def plan_for(state: State, seat: str, part: FightSide, extra: CombatOrders | None = None) -> CombatPlan | None:
    """The plan for *part*, if there is one."""
    chapter = chapter_for(state, seat, part, extra)
    return None if chapter is None else chapter.plan


def chapter_for(state: State, seat: str, part: FightSide, extra: CombatOrders | None = None) -> Chapter | None:
    """The plan for *part*, by the first that has one: *extra*, the phase's sheet, the stage's, standing orders."""
    books = [*([extra.combat] if extra else ()), *books_of(state, seat), _standing(state, seat, part, extra)]
    found = (book.find(part.own, part.enemy, _powers_of(state, part)) for book in books)
    return next((chapter for chapter in found if chapter is not None), None)


def books_of(state: State, seat: str) -> tuple[PlanBook, ...]:
    """The plans of *seat* for this phase alone, those of the sheet that was sent for the phase first."""
    sheets = (state.plans.get(seat), state.orders.get(seat))
    return tuple(sheet.combat for sheet in sheets if sheet is not None)


def seat_to_play(state: State, fight: Fight) -> tuple[str, FightSide]:
    """The seat that has the right to play, and its side of *fight*."""
    attacking = side_to_play(fight) == "attacker"
    own, enemy = fight.pair.attackers, fight.pair.defenders
    part = FightSide(own, enemy, attacking=True) if attacking else FightSide(enemy, own, attacking=False)
    return state.seat_of(state.power_of(part.own[0])), part


def is_for(state: State, chapter: Chapter, part: FightSide) -> bool:
    """Whether the plan of *chapter* is for the fight of *part*, if no other is more special."""
    return PlanBook((chapter,)).find(part.own, part.enemy, _powers_of(state, part)) is not None


def _powers_of(state: State, part: FightSide) -> tuple[str, ...]:
    return tuple(state.power_of(general) for general in part.own)


def _standing(state: State, seat: str, part: FightSide, extra: CombatOrders | None) -> PlanBook:
    """The standing plans for attack or defence; a book in *extra* replaces the one that was kept."""
    old = state.standing.get(seat, KeptAnswers())
    new = extra.standing if extra and extra.standing else StandingAnswers()
    found = (new.attack or old.attack) if part.attacking else (new.defence or old.defence)
    return found or PlanBook()


def uncovered(state: State, seat: str, extra: CombatOrders) -> tuple[FightSide, ...]:
    """The due fights for which *seat* has no plan, not even in *extra*."""
    return tuple(part for part in parts(state, seat) if plan_for(state, seat, part, extra) is None)


RetreatPath = tuple[str, ...]
RetreatSteps = Mapping[str, int]


def ends(state: State, generals: tuple[str, ...], distance: int, winner: str) -> tuple[str, ...]:
    """The cities where *generals*, in one stack, may end a retreat of *distance*; empty if there is none.

    A route has the full distance and visits no city twice and no city with a piece; hussars do not count. Only the
    ends farthest by road from *winner*, the winner's city, are allowed.
    """
    start, blocked = state.at[generals[0]], barred(state, generals)
    far = state.board.distances(winner)
    reach = state.board.reach(start, lambda city: city in blocked, distance)
    found: list[str] = []
    for city in sorted(reach, key=lambda city: (-far.get(city, 0), city)):
        if found and far.get(city, 0) < far.get(found[0], 0):
            break
        if city != start and _way(state, start, city, distance, blocked) is not None:
            found.append(city)
    return tuple(found)


def barred(state: State, generals: tuple[str, ...]) -> Set[str]:
    """The cities that *generals* may not enter in a retreat: those with a piece, in a neutral country or abroad."""
    power = state.power_of(generals[0])
    closed = (city for city in state.board.cities if closed_to(state, city, power))
    return {*state.at.values(), *closed} | beyond(state, generals)


def beyond(state: State, generals: tuple[str, ...]) -> Set[str]:
    """The cities of the other map, to most powers (10.1)."""
    if all(state.power_of(general) in CROSSING for general in generals):
        return frozenset()
    here = state.board.cities[state.at[generals[0]]].board
    return {city.id for city in state.board.cities.values() if city.board != here}


def choose_end(state: State, loser: str, possible: tuple[str, ...], drive: Drive) -> str:
    """The end that the winner chooses for *loser*, a general, among the *possible* ones.

    The first of the ends that the drive names; otherwise the one nearest to the city it names, or farthest from it;
    otherwise the one farthest from the nearest train of the loser's power. Equals are decided by the ids of the cities.
    """
    named = next((city for city in drive.ends if city in possible), None)
    if named is not None:
        return named
    board, goal = state.board, drive.toward
    if goal is not None:
        return min(possible, key=lambda city: (board.distance(city, goal), city))
    trains = [state.at[train] for train in state.trains_of(state.power_of(loser))]
    shunned = trains if drive.away is None else [drive.away]

    def clear(city: str) -> int:
        return min((board.distance(city, each) for each in shunned), default=0)

    return min(possible, key=lambda city: (-clear(city), city))


def way(state: State, generals: tuple[str, ...], end: str, distance: int, winner: str) -> RetreatPath:
    """The route to *end* that *winner*, a power, chooses for *generals*.

    An enemy of the hussars' power leads them over as many hussars as it can, another past as many as it can.
    """
    start, blocked = state.at[generals[0]], barred(state, generals)
    hussars = sorted({city for city in state.hussars if city is not None and city != end})
    sweeps = enemies(state, winner, HUSSAR_POWER)
    for number in range(len(hussars), -1, -1):
        for cities in map(frozenset, combinations(hussars, number)):
            over, past = (cities, blocked) if sweeps else (frozenset(), blocked | cities)
            found = _way(state, start, end, distance, past, over)
            if found is not None:
                return found
    raise ValueError(f"no retreat of {distance} leads from {start} to {end}")


def _way(
    state: State, start: str, end: str, distance: int, blocked: Set[str], over: Set[str] = frozenset()
) -> RetreatPath | None:
    """A route of exactly *distance* steps to *end*, without a city twice, that visits all of *over*.

    Of several the first by the ids of the cities. The start is among the *blocked*, as the losers are there.
    """
    roads = state.board.roads

    def steps_to(city: str) -> RetreatSteps:
        return state.board.reach(city, lambda near: near in blocked, distance)

    left = steps_to(end)
    detours = {city: (steps_to(city), left.get(city, distance + 1)) for city in over}

    def hopeless(city: str, rest: int, missing: Set[str]) -> bool:
        return left.get(city, rest + 1) > rest or any(
            detours[each][0].get(city, rest + 1) + detours[each][1] > rest for each in missing
        )

    def further(path: RetreatPath, missing: Set[str]) -> Iterator[RetreatPath]:
        rest = distance - len(path) - 1
        for city in roads[path[-1] if path else start]:
            if city in blocked or city in path or (city == end) != (rest == 0):
                continue
            still = missing - {city}
            if rest == 0:
                if not still:
                    yield (*path, city)
            elif not hopeless(city, rest, still):
                yield from further((*path, city), still)

    return next(further((), over), None)
