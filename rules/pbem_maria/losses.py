"""How a side's losses in combat fall on its generals (6, 11.1)."""

from pbem_maria.state import State


def divide(state: State, generals: tuple[str, ...], loss: int, last: str | None) -> dict[str, int]:
    """The troops that each of *generals*, the supreme commander first, loses of *loss* in all.

    In a mixed stack the other power's general loses first. In a stack of one power the subordinate loses
    down to his last troop, then the commander down to his; the very last troop of both stays with
    *last*, else with the commander.
    """
    troops = {general: state.troops[general] for general in generals}
    if len(generals) == 1:
        return {generals[0]: min(loss, troops[generals[0]])}
    commander, other = generals
    if state.power_of(commander) != state.power_of(other):
        first = min(loss, troops[other])
        return {commander: min(loss - first, troops[commander]), other: first}
    left = max(0, sum(troops.values()) - loss)
    if left < 2:
        keeper = last if last in generals else commander
        return {general: troops[general] - (left if general == keeper else 0) for general in generals}
    kept = max(1, min(troops[other], left - troops[commander]))
    return {commander: troops[commander] - (left - kept), other: troops[other] - kept}
