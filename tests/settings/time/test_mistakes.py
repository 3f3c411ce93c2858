"""Rules of time that contradict themselves are refused where they stand, with what is right."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.engine.edition import base_folder
from pbem.settings.game import BadSettings
from tests.settings.time.game_file import deadlines, read, refused
from tests.toy.ruleset import TOY

GAME = replace(TOY, time_rules=("stages", "single plays"))
WEEKLY = "  at: [Wednesday 20:00, Sunday 20:00]\n"


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (f"{WEEKLY}  after: 3 days\n", "at-and-after", "after: 3 days"),
        (f"{WEEKLY}  share: 1/3\n", "share-of-itself", "share: 1/3"),
        (f"{WEEKLY}  rules:\n    stages: {{share: 3}}\n", "not-a-share", "stages: {share: 3}"),
        (
            f"{WEEKLY}  rules:\n    stages: {{share: 1/2, after: 1 day}}\n", "share-of-itself",
            "stages: {share: 1/2, after: 1 day}",
        ),
        (f"{WEEKLY}  grace: 73 hours\n", "grace-too-long", "grace: 73 hours"),
        ("  after: 1 day\n  grace: 25 hours\n", "grace-too-long", "grace: 25 hours"),
        ("  at: [daily 09:30]\n  grace: 2 days\n", "grace-too-long", "grace: 2 days"),
        ("  after: 1 day\n  notice: 2 days\n", "notice-over-after", "notice: 2 days"),
        (f"{WEEKLY}  early: not before 49 hours\n", "early-too-late", "early: not before 49 hours"),
        ("  after: 1 day\n  early: not before 2 days\n", "early-too-late", "early: not before 2 days"),
        ("  early: no\n", "early-without-times", "early: no"),
        ("  grace: 2 hours\n", "grace-without-times", "grace: 2 hours"),
        (f"{WEEKLY}  notice: 400 days\n", "length-too-long", "notice: 400 days"),
        ("  after: 0 hours\n", "length-zero", "after: 0 hours"),
        (f"{WEEKLY}  holidays: [2027-01-02 to 2026-12-24]\n", "range-reversed", "holidays: [2027-01-02 to 2026-12-24]"),
        (f"{WEEKLY}  holidays: [31 February]\n", "not-a-holiday", "holidays: [31 February]"),
        (f"{WEEKLY}  holidays: [1 May to 2027-06-02]\n", "not-a-holiday", "holidays: [1 May to 2027-06-02]"),
        (f"{WEEKLY}  holidays: [Christmas]\n", "not-a-holiday", "holidays: [Christmas]"),
        (f"{WEEKLY}  days off: [Funday]\n", "not-a-choice", "days off: [Funday]"),
        (f"{WEEKLY}  early: perhaps\n", "not-early", "early: perhaps"),
        (f"{WEEKLY}  early: not before tea\n", "not-early", "early: not before tea"),
        (f"{WEEKLY}  early: {{no: yes}}\n", "not-early", "early: {no: yes}"),
        (f"{WEEKLY}  grace: a bit\n", "not-a-length", "grace: a bit"),
        ("  at: [Saturday 20:00]\n  days off: [Saturday]\n", "no-day-counts", "days off: [Saturday]"),
        (f"{WEEKLY}  holidays: [2027-01-01 to 2028-02-01]\n", "no-day-counts", "holidays: [2027-01-01 to 2028-02-01]"),
        ("  after: 1 day\n  holidays: [1 May to 30 April]\n", "no-day-counts", "holidays: [1 May to 30 April]"),
        (f"{WEEKLY}  rules:\n    battles: {{after: 1 day}}\n", "unknown-kind", "battles: {after: 1 day}"),
        (f"{WEEKLY}  rules:\n    stages: {{grace: 9 days}}\n", "grace-too-long", "stages: {grace: 9 days}"),
        (
            f"{WEEKLY}  grace: 2 days\n  rules:\n    stages: {{after: 1 day}}\n", "grace-too-long",
            "stages: {after: 1 day}",
        ),
        (
            f"{WEEKLY}  rules:\n    stages: {{at: [Sunday 20:00], after: 1 day}}\n", "at-and-after",
            "stages: {at: [Sunday 20:00], after: 1 day}",
        ),
    ],
)  # fmt: skip
def test_a_contradiction_is_refused_where_it_stands(tmp_path: Path, text: str, code: str, line: str) -> None:
    assert refused(tmp_path, text, GAME) == [(code, line)]
    phrases = (base_folder() / "phrases.en.yaml").read_text(encoding="utf-8")
    assert phrases.count(f"\n  {code}: ") >= 2


@pytest.mark.parametrize(
    "text",
    [
        f"{WEEKLY}  grace: 72 hours\n",
        f"{WEEKLY}  notice: 10 days\n",
        f"{WEEKLY}  early: not before 48 hours\n",
        "  at: [daily 20:00]\n  days off: [Monday, Tuesday, Wednesday, Thursday, Friday, Saturday]\n",
        f"{WEEKLY}  holidays: []\n  days off: []\n",
        "  early: not before 20:00\n",
        f"{WEEKLY}  rules:\n    single plays: {{early: no}}\n    stages: {{after: 12 hours}}\n",
    ],
)
def test_what_makes_sense_is_taken(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path, text, GAME) == []


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = f"{WEEKLY}  grace: 100 hours\n  rules:\n    battles: {{after: 1 day}}\n    stages: {{after: 0 days}}\n"
    assert [code for code, _ in refused(tmp_path, text, GAME)] == ["grace-too-long", "unknown-kind", "length-zero"]


def test_the_mistake_about_a_kind_lists_the_right_ones(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as wrong:
        read(tmp_path, f"{WEEKLY}  rules: {{single play: {{after: 1 day}}}}\n", GAME)
    (fault,) = wrong.value.faults
    assert fault.problem.args == {
        "text": "single play", "kinds": ["stages", "single plays"], "nearest": ["single plays"],
    }  # fmt: skip


def test_a_rule_without_times_has_the_usual_ones(tmp_path: Path) -> None:
    found = deadlines(tmp_path, f"{WEEKLY}  rules:\n    stages: {{early: no}}\n", GAME)
    assert found.rule_for("stages").at == found.at
