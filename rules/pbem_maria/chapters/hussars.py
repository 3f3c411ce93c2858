"""Where hussars may be placed (7)."""

from collections.abc import Iterator

from pbem.engine.order import Problem, Weight
from pbem.engine.table import Table
from pbem_maria.chapters.pieces import HussarDriven
from pbem_maria.orders.standing import STAY, HussarWish
from pbem_maria.position.state import State

REACH = 4
"""A hussar is placed at most this many cities from a general of its power."""
HUSSAR_POWER = "austria"


def wrong_with(state: State, city: str) -> Problem | None:
    """Why a hussar may not be placed on *city*; nothing if it may."""
    where = state.board.cities[city]
    if where.board != "bohemia":
        return Problem("hussar-off-map", rule="7", args={"city": city})
    if occupants := state.pieces_at(city):
        return Problem("hussar-occupied", rule="7", args={"city": city, "piece": occupants[0]})
    near = [(state.board.distance(state.at[g], city), g) for g in state.generals_of(HUSSAR_POWER)]
    if not near or min(near)[0] > REACH:
        distance, general = min(near, default=(0, None))
        return Problem("hussar-too-far", rule="7", args={"city": city, "distance": distance, "general": general})
    return None


def drive_off(table: Table[State], piece: str, cities: tuple[str, ...]) -> None:
    """Remove the hussars from *cities*, which *piece* entered or passed (7)."""
    for number, city in enumerate(table.state.hussars):
        if city in cities:
            table.emit(HussarDriven(hussar=number, city=city, by=piece))


def choose(state: State, number: int, wish: HussarWish) -> str | None:
    """The first place of *wish* that hussar *number* may have now: a city or `stay`; where it is, it may stay."""
    closed = dict(barred(state, number, wish.places))
    return next((place for place in wish.places if place not in closed), None)


def barred(state: State, number: int, places: tuple[str, ...]) -> Iterator[tuple[str, Problem]]:
    """The *places* where hussar *number* may not be placed, and why."""
    measured = (place for place in places if place not in (STAY, state.hussars[number]))
    found = ((place, wrong_with(state, place)) for place in measured)
    yield from ((place, problem) for place, problem in found if problem is not None)


def check(state: State, wishes: tuple[HussarWish, ...], weight: Weight = Weight.illegal) -> Iterator[Problem]:
    """What is wrong with *wishes* as things stand in *state*; a place that is not allowed has this *weight*.

    A warning tells of it, too, where nothing is left of a wish but to stay.
    """
    if len(wishes) > len(state.hussars):
        yield Problem("too-many-hussars", ("hussars", len(state.hussars)), "7", {"hussars": len(state.hussars)})
    for number, wish in enumerate(wishes[: len(state.hussars)]):
        chosen = choose(state, number, wish)
        if chosen in (None, STAY) and chosen != wish.places[0]:
            for _, problem in barred(state, number, wish.places):
                told = Weight.unwise if chosen else weight
                yield Problem(problem.code, ("hussars", number), problem.rule, problem.args, told)


def check_in_advance(
    view: State, seat: str, wishes: tuple[HussarWish, ...], after: State | None = None
) -> Iterator[Problem]:
    """What is wrong with wishes for the next turn: where hussars may be is checked again when they are placed.

    They are counted from where the generals are *after* the moves of a stage's sheet.
    """
    if wishes and seat != view.seat_of(HUSSAR_POWER):
        yield Problem("no-hussars", ("hussars",), "7", apart=(("hussars",),))
    else:
        yield from check(view if after is None else after, wishes, Weight.unwise)
