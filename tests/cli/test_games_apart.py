"""A game at which the program hangs or dies keeps no other from its turn."""

import os
import shutil
import time
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from pbem.bounds import workers
from pbem.cli import output
from pbem.errors import Refusal
from pbem.sheet.parts import check_parts
from tests.cli.conftest import Pbem
from tests.toy.game import opened, send_sheet

HOSTILE = 66


def work(folder: Path) -> int:
    """What becomes of a game says its name; the number of the process that worked on it."""
    if folder.name == "hangs":
        time.sleep(3600)
    if folder.name == "sleeps":
        time.sleep(60)
    if folder.name == "dies":
        os._exit(1)
    if folder.name == "refused":
        raise Refusal("no such game")
    return os.getpid()


def test_a_game_that_hangs_or_dies_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.01)
    running = output.each_apart(map(Path, ("hangs", "one", "dies", "refused", "two", "hangs")), work, lambda _: False)
    told = {one.folder.name: one for one in islice(running, 4)}
    running.close()  # type: ignore[attr-defined] # it is a generator
    assert set(told) == {"one", "dies", "refused", "two"}
    assert all(told[name].result not in (None, os.getpid()) for name in ("one", "two"))
    assert str(told["refused"].wrong) == "no such game"
    assert "died, or took too long" in str(told["dies"].wrong)


def test_a_game_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_MOST_SECONDS", 0.1)
    (told,) = output.each_apart([Path("sleeps")], work, lambda _: False)
    assert "died, or took too long" in str(told.wrong)


def test_a_sheet_that_kills_the_turn_of_one_of_several_games_is_set_aside_in_the_same_turn(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pbem("turn")
    other = tmp_path / "other"
    shutil.copytree(pbem.folder, other)
    (other / "game.yaml").write_text((pbem.folder / "game.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    send_sheet(pbem.folder, "ann", f"bid: {HOSTILE}\n", "1.eml")
    send_sheet(pbem.folder, "ben", "bid: 1\n", "2.eml")
    send_sheet(other, "ann", "bid: 1\n", "1.eml")

    def deadly(text: str, *args: Any, **more: Any) -> Any:
        if str(HOSTILE) in text:
            os._exit(9)
        return check_parts(text, *args, **more)

    monkeypatch.setattr("pbem.mail.intake.case.check_parts", deadly)
    pbem("turn", str(pbem.folder), str(other), code=3)
    assert [one.state for one in opened(pbem.folder).inbox.verdicts()] == ["failed", "accepted"]
    assert [one.state for one in opened(other).inbox.verdicts()] == ["accepted"]
