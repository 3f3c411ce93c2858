"""A game is the same on every machine: no letter and no digest may depend on how Python happens to order a set."""

import os
import subprocess
import sys
from pathlib import Path

PLAY = """\
import hashlib, sys
from pathlib import Path
from msgspec.structs import replace
from pbem.playtest.recorded import read
from tests.maria.short_edition import short_edition
from tests.maria.test_golden import GOLDEN, play_by_sheets
folder = Path(sys.argv[1])
recorded = read(GOLDEN / sys.argv[2] / "game.yaml")
edition = {"edition": str(short_edition(folder))}
play_by_sheets(folder / "game", replace(recorded, settings={**recorded.settings, **edition}))
for page in sorted(folder.glob("game/letters/*/*.txt")):
    print(hashlib.sha256(page.read_bytes()).hexdigest(), page.relative_to(folder))
"""
DIGESTS = """\
from pbem.engine.digest import digest
from pbem.engine.play import play
from pbem.engine.table import Answer, Table
from pbem_maria.ruleset import MARIA
settings = MARIA.settings(scenario="advanced")
table = Table(MARIA.start(settings), MARIA.seats(settings), "key")
bot = lambda decision, view: Answer(MARIA.bot(view, decision, table.bot_chance(decision)), "bot")
play(table, [bot], lambda entry: print(digest(table.state, table.views)))
"""
ROOT = Path(__file__).parents[2]
GAME = "23-winters"


def played(folder: Path, seed: str, script: str = PLAY) -> str:
    folder.mkdir()
    return subprocess.run(
        [sys.executable, "-c", script, str(folder), GAME],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_letters_do_not_depend_on_the_order_of_sets(tmp_path: Path) -> None:
    one = played(tmp_path / "one", "1")

    assert len(one.splitlines()) > 20
    assert all(played(tmp_path / seed, seed) == one for seed in ("2", "3"))


def test_digests_of_positions_do_not_depend_on_the_order_of_sets(tmp_path: Path) -> None:
    one = played(tmp_path / "one", "1", DIGESTS)

    assert len(set(one.splitlines())) > 100
    assert all(played(tmp_path / seed, seed, DIGESTS) == one for seed in ("2", "3"))
