"""The moderator grants and refuses extensions by email."""

from pathlib import Path

import pytest

from tests.campaign.allowances.world import told
from tests.campaign.moderator.world import ModeratedWorld


@pytest.mark.parametrize(
    ("line", "due", "says"),
    [
        ("yes ben", "2026-11-26 19:00", "Granted."),
        ("no ben because it is late", "2026-11-25 19:00", "Refused."),
    ],
)
def test_a_line_settles_what_a_player_asks_for(tmp_path: Path, line: str, due: str, says: str) -> None:
    world = ModeratedWorld(tmp_path / "game", "extensions: {times: 2, granted: by the moderator}\n")
    world.send("ben", "extend 24h\n")
    world.turn()
    for _ in range(25):
        world.clock.wind(hours=1)
        world.turn()
    assert "yes ben" in str(world.inbox()[-1].get_body(("plain",)))
    world.mo(f"{line}\n")
    assert world.due() == due
    assert says in world.replies()[-1]
    assert len(told(world, "ben")) == 1
    assert world.turn().needs == ()
