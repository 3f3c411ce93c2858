"""What is wrong with a combat plan for the fights that it is for."""

from collections import Counter
from collections.abc import Collection, Iterator

from msgspec.structs import replace

from pbem.engine.order import OrderPath, Problem, Weight
from pbem_maria.chapters import duel, pieces
from pbem_maria.chapters.duel import FightSide, face_in, is_for, pairs, parts, plan_for, uncovered
from pbem_maria.orders.movement import AFTER, ATTACKS, JOINS, STAY
from pbem_maria.orders.plan import ASK, NONE, Chapter, CombatPlan, PlanBook, PlanItem
from pbem_maria.orders.stage import Attack, CombatOrders, PlayOrders, SharedStack, StageOrders
from pbem_maria.orders.standing import StandingAnswers
from pbem_maria.position.cards import SUITS, face, find, order_of, suits
from pbem_maria.position.state import MAXIMUM, Pair, State

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
    stacks: tuple[SharedStack, ...] = (),
) -> Iterator[Problem]:
    """What is wrong with *plan*, which is at *where* in the order, for *fights*.

    The fights rest *on* moves of the same order; *ahead* when they are still to be made; it may want *stacks*, too.
    """
    yield from _check_cards(view, plan, fights, where, on, ahead=ahead)
    yield from _check_losses(view, plan, (*(part.own for part in fights), *_meant(view, fights, stacks)), where, on)
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
    """The cards and suits that a plan names: where, which, and how many of that face it has named so far."""
    wanted: Counter[str] = Counter()
    for number, item in enumerate(plan.play):
        if item.card or item.suit:
            wanted[item.card] += 1
            yield (*where, "play", number), item, wanted[item.card]
    if plan.at_zero.card or plan.at_zero.suit:
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
        if item.suit and all(item.suit != _suit(view, part) for part in fights):
            part = fights[0]
            about = {"card": "", "asked": item.suit, "general": part.own[0], "suit": _suit(view, part)}
            told = {**about, "city": view.at[part.own[0]], "ahead": ahead}
            yield Problem("wrong-suit", path, RULE, told, rests_on=on)
        if not item.card:
            continue
        able = [part for part in fights if not find(_hand(view, part), (face_in(item, _suit(view, part)),) * number)[1]]
        if not able:
            part = fights[0]
            held = tuple(face(card) for card in sorted(_hand(view, part), key=order_of))
            args = {"card": face_in(item, _suit(view, part)), "power": view.power_of(part.own[0]), "hand": held}
            yield Problem("card-not-held", path, RULE, args, rests_on=on)
        elif not any(suits(face_in(item, _suit(view, part)), _suit(view, part)) for part in able):
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
    view: State, plan: CombatPlan, sides: tuple[tuple[str, ...], ...], where: OrderPath, on: tuple[OrderPath, ...]
) -> Iterator[Problem]:
    for key, general in _losers(plan):
        stack = next((own for own in sides if general in own and len(own) > 1), ())
        problem = _against_rule(view, key, general, stack)
        if not stack:
            args = {"general": general, "key": key.replace("_", " ")}
            yield Problem("no-stack-to-lose", (*where, key), "6", args, Weight.unwise, on)
        elif problem is not None:
            yield replace(problem, path=(*where, key), rests_on=on)


def _meant(view: State, fights: tuple[FightSide, ...], stacks: tuple[SharedStack, ...]) -> Iterator[tuple[str, ...]]:
    """The *stacks* with another player's general that may be in *fights*, each with its commander first."""
    for each in stacks:
        if any({*each.generals} & {*part.own} for part in fights):
            first = _commander(view, each)
            yield first, *(general for general in each.generals if general != first)


def _commander(view: State, company: SharedStack) -> str:
    """The general that commands *company* if it comes about (6)."""
    ranks = view.theatre.generals
    return min(company.generals, key=lambda general: (ranks[general].rank, general != company.commander))


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
        nearest = duel.ends(view, fights[0].enemy, 1, view.at[fights[0].own[0]])
        args = {"city": city, "generals": fights[0].enemy, "several": len(fights) > 1, "ends": nearest}
        if not any(_can_reach(view, part, city) for part in fights):
            yield Problem("drive-never", (*where, "drive"), RETREAT, args, Weight.unwise, on)
        elif not any(_can_end(view, part, city) for part in fights):
            yield Problem("drive-unlikely", (*where, "drive"), RETREAT, args, Weight.unwise, on)


def _can_reach(view: State, part: FightSide, city: str) -> bool:
    """Whether the enemy of a fight could get to *city* if no other piece were on the map and no country neutral."""
    start = view.at[part.enemy[0]]
    closed = {start, view.at[part.own[0]], *duel.beyond(view, part.enemy)}
    most = MAXIMUM * len(part.enemy) - 1
    return city not in closed and city in view.board.reach(start, lambda near: near in closed, most)


def _can_end(view: State, part: FightSide, city: str) -> bool:
    """Whether the enemy of a fight may end in *city* as things stand, for some number of lost troops."""
    winner, most = view.at[part.own[0]], MAXIMUM * len(part.enemy)
    return any(city in duel.ends(view, part.enemy, distance, winner) for distance in range(1, most))


def _hand(view: State, part: FightSide) -> tuple[str, ...]:
    """The cards of the supreme commander's power: only they may be played (11.1)."""
    return view.hands[view.power_of(part.own[0])].known


def _suit(view: State, part: FightSide) -> str:
    return view.board.cities[view.at[part.own[0]]].suit


UNREAD: OrderPath = ("moves", "")
MOVES: tuple[OrderPath, ...] = (("moves",),)
PLANS: tuple[OrderPath, ...] = (("combat", ""), ("standing", ""))


def check_combat(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    """What is wrong with the combat part of a stage's sheet; *view* is the position after its moves."""
    due = tuple(p for p in pairs(view, view.stage_powers()) if view.seat_of(view.power_of(p.attackers[0])) == seat)
    yield from _check_attacks(view, seat, order, due)
    yield from _check_meetings(view, seat, order, due)
    mine = tuple(part for part in parts(view, seat, due) if part.attacking)
    yield from _check_book(view, seat, order.combat, mine, order)
    sheet = CombatOrders(combat=order.combat, standing=order.standing)
    for part in mine:
        if plan_for(view, seat, part, sheet) is None:
            args = {"own": part.own, "enemy": part.enemy, "under": _under_another(view, seat, order, part.own)}
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
    elif (shown := face_in(order.play, now.suit)) not in now.playable:
        yield Problem("cannot-play", ("play",), RULE, {**args, "card": shown})


def check_standing(view: State, seat: str, standing: StandingAnswers | None) -> Iterator[Problem]:
    """What is wrong with standing plans; cards that are not in the hand yet are only a warning."""
    books = {"attack": standing.attack, "defence": standing.defence} if standing else {}
    hand = [card for power in view.powers_of(seat) if power in view.hands for card in view.hands[power].known]
    for name, book in books.items():
        for chapter in book.chapters if book else ():
            where: OrderPath = ("standing", name, chapter.key)
            wrong = tuple(_wrong_names(view, seat, chapter, where))
            yield from wrong or doubtful(chapter.plan, where)
            yield from () if wrong else losses_now(view, chapter.plan, where)
            for path, item, number in named_cards(chapter.plan, where):
                faces = [face_in(item, suit) for suit in SUITS.values()]
                if item.card and all(find(hand, (each,) * number)[1] for each in faces):
                    yield Problem("card-not-held-yet", path, RULE, {"card": item.card}, Weight.unwise)


def _under_another(view: State, seat: str, order: StageOrders, own: tuple[str, ...]) -> str:
    """The other player's general that will command *own*, if the stack comes about that the sheet wants."""
    found = (_commander(view, each) for each in order.stacks if len(own) == 1 and own[0] in each.generals)
    return next((first for first in found if view.seat_of(view.power_of(first)) != seat), "")


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
        if pair not in listed and not planned and not _under_another(view, seat, order, pair.attackers):
            args = {"attacker": pair.attackers[0], "defender": pair.defenders[0]}
            more = sum(each.attackers == pair.attackers for each in due) > 1
            shown = {**args, "moved": bool(order.moves), "more": more, "last": bool(listed)}
            yield Problem("attack-added", _attacks_path(order), RULE, shown, Weight.unwise, MOVES)


def _check_meetings(view: State, seat: str, order: StageOrders, due: tuple[Pair, ...]) -> Iterator[Problem]:
    """Whom a move says it attacks or joins must be met after all moves, and what it comes after have moved before."""
    for number, move in enumerate(order.moves):
        for kind, other in move.meets:
            piece, where = move.pieces[-1], ("moves", number)
            on = _moves_of(order, piece)
            if kind == ATTACKS and not any(piece in p.attackers and other in p.defenders for p in due):
                route = _between(view, Attack(piece, other))
                told = {"attacker": piece, "defender": other, "moved": True, "route": route}
                yield Problem("no-such-attack", where, RULE, told, rests_on=on)
            before = (each for each in order.moves[:number] if each.how != STAY)
            if kind == AFTER and not any(other in each.pieces for each in before):
                yield Problem("moves-no-earlier", where, "10.1", {"piece": piece, "other": other})
            there = view.at.get(piece)
            if kind == JOINS and other != piece and there != view.at.get(other) and not _of_another(view, seat, other):
                told = {"piece": piece, "other": other, "city": there, "start": view.at.get(other)}
                yield Problem("join-elsewhere", where, "10.1", told, rests_on=on)
            mate = kind == JOINS and there != view.at.get(other) and _of_another(view, seat, other)
            if mate and not any({piece, other} == {*each.generals} for each in order.stacks):
                told = {"piece": piece, "other": other, "under": pieces.commander_said(view, piece, other)}
                yield Problem("joins-no-stack", where, "10.1", told, Weight.unwise)


def _of_another(view: State, seat: str, general: str) -> bool:
    """Whether another player may move *general* in this stage, by a sheet that is not known."""
    power = view.power_of(general)
    return power in view.stage_powers() and view.seat_of(power) != seat


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
    stacks = order.stacks if order else ()
    for chapter in book.chapters:
        where: OrderPath = ("combat", chapter.key)
        enemies = {other for part in mine for other in part.enemy}
        mates = {each for part in mine for each in part.own} | {each for s in stacks for each in s.generals}
        wrong = tuple(_wrong_names(view, seat, chapter, where, enemies, mates))
        if wrong:
            yield from wrong
            continue
        yield from doubtful(chapter.plan, where)
        fights = tuple(part for part in mine if is_for(view, chapter, part))
        on = () if order is None else _moves_of(order, chapter.on[0]) if _is_general(view, chapter) else MOVES
        if fights:
            yield from check(view, chapter.plan, fights, where, on, ahead=order is not None, stacks=stacks)
        elif chapter.on:
            yield Problem("plan-unused", where, RULE, {"on": chapter.on}, Weight.unwise, MOVES)


def _wrong_names(
    view: State,
    seat: str,
    chapter: Chapter,
    where: OrderPath,
    enemies: Collection[str] = (),
    mates: Collection[str] = (),
) -> Iterator[Problem]:
    """The generals and powers named in a chapter must be the writer's own, except *enemies* and *mates* in a fight."""
    own = view.powers_of(seat)

    def is_own(name: str) -> bool:
        return (name if name in view.theatre.edition.powers else view.power_of(name)) in own

    if chapter.on and not any(is_own(name) or name in enemies for name in chapter.on):
        code = "not-your-power" if chapter.on[0] in view.theatre.edition.powers else "not-your-general"
        yield Problem(code, where, RULE, {code.rpartition("-")[2]: chapter.on[0]})
    for key, general in (("losses", chapter.plan.losses), ("last_troop", chapter.plan.last_troop)):
        if general is not None and not is_own(general) and general not in mates:
            yield Problem("not-your-general", (*where, key), "6", {"general": general})


def _is_general(view: State, chapter: Chapter) -> bool:
    """Whether the fights of a chapter are those of one general of the writer's, named first."""
    return bool(chapter.on) and chapter.on[0] in view.theatre.generals
