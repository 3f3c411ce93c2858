"""Players who answer nothing in advance; those who do are in replay/test_replays."""

from pbem.playtest.fuzz import fuzz
from pbem_tnw.playtest import PLAYTEST
from pbem_tnw.ruleset import TNW


def test_who_does_not_stops_the_game() -> None:
    tally = fuzz(TNW, PLAYTEST, {"players": "5"}, "in advance/6", standing=False)
    assert {order for _, order in tally.rounds.questions} >= {"hold-answer", "impulse-sheet"}
