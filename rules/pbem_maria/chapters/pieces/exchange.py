"""Exchange of troops between the generals of one power in one stack (6)."""

from collections.abc import Iterator, Mapping

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_maria.chapters.pieces.troop_events import TroopsDivided
from pbem_maria.position.state import MAXIMUM, State

RULE = "6"
UNREAD = (("troops", ""),)


def partner(state: State, general: str) -> str | None:
    """The general of the same power in the same city, if there is one."""
    if general not in state.at:
        return None
    stack = state.generals_at(state.at[general])
    return next((g for g in stack if g != general and state.power_of(g) == state.power_of(general)), None)


def ready(state: State, seat: str, troops: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The stacks, both generals named in *troops*, whose exchange can be carried out now."""
    own = state.powers_of(seat)
    for general, number in troops.items():
        other = partner(state, general)
        if other is None or other not in troops or general > other or state.power_of(general) not in own:
            continue
        both = state.troops.get(general, 0) + state.troops.get(other, 0)
        if number + troops[other] == both and all(1 <= troops[g] <= MAXIMUM for g in (general, other)):
            yield general, other


def carry_out(table: Table[State], seat: str, troops: Mapping[str, int]) -> set[str]:
    """Exchange troops in every stack that is complete; return the generals that took part."""
    done: set[str] = set()
    for pair in tuple(ready(table.state, seat, troops)):
        done.update(pair)
        state = table.state
        divided = {general: troops[general] for general in pair}
        if any(state.troops[general] != number for general, number in divided.items()):
            power = state.power_of(pair[0])
            total = state.totals[power]
            table.emit(TroopsDivided(seat=seat, power=power, total=total, why="exchange", troops=divided))
    return done


def wrong_with(view: State, seat: str, general: str, troops: Mapping[str, int]) -> Problem:
    """Why the troops of *general* cannot be exchanged as *troops* says."""
    where = ("troops", general)
    args = {"general": general, "number": troops[general]}
    if general not in view.theatre.generals or view.power_of(general) not in view.powers_of(seat):
        return Problem("not-your-general", where, RULE, args)
    if general not in view.at:
        return Problem("general-off-map", where, RULE, args)
    other = partner(view, general)
    if other is None:
        return Problem("no-stack-to-exchange", where, RULE, {**args, "troops": view.troops.get(general, 0)})
    if other not in troops:
        return Problem("exchange-names-both", where, RULE, {**args, "other": other}, rests_on=UNREAD)
    if not 1 <= troops[general] <= MAXIMUM:
        return Problem("troops-out-of-range", where, RULE, {**args, "minimum": 1, "maximum": MAXIMUM})
    given, total = troops[general] + troops[other], view.troops.get(general, 0) + view.troops.get(other, 0)
    return Problem(
        "exchange-total", where, RULE, {**args, "other": other, "given": given, "total": total}, rests_on=UNREAD
    )


def check(view: State, seat: str, troops: Mapping[str, int]) -> Iterator[Problem]:
    """What is wrong with an exchange to be carried out now."""
    able = {general for pair in ready(view, seat, troops) for general in pair}
    yield from (wrong_with(view, seat, general, troops) for general in troops if general not in able)
