"""How a side's losses in combat fall on its generals (6, 11.1)."""

from pbem_maria.position.state import State


def divide(
    state: State, generals: tuple[str, ...], loss: int, *, first: str | None = None, last: str | None = None
) -> dict[str, int]:
    """The troops that each of *generals*, the supreme commander first, loses of *loss* in all.

    In a mixed stack the other power's general loses first. In a stack of one power *first*, by default the
    subordinate, loses down to its last troop, then its partner down to its last; so both are saved if two troops are
    left. The very last troop of both stays with *last*, by default with the commander.
    """
    troops = {general: state.troops[general] for general in generals}
    left = max(0, sum(troops.values()) - loss)
    if len(generals) == 1:
        return {generals[0]: troops[generals[0]] - left}
    commander, other = generals
    if state.power_of(commander) != state.power_of(other):
        kept = min(left, troops[commander])
        return {commander: troops[commander] - kept, other: troops[other] - (left - kept)}
    if left < 2:
        keeper = last if last in generals else commander
        return {general: troops[general] - (left if general == keeper else 0) for general in generals}
    loser, partner = (commander, other) if first == commander else (other, commander)
    kept = max(1, left - troops[partner])
    return {loser: troops[loser] - kept, partner: troops[partner] - (left - kept)}
