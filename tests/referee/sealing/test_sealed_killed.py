import re
import shutil
from pathlib import Path

import pytest

from pbem.referee.status import status
from tests.referee.killer import KILLED, deaths, in_child, instants, tree
from tests.referee.sealing.sealed_game import SEATS, answer, leaks, mailed, sealed_game, turn
from tests.toy.game import Clock, opened


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A sealed game into which three emails are about to come: two valid sheets and a faulty one."""
    folder = tmp_path / "base" / "game"
    sealed_game(folder)
    turn(folder)
    for seat, text in zip(SEATS, ("bid: 1\n", "bid: 2\n", "bid: perhaps-not\n"), strict=True):
        answer(folder, seat, text)
    return folder


def copied(base: Path) -> Path:
    work = base.parents[1] / "work"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(base.parent, work)
    return work / base.name


@pytest.mark.slow
def test_a_turn_killed_at_any_instant_leaks_nothing_after_the_next_command(base: Path) -> None:
    instant = 0
    for instant, top in deaths(base.parent, base.parents[1], lambda top: turn(top / base.name)):
        folder = top / base.name
        turn(folder)
        assert leaks(folder) == [], instant
        assert [one.received for one in status(opened(folder), Clock()).seats] == ["valid", "valid", "errors"]
        sent = sorted((folder.with_name("game-out")).glob("receipt-*.eml"))
        assert len(sent) == 3, instant
        told = [re.findall(r"^  ([0-9a-f]{64})$", mailed(path), re.MULTILINE) for path in sent]
        stubs = sorted(folder.glob("sheets/*/*.json"), key=lambda path: path.stem[-4:])
        assert all(told[number][0] in path.read_text() for number, path in enumerate(stubs)), instant
        assert len(stubs) == 2
        assert not list(folder.glob("sheets/*/*.nonce"))
    assert instant > 100


@pytest.mark.slow
def test_a_killed_processing_comes_to_the_same_and_opens_only_what_was_processed(base: Path) -> None:
    turn(base)
    answer(base, "cid", "bid: 2\n")
    turn(base)
    key = base.with_name("stick") / "key"

    def process(folder: Path) -> None:
        turn(folder, key=key)

    folder = copied(base)
    process(folder)
    wanted = tree(folder)
    before = len(opened(base).table.entries)
    tried = instants(copied(base), process)
    for instant in tried:
        folder = copied(base)
        code = in_child(folder, instant, process)
        assert (code == KILLED) == (instant < tried[-1]), instant
        if len(opened(folder).table.entries) == before:
            assert leaks(folder) == [], instant
        process(folder)
        assert tree(folder) == wanted, instant
    assert tried[-1] > 60
