"""Guesses for an action stage: each piece a legal move, half of the time towards something."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.play import faults, top
from pbem.engine.table import Chance, Scratch
from pbem_maria.chapters import breach, contracts, movement, pieces, supply
from pbem_maria.chapters.agreements import IN_FORCE, PROPOSED, seats_of
from pbem_maria.chapters.duel import pairs, parts
from pbem_maria.chapters.paths import PiecePath, effects, may_stack, ways
from pbem_maria.chapters.turn import Ordered
from pbem_maria.guess.combat import guess_plan, guess_standing
from pbem_maria.guess.politics import standing_answers, with_shifts
from pbem_maria.guess.quiet import hussar_wishes, subsidy_in_advance
from pbem_maria.orders.cards import END, WITHDRAW, Bargain
from pbem_maria.orders.movement import FORCE_MARCH, JOIN, MARCH, RE_ENTER, Move
from pbem_maria.orders.plan import Chapter, PlanBook
from pbem_maria.orders.stage import (
    ALTERNATE,
    AUSTRIA_FIRST,
    PRAGMATIC_FIRST,
    Attack,
    FlandersOrder,
    SharedStack,
    StageOrders,
)
from pbem_maria.orders.standing import HussarOrders, InAdvance
from pbem_maria.orders.statecraft import (
    LEAVE,
    NO_AGGRESSION,
    NO_COMBAT,
    NO_HUSSARS,
    OTHER,
    AgreementKind,
    NumberOfTurns,
    Proposal,
    Until,
)
from pbem_maria.position.cards import worth
from pbem_maria.position.powers import cooperating, enemies, is_enemy_fortress
from pbem_maria.position.state import MAXIMUM, State
from pbem_maria.sequence import stage
from pbem_maria.sequence.supply import settle_supply

RARELY = 12
_KINDS: tuple[AgreementKind, ...] = (NO_AGGRESSION, NO_COMBAT, NO_HUSSARS, LEAVE, OTHER)


def speak(view: State, seat: str, order: Order, chance: Chance) -> Order:
    """The order with what its seat says to proposals of others, and rarely with one of its own."""
    if not isinstance(order, InAdvance):
        return order
    mine = [each for each in view.agreements if seat in seats_of(view, each)]
    offered = [each.number for each in mine if each.status == PROPOSED and seat not in each.accepted]
    holding = [each.number for each in mine if each.status == IN_FORCE and seat not in each.ending]
    taken = tuple(number for number in offered if chance.below(2))
    refused = tuple(number for number in offered if number not in taken and chance.below(4) == 0)
    ended = tuple(number for number in holding if chance.below(RARELY) == 0)
    proposed = (_proposal(view, seat, chance),) if chance.below(RARELY) == 0 else ()
    return replace(order, accept=taken, decline=refused, end=ended, propose=proposed)


def _proposal(view: State, seat: str, chance: Chance) -> Proposal:
    """Short, so that it does not hold the war up."""
    others = tuple(dict.fromkeys(other for other in view.seats.values() if other != seat))
    kind = chance.choice(_KINDS)
    last = min(max(view.turn, 1) + chance.below(2), view.theatre.last_turn)
    if kind == LEAVE:
        area = chance.choice(sorted({view.board.cities[city].region for city in view.at.values()} or {"silesia"}))
        return Proposal(with_=(chance.choice(others),), kind=kind, area=(area,), by=Until(last))
    turns = NumberOfTurns(last - max(view.turn, 1) + 1)
    return Proposal(with_=(chance.choice(others),), kind=kind, for_=turns, text="so be it" if kind == OTHER else "")


def keep_word(view: State, decision: Decision, order: Order) -> Order:
    """*order*, or, if it would break an agreement in force, one that does nothing of the kind."""
    accepts = isinstance(order, InAdvance) and order.accept
    if not accepts and not any(each.status == IN_FORCE for each in view.agreements):
        return order
    wrong = faults(top(view), view, decision, order)
    if not any(problem.code == "breaks-agreement" for problem in wrong):
        return order
    match order:
        case StageOrders():
            kept = replace(order, moves=(), troops={}, attacks=(), combat=PlanBook(), contracts=())
            table = stage.up_to_moves(view, decision.seat, kept, supplied="again" in decision.about)
            out = breach.moves_out(table.state, decision.seat)
            return replace(kept, moves=out, passes=not out)
        case HussarOrders():
            return HussarOrders()
        case InAdvance():
            return replace(order, contracts=())
        case _:
            return decision.default or order


_TURNS: tuple[FlandersOrder, ...] = (AUSTRIA_FIRST, PRAGMATIC_FIRST, ALTERNATE)


def guess_turns(view: State, chance: Chance) -> FlandersOrder | None:
    """Some order of the moves in Flanders, mostly Austria's first, so that two players come to agree now and then."""
    if not pieces.shared(view) or chance.below(3) == 0:
        return None
    return chance.choice(_TURNS) if chance.below(2) else AUSTRIA_FIRST


def guess_stacks(view: State, seat: str, chance: Chance) -> tuple[SharedStack, ...]:
    """Permission to stack, for most of the pairs that could."""
    if not pieces.shared(view):
        return ()
    acting = [general for power in view.stage_powers() for general in view.generals_of(power)]
    own = [general for general in acting if view.seat_of(view.power_of(general)) == seat]
    pairs = [(one, other) for one in own for other in acting if _could_meet(view, one, other)]
    return tuple(_company(view, pair, chance) for pair in pairs if chance.below(4))


def to_the_other(state: State, general: str, found: list[PiecePath]) -> list[PiecePath]:
    """The paths that end with the other player's general."""
    return [
        path for path in found if any(pieces.of_two_players(state, general, g) for g in state.generals_at(path[-1]))
    ]


def _could_meet(view: State, one: str, other: str) -> bool:
    return pieces.of_two_players(view, one, other) and cooperating(view, view.power_of(one), view.power_of(other))


def _company(view: State, pair: tuple[str, str], chance: Chance) -> SharedStack:
    """The two, and of equal ranks a commander: mostly the same for both players."""
    generals = view.theatre.edition.generals
    if generals[pair[0]].rank != generals[pair[1]].rank:
        return SharedStack(pair)
    return SharedStack(pair, min(pair) if chance.below(4) else max(pair))


def guess_contracts(view: State, seat: str, chance: Chance) -> tuple[Bargain, ...]:
    """Mostly a yes to what others have said, now and then an offer or a wish of its own."""
    said = [
        Bargain(offer.giver, offer.receiver, offer.turns)
        for offer in view.offers
        if offer.seat != seat and chance.below(2)
    ]
    said += [Bargain(each.giver, each.receiver, what=END) for each in view.contracts if chance.below(4) == 0]
    said += [
        Bargain(o.giver, o.receiver, what=WITHDRAW) for o in view.offers if o.seat == seat and chance.below(6) == 0
    ]
    said = [each for each in said if _is_legal(view, seat, each)]
    offers = _offers(view, seat) if chance.below(3) == 0 else []
    if not offers:
        return tuple(said)
    giver, receiver = chance.choice(offers)
    most = min(4, contracts.most_turns(view, giver))
    return (*said, Bargain(giver, receiver, turns=1 + chance.below(most)))


def _is_legal(view: State, seat: str, said: Bargain) -> bool:
    return not any(problem.stops for problem in contracts.check(view, seat, (said,)))


def _offers(view: State, seat: str) -> list[tuple[str, str]]:
    """The givers and receivers between which the seat may propose a contract."""
    powers = view.theatre.powers
    pairs = ((giver, receiver) for giver in view.theatre.majors for receiver in powers)
    return [pair for pair in pairs if _is_legal(view, seat, Bargain(*pair, turns=1))]


def guess_stage(view: State, decision: Decision, chance: Chance) -> StageOrders:
    """Moves of most pieces, fights in some order, plans for some of the fights."""
    order = StageOrders(stacks=guess_stacks(view, decision.seat, chance), flanders=guess_turns(view, chance))
    table = Scratch(view)
    table.emit(Ordered(seat=decision.seat, order=order))
    powers = stage.powers_of(view, decision.seat)
    for power in () if "again" in decision.about else powers:
        settle_supply(table, power, order.supply)
    moves: list[Move] = []
    for piece in chance.shuffled([p for power in powers for p in _pieces(table.state, power)]):
        move = _guess_move(table.state, piece, chance)
        if move is None or piece in table.state.moved or table.state.result is not None:
            continue
        if not [p for p in movement.carry_out(table, powers, move) if p.stops]:
            moves.append(move)
    order = replace(
        order,
        moves=tuple(moves),
        hussars=hussar_wishes(view, decision.seat, chance),
        subsidy=subsidy_in_advance(view, decision.seat, chance),
        contracts=guess_contracts(view, decision.seat, chance),
        standing=standing_answers(view, decision.seat, guess_standing(view, chance), chance)
        if chance.below(4) == 0
        else None,
    )
    order = _exchange(view, table.state, decision.seat, order, chance)
    if table.state.result is None:
        order = _fights(table.state, decision.seat, order, chance)
    order = with_shifts(view, table.state, decision.seat, order, chance)
    return replace(order, passes=order == StageOrders())


def _pieces(state: State, power: str) -> Iterator[str]:
    yield from state.generals_of(power)
    yield from (train.id for train in state.theatre.trains.values() if train.power == power)


def _guess_move(state: State, piece: str, chance: Chance) -> Move | None:
    if not state.theatre.is_general(piece):
        return _guess_train(state, piece, chance)
    if chance.below(8) == 0:
        return None
    how = FORCE_MARCH if chance.below(6) == 0 else MARCH
    found = list(ways(_hoped(state, piece, chance), piece, how))
    if not found:
        return None
    found = (to_the_other(state, piece, found) if chance.below(2) else []) or found
    path = chance.choice(found) if chance.below(2) else _best(state, piece, found, how, chance)
    if how == FORCE_MARCH:
        return Move(pieces=(piece,), how=how, path=path)
    if may_stack(state, piece, path[-1]) and chance.below(2) and len(_same_goal(found, path[-1])) == 1:
        other = next(g for g in state.generals_at(path[-1]) if g != piece)
        return Move(pieces=(piece,), how=JOIN, joins=other)
    goal_only = len({effects(state, piece, p, how) for p in _same_goal(found, path[-1])}) == 1
    short = goal_only and path[-1] not in state.board.roads[state.at[piece]] and chance.below(2)
    return Move(pieces=(piece,), path=path[-1:] if short else path)


def _hoped(state: State, piece: str, chance: Chance) -> State:
    """The position now and then as it would be if another player's pieces had left."""
    return movement.all_gone(state, piece) if pieces.shared(state) and chance.below(3) == 0 else state


def _same_goal(found: list[PiecePath], goal: str) -> list[PiecePath]:
    return [path for path in found if path[-1] == goal]


def _best(state: State, piece: str, found: list[PiecePath], how: str, chance: Chance) -> PiecePath:
    """The path that conquers most, otherwise the one ending nearest to a fortress to conquer, if possible supplied."""
    power = state.power_of(piece)
    aims = [city.id for city in state.board.fortresses if is_enemy_fortress(state, city.id, power)]
    foes = [c for p, c in state.at.items() if state.theatre.is_general(p) and enemies(state, state.power_of(p), power)]
    targets = aims if chance.below(3) else foes or aims

    @cache
    def worth_of_goal(goal: str) -> tuple[int, int]:
        after = replace(state, at={**state.at, piece: goal})
        near = min((state.board.distance(goal, target) for target in targets), default=0)
        return supply.is_supplied(after, piece), -near

    def worth_of(path: PiecePath) -> tuple[int, int, int]:
        gained = sum(kind == "conquers" for kind, _ in effects(state, piece, path, how))
        return gained, *worth_of_goal(path[-1])

    return max(found, key=worth_of)


def _guess_train(state: State, train: str, chance: Chance) -> Move | None:
    power = state.power_of(train)
    if train not in state.at:
        if state.theatre.trains[train].box and not state.annexed:
            return None
        free = [city for city in movement.sites(state, power) if not state.pieces_at(city)]
        if not free or worth(state.hands[power].known) < movement.PRICE:
            return None
        return Move(pieces=(train,), how=RE_ENTER, path=(chance.choice(free),))
    found = list(ways(_hoped(state, train, chance), train, MARCH))
    generals = state.generals_of(power)
    if not found or not generals:
        return None
    if chance.below(3) == 0:
        return Move(pieces=(train,), path=chance.choice(found))
    board = state.board
    path = min(found, key=lambda p: (sum(board.distance(p[-1], state.at[g]) for g in generals), len(p), p))
    return Move(pieces=(train,), path=path)


def _exchange(view: State, after: State, seat: str, order: StageOrders, chance: Chance) -> StageOrders:
    """Now and then another division of troops in a stack of one power that was already there or was formed."""
    for city in dict.fromkeys(after.at.values()):
        stack = after.generals_at(city)
        own = len(stack) == 2 and len({after.power_of(g) for g in stack}) == 1
        if not own or after.seat_of(after.power_of(stack[0])) != seat or chance.below(2):
            continue
        total = sum(after.troops[general] for general in stack)
        low, high = max(1, total - MAXIMUM), min(MAXIMUM, total - 1)
        first = low + chance.below(high - low + 1)
        troops = {**order.troops, stack[0]: first, stack[1]: total - first}
        tried = replace(order, troops=troops)
        if not [p for p in stage.check(view, seat, tried) if p.stops]:
            order = tried
    return order


def _fights(after: State, seat: str, order: StageOrders, chance: Chance) -> StageOrders:
    """The fights in a random order, and plans for some of them."""
    own = stage.powers_of(after, seat)
    due = tuple(pair for pair in pairs(after, own) if after.power_of(pair.attackers[0]) in own)
    listed = chance.shuffled(due)[: chance.below(len(due) + 1)]
    attacks = tuple(Attack(pair.attackers[0], pair.defenders[0]) for pair in listed)
    planned = [part for part in parts(after, seat, due) if chance.below(2)]
    chapters = tuple(Chapter(guess_plan(after, part, chance), (part.own[0], part.enemy[0])) for part in planned)
    return replace(order, attacks=attacks, combat=PlanBook(chapters))
