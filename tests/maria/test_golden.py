"""Whole games, one for each way in which a game can end: what happened in them, and letters of them.

They are played on editions that are frozen beside them, the advanced games on one that is over soon. After a change
that is meant to change letters: `pytest tests/maria/test_golden.py --update-golden`, then read what it says has
changed. `python -m tests.maria.same_events REVISION` shows that only words did.
"""

from pathlib import Path

import pytest

from tests.conftest import Golden
from tests.report.golden_games import compare

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(path.parent for path in GOLDEN.glob("*/game.yaml"))
ENDINGS = {
    "14-louis", "14-frederick", "14-held-out", "24-both-aims", "24-one-aim", "24-held-out",
    "18-election", "23-austria", "23-france", "23-pragmatic", "23-prussia", "23-tie", "23-winters",
    "24-coalition", "24-maria-theresa",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_a_golden_game_goes_as_it_did_with_the_same_letters(folder: Path, tmp_path: Path, golden: Golden) -> None:
    assert compare(golden, folder, tmp_path / "game").outcome is not None


def test_there_is_a_golden_game_for_every_ending() -> None:
    assert {path.name for path in GAMES} == ENDINGS
