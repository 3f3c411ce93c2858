"""A game is the same on every machine: no letter and no digest may depend on how Python happens to order a set."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pbem.engine.play import play
from pbem.engine.table import Answer, Table
from pbem.store.log import digest_of_position
from pbem_maria.bot import play as play_bot
from pbem_maria.ruleset import MARIA
from tests.long import tries
from tests.maria.test_golden import GOLDEN
from tests.report.golden_games import play_by_sheets, recorded_game

ROOT = Path(__file__).parents[3]
GAME = GOLDEN / "23-winters"
SEEDS = tries(("1",), ("1", "2", "3"))
"""Orders of sets, besides that of the process of the tests."""


def letters(folder: Path) -> dict[str, str]:
    """All letters of a golden game that is played anew, by their file."""
    play_by_sheets(folder / "game", recorded_game(GAME))
    place = folder / "game" / "letters"
    return {path.relative_to(place).as_posix(): path.read_text(encoding="utf-8") for path in place.glob("*/*.txt")}


def digests() -> list[str]:
    """The digests of all positions of an advanced game that bots play."""
    settings = MARIA.settings(scenario="advanced")
    table = Table(MARIA.start(settings), MARIA.seats(settings), "key")
    found: list[str] = []
    play(
        table,
        [lambda decision, view: Answer(play_bot(view, decision, table.bot_chance(decision)), "bot")],
        lambda _: found.append(digest_of_position(table.state, table.views)),
    )
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[dict[str, str], list[str]]]:
    """The letters and the digests by the seed of Python's order of sets."""
    running = {}
    for seed in SEEDS:
        command = [sys.executable, "-m", __name__, str(tmp_path_factory.mktemp("seed"))]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        running[seed] = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE)
    told = {seed: process.communicate()[0] for seed, process in running.items()}
    assert not any(process.returncode for process in running.values())
    kind = tuple[dict[str, str], list[str]]
    return {seed: msgspec.json.decode(text, type=kind) for seed, text in told.items()}


@pytest.mark.slow
def test_letters_do_not_depend_on_the_order_of_sets(
    played: dict[str, tuple[dict[str, str], list[str]]], tmp_path: Path
) -> None:
    here = letters(tmp_path)

    assert len(here) > 60
    assert all(letters == here for letters, _ in played.values())


@pytest.mark.slow
def test_digests_of_positions_do_not_depend_on_the_order_of_sets(
    played: dict[str, tuple[dict[str, str], list[str]]],
) -> None:
    here = digests()

    assert len(set(here)) > 100
    assert all(digests == here for _, digests in played.values())


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode((letters(Path(sys.argv[1])), digests())))
