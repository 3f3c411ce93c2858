"""Stacks of two players' generals, Austria's and the Pragmatic Army's: only if both sheets say so (6, 10.1)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem_maria.chapters.pieces.orders import SharedStack
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.position.powers import cooperating
from pbem_maria.position.state import State

RULE = "10.1"


def of_two_players(state: State, one: str, other: str) -> bool:
    """Whether two generals are run by different players."""
    return state.seat_of(state.power_of(one)) != state.seat_of(state.power_of(other))


def wrong_with(state: State, general: str, other: str) -> Problem | None:
    """Why two players' generals form no stack, as far as their sheets are known in *state*; nothing if they may.

    A view knows its own seat's sheet alone: then that one decides, until the sheets are combined.
    """
    if not of_two_players(state, general, other):
        return None
    pair = {general, other}
    args = {"piece": general, "other": other, "city": state.at.get(other)}
    found = [_company(sheet, pair) for sheet in _sheets(state, pair)]
    if not found or None in found:
        return Problem("stack-not-agreed", rule=RULE, args=args)
    commanders = {each.commander for each in found if each}
    if _equal_ranks(state, pair) and (len(commanders) > 1 or None in commanders):
        return Problem("commander-not-agreed", rule="6", args=args)
    return None


def commander(state: State, stack: tuple[str, ...]) -> str | None:
    """The general that both sheets name to command a stack of two players whose generals have equal ranks."""
    found = (_company(sheet, set(stack)) for sheet in _sheets(state, set(stack)))
    return next((each.commander for each in found if each), None)


def _sheets(state: State, pair: set[str]) -> tuple[StageOrders, ...]:
    """The sheets for the present stage of the seats that run the generals of *pair*, as far as they are known."""
    seats = {state.seat_of(state.power_of(general)) for general in pair}
    found = (state.orders.get(seat) for seat in sorted(seats))
    return tuple(sheet for sheet in found if sheet)


def _company(sheet: StageOrders, pair: set[str]) -> SharedStack | None:
    return next((each for each in sheet.stacks if set(each.generals) == pair), None)


def _equal_ranks(state: State, pair: set[str]) -> bool:
    return len({state.theatre.edition.generals[general].rank for general in pair}) == 1


def shared(state: State) -> bool:
    """Whether two players act together in the present stage (5)."""
    return len({state.seat_of(power) for power in state.stage_powers()}) > 1


def check(view: State, seat: str, order: StageOrders) -> Iterator[Problem]:
    """What is wrong with what a sheet says of a stage that two players share."""
    if order.flanders is not None and not shared(view):
        yield Problem("stage-not-shared", ("flanders",), RULE)
    for number, company in enumerate(order.stacks):
        problem = _wrong_company(view, seat, company)
        if problem is not None:
            yield Problem(problem.code, ("stacks", number), problem.rule, problem.args)


def _wrong_company(view: State, seat: str, company: SharedStack) -> Problem | None:
    generals = company.generals
    args = {"generals": generals}
    one, other = (view.power_of(general) for general in generals)
    seats = {view.seat_of(one), view.seat_of(other)}
    may_meet = {one, other} <= set(view.stage_powers()) and cooperating(view, one, other)
    if not may_meet or seat not in seats or len(seats) < 2:
        return Problem("no-company", rule=RULE, args=args)
    equal = _equal_ranks(view, set(generals))
    if equal and company.commander is None:
        return Problem("commander-missing", rule="6", args=args)
    if company.commander is None:
        return None
    told = {**args, "general": company.commander}
    if company.commander not in generals:
        return Problem("commander-of-neither", rule="6", args=told)
    first = min(generals, key=lambda general: view.theatre.edition.generals[general].rank)
    if not equal and company.commander != first:
        return Problem("better-rank-commands", rule="6", args={**told, "first": first})
    return None
