"""What is wrong with combat plans and the order of attacks, from what their seat sees (11.1)."""

from collections.abc import Iterator

from pbem.engine.problem import OrderPath, Problem, Weight
from pbem_maria.chapters.combat import duel, plan_check
from pbem_maria.chapters.combat.orders import Attack, CombatOrders, PlayOrders
from pbem_maria.chapters.combat.plan import NONE
from pbem_maria.chapters.combat.plan_book import Chapter, PlanBook
from pbem_maria.chapters.combat.plans import FightSide, is_for, pairs, parts, plan_for, uncovered
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.chapters.turn.standing_orders import StandingAnswers
from pbem_maria.position.cards import find
from pbem_maria.position.state import Pair, State

RULE = "11.1"
UNREAD: OrderPath = ("moves", "")
MOVES: tuple[OrderPath, ...] = (("moves",),)
PLANS: tuple[OrderPath, ...] = (("combat", ""), ("standing", ""))


def check_combat(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    """What is wrong with the combat part of a stage's sheet; *view* is the position after its moves."""
    due = tuple(p for p in pairs(view, view.stage_powers()) if view.seat_of(view.power_of(p.attackers[0])) == seat)
    yield from _check_attacks(view, seat, order, due)
    mine = tuple(part for part in parts(view, seat, due) if part.attacking)
    yield from _check_book(view, seat, order.combat, mine, order)
    sheet = CombatOrders(combat=order.combat, standing=order.standing)
    for part in mine:
        if plan_for(view, seat, part, sheet) is None:
            args = {"own": part.own, "enemy": part.enemy}
            yield Problem("no-plan-yet", _attacks_path(order), RULE, args, Weight.unwise, MOVES)


def check_orders(view: State, seat: str, order: CombatOrders) -> Iterator[Problem]:
    """What is wrong with the answer to the question for plans."""
    yield from _check_book(view, seat, order.combat, tuple(parts(view, seat)))
    for part in uncovered(view, seat, order):
        args = {"own": part.own, "enemy": part.enemy, "attacking": part.attacking}
        yield Problem("fight-without-plan", ("combat",), RULE, args, rests_on=PLANS)


def check_play(now: duel.DuelSeen, order: PlayOrders) -> Iterator[Problem]:
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


def check_standing(view: State, seat: str, standing: StandingAnswers | None) -> Iterator[Problem]:
    """What is wrong with standing plans; cards that are not in the hand yet are only a warning."""
    books = {"attack": standing.attack, "defence": standing.defence} if standing else {}
    hand = [card for power in view.powers_of(seat) if power in view.hands for card in view.hands[power].known]
    for name, book in books.items():
        for chapter in book.chapters if book else ():
            where: OrderPath = ("standing", name, chapter.key)
            wrong = tuple(_wrong_names(view, seat, chapter, where))
            yield from wrong or plan_check.doubtful(chapter.plan, where)
            yield from () if wrong else plan_check.losses_now(view, chapter.plan, where)
            for path, item, number in plan_check.named_cards(chapter.plan, where):
                if find(hand, (item.card,) * number)[1]:
                    yield Problem("card-not-held-yet", path, RULE, {"card": item.card}, Weight.unwise)


def _attacks_path(order: StageOrders) -> OrderPath:
    return ("attacks",) if order.attacks or not order.moves else ("moves",)


def _check_attacks(view: State, seat: str, order: StageOrders, due: tuple[Pair, ...]) -> Iterator[Problem]:
    listed: set[Pair] = set()
    for number, attack in enumerate(order.attacks):
        found = [p for p in due if attack.attacker in p.attackers and attack.defender in p.defenders]
        args = {"attacker": attack.attacker, "defender": attack.defender}
        if view.power_of(attack.attacker) not in view.powers_of(seat):
            yield Problem("not-your-general", ("attacks", number), RULE, {"general": attack.attacker})
        elif not found:
            told: dict[str, object] = {**args, "moved": bool(order.moves), "route": _between(view, attack)}
            yield Problem("no-such-attack", ("attacks", number), RULE, told, rests_on=_moves_of(order, attack.attacker))
        elif found[0] in listed:
            yield Problem("attack-twice", ("attacks", number), RULE, args)
        listed.update(found)
    for pair in due:
        side = FightSide(pair.attackers, pair.defenders, attacking=True)
        planned = not order.attacks and any(is_for(view, chapter, side) for chapter in order.combat.chapters)
        if pair not in listed and not planned:
            args = {"attacker": pair.attackers[0], "defender": pair.defenders[0]}
            more = sum(each.attackers == pair.attackers for each in due) > 1
            shown = {**args, "moved": bool(order.moves), "more": more, "last": bool(listed)}
            yield Problem("attack-added", _attacks_path(order), RULE, shown, Weight.unwise, MOVES)


def _between(view: State, attack: Attack) -> tuple[str, ...]:
    """The cities from one general to the other, with theirs; none if one of them is off the map."""
    ends = view.at.get(attack.attacker), view.at.get(attack.defender)
    return view.board.route(ends[0], ends[1]) if ends[0] and ends[1] else ()


def _moves_of(order: StageOrders, general: str) -> tuple[OrderPath, ...]:
    """The moves that decide where *general* is: its own, and those of one that it joins."""
    joined = {move.joins for move in order.moves if general in move.pieces} - {None}
    decisive = [n for n, move in enumerate(order.moves) if {general, *joined} & set(move.pieces)]
    return UNREAD, *(("moves", n) for n in decisive)


def _check_book(
    view: State, seat: str, book: PlanBook, mine: tuple[FightSide, ...], order: StageOrders | None = None
) -> Iterator[Problem]:
    """What is wrong with the plans of *book* for the fights in *mine*, which come of the moves of *order*, if any."""
    for chapter in book.chapters:
        where: OrderPath = ("combat", chapter.key)
        wrong = tuple(_wrong_names(view, seat, chapter, where))
        if wrong:
            yield from wrong
            continue
        yield from plan_check.doubtful(chapter.plan, where)
        fights = tuple(part for part in mine if is_for(view, chapter, part))
        on = () if order is None else _moves_of(order, chapter.on[0]) if _is_general(view, chapter) else MOVES
        if fights:
            yield from plan_check.check(view, chapter.plan, fights, where, on, ahead=order is not None)
        elif chapter.on:
            yield Problem("plan-unused", where, RULE, {"on": chapter.on}, Weight.unwise, MOVES)


def _wrong_names(view: State, seat: str, chapter: Chapter, where: OrderPath) -> Iterator[Problem]:
    """The generals and powers named in a chapter must be the writer's own, except for the enemy of a fight."""
    own = view.powers_of(seat)

    def is_own(name: str) -> bool:
        return (name if name in view.theatre.edition.powers else view.power_of(name)) in own

    if chapter.on and not any(is_own(name) for name in chapter.on):
        code = "not-your-power" if chapter.on[0] in view.theatre.edition.powers else "not-your-general"
        yield Problem(code, where, RULE, {code.rpartition("-")[2]: chapter.on[0]})
    for key, general in (("losses", chapter.plan.losses), ("last_troop", chapter.plan.last_troop)):
        if general is not None and not is_own(general):
            yield Problem("not-your-general", (*where, key), "6", {"general": general})


def _is_general(view: State, chapter: Chapter) -> bool:
    """Whether the fights of a chapter are those of one general of the writer's, named first."""
    return bool(chapter.on) and chapter.on[0] in view.theatre.generals
