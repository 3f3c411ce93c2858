from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.decision import Decision
from pbem.engine.play import play
from pbem.engine.table import Answer, Chance, Entry, Table
from pbem.store.log import FORMAT, START, Broken, GameLog, LogLine, Opening, OpenQuestion, Pause
from tests.toy import TOY
from tests.toy.playtest import guess
from tests.toy.ruleset import Settings

AT = datetime(2026, 11, 21, 8, tzinfo=UTC)


def table() -> Table:
    return Table(TOY.start(Settings()), TOY.seats(Settings()), "secret")


def played(path: Path, seed: int = 1) -> Table:
    log, game, count = GameLog(path, TOY), table(), iter(range(1000))

    def guessed(decision: Decision, view: Any) -> Answer:
        return Answer(guess(view, decision, Chance(str(seed), str(next(count)))), "sheet")

    def keep(entry: Entry) -> None:
        log.append(AT, entry=entry)

    play(game, [guessed], keep)
    log.append(AT, pause=Pause(1, len(game.entries), (OpenQuestion("k", "ann", 3),), AT))
    return game


@pytest.mark.parametrize("seed", range(10))
def test_what_a_log_reads_is_what_was_played(tmp_path: Path, seed: int) -> None:
    game = played(tmp_path / "log.jsonl", seed)
    log, again = GameLog(tmp_path / "log.jsonl", TOY), table()
    for entry in log.entries:
        again.replay(entry)
    assert log.entries == game.entries
    assert again.state == game.state
    assert again.views == game.views
    assert log.pauses == [Pause(1, len(game.entries), (OpenQuestion("k", "ann", 3),), AT)]


def test_every_torn_last_line_is_cut_and_told(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    played(path)
    whole = path.read_bytes()
    last = whole[:-1].rindex(b"\n") + 1
    for cut in range(last + 1, len(whole), 7):
        path.write_bytes(whole[:cut])
        log = GameLog(path, TOY)
        assert log.torn == cut - last
        assert path.read_bytes() == whole[:cut]  # looking changes nothing
        assert log.repair() == cut - last
        assert path.read_bytes() == whole[:last]
        assert GameLog(path, TOY).torn == 0


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
    with pytest.raises(Broken, match=r"line [234]"):
        GameLog(path, TOY)


def test_a_line_that_is_whole_but_no_entry_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    played(path)
    path.write_bytes(path.read_bytes() + b"{}\n")
    with pytest.raises(Broken):
        GameLog(path, TOY)


def test_every_flipped_bit_of_the_last_line_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    played(path)
    whole = path.read_bytes()
    last = whole[:-1].rindex(b"\n") + 1
    for spot in range(last, len(whole)):
        for bit in range(8):
            path.write_bytes(whole[:spot] + bytes([whole[spot] ^ 1 << bit]) + whole[spot + 1 :])
            with pytest.raises(Broken):
                GameLog(path, TOY)


def test_a_line_that_lost_no_more_than_its_end_counts(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    played(path)
    whole, lines = path.read_bytes(), GameLog(path, TOY).lines
    path.write_bytes(whole[:-1])
    log = GameLog(path, TOY)
    assert (log.lines, log.torn, log.repair()) == (lines, 0, 0)
    assert path.read_bytes() == whole


OPENING = Opening(FORMAT, "ab" * 32, {"game": "toy-1"})


def test_a_log_opens_with_what_the_game_begins_with_once(tmp_path: Path) -> None:
    log = GameLog(tmp_path / "log.jsonl", TOY)
    assert log.opening is None
    log.begin(AT, OPENING)
    log.append(AT, pause=Pause(1, 0))
    log.begin(AT, OPENING)
    again = GameLog(tmp_path / "log.jsonl", TOY)
    assert again.opening == OPENING
    assert again.lines == log.lines == [LogLine(1, AT, START, opening=OPENING), again.lines[1]]
    assert (again.entries, again.pauses) == ([], [Pause(1, 0)])


def test_a_log_of_a_form_to_come_is_not_read(tmp_path: Path) -> None:
    log = GameLog(tmp_path / "log.jsonl", TOY)
    log.begin(AT, Opening(FORMAT + 1, "ab" * 32))
    with pytest.raises(Broken, match=f"form {FORMAT + 1}, and this pbem reads form {FORMAT}; use a newer"):
        GameLog(tmp_path / "log.jsonl", TOY)


def test_a_digest_that_was_taken_away_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    GameLog(path, TOY).begin(AT, OPENING)
    text = path.read_bytes()
    path.write_bytes(text[: text.index(b',"sha256"')] + b"}\n")
    with pytest.raises(Broken, match="line 1: its digest is missing"):
        GameLog(path, TOY)
