"""Troops from political cards: assigned at once and freely, also to a removed general (13, 17.5)."""

from collections.abc import Mapping
from typing import Protocol

from pbem.engine.table import Table
from pbem_maria.chapters.pieces.troop_events import TroopsDivided
from pbem_maria.chapters.winter import winter
from pbem_maria.chapters.winter.steps import bring_back
from pbem_maria.position.state import MAXIMUM, State


class TroopWishes(Protocol):
    """What a sheet says of new troops."""

    @property
    def new_troops(self) -> Mapping[str, int]: ...

    @property
    def returns(self) -> Mapping[str, str]: ...

    @property
    def commands(self) -> tuple[str, ...]: ...


def give(table: Table[State], power: str, number: int, said: TroopWishes, given: Mapping[str, int]) -> dict[str, int]:
    """Give *number* new troops to the generals of *power* as *said*; return how many each has got in this stage.

    *given* is what they have already got. What is not said goes to the weakest generals on the map, then to removed
    ones that return; what no general can take is lost.
    """
    state = table.state
    wanted = {g: n - given.get(g, 0) for g, n in said.new_troops.items() if state.power_of(g) == power}
    shares: dict[str, int] = {}
    for general, wish in wanted.items():
        if general in state.at or _return(table, general, said.returns.get(general), said.commands, number):
            number -= _add(table.state, shares, general, min(number, wish))
    number -= _spread(table.state, shares, power, number)
    for general in table.state.removed_of(power):
        if _return(table, general, said.returns.get(general), said.commands, number):
            number -= _add(table.state, shares, general, number)
    if shares:
        _tell(table, power, shares)
    return {general: given.get(general, 0) + shares.get(general, 0) for general in {**given, **shares}}


def _return(table: Table[State], general: str, wished: str | None, commanders: tuple[str, ...], number: int) -> bool:
    """Let a removed *general* return if a troop is left for it; say whether it is there."""
    state = table.state
    if number < 1 or not state.is_removed(general):
        return False
    sites = (wished,) if wished else winter.return_sites(state, state.power_of(general), general)
    city = next((found for site in sites if (found := winter.open_site(state, general, site))), None)
    if city is None:
        return False
    bring_back(table, general, city, commanders)
    return True


def _add(state: State, shares: dict[str, int], general: str, number: int) -> int:
    """Put up to *number* troops to the shares of *general*; return how many."""
    room = MAXIMUM - state.troops.get(general, 0) - shares.get(general, 0)
    added = max(0, min(number, room))
    if added:
        shares[general] = shares.get(general, 0) + added
    return added


def _spread(state: State, shares: dict[str, int], power: str, number: int) -> int:
    """Give *number* troops one by one to the weakest general of *power* on the map; return how many were given."""
    added = 0
    for _ in range(number):
        strength = {g: state.troops.get(g, 0) + shares.get(g, 0) for g in state.generals_of(power)}
        weak = [general for general in strength if strength[general] < MAXIMUM]
        if not weak:
            break
        added += _add(state, shares, min(weak, key=lambda g: strength[g]), 1)
    return added


def _tell(table: Table[State], power: str, shares: Mapping[str, int]) -> None:
    state = table.state
    troops = {general: state.troops.get(general, 0) + number for general, number in shares.items()}
    total = state.totals.get(power, 0) + sum(shares.values())
    table.emit(TroopsDivided(seat=state.seat_of(power), power=power, total=total, why="politics", troops=troops))
