import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

ALLOWED = {
    "engine": {"engine"},
    "sheet": {"sheet", "engine"},
    "report": {"report", "sheet", "engine"},
    "store": {"store", "sheet", "engine"},
    "content": {"content"},
    "trust": {"trust", "content"},
    "roads": {"roads", "store"},
    "mail": {"mail", "roads", "trust", "content", "store", "report", "sheet", "engine"},
    "commands": {"commands", "mail", "content", "store", "report", "sheet", "engine"},
    "desk": {"desk", "commands", "mail", "trust", "content", "store", "report", "sheet", "engine"},
    "case": {"case", "report", "sheet", "engine"},
    "playtest": {"playtest", "report", "sheet", "engine"},
    "demo": {"demo", "desk", "mail", "content", "store", "report", "sheet", "engine"},
    "cli": {
        *("cli", "demo", "case", "playtest", "desk", "commands", "mail", "roads", "trust", "content"),
        *("report", "store", "sheet", "engine"),
    },
}
PURE = {"engine", "sheet", "content"}
EDGE = {"os", "socket", "subprocess", "tempfile", "shutil", "time", "asyncio", "random", "secrets"}
MODULES = sorted([*(ROOT / "pbem").rglob("*.py"), *(ROOT / "rules").rglob("*.py")])


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


def folder(path: Path) -> str:
    return path.relative_to(ROOT / "pbem").parts[0]


@pytest.mark.parametrize("path", [p for p in MODULES if p.is_relative_to(ROOT / "pbem" / "")], ids=str)
def test_imports_go_one_way(path: Path) -> None:
    here = folder(path)
    if here.endswith(".py"):
        return
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "pbem" and len(parts) > 1:
            assert parts[1] in ALLOWED[here], f"{path} imports {name}"
        assert not name.startswith("pbem_"), f"{path} knows a game: {name}"


_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+|\(\?>")


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_no_group_of_a_pattern_is_possessive(path: Path) -> None:
    """Python before 3.11.5 forgets to go back when part of the group matched (CPython issue 106052)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            assert not _POSSESSIVE_GROUP.search(text), f"{path}: {text}"


@pytest.mark.parametrize("path", [p for p in MODULES if p.is_relative_to(ROOT / "rules")], ids=str)
def test_a_game_imports_the_engine_only(path: Path) -> None:
    for name in imports(path):
        assert not name.startswith("pbem.") or name.startswith("pbem.engine"), f"{path} imports {name}"


@pytest.mark.parametrize("path", [p for p in MODULES if p.is_relative_to(ROOT / "rules") or folder(p) in PURE], ids=str)
def test_the_core_is_pure(path: Path) -> None:
    assert not {name.split(".")[0] for name in imports(path)} & EDGE


@pytest.mark.parametrize("path", [*MODULES, *sorted((ROOT / "tests").rglob("*.py"))], ids=str)
def test_modules_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


def test_rules_is_a_source_root_and_no_package() -> None:
    assert not (ROOT / "rules" / "__init__.py").exists()
