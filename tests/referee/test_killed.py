import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.long import LONG
from tests.referee.killer import turn
from tests.toy.game import new_game, opened, send_sheet


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A game in which Ann may play, Ben sends a standing order, and Cid a sheet that must be refused."""
    folder = tmp_path / "base"
    new_game(folder)
    turn(folder)
    for seat in ("ann", "ben", "cid"):
        send_sheet(folder, seat, "bid: 1\n")
    turn(folder)
    card = opened(folder).view("ann").hands["ann"].known[0]
    send_sheet(folder, "ann", f"card: {card.upper()}\n", "1.eml")
    send_sheet(folder, "ben", "reactions: never\n", "2.eml")
    send_sheet(folder, "cid", "reactions: perhaps\n", "3.eml")
    return folder


def killed(base: Path, *args: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "tests.referee.killer", str(base), str(base.parent / "work"), *args]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.slow
def test_a_turn_killed_at_any_instant_loses_nothing_and_doubles_nothing(base: Path) -> None:
    runs = killed(base)
    assert runs[-1]["instant"] > len(runs) > (50 if LONG else 20)
    assert [run for run in runs if run["differing"] or run["last"]] == []


@pytest.mark.slow
@pytest.mark.parametrize("step", ["3", "25"])
def test_nor_does_one_that_is_killed_twice(base: Path, step: str) -> None:
    assert [run for run in killed(base, "11", step) if run["differing"] or run["last"]] == []


def test_a_turn_done_again_changes_nothing(base: Path) -> None:
    turn(base)
    before = {path: path.stat().st_mtime_ns for path in base.rglob("*") if path.is_file()}
    turn(base)
    assert before == {path: path.stat().st_mtime_ns for path in base.rglob("*") if path.is_file()}
