"""A game that was last played with other versions: looked at as ever, not played on, its mail kept."""

from pathlib import Path

import msgspec
import pytest

from pbem import __version__
from pbem.engine.event import Event
from pbem.store.log import GameLog, digest_of_lines
from tests.cli.conftest import Pbem
from tests.toy import TOY
from tests.toy.game import send_sheet


class Added(Event, frozen=True, tag="added"):
    """What a later state of the rules knows besides."""


@pytest.fixture
def older(pbem: Pbem) -> Pbem:
    """A game of an older release of the rules, with a sheet on its way."""
    pbem("turn")
    pbem.rulesets["toy"] = msgspec.structs.replace(TOY, version="2")
    send_sheet(pbem.folder, "ann", "bid: 1\n")
    return pbem


def lines(folder: Path) -> bytes:
    return (folder / "log.jsonl").read_bytes()


def test_the_log_names_its_versions_before_its_first_entry(pbem: Pbem) -> None:
    pbem("turn")

    first = GameLog(pbem.folder / "log.jsonl", TOY).lines[0]
    assert first.versions
    assert str(first.versions) == f"pbem {__version__}, toy 1"
    assert first.versions.lines == digest_of_lines(TOY.events, TOY.orders)
    assert len(first.versions.templates) == len(first.digest) == 64
    assert "played with pbem" in pbem("show", "log", "--moderator").stdout
    assert "played with" not in pbem("show", "log").stdout


@pytest.mark.parametrize(
    "command",
    [
        ("turn",), ("play",), ("play", "--default", "ann", "--reason", "late"), ("rewind", "0", "--reason", "why"),
        ("rule", "-", "--reason", "why"), ("letters",), ("submit", "-", "--as", "ben"), ("fetch",),
    ],
    ids=lambda command: " ".join(command[:2]),
)  # fmt: skip
def test_it_is_not_played_on_and_says_what_differs_and_what_to_do(older: Pbem, command: tuple[str, ...]) -> None:
    if command[0] != "letters":
        older.rulesets["toy"] = TOY
        older("play")
        older.rulesets["toy"] = msgspec.structs.replace(TOY, version="2")
    before = lines(older.folder)

    said = older(*command, code=1, typed="bid: 1\n").stderr

    assert "rules toy 1, now toy 2" in said
    assert f"`pbem upgrade --try {older.folder}`" in said
    assert f"install pbem {__version__}" in said
    assert lines(older.folder) == before


def test_its_mail_is_kept_and_judged_when_it_goes_on(older: Pbem) -> None:
    older("turn", code=1)

    assert older.json("status")["unread"]
    assert not list((older.folder / "in").glob("*.eml"))
    older.rulesets["toy"] = TOY
    assert [one["state"] for one in older.json("turn")["verdicts"]] == ["accepted"]


@pytest.mark.parametrize(
    "command", [("show", "board"), ("show", "log", "--moderator"), ("seats",), ("mail",), ("report",)]
)
def test_it_is_looked_at_as_ever(older: Pbem, command: tuple[str, ...]) -> None:
    older(*command)


def test_status_says_so(older: Pbem) -> None:
    assert "Play cannot continue: the game toy-1 was last played with other versions" in older("status").stdout
    assert (
        "play cannot continue: see pbem upgrade"
        in older("status", str(older.folder), str(older.folder / "no"), code=1).stdout
    )
    assert older.json("status")["other"] == [{"what": "rules", "before": "toy 1", "now": "toy 2"}]


def test_another_program_is_another_version_too(older: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    older.rulesets["toy"] = TOY
    monkeypatch.setattr("pbem.referee.game.__version__", "9.0")

    assert f"pbem {__version__}, now 9.0" in older("turn", code=1).stderr


def test_other_words_are_noted_and_keep_nobody_waiting(pbem: Pbem, tmp_path: Path) -> None:
    pbem("turn")
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "phrases.en.yaml").write_text("labels: {}\n")
    pbem.rulesets["toy"] = msgspec.structs.replace(TOY, words=(tmp_path / "words", *TOY.words))
    for seat in ("ann", "ben", "cid"):
        send_sheet(pbem.folder, seat, "bid: 1\n")

    pbem("turn")

    named = [line.versions for line in GameLog(pbem.folder / "log.jsonl", TOY).lines if line.versions]
    assert len(named) == 2
    assert named[0].templates != named[1].templates
    assert msgspec.structs.replace(named[0], templates="") == msgspec.structs.replace(named[1], templates="")


def test_rules_that_were_changed_under_the_same_version_are_noticed(pbem: Pbem) -> None:
    pbem("turn")
    generous = msgspec.structs.replace(
        TOY, start=lambda settings: msgspec.structs.replace(TOY.start(settings), rounds=3)
    )
    pbem.rulesets["toy"] = generous

    said = pbem("turn", code=1).stderr

    assert "no longer lead to the position that was recorded" in said
    assert "`pbem upgrade --try" in said


def test_what_waits_to_go_goes_all_the_same(pbem: Pbem) -> None:
    pbem("play")
    pbem("letters")
    pbem.rulesets["toy"] = msgspec.structs.replace(TOY, version="2")

    pbem("turn", code=1)

    assert len(list((pbem.folder / "out").glob("*"))) == 3


def test_the_version_tells_apart_programs_whose_logs_differ(pbem: Pbem) -> None:
    said = pbem("--version").stdout.splitlines()
    assert said[0] == f"pbem {__version__}"
    assert any(line.startswith("maria ") and " log lines " in line for line in said[1:])


def test_a_program_that_knows_other_lines_notes_that_and_plays_on(pbem: Pbem) -> None:
    pbem("turn")
    before = GameLog(pbem.folder / "log.jsonl", TOY).versions
    pbem.rulesets["toy"] = msgspec.structs.replace(TOY, events=TOY.events | Added)
    pbem("deadline", "extend", "24h")
    after = GameLog(pbem.folder / "log.jsonl", pbem.rulesets["toy"]).versions
    assert before
    assert after
    assert before.lines != after.lines
    assert msgspec.structs.replace(after, lines=before.lines) == before
