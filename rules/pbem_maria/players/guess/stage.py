"""Guesses for an action stage: each piece a legal move, half of the time towards something."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.table import Scratch
from pbem_maria.chapters.combat.orders import Attack
from pbem_maria.chapters.combat.plan_book import Chapter, PlanBook
from pbem_maria.chapters.combat.plans import pairs, parts
from pbem_maria.chapters.movement import departures, movement, trains
from pbem_maria.chapters.movement.orders import FORCE_MARCH, JOIN, MARCH, RE_ENTER, Move
from pbem_maria.chapters.movement.paths import PiecePath, may_stack, ways
from pbem_maria.chapters.movement.routes import effects
from pbem_maria.chapters.pieces import shared_stacks
from pbem_maria.chapters.supply import supply
from pbem_maria.chapters.supply.steps import carry_out as settle_supply
from pbem_maria.chapters.turn import stage_check
from pbem_maria.chapters.turn.events import Ordered
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.players.guess.combat import guess_plan, guess_standing
from pbem_maria.players.guess.company import guess_stacks, guess_turns, to_the_other
from pbem_maria.players.guess.diplomacy import guess_contracts
from pbem_maria.players.guess.quiet import hussar_wishes, subsidy_in_advance
from pbem_maria.players.guess.shifts import standing_answers, with_shifts
from pbem_maria.position.cards import worth
from pbem_maria.position.powers import enemies, is_enemy_fortress
from pbem_maria.position.state import MAXIMUM, State


def guess_stage(view: State, decision: Decision, chance: Chance) -> StageOrders:
    """Moves of most pieces, fights in some order, plans for some of the fights."""
    order = StageOrders(stacks=guess_stacks(view, decision.seat, chance), flanders=guess_turns(view, chance))
    table = Scratch(view)
    table.emit(Ordered(seat=decision.seat, order=order))
    powers = stage_check.powers_of(view, decision.seat)
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
    return departures.all_gone(state, piece) if shared_stacks.shared(state) and chance.below(3) == 0 else state


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
        free = [city for city in trains.sites(state, power) if not state.pieces_at(city)]
        if not free or worth(state.hands[power].known) < trains.PRICE:
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
        if not [p for p in stage_check.check(view, seat, tried) if p.stops]:
            order = tried
    return order


def _fights(after: State, seat: str, order: StageOrders, chance: Chance) -> StageOrders:
    """The fights in a random order, and plans for some of them."""
    own = stage_check.powers_of(after, seat)
    due = tuple(pair for pair in pairs(after, own) if after.power_of(pair.attackers[0]) in own)
    listed = chance.shuffled(due)[: chance.below(len(due) + 1)]
    attacks = tuple(Attack(pair.attackers[0], pair.defenders[0]) for pair in listed)
    planned = [part for part in parts(after, seat, due) if chance.below(2)]
    chapters = tuple(Chapter(guess_plan(after, part, chance), (part.own[0], part.enemy[0])) for part in planned)
    return replace(order, attacks=attacks, combat=PlanBook(chapters))
