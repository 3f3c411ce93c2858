"""What is wrong with a combat plan for the fights that it is for, from what its seat sees (11.1, 11.2)."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.problem import OrderPath, Problem, Weight
from pbem_maria.chapters.combat import retreat
from pbem_maria.chapters.combat.plan import ASK, NONE, CombatPlan, PlanItem
from pbem_maria.chapters.combat.plans import FightSide
from pbem_maria.position.cards import face, find, order_of, suits
from pbem_maria.position.state import MAXIMUM, State

RULE = "11.1"
RETREAT = "11.2"


def check(
    view: State,
    plan: CombatPlan,
    fights: tuple[FightSide, ...],
    where: OrderPath,
    on: tuple[OrderPath, ...],
    *,
    ahead: bool,
) -> Iterator[Problem]:
    """What is wrong with *plan*, which is at *where* in the order, for *fights*.

    The fights rest *on* moves of the same order; *ahead* when they are still to be made.
    """
    yield from _check_cards(view, plan, fights, where, on, ahead=ahead)
    yield from _check_losses(view, plan, fights, where, on)
    yield from _check_drive(view, plan, fights, where, on)


def doubtful(plan: CombatPlan, where: OrderPath) -> Iterator[Problem]:
    """Parts of a plan that can never work."""
    for number, item in enumerate(plan.play[:-1]):
        if item.rule in (NONE, ASK):
            args = {"rule": item.rule}
            yield Problem("never-reached", (*where, "play", number + 1), RULE, args, Weight.unwise)
            break
    if None not in (plan.stop_at, plan.stop_beyond) and (plan.stop_beyond or 0) <= (plan.stop_at or 0) + 1:
        args_of_stop = {"least": plan.stop_at, "most": plan.stop_beyond}
        yield Problem("stops-at-once", (*where, "stop"), RULE, args_of_stop, Weight.unwise)
    elif plan.stop_at or plan.stop_beyond is not None:
        cards = tuple(item.card for item in plan.play if item.card)
        told = {"cards": cards, "least": plan.stop_at, "most": plan.stop_beyond}
        yield from (Problem("stops-before-cards", (*where, "stop"), RULE, told, Weight.unwise) for _ in cards[:1])


def named_cards(plan: CombatPlan, where: OrderPath) -> Iterator[tuple[OrderPath, PlanItem, int]]:
    """The cards that a plan names: where, which, and how many of that face it has named so far."""
    wanted: Counter[str] = Counter()
    for number, item in enumerate(plan.play):
        if item.card:
            wanted[item.card] += 1
            yield (*where, "play", number), item, wanted[item.card]
    if plan.at_zero.card:
        yield (*where, "at_zero"), plan.at_zero, 1


def _check_cards(
    view: State,
    plan: CombatPlan,
    fights: tuple[FightSide, ...],
    where: OrderPath,
    on: tuple[OrderPath, ...],
    *,
    ahead: bool,
) -> Iterator[Problem]:
    """A card that is named must be held for some fight of the plan, and be of the suit fought with there."""
    for path, item, number in named_cards(plan, where):
        able = [part for part in fights if not find(_hand(view, part), (item.card,) * number)[1]]
        if not able:
            part = fights[0]
            held = tuple(face(card) for card in sorted(_hand(view, part), key=order_of))
            args = {"card": item.card, "power": view.power_of(part.own[0]), "hand": held}
            yield Problem("card-not-held", path, RULE, args, rests_on=on)
        elif not any(suits(item.card, _suit(view, part)) for part in able):
            general = able[0].own[0]
            suit = _suit(view, able[0])
            fit = tuple(face(card) for card in sorted(_hand(view, able[0]), key=order_of) if suits(card, suit))
            told = {"card": item.card, "general": general, "suit": suit, "city": view.at[general], "able": fit}
            yield Problem("wrong-suit", path, RULE, {**told, "ahead": ahead}, rests_on=on)


def losses_now(view: State, plan: CombatPlan, where: OrderPath) -> Iterator[Problem]:
    """Warnings of a standing plan that decides what the rules decide as the generals are now (11.1)."""
    for key, general in _losers(plan):
        stack = view.generals_at(view.at[general]) if general in view.at else ()
        problem = _against_rule(view, key, general, stack)
        if problem is not None:
            yield replace(problem, path=(*where, key), weight=Weight.unwise)


def _losers(plan: CombatPlan) -> Iterator[tuple[str, str]]:
    """The generals that a plan names for its losses, each by its key."""
    named = {"losses": plan.losses, "last_troop": plan.last_troop}
    yield from ((key, general) for key, general in named.items() if general is not None)


def _check_losses(
    view: State, plan: CombatPlan, fights: tuple[FightSide, ...], where: OrderPath, on: tuple[OrderPath, ...]
) -> Iterator[Problem]:
    for key, general in _losers(plan):
        stack = next((part.own for part in fights if general in part.own and len(part.own) > 1), ())
        problem = _against_rule(view, key, general, stack)
        if not stack:
            args = {"general": general, "key": key.replace("_", " ")}
            yield Problem("no-stack-to-lose", (*where, key), "6", args, Weight.unwise, on)
        elif problem is not None:
            yield replace(problem, path=(*where, key), rests_on=on)


def _against_rule(view: State, key: str, general: str, stack: tuple[str, ...]) -> Problem | None:
    """In a mixed stack there is no choice: the other power's general loses first, and last the commander."""
    if len(stack) < 2 or view.power_of(stack[0]) == view.power_of(stack[1]):
        return None
    commander, other = stack
    args = {"general": general, "key": key.replace("_", " "), "commander": commander, "other": other}
    allowed = other if key == "losses" else commander
    return Problem("losses-by-rule", rule=RULE, args=args) if general != allowed else None


def _check_drive(
    view: State, plan: CombatPlan, fights: tuple[FightSide, ...], where: OrderPath, on: tuple[OrderPath, ...]
) -> Iterator[Problem]:
    """Warnings of cities named for the loser to which it cannot retreat, whatever troops it has.

    As things stand a city must be an end of some retreat. Pieces that are in the way may retreat first, and countries
    change sides, so “never” is only said of what could not be reached without them.
    """
    for city in plan.drive.ends:
        nearest = retreat.ends(view, fights[0].enemy, 1, view.at[fights[0].own[0]])
        args = {"city": city, "generals": fights[0].enemy, "several": len(fights) > 1, "ends": nearest}
        if not any(_can_reach(view, part, city) for part in fights):
            yield Problem("drive-never", (*where, "drive"), RETREAT, args, Weight.unwise, on)
        elif not any(_can_end(view, part, city) for part in fights):
            yield Problem("drive-unlikely", (*where, "drive"), RETREAT, args, Weight.unwise, on)


def _can_reach(view: State, part: FightSide, city: str) -> bool:
    """Whether the enemy of a fight could get to *city* if no other piece were on the map and no country neutral."""
    start = view.at[part.enemy[0]]
    closed = {start, view.at[part.own[0]], *retreat.beyond(view, part.enemy)}
    most = MAXIMUM * len(part.enemy) - 1
    return city not in closed and city in view.board.reach(start, lambda near: near in closed, most)


def _can_end(view: State, part: FightSide, city: str) -> bool:
    """Whether the enemy of a fight may end in *city* as things stand, for some number of lost troops."""
    winner, most = view.at[part.own[0]], MAXIMUM * len(part.enemy)
    return any(city in retreat.ends(view, part.enemy, distance, winner) for distance in range(1, most))


def _hand(view: State, part: FightSide) -> tuple[str, ...]:
    """The cards of the supreme commander's power: only they may be played (11.1)."""
    return view.hands[view.power_of(part.own[0])].known


def _suit(view: State, part: FightSide) -> str:
    return view.board.cities[view.at[part.own[0]]].suit
