"""The names of draws: what is rolled for, once in a game."""

from pbem_tnw.position.state import WarState


def draw_name(state: WarState, purpose: str) -> str:
    """The name of a draw outside Impulses: `1805, attrition in vienna`."""
    return f"{state.year}, {purpose}"


def roll_name(state: WarState, purpose: str) -> str:
    """The name of the next roll of the Impulse that is going on: `1805, impulse 7 of france, roll 3: battle`."""
    impulse = state.impulse
    if impulse is None:
        return draw_name(state, purpose)
    return f"{state.year}, impulse {impulse.number} of {impulse.nation}, roll {impulse.rolls + 1}: {purpose}"
