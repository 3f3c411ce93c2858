import pytest

from pbem_tnw.invariants import broken
from pbem_tnw.settings import RUN_BY
from tests.tnw.tables import new_table, play_on


@pytest.mark.parametrize("players", RUN_BY)
@pytest.mark.parametrize("seats", ["assigned", "drawn"])
def test_silent_players_come_to_the_end_of_the_game(players: int, seats: str) -> None:
    table = new_table(players, seats=seats)
    assert play_on(table) == ()
    result = table.state.result
    assert result is not None
    assert result.winners[0] in table.seats
    assert set(result.points) == set(table.seats)
    assert [str(one) for one in broken(table.state)] == []


@pytest.mark.parametrize("pace", ["round", "camp", "impulse"])
def test_every_pace_comes_to_the_end_and_no_key_is_asked_twice(pace: str) -> None:
    table = new_table(3, mail_pace=pace)
    assert play_on(table) == ()
    names = [(answer.seat, answer.key) for entry in table.entries for answer in entry.answers]
    assert len(names) == len(set(names))
