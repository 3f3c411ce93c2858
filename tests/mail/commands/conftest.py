from pathlib import Path

import pytest

from pbem.referee.game import Game
from tests.mail.commands.commanding import lettered
from tests.toy.game import new_game


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A toy game that waits for three bids."""
    return lettered(new_game(tmp_path / "game"))
