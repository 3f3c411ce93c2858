"""Which fights there are in a combat phase, and which plan a side fights each of them by (11.1)."""

from collections.abc import Iterator

import msgspec

from pbem_maria.chapters.combat import duel
from pbem_maria.chapters.combat.orders import CombatOrders
from pbem_maria.chapters.combat.plan import NONE, CombatPlan, PlanItem
from pbem_maria.chapters.combat.plan_book import Chapter, PlanBook
from pbem_maria.chapters.turn.standing_orders import KeptAnswers, StandingAnswers
from pbem_maria.position.powers import enemies
from pbem_maria.position.state import Fight, Pair, State

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


def side_to_play(state: State, fight: Fight) -> tuple[str, FightSide]:
    """The seat that has the right to play, and its side of *fight*."""
    attacking = duel.side_to_play(fight) == "attacker"
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
