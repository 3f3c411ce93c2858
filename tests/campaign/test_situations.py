"""Each row of the moderators' table of situations is held by a test of its own, named after what happens."""

import ast
import re
from pathlib import Path

from tests.pages import told

SECTION = "## What happens by itself"


def rows() -> list[str]:
    """The situations of the table, as they are written."""
    text = told("moderators/routine.md")
    table = text.partition(f"\n{SECTION}\n")[2].partition("\n## ")[0]
    return [row.split("|")[1].strip() for row in table.splitlines() if row.startswith("|")][2:]


def named(situation: str) -> str:
    """The name of the test of *situation*."""
    return "test_situation_" + "_".join(re.findall(r"[a-z0-9]+", situation.casefold()))


def test_every_situation_of_the_table_has_a_test() -> None:
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.rglob("test_*.py"))
    tests = {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert {named(row) for row in rows()} - tests == set()
