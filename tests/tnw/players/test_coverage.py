"""Random games show the cards in each of their uses, the lines of sheets, and what happens in every chapter."""

from itertools import count

import pytest

from pbem.engine.decision import Decision
from pbem.engine.play import play
from pbem.engine.table import Answer, Chance
from pbem.playtest.fuzz import EVENTS, Shown
from pbem_tnw.guess import guess
from pbem_tnw.playtest import COVERAGE
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW
from tests.long import tries
from tests.tnw.tables import new_table

MAY_LACK = {
    "cards for points": tries(10, 0), "cards as events": tries(6, 2), "cards in battles": tries(10, 5),
    "cards as responses": tries(15, 10), "lines carried out": tries(4, 3), EVENTS: tries(25, 14),
}  # fmt: skip
"""How much these few games need not show: some answers have an occasion in one game of a hundred only."""
MOST_GAMES = 100


def played(players: int, number: int) -> Shown:
    """What one game of random players shows; they answer without sheets, to be quick."""
    shown, chance = Shown(), Chance(f"coverage/{number}", "players")
    table = new_table(players, key=f"coverage/{number}")

    def source(decision: Decision, view: WarState) -> Answer | None:
        return Answer(guess(view, decision, chance), "sheet")

    assert play(table, (source,), lambda entry: shown.happened(entry, table.state, COVERAGE)) == ()
    shown.ended(TNW, table.state, COVERAGE)
    return shown


@pytest.mark.slow
def test_random_games_show_nearly_everything() -> None:
    shown = Shown()
    for number in count():
        shown.add(played(2 + number % 4, number))
        never = shown.never()
        if all(len(never[words]) <= most for words, most in MAY_LACK.items()):
            assert never.keys() == MAY_LACK.keys()
            return
        assert number < MOST_GAMES, never


@pytest.mark.parametrize("players", [2, 5])
def test_seats_that_draw_their_powers_have_an_answer_from_the_start(players: int) -> None:
    chance = Chance("drawn", "players")

    def source(decision: Decision, view: WarState) -> Answer | None:
        return Answer(guess(view, decision, chance), "sheet") if not view.turn else None

    for number in range(4):
        table = new_table(players, key=f"drawn/{number}", seats="drawn")
        assert {one.key for one in play(table, (source,))} == {"1.1"}
