"""What may import what, and how long a module may be. Each test names everything that breaks its rule."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
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
HOST = sorted((ROOT / "pbem").rglob("*.py"))
RULES = sorted((ROOT / "rules").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module's syntax tree."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """What a module imports, as dotted names with their lines: `from a import b` is `a.b`."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            within = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{within}.{alias.name}") for alias in node.names)


def room(path: Path) -> str:
    """The folder of pbem/ in which a module is; empty for pbem/__init__.py."""
    inside = path.relative_to(ROOT / "pbem").parts
    return inside[0] if len(inside) > 1 else ""


def place(path: Path, line: int = 0) -> str:
    """A module, and a line of it, as an editor finds them."""
    return f"{path.relative_to(ROOT)}:{line}" if line else str(path.relative_to(ROOT))


def none_of(offenders: Iterable[str]) -> None:
    """Fail with a line for each offender."""
    if found := list(offenders):
        pytest.fail("\n".join(found), pytrace=False)


def test_imports_are_absolute() -> None:
    none_of(
        f"{place(path, line)} imports {name}"
        for path in (*HOST, *RULES)
        for line, name in imports(path)
        if name.startswith(".")
    )


def test_imports_go_one_way() -> None:
    none_of(
        f"{place(path, line)} imports {name}; {here} may import {', '.join(sorted(ALLOWED[here]))}"
        for path in HOST
        if (here := room(path))
        for line, name in imports(path)
        if name.startswith("pbem.") and name.split(".")[1] in ALLOWED.keys() - ALLOWED[here]
    )


def test_the_host_knows_no_game() -> None:
    none_of(
        f"{place(path, line)} imports {name}"
        for path in HOST
        for line, name in imports(path)
        if name.startswith("pbem_")
    )


def test_a_game_imports_the_engine_only() -> None:
    none_of(
        f"{place(path, line)} imports {name}"
        for path in RULES
        for line, name in imports(path)
        if name.startswith("pbem.") and not name.startswith("pbem.engine.")
    )


def test_the_core_is_pure() -> None:
    none_of(
        f"{place(path, line)} imports {name}"
        for path in (*RULES, *(path for path in HOST if room(path) in PURE))
        for line, name in imports(path)
        if name.split(".")[0] in EDGE
    )


_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+|\(\?>")


def test_no_group_of_a_pattern_is_possessive() -> None:
    """Python before 3.11.5 forgets to go back when part of the group matched (CPython issue 106052)."""
    texts = (
        (path, node.lineno, node.value if isinstance(node.value, str) else node.value.decode("latin-1"))
        for path in (*HOST, *RULES)
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )
    none_of(f"{place(path, line)}: {text}" for path, line, text in texts if _POSSESSIVE_GROUP.search(text))


def test_modules_are_short() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (*HOST, *RULES, *TESTS)}
    none_of(f"{place(path)} has {length} lines" for path, length in lengths.items() if length > 400)


def test_rules_is_a_source_root_and_no_package() -> None:
    assert not (ROOT / "rules" / "__init__.py").exists()
