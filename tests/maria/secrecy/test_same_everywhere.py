"""A game is the same on every machine: no letter and no digest may depend on how Python happens to order a set."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pbem.engine.edition import digest
from pbem.engine.play import play
from pbem.engine.table import Answer, Table
from pbem.playtest.recorded import read
from pbem_maria.bot import play as play_bot
from pbem_maria.ruleset import MARIA
from tests.long import tries
from tests.maria.edition.short_edition import short_edition
from tests.maria.test_golden import GOLDEN
from tests.report.golden_games import pages, play_by_sheets

ROOT = Path(__file__).parents[3]
GAME = GOLDEN / "23-winters"
SEEDS = tries(("1",), ("1", "2"))
"""Orders of sets beside that of the tests themselves, which play the same games."""


def letters(folder: Path) -> dict[str, str]:
    """The letters of a golden game that is played anew."""
    recorded = read(GAME / "game.yaml")
    settings = {**recorded.settings, "edition": str(short_edition(folder))}
    game = play_by_sheets(folder / "game", msgspec.structs.replace(recorded, settings=settings))
    return {f"{reader}.txt": pages(folder / "game" / "letters", reader) for reader in (*game.titles, "public")}


def digests() -> list[str]:
    """The digests of all positions of an advanced game that bots play."""
    settings = MARIA.settings(scenario="advanced")
    table = Table(MARIA.start(settings), MARIA.seats(settings), "key")
    found: list[str] = []
    play(
        table,
        [lambda decision, view: Answer(play_bot(view, decision, table.bot_chance(decision)), "bot")],
        lambda _: found.append(digest(table.state, table.views)),
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
def test_letters_do_not_depend_on_the_order_of_sets(played: dict[str, tuple[dict[str, str], list[str]]]) -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in GAME.glob("*.txt")}

    assert len(kept) == 4
    assert all(letters == kept for letters, _ in played.values())


@pytest.mark.slow
def test_digests_of_positions_do_not_depend_on_the_order_of_sets(
    played: dict[str, tuple[dict[str, str], list[str]]],
) -> None:
    here = digests()

    assert len(set(here)) > 100
    assert all(digests == here for _, digests in played.values())


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode((letters(Path(sys.argv[1])), digests())))
