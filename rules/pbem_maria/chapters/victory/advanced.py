"""Who has won the advanced game (23, 24)."""

from pbem.engine.table import Table
from pbem_maria.chapters.turn.events import GameEnded
from pbem_maria.chapters.victory.events import WinterScored
from pbem_maria.chapters.victory.pools import missing
from pbem_maria.position.state import GameEnd, State

TIES = ("maria-theresa", "frederick", "coalition", "louis")
"""Of equals the first of these seats wins: Maria Theresa wins ties, Louis loses them (23, 24)."""


def settle(table: Table[State]) -> bool:
    """End the game if a pool is empty; say whether it is over (23)."""
    state = table.state
    if state.result is not None or not state.theatre.is_advanced:
        return state.result is not None
    empty = {power: -missing(state, power) for power, left in state.pools.items() if left <= 0}
    if not empty:
        return False
    _end(table, empty, "pool")
    return True


def score_winter(table: Table[State]) -> None:
    """Let every major power note what is left in its pool (13)."""
    for power, left in table.state.pools.items():
        table.emit(WinterScored(power=power, seat=table.state.seat_of(power), score=max(0, left)))


def settle_last_winter(table: Table[State]) -> None:
    """End the game after the last winter: the lowest sum of winter scores wins (23)."""
    state = table.state
    _end(table, {power: sum(state.scores.get(power, ())) for power in state.pools}, "winters")


def _end(table: Table[State], scores: dict[str, int], cause: str) -> None:
    """The power with the lowest of *scores* wins, of equals the one whose seat wins ties."""
    state = table.state
    power = min(scores, key=lambda p: (scores[p], TIES.index(state.seat_of(p)), state.theatre.majors.index(p)))
    tied = [p for p in scores if scores[p] == scores[power] and state.seat_of(p) != state.seat_of(power)]
    cause = f"{cause}-tie" if tied else cause
    rule = "24" if state.two_players else "23"
    result = GameEnd((state.seat_of(power),), rule, cause, state.turn, power=power, scores=state.scores)
    table.emit(GameEnded(result=result))
