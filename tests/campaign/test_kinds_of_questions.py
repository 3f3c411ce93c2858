"""Every question of Maria is of a kind that game.yaml may give a rule of time of its own."""

import ast
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from pbem.settings.game import BadSettings, read_settings
from pbem_maria.position import theatre
from pbem_maria.ruleset import MARIA
from tests.maria.game_yaml import game_yaml
from tests.pages import told

ROOT = Path(__file__).parents[2]
WITHOUT = {"DecreeOrders", "RulingOrders", "StandingOrders"}
"""Orders that no letter asks for."""
PAGE = told("moderators/time.md")
EXAMPLE = re.findall(r"```yaml\n(deadlines:\n.*?)```", PAGE, re.DOTALL)[0]


def asked() -> dict[str, str]:
    """The kind of each question, by the orders that answer it, as the rules name it."""
    found = {}
    for path in (ROOT / "rules" / "pbem_maria").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Decision":
                said = {one.arg: ast.unparse(one.value) for one in node.keywords}
                found[said["takes"]] = said.get("due", "")
    return found


def test_every_question_has_its_kind() -> None:
    found = {order: due for order, due in asked().items() if order not in WITHOUT}
    assert {order for order, due in found.items() if not due} == set()
    assert {getattr(theatre, due) for due in found.values()} == set(MARIA.time_rules)


@pytest.mark.parametrize(
    ("order", "kind"),
    [
        ("SetUpOrders", "stages"),
        ("StageOrders", "stages"),
        ("CombatOrders", "combats"),
        ("PlayOrders", "single plays"),
        ("WinterOrders", "winter"),
        ("PoliticsOrders", "politics"),
    ],
)
def test_the_kinds_are_what_their_names_say(order: str, kind: str) -> None:
    assert getattr(theatre, asked()[order]) == kind


def settings(folder: Path, deadlines: str) -> Path:
    path = folder / "game.yaml"
    lines = [line for line in game_yaml("vienna").splitlines() if not line.startswith("deadlines")]
    path.write_text("\n".join([*lines, deadlines]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("kind", "due", "opens"),
    [
        ("usual", "2026-12-13 19:00", "2026-12-09 09:00"),
        ("stages", "2026-12-13 19:00", "2026-12-09 09:00"),
        ("combats", "2026-12-10 09:00", "2026-12-09 09:00"),
        ("single plays", "2026-12-08 19:00", "None"),
        ("winter", "2026-12-13 19:00", "2026-12-13 19:00"),
    ],
)
def test_the_example_in_the_documentation_does_what_it_says(tmp_path: Path, kind: str, due: str, opens: str) -> None:
    asked = datetime(2026, 12, 8, 9, tzinfo=UTC)
    deadlines = read_settings(settings(tmp_path, EXAMPLE), MARIA).deadlines
    found = deadlines.due(asked, kind)
    assert str(found).removesuffix(":00+00:00") == due
    assert str(deadlines.rule_for(kind).opens(asked, found)).removesuffix(":00+00:00") == opens


def test_a_kind_that_maria_does_not_have_is_refused_with_those_that_it_has(tmp_path: Path) -> None:
    path = settings(tmp_path, yaml.safe_dump({"deadlines": {"at": ["Sunday 20:00"], "rules": {"sieges": {}}}}))
    with pytest.raises(BadSettings) as wrong:
        read_settings(path, MARIA)
    (fault,) = wrong.value.faults
    assert fault.problem.args["kinds"] == ["stages", "combats", "single plays", "winter", "politics"]
