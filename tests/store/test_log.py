from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.chance import Chance
from pbem.engine.decision import Decision
from pbem.engine.play import play
from pbem.engine.table import Answer, Entry, Table
from pbem.store.log import Broken, Log, Pause, Question
from tests.toy import TOY
from tests.toy.ruleset import Settings

AT = datetime(2026, 11, 21, 8, tzinfo=UTC)


def table() -> Table:
    return Table(TOY.start(Settings()), TOY.seats(Settings()), "secret")


def played(path: Path, seed: int = 1) -> Table:
    log, game, count = Log(path, TOY), table(), iter(range(1000))

    def guess(decision: Decision, view: Any) -> Answer:
        return Answer(TOY.guess(view, decision, Chance(str(seed), str(next(count)))), "sheet")

    def keep(entry: Entry) -> None:
        log.append(AT, entry=entry)

    play(game, [guess], keep)
    log.append(AT, pause=Pause(1, len(game.entries), (Question("k", "ann", 3),), AT))
    return game


@pytest.mark.parametrize("seed", range(10))
def test_what_a_log_reads_is_what_was_played(tmp_path: Path, seed: int) -> None:
    game = played(tmp_path / "log.jsonl", seed)
    log, again = Log(tmp_path / "log.jsonl", TOY), table()
    for entry in log.entries:
        again.replay(entry)
    assert log.entries == game.entries
    assert again.state == game.state
    assert again.views == game.views
    assert log.pauses == [Pause(1, len(game.entries), (Question("k", "ann", 3),), AT)]


def test_every_torn_last_line_is_cut_and_told(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    played(path)
    whole = path.read_bytes()
    last = whole[:-1].rindex(b"\n") + 1
    for cut in range(last + 1, len(whole), 7):
        path.write_bytes(whole[:cut])
        log = Log(path, TOY)
        assert log.torn == cut - last
        assert path.read_bytes() == whole[:cut]  # looking changes nothing
        assert log.repair() == cut - last
        assert path.read_bytes() == whole[:last]
        assert Log(path, TOY).torn == 0


@pytest.mark.parametrize("harm", ["changed", "lost", "doubled", "swapped"])
def test_a_log_that_was_tampered_with_is_refused(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "log.jsonl"
    played(path)
    lines = path.read_bytes().splitlines(keepends=True)
    if harm == "changed":
        lines[1] = lines[1].replace(b"round", b"Round", 1) if b"Round" in lines[1] else lines[1].replace(b"08:", b"09:")
        lines[2] = lines[2].replace(b"2026", b"2027")
    elif harm == "lost":
        del lines[2]
    elif harm == "doubled":
        lines.insert(2, lines[2])
    else:
        lines[2:4] = lines[3], lines[2]
    path.write_bytes(b"".join(lines))
    with pytest.raises(Broken, match=r"line [34]"):
        Log(path, TOY)


def test_a_line_that_is_whole_but_no_entry_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    played(path)
    path.write_bytes(path.read_bytes() + b"{}\n")
    with pytest.raises(Broken):
        Log(path, TOY)
