"""The pages that say which package of a game holds which rule, compared with the packages."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
_RANGE = re.compile(r"(\d+)(?:\.\d+)?\s*(?:-|to)\s*(\d+)(?:\.\d+)?")


class ModulesPage:
    """The page of a game: *rows* by the number of their chapter, and *others*, which belong to none."""

    def __init__(self, game: str, page: str) -> None:
        self.rules = ROOT / "rules" / game
        self.text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        self.sections: list[dict[str, Any]] = yaml.safe_load((self.rules / "rulebook.yaml").read_text(encoding="utf-8"))
        self.modules = sorted(path for path in self.rules.rglob("*.py") if path.name != "__init__.py")
        cells = (re.match(r"\| (\d+) [^|]*\|(.*)", line) for line in self.text.splitlines())
        self.rows = {cell[1]: set(re.findall(r"`([\w/]+)`", cell[2])) for cell in cells if cell}
        self.others = set(re.findall(r"`([\w/]+)`", self.text.partition("no section:")[2]))
        self.titles = {line.split("|")[1].strip() for line in self.text.splitlines() if re.match(r"\| \d", line)}

    def name_of(self, path: Path) -> str:
        return path.relative_to(self.rules).with_suffix("").as_posix()

    def listed(self, path: Path, entries: set[str]) -> bool:
        """Whether *entries* name the module at *path*, or a folder that it is in."""
        inside = [
            folder.relative_to(self.rules).as_posix() for folder in path.parents if folder.is_relative_to(self.rules)
        ]
        return bool(entries & {self.name_of(path), *inside, *(f"{folder}/" for folder in inside)})

    def chapters(self) -> dict[str, set[str]]:
        """The packages in `chapters`, each with the chapters that its docstring names."""
        packages = {
            path.parent.relative_to(self.rules).as_posix(): chapters_of(path)
            for path in self.rules.rglob("__init__.py")
        }
        return {name: numbers for name, numbers in packages.items() if re.fullmatch(r"chapters/\w+", name)}

    def places_of(self, packages: Iterable[str]) -> dict[str, set[str]]:
        """The chapters in whose rows *packages* are."""
        return {name: {number for number, entries in self.rows.items() if name in entries} for name in packages}

    def missing(self) -> set[str]:
        """The modules that are on no row."""
        entries = self.others.union(*self.rows.values())
        return {self.name_of(path) for path in self.modules if not self.listed(path, entries)}

    def unknown(self) -> set[str]:
        """What is on a row and does not exist."""
        named = self.others.union(*self.rows.values())
        return {
            name for name in named if not (self.rules / f"{name}.py").is_file() and not (self.rules / name).is_dir()
        }


def chapters_of(path: Path) -> set[str]:
    """The chapters of the sections that the first line of a docstring gives in parentheses."""
    first = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]
    said = [part.strip() for found in re.findall(r"\(([\d., -]+|[\d., to-]+)\)", first) for part in found.split(",")]
    ranges = [(found[1], found[2]) if (found := _RANGE.fullmatch(part)) else (part, part) for part in said]
    return {str(n) for start, end in ranges for n in range(_chapter(start), _chapter(end) + 1)}


def _chapter(section: str) -> int:
    return int(section.partition(".")[0])
