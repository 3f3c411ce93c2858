from pathlib import Path

import pytest

from tests.campaign.moderator.world import ModeratedWorld


@pytest.fixture
def one(tmp_path: Path) -> ModeratedWorld:
    """A game in which someone unknown has written, and the moderator has had a digest."""
    world = ModeratedWorld(tmp_path / "game")
    world.stranger()
    world.clock.wind(days=1)
    world.turn()
    return world
