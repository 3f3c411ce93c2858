"""`pbem status DIR...` and `pbem turn DIR...`, and what they need not look at again."""

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.engine.ruleset import Ruleset
from pbem.referee import snapshot
from pbem.settings.game import NAME
from pbem.store import editions
from tests.cli.conftest import Pbem
from tests.toy.game import drop, mail, opened, subject
from tests.toy.ruleset import TOY

ALL = "Ann of the Hill, Ben of the Dale, Cid of the Shore"


@pytest.fixture
def idle(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> Pbem:
    """A game in which the last turn found nothing to do; what changes on disk counts as settled at once."""
    monkeypatch.setattr(editions, "time_ns", lambda: time.time_ns() + editions.SETTLED)
    pbem("turn")
    pbem("turn")
    pbem.clock.wind(minutes=1)
    assert snapshot.trusted(pbem.folder, pbem.clock()) is not None
    return pbem


def looked_at(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a turn looks at the game itself."""
    looks: list[Ruleset] = []

    def start(settings: object) -> object:
        looks.append(TOY)
        return TOY.start(settings)

    monkeypatch.setitem(pbem.rulesets, "toy", _replaced(start))
    pbem("turn")
    return bool(looks)


def _replaced(start: Callable[[object], object]) -> Ruleset:
    import msgspec

    return msgspec.structs.replace(TOY, start=start)


def test_a_game_in_which_nothing_changed_is_not_looked_at(idle: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not looked_at(idle, monkeypatch)


def test_what_is_told_of_a_game_is_the_same_from_a_snapshot(idle: Pbem) -> None:
    quick = [idle("status").output, idle.json("status"), idle("turn").output, idle.json("turn")]
    (idle.folder / snapshot.NAME).unlink()
    whole = [idle("status").output, idle.json("status")]
    (idle.folder / snapshot.NAME).unlink(missing_ok=True)
    whole.append(idle("turn").output)
    (idle.folder / snapshot.NAME).unlink(missing_ok=True)
    assert quick == [*whole, idle.json("turn")]


def _edit_in_place(path: Path) -> None:
    status = path.stat()
    with path.open("r+b") as file:
        first = file.read(1)
        file.seek(0)
        file.write(first)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def _exchange(path: Path) -> None:
    shutil.copy2(path, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def _more(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"{")


def _spool(new: Path) -> None:
    new.mkdir(parents=True, exist_ok=True)
    (new / "1.x").write_bytes(b"From: x@example.org\n\nhello\n")


CHANGES: dict[str, Callable[[Path], object]] = {
    "game.yaml edited in place, its time put back": lambda game: _edit_in_place(game / NAME),
    "the log edited in place, its time put back": lambda game: _edit_in_place(game / "log.jsonl"),
    "the log put back from a backup": lambda game: _exchange(game / "log.jsonl"),
    "another secret": lambda game: _exchange(game / "secret"),
    "half a line more in the log": lambda game: _more(game / "log.jsonl"),
    "a file in the way in": lambda game: drop(game, "1.eml", b"From: x@example.org\n\nhello\n"),
    "a letter gone": lambda game: next((game / "letters").rglob("ann.txt")).unlink(),
    "a sent mail back in the outbox": lambda game: shutil.copy(
        next((game / "sent").iterdir()), game / "outbox" / "again.eml"
    ),
    "addresses": lambda game: (game / "addresses.json").write_text("{}", encoding="utf-8"),
    "a spooled mail": lambda game: _spool(game / "spool" / "new"),
    "rights": lambda game: (game / "in").chmod(0o500),
    "what a killed program left": lambda game: (game / "sheets" / ".abcdefgh.part").write_bytes(b""),
    "a folder": lambda game: (game / "inbox" / "new").mkdir(),
    "a damaged snapshot": lambda game: (game / snapshot.NAME).write_bytes(b'{"basis":'),
    "no snapshot": lambda game: (game / snapshot.NAME).unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_any_change_in_the_folder_is_noticed(idle: Pbem, change: Callable[[Path], object]) -> None:
    change(idle.folder)
    assert snapshot.trusted(idle.folder, idle.clock()) is None


def test_a_copy_of_a_game_is_looked_at(idle: Pbem, tmp_path: Path) -> None:
    shutil.copytree(idle.folder, tmp_path / "copy", symlinks=True)
    assert snapshot.trusted(tmp_path / "copy", idle.clock()) is None


def test_another_program_looks_again(idle: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "stamp_of_program", lambda _: "another")
    assert snapshot.trusted(idle.folder, idle.clock()) is None


def test_with_a_key_of_sealed_sheets_a_game_is_looked_at(idle: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_IDENTITY", "/a/key")
    assert snapshot.trusted(idle.folder, idle.clock()) is None


def test_what_the_time_changes_is_looked_at(idle: Pbem) -> None:
    deadline = opened(idle.folder).log.pauses[-1].deadline
    assert deadline is not None
    assert snapshot.trusted(idle.folder, idle.clock() + snapshot.LONGEST) is None
    assert idle.json("status")["late"] is False
    idle.clock.at = deadline
    idle("turn")
    idle.clock.wind(seconds=1)
    assert idle.json("status")["late"] is True


def test_a_clock_that_was_set_back_is_noticed(idle: Pbem) -> None:
    idle.clock.wind(hours=-1)
    assert snapshot.trusted(idle.folder, idle.clock()) is None


def test_mail_that_comes_is_found_and_play_goes_on(idle: Pbem) -> None:
    for seat in ("ann", "ben", "cid"):
        drop(idle.folder, f"{seat}.eml", mail(f"{seat}@example.org", subject(idle.folder, seat), "bid: 1\n"))
    done = idle.json("turn")
    assert [verdict["state"] for verdict in done["verdicts"]] == ["accepted"] * 3
    assert done["played"] > 0


def test_settings_that_were_spoilt_are_told_at_once(idle: Pbem) -> None:
    path = idle.folder / NAME
    path.write_text(path.read_text(encoding="utf-8").replace("rules: toy", "rulez: toy"), encoding="utf-8")
    assert "rules" in idle("turn", code=1).output


def test_what_changed_a_moment_ago_is_not_stamped(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    pbem("turn")
    pbem("turn")
    assert not (pbem.folder / snapshot.NAME).exists()
    assert looked_at(pbem, monkeypatch)


def test_a_turn_that_leaves_something_to_do_is_not_kept(idle: Pbem) -> None:
    drop(idle.folder, "nobody.yaml", b"bid: 1\n")
    for _ in range(2):
        assert "is neither an email" in idle("turn", code=3).output
    assert snapshot.trusted(idle.folder, idle.clock()) is None


def test_a_file_outside_the_folder_is_noticed(idle: Pbem, tmp_path: Path) -> None:
    outside = tmp_path / "mails"
    outside.mkdir()
    path = idle.folder / NAME
    path.write_text(
        path.read_text(encoding="utf-8").replace("{folder: in}", f"{{folder: {outside}}}"), encoding="utf-8"
    )
    idle("turn")
    assert snapshot.trusted(idle.folder, idle.clock()) is not None
    (outside / "1.eml").write_bytes(b"From: x@example.org\n\nhello\n")
    assert snapshot.trusted(idle.folder, idle.clock()) is None


def _broken(folder: Path, to: Path) -> Path:
    shutil.copytree(folder, to)
    (to / "log.jsonl").write_bytes(b"nonsense\n" + (to / "log.jsonl").read_bytes())
    return to


@pytest.mark.parametrize("command", ["status", "turn"])
def test_one_broken_game_keeps_no_other_from_its_turn(idle: Pbem, tmp_path: Path, command: str) -> None:
    broken = _broken(idle.folder, tmp_path / "broken")
    (tmp_path / "file").write_text("no game", encoding="utf-8")
    folders = [str(broken), str(tmp_path / "file"), str(tmp_path / "none"), str(idle.folder), str(idle.folder)]
    result = idle(command, *folders, code=1)
    told = [line for line in result.stdout.splitlines() if str(idle.folder) in line]
    assert len(told) == 1
    assert told[0].startswith(f"{idle.folder}: lap 1, round 1, waits for {ALL}, until Wednesday 2026-11-25 20:00")
    for folder in folders[:3]:
        assert f"{folder}:\n" in result.stderr
    assert "log.jsonl, line 1" in result.stderr
    data = idle.json(command, *folders, code=1)
    assert [one["folder"] for one in data] == folders[:4]
    assert [one.get("error") for one in data] == ["broken", "no-game", "no-game", None]


def test_one_game_by_its_folder_is_told_whole_and_as_a_list(idle: Pbem) -> None:
    for command in ("status", "turn"):
        assert idle(command, str(idle.folder)).output == idle(command).output
        assert idle.json(command, str(idle.folder)) == [{"folder": str(idle.folder), **idle.json(command)}]


def test_many_games_take_their_turns(idle: Pbem, tmp_path: Path) -> None:
    other = tmp_path / "toy-2"
    shutil.copytree(idle.folder, other)
    drop(other, "ann.eml", mail("ann@example.org", subject(other, "ann"), "bid: 1\n"))
    told = idle("turn", str(idle.folder), str(other)).stdout
    assert told.startswith(f"{idle.folder}: lap 1, round 1")
    assert f"{other}:\n0001 accepted: ann\n" in told
    lines = idle("status", str(idle.folder), str(other)).stdout.splitlines()
    assert [line.partition(", until")[0] for line in lines] == [
        f"{idle.folder}: lap 1, round 1, waits for {ALL}",
        f"{other}: lap 1, round 1, waits for {ALL.partition(', ')[2]}",
    ]


def test_a_line_names_what_waits_for_the_moderator(idle: Pbem) -> None:
    drop(idle.folder, "1.eml", mail("stranger@example.org", "hello", "May I join?\n"))
    other = idle.folder.with_name("none")
    idle("turn", code=3)
    assert idle("turn", str(idle.folder), str(other), code=1).stdout.startswith(f"{idle.folder}: ")
    idle("turn", str(idle.folder), code=3)
    [line, *_] = idle("status", str(idle.folder), str(other), code=1).stdout.splitlines()
    assert line.endswith("Europe/Berlin; emails: 1 unclaimed")


def test_games_are_named_in_one_way(idle: Pbem) -> None:
    assert "not by several" in idle("status", str(idle.folder), "--game", str(idle.folder), code=2).output


def test_a_snapshot_is_for_the_owner_alone(idle: Pbem) -> None:
    path = idle.folder / snapshot.NAME
    assert path.stat().st_mode & 0o777 == 0o600
    assert idle.json("status") == json.loads(path.read_bytes())["status"]
