"""A game.yaml that cannot be read as a whole is told as that, before any rules are looked for."""

from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.referee.game import NoRules
from pbem.settings.game_settings import BadSettings
from tests.toy.game import GAME_YAML, RULESETS


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (GAME_YAML + "title: " + "[" * 400 + "]" * 400 + "\n", "too-deep", GAME_YAML.count("\n") + 1),
        (GAME_YAML.replace("rules: toy", "rules:"), "no-value", None),
    ],
)
def test_the_true_fault_is_told(tmp_path: Path, text: str, code: str, line: int | None) -> None:
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(BadSettings) as wrong:
        opening.look(tmp_path, RULESETS)
    (fault,) = wrong.value.faults
    assert fault.problem.code == code
    assert line in (None, fault.place.line)


def test_a_game_without_rules_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME_YAML.replace("rules: toy\n", ""), encoding="utf-8")
    with pytest.raises(NoRules, match="does not say which game's rules"):
        opening.look(tmp_path, RULESETS)
