"""A game is what its log says: played again from it, it is the same to the last field, for everyone.

Its players answer in advance: in their games a Turn takes at most ten rounds of mail.
"""

import msgspec
import pytest

from pbem.engine.event import PUBLIC
from pbem.engine.table import Entry
from pbem.playtest.fuzz import fuzz
from pbem.playtest.recorded import replay, table_for
from pbem_tnw.playtest import PLAYTEST
from pbem_tnw.ruleset import TNW
from pbem_tnw.settings import TnwSettings
from pbem_tnw.unions import TnwEvents
from tests.long import tries

MOST = 10


@pytest.mark.slow
@pytest.mark.parametrize("players", tries(["2", "5"], ["2", "3", "4", "5"]))
def test_a_random_game_ends_asks_seldom_and_comes_out_the_same_from_its_sheets_and_from_its_log(players: str) -> None:
    tally = fuzz(TNW, PLAYTEST, {"players": players}, f"replay/{players}")
    assert not tally.failure, tally.failure
    assert tally.outcome is not None
    assert set(tally.outcome["winners"]) <= set(TNW.seats(msgspec.convert({"players": players}, TnwSettings)))
    assert "hold-answer" not in {order for _, order in tally.rounds.questions}
    assert max(tally.rounds.turns.values()) <= MOST, "2.3: only for a nation that came to its seat within the Round"
    played = replay(TNW, tally.recorded)
    assert TNW.outcome(played.state) == tally.outcome
    logged = table_for(TNW, tally.recorded.settings, "the key of no game")
    events = msgspec.json.Decoder(tuple[TnwEvents, ...])
    for entry in played.entries:
        logged.replay(Entry(entry.number, events.decode(msgspec.json.encode(entry.events)), entry.step))
    for number in range(len(played.entries), -1, -tries(15, 1)):
        assert logged.at(number) == played.at(number), number
    assert set(logged.views) == {*played.seats, PUBLIC}
