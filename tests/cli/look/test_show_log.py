"""The log as it is shown to others than the moderator."""

from types import SimpleNamespace
from typing import Any

from pbem.engine.event import PUBLIC
from pbem.engine.table import Entry
from pbem.referee.views import seen_log
from pbem_maria.chapters.turn import StandingSet, TurnBegan
from pbem_maria.orders.standing import KeptAnswers


def test_nobody_learns_that_another_sent_a_sheet_out_of_turn() -> None:
    entries = [
        Entry(1, (TurnBegan(turn=1),), "turn"),
        Entry(2, (StandingSet(seat="louis", standing=KeptAnswers()),), "any-time"),
        Entry(3, (TurnBegan(turn=2),), "turn"),
    ]
    game: Any = SimpleNamespace(log=SimpleNamespace(entries=entries))

    assert [line.step for line in seen_log(game, "louis")] == ["turn", "any-time", "turn"]
    for who in ("frederick", PUBLIC):
        told = seen_log(game, who)
        assert [line.step for line in told] == ["turn", "turn"]
        assert all(set(line.__struct_fields__) == {"step", "events"} for line in told)
