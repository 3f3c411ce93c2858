"""A Turn of games with the fewest and the most seats: what happened in it, and letters of it.

After a change that is meant to change letters: `pytest tests/tnw/replay/test_golden.py --update-golden`, then read what
it says has changed.
"""

from pathlib import Path

import pytest

from tests.conftest import Golden
from tests.report.golden_games import compare

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two-seats", "five-seats"])
def test_a_golden_game_goes_as_it_did_with_the_same_letters(name: str, tmp_path: Path, golden: Golden) -> None:
    compare(golden, GOLDEN / name, tmp_path / "game")
