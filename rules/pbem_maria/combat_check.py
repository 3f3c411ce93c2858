"""What is wrong with combat plans and the order of attacks, from what their seat sees (11.1)."""

from collections import Counter
from collections.abc import Iterator

from pbem.engine.problem import Path, Problem, Weight
from pbem_maria import duel
from pbem_maria.cards import RESERVE, face, find, order_of, suits
from pbem_maria.orders.book import ALL, Chapter, PlanBook
from pbem_maria.orders.combat import CombatOrders, PlayOrders
from pbem_maria.orders.plan import Plan
from pbem_maria.orders.stage import StageOrders
from pbem_maria.plans import Part, pairs, parts, plan_for, uncovered
from pbem_maria.state import Pair, State

RULE = "11.1"


def check_combat(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    """What is wrong with the combat part of a stage's sheet; *view* is the position after its moves."""
    due = pairs(view, view.stage_powers())
    yield from _check_attacks(order, due)
    mine = tuple(parts(view, seat, due))
    yield from _check_book(view, seat, order.combat, mine)
    sheet = CombatOrders(combat=order.combat, standing=order.standing)
    for part in mine:
        planned = plan_for(view, seat, part, sheet)
        if planned is None and not (order.standing and _standing_covers(view, order, part)):
            args = {"own": part.own, "enemy": part.enemy}
            yield Problem("no-plan-yet", ("attacks",) if order.attacks else ("moves",), RULE, args, Weight.unwise)


def _standing_covers(view: State, order: StageOrders, part: Part) -> bool:
    standing = order.standing
    book = standing.attack if standing and part.attacking else standing.defence if standing else None
    powers = tuple(view.power_of(general) for general in part.own)
    return book is not None and book.find(part.own, part.enemy, powers) is not None


def _check_attacks(order: StageOrders, due: tuple[Pair, ...]) -> Iterator[Problem]:
    listed: set[Pair] = set()
    for number, attack in enumerate(order.attacks):
        found = [p for p in due if attack.attacker in p.attackers and attack.defender in p.defenders]
        args = {"attacker": attack.attacker, "defender": attack.defender}
        if not found:
            yield Problem("no-such-attack", ("attacks", number), RULE, args)
        elif found[0] in listed:
            yield Problem("attack-twice", ("attacks", number), RULE, args)
        listed.update(found)
    if order.attacks:
        for pair in due:
            if pair not in listed:
                args = {"attacker": pair.attackers[0], "defender": pair.defenders[0]}
                yield Problem("attack-added", ("attacks",), RULE, args, Weight.unwise)


def check_orders(view: State, seat: str, order: CombatOrders) -> Iterator[Problem]:
    """What is wrong with the answer to the question for plans."""
    mine = tuple(parts(view, seat))
    yield from _check_book(view, seat, order.combat, mine)
    for part in uncovered(view, seat, order):
        args = {"own": part.own, "enemy": part.enemy, "attacking": part.attacking}
        yield Problem("fight-without-plan", ("combat",), RULE, args)


def _check_book(view: State, seat: str, book: PlanBook, mine: tuple[Part, ...]) -> Iterator[Problem]:
    for chapter in book.chapters:
        where: Path = ("combat", ">".join(chapter.on) or ALL)
        fights = tuple(part for part in mine if _is_on(view, chapter, part))
        if not fights:
            if chapter.on:
                yield Problem("plan-unused", where, RULE, {"on": chapter.on}, Weight.unwise)
            continue
        yield from _check_cards(view, chapter.plan, fights, where)


def _is_on(view: State, chapter: Chapter, part: Part) -> bool:
    powers = tuple(view.power_of(general) for general in part.own)
    return PlanBook((chapter,)).find(part.own, part.enemy, powers) is not None


def _check_cards(view: State, plan: Plan, fights: tuple[Part, ...], where: Path) -> Iterator[Problem]:
    """Explicit cards must be in the hand, and be of the suit of some fight that the plan is for."""
    power = view.power_of(fights[0].own[0])
    hand = view.hands[power].known
    held = tuple(face(card) for card in sorted(hand, key=order_of))
    squares = {view.board.cities[view.at[part.own[0]]].suit for part in fights}
    wanted: Counter[str] = Counter()
    for number, item in enumerate(plan.play):
        if not item.card:
            continue
        wanted[item.card] += 1
        if find(hand, (item.card,) * wanted[item.card])[1]:
            args = {"card": item.card, "power": power, "hand": held}
            yield Problem("card-not-held", (*where, "play", number), RULE, args)
        elif not any(suits(f"{item.card}.1", suit) for suit in squares):
            general = fights[0].own[0]
            args = {"card": item.card, "general": general, "suit": sorted(squares)[0], "city": view.at[general]}
            yield Problem("wrong-suit", (*where, "play", number), RULE, args)


def check_play(now: duel.Seen, order: PlayOrders) -> Iterator[Problem]:
    """What is wrong with one play."""
    playable = tuple(face(card) for card in now.plain) + ((RESERVE,) if now.reserve else ())
    args = {"playable": playable, "suit": now.suit}
    if order.stop == (order.play is not None):
        yield Problem("play-or-stop", (), RULE, args)
    elif order.play is None:
        if now.must_play:
            yield Problem("must-play-at-zero", ("stop",), RULE, args)
    elif order.play.rule or order.play.card not in playable:
        yield Problem("cannot-play", ("play",), RULE, {**args, "card": order.play.card})
