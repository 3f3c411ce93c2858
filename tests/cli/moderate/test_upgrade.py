"""A game continues under other versions when its moderator says so, having been told what differs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.decision import Answers
from pbem.engine.order import Problem
from pbem.engine.ruleset import Ruleset
from pbem.engine.table import Table
from pbem.store.log import GameLog
from tests.cli.conftest import Pbem
from tests.toy import TOY
from tests.toy.game import new_game, opened, send_sheet
from tests.toy.state import CARDS, HAND, Dealt, Hand, Toy
from tests.toy.steps import Bids, Deal, Impulse, Round


def newer(**changes: Any) -> Ruleset:
    return msgspec.structs.replace(TOY, **{"version": "2", **changes})


@pytest.fixture
def played(pbem: Pbem) -> Pbem:
    """A game in its second round of mail, at Ann's impulse."""
    pbem("turn")
    for seat in ("ann", "ben", "cid"):
        send_sheet(pbem.folder, seat, "bid: 1\n")
    pbem("turn")
    return pbem


def versions(folder: Path) -> list[str]:
    return [str(line.versions) for line in GameLog(folder / "log.jsonl", TOY).lines if line.versions]


def test_a_game_under_newer_rules_that_change_nothing_is_upgraded_and_played_on(played: Pbem) -> None:
    played.rulesets["toy"] = newer()
    played("turn", code=1)
    before = (played.folder / "log.jsonl").read_bytes()

    said = played("upgrade", "--try").stdout
    assert "rules: toy 1, now toy 2" in said
    assert "same positions as before; those of 2 rounds were compared" in said
    assert "Every step would have the same result." in said
    assert (played.folder / "log.jsonl").read_bytes() == before

    assert "toy-1 continues with pbem 0.2.0, toy 2." in played("upgrade").stdout
    assert versions(played.folder) == ["pbem 0.2.0, toy 1", "pbem 0.2.0, toy 2"]
    played("turn")
    assert "needs no upgrade" in played("upgrade").stdout
    played.rulesets["toy"] = TOY
    assert "rules toy 2, now toy 1" in played("turn", code=1).stderr


def test_many_games_at_once_and_none_stops_another(played: Pbem, tmp_path: Path) -> None:
    new_game(tmp_path / "toy-2")
    (tmp_path / "nothing").mkdir()
    played.rulesets["toy"] = newer()

    folders = [str(tmp_path / "nothing"), str(played.folder), str(tmp_path / "toy-2")]
    done = played("upgrade", *folders, code=1)

    assert "There is no game in" in done.stderr
    said = done.stdout
    assert "toy-1 continues with pbem 0.2.0, toy 2." in said
    assert "has not begun: it will begin with pbem 0.2.0, toy 2" in said
    again = played.json("upgrade", *folders, code=1)
    assert [one.get("error", "") for one in again] == ["no-game", "", ""]
    assert not any(one.get("upgraded") for one in again)


def deal_from_the_other_end(self: Deal, table: Table, answers: Answers) -> None:
    deck = table.shuffle("deck", CARDS)[::-1]
    for place, seat in enumerate(table.state.seats):
        table.emit(Dealt(seat=seat, hand=Hand(deck[place * HAND : (place + 1) * HAND])))
    table.leave()
    table.enter(Round(number=1))


def test_a_mended_rule_is_told_and_changes_nothing_that_was_played(
    played: Pbem, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = played.json("show", "hands", "--seat", "ann")["hands"]["ann"]
    monkeypatch.setattr(Deal, "run", deal_from_the_other_end)
    played.rulesets["toy"] = newer()

    said = played("upgrade", "--try").stdout

    assert "Round 1, entry 1: the step deal would now go differently." in said
    assert "The public sees no difference; `--moderator` shows" in said
    shown = played("upgrade", "--try", "--moderator").stdout
    assert "it went: " in shown
    assert "it would go: " in shown
    assert shown.count("(ann)") == 2
    assert "What has happened stays as recorded" in said
    assert "same positions" in said
    hidden = played.json("upgrade", "--try")["trial"]["reruns"]
    assert not any(event["hand"]["known"] for event in hidden[0]["recorded"] + hidden[0]["now"] if "hand" in event)
    told = played.json("upgrade", "--try", "--moderator")["trial"]["reruns"]
    assert [(one["round"], one["entry"], one["step"]) for one in told] == [(1, 1, "deal")]
    assert told[0]["recorded"][0] != told[0]["now"][0]
    played("upgrade")
    assert played.json("show", "hands", "--seat", "ann")["hands"]["ann"] == hands


def test_an_answer_that_would_be_refused_now_is_told(played: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bids, "check", Impulse.check)
    played.rulesets["toy"] = newer()

    assert "it would crash: AttributeError in check" in played("upgrade", "--try").stdout


def longer(version: str = "2") -> Ruleset:
    """Rules whose start is another: every position comes out otherwise."""
    return newer(version=version, start=lambda settings: msgspec.structs.replace(TOY.start(settings), rounds=3))


def test_positions_that_come_out_otherwise_are_refused_unless_wanted(played: Pbem) -> None:
    played.rulesets["toy"] = longer()
    before = (played.folder / "log.jsonl").read_bytes()

    said = played("upgrade", "--try", code=1).stdout
    assert "THE POSITION DIFFERS from the one recorded in rounds 1 to 2." in said
    refused = played("upgrade", code=1).stderr
    assert "it would be another game" in refused
    assert "`pbem upgrade --anyway" in refused
    assert (played.folder / "log.jsonl").read_bytes() == before

    played("upgrade", "--anyway")
    played("turn")
    assert played.json("upgrade", "--try")["trial"]["positions"] == []


def test_positions_that_changed_under_the_same_version_are_found_too(played: Pbem) -> None:
    played.rulesets["toy"] = longer(version="1")

    played("turn", code=1)
    assert "THE POSITION DIFFERS" in played("upgrade", "--try", code=1).stdout


def test_rules_that_cannot_replay_the_log_are_named_with_those_that_wrote_it(
    played: Pbem, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Any, state: Toy) -> Toy:
        return msgspec.structs.replace(state, wagers={})

    monkeypatch.setattr("tests.toy.state.BidsRevealed.change", fail)
    played.rulesets["toy"] = newer()

    for command in (("turn",), ("upgrade", "--try"), ("show", "board")):
        result = played(*command, code=1)
        told = result.stdout + result.stderr
        assert "cannot be replayed by pbem 0.2.0, toy 2 (TypeError)" in told
        assert "written by pbem 0.2.0, toy 1: use that version" in told


def test_a_sheet_that_counts_and_would_be_refused_is_told(played: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    send_sheet(played.folder, "ann", "passes: yes\n")
    played("fetch")
    monkeypatch.setattr(Impulse, "check", refusing)
    played.rulesets["toy"] = newer()

    assert "Sheets that count now would be refused: ann." in played("upgrade", "--try").stdout


def refusing(self: Impulse, view: Any, decision: Any, order: Any) -> Any:
    yield Problem("not-in-hand", ("card",), "2.2", {"card": "c1"})


def finish(pbem: Pbem) -> None:
    for seat in ("ann", "ben", "cid") * 4:
        if asked(pbem, seat):
            pbem("play", "--default", seat, "--reason", "test")
    assert pbem.json("status")["outcome"]


def asked(pbem: Pbem, seat: str) -> bool:
    return any(one["seat"] == seat and one["asked"] for one in pbem.json("status")["seats"])


def test_a_game_that_is_over_is_upgraded_like_any_other(played: Pbem) -> None:
    finish(played)
    played.rulesets["toy"] = newer()

    assert "continues with" in played("upgrade").stdout


def test_the_doctor_compares_every_position(played: Pbem) -> None:
    def said() -> Mapping[str, str]:
        found = played.json("doctor", code=played_code)
        return next(one for one in found if one["what"] == "log")

    played_code = 0
    assert said()["says"] == "it leads to all positions that were recorded (rounds compared: 2)"
    played.rulesets["toy"] = longer(version="1")
    played_code = 1
    assert said()["state"] == "bad"


def test_draws_after_the_end_are_compared_with_the_key_that_they_were_made_with(played: Pbem) -> None:
    finish(played)
    played("turn")
    played("rewind", "0", "--reason", "once more")
    played("turn")
    hands = {entry.number: entry for entry in opened(played.folder).log.entries if entry.step == "deal"}
    assert len(hands) == 2
    assert len({repr(entry.events) for entry in hands.values()}) == 2

    found = played.json("upgrade", "--try")["trial"]

    assert found["reruns"] == found["positions"] == []


def test_other_words_alone_need_no_upgrade(played: Pbem, tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "phrases.en.yaml").write_text("labels: {}\n")
    played.rulesets["toy"] = msgspec.structs.replace(TOY, words=(tmp_path / "words", *TOY.words))
    before = (played.folder / "log.jsonl").read_bytes()

    assert "toy-1 needs no upgrade." in played("upgrade").stdout
    assert (played.folder / "log.jsonl").read_bytes() == before
