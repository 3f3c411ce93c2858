"""How the game ends (5.82, 17.1)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.peace.events import BonusGiven, WarEnded
from pbem_tnw.chapters.peace.points import final_points, points_of_power, scoring, winner
from pbem_tnw.position.control import at_war, controller, is_power, patron
from pbem_tnw.position.places import CAPTURED
from pbem_tnw.position.state import WarEnd, WarState

FRANCE, NAPOLEON = "france", "napoleon"
AT_SEA_OR_FAR = ("britain", "russia")
"""The Powers whose neutrality ends the game while France is ahead (5.82)."""
FRENCH_POINTS = 6
CAPITULATION = 2
"""The points that a capitulation gives and takes (17.1)."""


def last_turn(state: WarState) -> int:
    """The last Turn: the fifth, the sixth if an event opened it (5)."""
    return len(state.board.tracks.turn.boxes) - (0 if state.sixth_turn else 1)


def automatic_end(table: Table[WarState]) -> None:
    """End the game if the conquests of this Turn do (5.82)."""
    state = table.state
    if _out_now(state, FRANCE):
        end_game(table, "france-conquered")
    elif any(_out_now(state, power) for power in AT_SEA_OR_FAR) and _points_that_end(state) >= FRENCH_POINTS:
        end_game(table, "enemy-out")


def must_capitulate(state: WarState) -> bool:
    """Whether France capitulates without being asked: Paris is lost and Napoleon captured (17.1)."""
    return bool(captor_of_paris(state)) and state.generals.get(NAPOLEON) == CAPTURED


def captor_of_paris(state: WarState) -> str:
    """The enemy that controls the capital of France; empty for none."""
    holders = (controller(state, capital) for capital in state.board.nations[FRANCE].capitals)
    return next((holder for holder in holders if at_war(state, holder, FRANCE)), "")


def capitulate(table: Table[WarState]) -> None:
    """France capitulates: two points for the Power that controls Paris, two less for France, and the end (17.1)."""
    captor = captor_of_paris(table.state)
    power = captor if is_power(table.state, captor) else patron(table.state, captor)
    table.emit(BonusGiven(power=power, points=CAPITULATION, rule="17.1"))
    table.emit(BonusGiven(power=FRANCE, points=-CAPITULATION, rule="17.1"))
    end_game(table, "capitulation", "17.1")


def end_game(table: Table[WarState], cause: str, rule: str = "5.82", dice: tuple[int, ...] = ()) -> None:
    """End the game by points as they stand (5.81)."""
    state = table.state
    by_power = {power: points_of_power(state, power) for power in scoring(state)}
    result = WarEnd(
        winners=(winner(state),),
        cause=cause,
        turn=state.turn,
        rule=rule,
        points=final_points(state),
        by_power=by_power,
        dice=dice,
    )
    table.emit(WarEnded(result=result))


def _points_that_end(state: WarState) -> int:
    """The points of France of which six end the game: as they are after the spoils, by an option as before them."""
    return points_of_power(state, FRANCE) if state.options.six_points == "after-spoils" else state.points_before


def _out_now(state: WarState, power: str) -> bool:
    """Whether *power* became a Subject Neutral in this Turn."""
    subject = state.subjects.get(power)
    return subject is not None and subject.turn == state.turn
