"""Every library that a distribution asks for is imported where it is asked for, and none that is not."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
BY_NAME = {"tzdata"}
"""What the standard library imports by its name."""
TOOLS = {"build", "coverage", "hatchling", "mypy", "pytest-timeout", "pytest-xdist", "ruff", "types-pyyaml"}
"""What developers run, and what those programs load."""
DISTRIBUTIONS = {**packages_distributions(), "pbem": ["pbem"], "pbem_maria": ["pbem-maria"], "pbem_tnw": ["pbem-tnw"]}


def project(path: Path) -> dict[str, Any]:
    return tomllib.loads((path / "pyproject.toml").read_text(encoding="utf-8"))


def named(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(text).name) for text in requirements}


def imported(folder: Path) -> dict[str, set[str]]:
    """The distributions that the modules in *folder* import, by the extra that they name where they do; `` for none."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in folder.rglob("*.py"):
        for extra, module in _imports(ast.parse(path.read_text(encoding="utf-8")), ""):
            top = module.split(".")[0]
            for distribution in DISTRIBUTIONS.get(module, DISTRIBUTIONS.get(top, ())):
                found[extra].add(canonicalize_name(distribution))
    return found


def _imports(node: ast.AST, extra: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Import):
        yield from ((extra, alias.name) for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield extra, node.module
    if isinstance(node, ast.With):
        said = re.fullmatch(r"extra\('(\w+)'\)", ast.unparse(node.items[0].context_expr))
        extra = said[1] if said else extra
    for child in ast.iter_child_nodes(node):
        yield from _imports(child, extra)


def test_the_host_imports_what_it_asks_for() -> None:
    asked = project(ROOT)["project"]
    found = imported(ROOT / "pbem")

    assert found.pop("") - {"pbem"} == named(asked["dependencies"]) - BY_NAME
    assert found == {extra: named(wanted) - {"pbem"} for extra, wanted in asked["optional-dependencies"].items()}


@pytest.mark.parametrize("game", sorted((ROOT / "rules").glob("*/pyproject.toml")), ids=lambda path: path.parent.name)
def test_a_game_imports_what_it_asks_for(game: Path) -> None:
    asked = project(game.parent)["project"]
    own = canonicalize_name(asked["name"])

    assert imported(game.parent)[""] - {own, "hatchling"} == named(asked["dependencies"])


def test_what_tests_ask_for_is_imported_or_run() -> None:
    asked = named([one for one in project(ROOT)["dependency-groups"]["dev"] if isinstance(one, str)])
    host = project(ROOT)["project"]
    played = named([*host["dependencies"], *chain.from_iterable(host["optional-dependencies"].values())])
    tests = set(chain.from_iterable(imported(ROOT / "tests").values())) - {"pbem", "pbem-maria", "pbem-tnw"}

    assert tests - played == asked - TOOLS
    assert asked >= TOOLS


def test_every_part_says_that_it_has_types() -> None:
    for package in (ROOT / "pbem", *(path.parent for path in (ROOT / "rules").glob("*/pyproject.toml"))):
        assert (package / "py.typed").is_file(), package
        assert "Typing :: Typed" in project(ROOT if package.name == "pbem" else package)["project"]["classifiers"]
