"""The victory boxes (16): battle, three electors, emperor, Italy, Silesia."""

from pbem.engine.table import Table
from pbem_maria.chapters.victory.events import BoxLeft, BoxTaken, PointsLost
from pbem_maria.position.powers import FRANCE, PRAGMATIC, PRUSSIA, major_of
from pbem_maria.position.state import NEUTRAL, State

SPACES = 2
"""Battle boxes of each major power."""
TROOPS_A_POINT = 3
ELECTORS, EMPEROR, ITALY, SILESIA = "electors", "emperor", "italy", "silesia"
BOXES = (ELECTORS, EMPEROR, ITALY, SILESIA)


def combat_points(destroyed: int, *, removed: bool) -> int:
    """The points for *destroyed* troops in one combat; for fewer than three, 1 if a general was *removed*."""
    return destroyed // TROOPS_A_POINT or int(removed)


def score_combat(table: Table[State], winner: str, loser: str, points: int, board: str) -> None:
    """Settle *points* lost in a combat on *board* by the power *loser* to the power *winner* (16)."""
    state = table.state
    if points and state.theatre.is_advanced:
        _lose(table, major_of(state, loser), points, board, major_of(state, winner))


def score_supply(table: Table[State], power: str, board: str) -> None:
    """Settle the point for a general of *power* that was removed for lack of supply on *board* (16)."""
    if table.state.theatre.is_advanced:
        _lose(table, major_of(table.state, power), 1, board)


def _lose(table: Table[State], loser: str, points: int, board: str, winner: str = "") -> None:
    state = table.state
    room = SPACES - state.battle.get(winner, 0) if winner else 0
    markers = max(0, state.pools.get(winner, points))
    saxon = loser == PRUSSIA or (state.two_players and loser == FRANCE and board == "bohemia")
    if state.saxony == NEUTRAL and state.options.neutral_saxony == "stays":
        saxon = False
    table.emit(
        PointsLost(
            winner=winner,
            loser=loser,
            points=points,
            placed=min(points, room, markers),
            taken_back=min(points, state.battle.get(loser, 0)),
            for_saxony=points if saxon else 0,
        )
    )


def settle_electors(table: Table[State]) -> None:
    """Give the 3 Electors box to the side that holds that many, or take it back (16)."""
    state = table.state
    box = next((b for b in state.theatre.edition.armies.victory_boxes if b.id == ELECTORS), None)
    if not state.theatre.is_advanced or box is None:
        return
    held = [state.electors.get(city) for city in box.of]
    holder = next((side for side in (FRANCE, PRAGMATIC) if held.count(side) >= box.needs), None)
    put(table, ELECTORS, holder)


def put(table: Table[State], box: str, power: str | None) -> None:
    """Let *power*, or no power, have a marker in *box*."""
    former = table.state.boxes.get(box)
    if former == power:
        return
    if former is not None:
        table.emit(BoxLeft(box=box, power=former))
    if power is not None:
        table.emit(BoxTaken(box=box, power=power))
