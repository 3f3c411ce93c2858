"""Mistakes in a ladder are told with their line and what would be right, before anything happens."""

from pathlib import Path

import msgspec
import pytest

from pbem.engine.playtest import registered
from pbem.engine.ruleset import Ruleset
from pbem.settings.game import BadSettings, read_settings
from pbem.settings.ladder import LadderSettings, RungChoice
from tests.campaign.ladder.late import GRACE
from tests.toy.game import GAME_YAML
from tests.toy.playtest import PLAYTEST
from tests.toy.ruleset import TOY


def read(
    tmp_path: Path, ladder: str, *, grace: bool = True, times: bool = True, rules: Ruleset = TOY
) -> LadderSettings:
    text = GAME_YAML.replace("OUT", "{folder: out}")
    text = text.replace("notice: 48 hours", GRACE) if grace else text
    text = text if times else "".join(line for line in text.splitlines(True) if not line.startswith("deadlines"))
    path = tmp_path / "game.yaml"
    path.write_text(f"{text}ladder:\n{ladder}\n")
    found = read_settings(path, rules).ladder
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("ladder", "line", "code"),
    [
        ("  nothing: {deadline: remind}", 15, "ladder-without-end"),
        ("  nothing: {deadline: remind, grace: wait}", 15, "ladder-without-end"),
        ("  nothing: {deadline: remind, grace: [default, standing orders]}", 15, "ladder-without-end"),
        ("  nothing:\n    grace: default\n    second: remind", 17, "ladder-without-end"),
        ("  nothing:\n    grace: default\n    third: {deadline: wait}", 17, "ladder-without-end"),
        ("  nothing: {second: bot}", 15, "ladder-without-first"),
        ("  nothing:\n    deadline: default\n    grace: bot", 17, "ladder-ends-before"),
        ("  nothing: {grace: last faulty sheet}", 15, "ladder-nothing-faulty"),
        ("  nothing: {grace: shoot the player}", 15, "not-a-rung"),
        ("  faulty: {deadline: remind if the moderator agrees, grace: default}", 15, "not-a-rung"),
        ("  faulty: {grace: defualt}", 15, "not-a-rung"),
        ("  silent: {grace: default}", 15, "unknown-key"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, ladder: str, line: int, code: str) -> None:
    with pytest.raises(BadSettings) as refused:
        read(tmp_path, ladder)
    assert [(one.problem.code, one.place.line) for one in refused.value.faults] == [(code, line)]


def test_what_the_game_does_not_have_is_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def codes(ladder: str, *, grace: bool = True, times: bool = True, rules: Ruleset = TOY) -> list[str]:
        with pytest.raises(BadSettings) as refused:
            read(tmp_path, ladder, grace=grace, times=times, rules=rules)
        return [one.problem.code for one in refused.value.faults]

    assert codes("  nothing: {grace: default}", grace=False) == ["ladder-without-grace"]
    assert codes("  nothing: {deadline: default}", grace=False, times=False) == ["ladder-without-deadlines"]
    bare = msgspec.structs.replace(TOY, defaults=False)
    assert codes("  nothing: {deadline: default}", rules=bare) == ["ladder-without-default"]
    monkeypatch.setitem(registered, "toy", msgspec.structs.replace(PLAYTEST, bot=None))
    assert codes("  nothing: {deadline: bot}") == ["ladder-without-bot"]


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as refused:
        read(tmp_path, "  nothing: {deadline: remind}\n  faulty: {grace: wait}", grace=False)
    told = [one.problem.code for one in refused.value.faults]
    assert told == ["ladder-without-end", "ladder-without-grace", "ladder-without-end"]


def test_a_ladder_is_read_as_people_write_it(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "  nothing:\n    deadline: remind\n    grace: bot for one stage\n    second: default, if the moderator agrees\n"
        "    third: {deadline: [bot, vacant]}\n  faulty: {grace: [Last faulty sheet, default]}",
    )
    nothing, faulty = found.of("nothing"), found.of("faulty")
    assert nothing.steps(1).deadline == (RungChoice("remind"),)
    assert nothing.steps(1).grace == (RungChoice("bot"),)
    assert nothing.steps(2).deadline == (RungChoice("remind"),)
    assert nothing.steps(2).grace == (RungChoice("default", asks=True),)
    assert nothing.steps(3).deadline == (RungChoice("bot"), RungChoice("vacant"))
    assert nothing.steps(9) == nothing.steps(3)
    assert faulty.steps(2) == faulty.steps(1)
    assert faulty.steps(1).grace == (RungChoice("last faulty sheet"), RungChoice("default"))
