"""What is wrong with combat plans and the order of attacks, from what their seat sees (11.1)."""

from collections import Counter
from collections.abc import Iterator

from pbem.engine.problem import Path, Problem, Weight
from pbem_maria import duel
from pbem_maria.cards import face, find, order_of, suits
from pbem_maria.orders.book import Chapter, PlanBook
from pbem_maria.orders.combat import CombatOrders, PlayOrders
from pbem_maria.orders.plan import ASK, NONE, Item, Plan
from pbem_maria.orders.stage import StageOrders
from pbem_maria.orders.standing import Standing
from pbem_maria.plans import Part, pairs, parts, plan_for, uncovered
from pbem_maria.state import Pair, State

RULE = "11.1"


def check_combat(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    """What is wrong with the combat part of a stage's sheet; *view* is the position after its moves."""
    due = tuple(p for p in pairs(view, view.stage_powers()) if view.seat_of(view.power_of(p.attackers[0])) == seat)
    yield from _check_attacks(view, seat, order, due)
    mine = tuple(part for part in parts(view, seat, due) if part.attacking)
    yield from _check_book(view, seat, order.combat, mine)
    sheet = CombatOrders(combat=order.combat, standing=order.standing)
    for part in mine:
        if plan_for(view, seat, part, sheet) is None:
            args = {"own": part.own, "enemy": part.enemy}
            yield Problem("no-plan-yet", _attacks_path(order), RULE, args, Weight.unwise)


def check_orders(view: State, seat: str, order: CombatOrders) -> Iterator[Problem]:
    """What is wrong with the answer to the question for plans."""
    yield from _check_book(view, seat, order.combat, tuple(parts(view, seat)))
    for part in uncovered(view, seat, order):
        args = {"own": part.own, "enemy": part.enemy, "attacking": part.attacking}
        yield Problem("fight-without-plan", ("combat",), RULE, args)


def check_play(now: duel.Seen, order: PlayOrders) -> Iterator[Problem]:
    """What is wrong with one play."""
    args = {"playable": now.playable, "suit": now.suit}
    card = order.play is not None and order.play.rule != NONE
    if order.stops == card:
        yield Problem("play-or-stop", (), RULE, args)
    elif order.play is None or not card:
        if now.must_play:
            yield Problem("must-play-at-zero", ("stop" if order.stop else "play",), RULE, args)
    elif order.play.rule:
        yield Problem("name-a-card", ("play",), RULE, args)
    elif order.play.card not in now.playable:
        yield Problem("cannot-play", ("play",), RULE, {**args, "card": order.play.card})


def check_standing(view: State, seat: str, standing: Standing | None) -> Iterator[Problem]:
    """What is wrong with standing plans; cards that are not in the hand yet are only a warning."""
    books = {"attack": standing.attack, "defence": standing.defence} if standing else {}
    hand = [card for power in view.powers_of(seat) if power in view.hands for card in view.hands[power].known]
    for name, book in books.items():
        for chapter in book.chapters if book else ():
            where: Path = ("standing", name, chapter.key)
            wrong = tuple(_wrong_names(view, seat, chapter, where))
            yield from wrong or _doubtful(chapter.plan, where)
            for path, item, number in _named_cards(chapter.plan, where):
                if find(hand, (item.card,) * number)[1]:
                    yield Problem("card-not-held-yet", path, RULE, {"card": item.card}, Weight.unwise)


def _attacks_path(order: StageOrders) -> Path:
    return ("attacks",) if order.attacks or not order.moves else ("moves",)


def _check_attacks(view: State, seat: str, order: StageOrders, due: tuple[Pair, ...]) -> Iterator[Problem]:
    listed: set[Pair] = set()
    for number, attack in enumerate(order.attacks):
        found = [p for p in due if attack.attacker in p.attackers and attack.defender in p.defenders]
        args = {"attacker": attack.attacker, "defender": attack.defender}
        if view.power_of(attack.attacker) not in view.powers_of(seat):
            yield Problem("not-your-general", ("attacks", number), RULE, {"general": attack.attacker})
        elif not found:
            yield Problem("no-such-attack", ("attacks", number), RULE, args)
        elif found[0] in listed:
            yield Problem("attack-twice", ("attacks", number), RULE, args)
        listed.update(found)
    for pair in due:
        powers = tuple(view.power_of(general) for general in pair.attackers)
        planned = not order.attacks and order.combat.find(pair.attackers, pair.defenders, powers) is not None
        if pair not in listed and not planned:
            args = {"attacker": pair.attackers[0], "defender": pair.defenders[0]}
            yield Problem("attack-added", _attacks_path(order), RULE, args, Weight.unwise)


def _check_book(view: State, seat: str, book: PlanBook, mine: tuple[Part, ...]) -> Iterator[Problem]:
    for chapter in book.chapters:
        where: Path = ("combat", chapter.key)
        wrong = tuple(_wrong_names(view, seat, chapter, where))
        if wrong:
            yield from wrong
            continue
        yield from _doubtful(chapter.plan, where)
        fights = tuple(part for part in mine if _is_on(view, chapter, part))
        if fights:
            yield from _check_cards(view, chapter.plan, fights, where)
        elif chapter.on:
            yield Problem("plan-unused", where, RULE, {"on": chapter.on}, Weight.unwise)


def _wrong_names(view: State, seat: str, chapter: Chapter, where: Path) -> Iterator[Problem]:
    """The generals and powers named in a chapter must be the writer's own, but for the enemy of a fight."""
    own = view.powers_of(seat)

    def is_own(name: str) -> bool:
        return (name if name in view.theatre.edition.powers else view.power_of(name)) in own

    if chapter.on and not any(is_own(name) for name in chapter.on):
        code = "not-your-power" if chapter.on[0] in view.theatre.edition.powers else "not-your-general"
        yield Problem(code, where, RULE, {code.rpartition("-")[2]: chapter.on[0]})
    for key, general in (("losses", chapter.plan.losses), ("last_troop", chapter.plan.last_troop)):
        if general is not None and not is_own(general):
            yield Problem("not-your-general", (*where, key), "6", {"general": general})


def _doubtful(plan: Plan, where: Path) -> Iterator[Problem]:
    """Parts of a plan that can never work."""
    for number, item in enumerate(plan.play[:-1]):
        if item.rule in (NONE, ASK):
            args = {"rule": item.rule}
            yield Problem("never-reached", (*where, "play", number + 1), RULE, args, Weight.unwise)
            break
    if None not in (plan.stop_at, plan.stop_beyond) and (plan.stop_beyond or 0) <= (plan.stop_at or 0) + 1:
        args_of_stop = {"least": plan.stop_at, "most": plan.stop_beyond}
        yield Problem("stops-at-once", (*where, "stop"), RULE, args_of_stop, Weight.unwise)


def _is_on(view: State, chapter: Chapter, part: Part) -> bool:
    powers = tuple(view.power_of(general) for general in part.own)
    return PlanBook((chapter,)).find(part.own, part.enemy, powers) is not None


def _named_cards(plan: Plan, where: Path) -> Iterator[tuple[Path, Item, int]]:
    """The cards that a plan names: where, which, and how many of that face it has named so far."""
    wanted: Counter[str] = Counter()
    for number, item in enumerate(plan.play):
        if item.card:
            wanted[item.card] += 1
            yield (*where, "play", number), item, wanted[item.card]
    if plan.at_zero.card:
        yield (*where, "at_zero"), plan.at_zero, 1


def _check_cards(view: State, plan: Plan, fights: tuple[Part, ...], where: Path) -> Iterator[Problem]:
    """A card that is named must be held for some fight of the plan, and be of the suit fought with there."""
    for path, item, number in _named_cards(plan, where):
        able = [part for part in fights if not find(_hand(view, part), (item.card,) * number)[1]]
        if not able:
            part = fights[0]
            held = tuple(face(card) for card in sorted(_hand(view, part), key=order_of))
            args = {"card": item.card, "power": view.power_of(part.own[0]), "hand": held}
            yield Problem("card-not-held", path, RULE, args)
        elif not any(suits(item.card, _suit(view, part)) for part in able):
            general = able[0].own[0]
            told = {"card": item.card, "general": general, "suit": _suit(view, able[0]), "city": view.at[general]}
            yield Problem("wrong-suit", path, RULE, told)


def _hand(view: State, part: Part) -> tuple[str, ...]:
    """The cards of the supreme commander's power: only they may be played (11.1)."""
    return view.hands[view.power_of(part.own[0])].known


def _suit(view: State, part: Part) -> str:
    return view.board.cities[view.at[part.own[0]]].suit
