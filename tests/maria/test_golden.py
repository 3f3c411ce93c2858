"""Whole games, one for each way in which a game can end: what happened in them, and their letters.

Every letter of some games is compared, and of the others the last ones; of all games in a long run.
The advanced games are played on an edition that is over soon. After a change that is meant to change letters:
`pytest tests/maria/test_golden.py --update-golden`, then read what it says has changed. `python -m
tests.maria.same_events REVISION` shows that only words did.
"""

from pathlib import Path

import msgspec
import pytest

from pbem.playtest.recorded import read
from tests.conftest import Golden
from tests.long import LONG
from tests.maria.edition.short_edition import short_edition
from tests.report.golden_games import compare, compare_end, play_by_sheets

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(path for path in GOLDEN.iterdir() if path.is_dir())
ENDINGS = {
    "14-louis", "14-frederick", "14-held-out", "24-both-aims", "24-one-aim", "24-held-out",
    "18-election", "23-austria", "23-france", "23-pragmatic", "23-prussia", "23-tie", "23-winters",
    "24-coalition", "24-maria-theresa",
}  # fmt: skip
IN_FULL = {"14-louis", "23-austria", "23-pragmatic", "24-held-out"}
"""Each scenario with its kinds of events; those of 23-winters are read in test_same_everywhere."""


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_a_golden_game_goes_as_it_did_with_the_same_letters(
    folder: Path, tmp_path: Path, golden: Golden, request: pytest.FixtureRequest
) -> None:
    recorded = read(folder / "game.yaml")
    short = recorded.settings.get("edition") == "short"
    if short:
        settings = {**recorded.settings, "edition": str(short_edition(tmp_path))}
        recorded = msgspec.structs.replace(recorded, settings=settings)
    letters = LONG or folder.name in IN_FULL or bool(request.config.getoption("--update-golden"))
    game = play_by_sheets(tmp_path / "game", recorded, letters=letters)
    assert game.outcome is not None
    (compare if letters else compare_end)(golden, folder, game)


def test_there_is_a_golden_game_for_every_ending() -> None:
    assert {path.name for path in GAMES} == ENDINGS
