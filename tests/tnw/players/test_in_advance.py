"""Players who answer in advance: in their games a Turn takes at most ten rounds of mail."""

import pytest

from pbem.playtest.fuzz import fuzz
from pbem_tnw.playtest import PLAYTEST
from pbem_tnw.ruleset import TNW

MOST = 10


@pytest.mark.parametrize("players", ["2", "5"])
def test_who_answers_in_advance_is_seldom_asked(players: str) -> None:
    """Only for a nation that came to its seat within the Round the game stops (2.3)."""
    tally = fuzz(TNW, PLAYTEST, {"players": players}, f"in advance/{players}")
    assert not tally.failure, tally.failure
    asked = {order for _, order in tally.rounds.questions}
    assert "hold-answer" not in asked
    assert max(tally.rounds.turns.values()) <= MOST


def test_who_does_not_stops_the_game() -> None:
    tally = fuzz(TNW, PLAYTEST, {"players": "5"}, "in advance/5", standing=False)
    assert {order for _, order in tally.rounds.questions} >= {"hold-answer", "impulse-sheet"}
