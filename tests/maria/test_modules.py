"""The page that says which package holds which rule leaves none out and names none that does not exist."""

import ast
import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rules" / "pbem_maria"
PAGE = (ROOT / "docs" / "maria-modules.md").read_text(encoding="utf-8")
SECTIONS = yaml.safe_load((RULES / "rulebook.yaml").read_text(encoding="utf-8"))
MODULES = sorted(path for path in RULES.rglob("*.py") if path.name != "__init__.py")


def rows() -> dict[str, set[str]]:
    """The packages and modules in each row of the table of sections, by the section's number."""
    cells = (re.match(r"\| (\d+) [^|]*\|(.*)", line) for line in PAGE.splitlines())
    return {cell[1]: set(re.findall(r"`([\w/]+)`", cell[2])) for cell in cells if cell}


def others() -> set[str]:
    """The modules and folders below the table of sections."""
    return set(re.findall(r"`([\w/]+)`", PAGE.partition("no section:")[2]))


def name_of(path: Path) -> str:
    return path.relative_to(RULES).with_suffix("").as_posix()


def sections_of(path: Path) -> set[str]:
    """The sections that the first line of a docstring gives in parentheses."""
    first = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]
    return {part.strip().partition(".")[0] for said in re.findall(r"\(([\d., ]+)\)", first) for part in said.split(",")}


def listed(path: Path, entries: set[str]) -> bool:
    """Whether *entries* name the module at *path*, or a folder that it is in."""
    inside = [folder.relative_to(RULES).as_posix() for folder in path.parents if folder.is_relative_to(RULES)]
    return bool(entries & {name_of(path), *inside, *(f"{folder}/" for folder in inside)})


def test_every_section_with_rules_has_modules() -> None:
    titles = {line.split("|")[1].strip() for line in PAGE.splitlines() if re.match(r"\| \d", line)}

    assert titles == {f"{s['section']} {s['title']}" for s in SECTIONS if s["status"] == "done"}
    assert all(rows().values())


def test_every_module_is_listed_where_its_docstring_says() -> None:
    elsewhere, sections = others(), rows()
    missing = {name_of(path) for path in MODULES if not any(listed(path, entries) for entries in sections.values())}
    misplaced = {
        (name_of(path), section)
        for path in MODULES
        for section in sections_of(path)
        if not listed(path, sections.get(section, set()))
    }

    assert {name for name in missing if not listed(RULES / f"{name}.py", elsewhere)} == set()
    beside = {(name, section) for name, section in misplaced if listed(RULES / f"{name}.py", elsewhere)}
    assert misplaced - beside == set()


def test_every_package_is_listed_where_its_docstring_says() -> None:
    packages = {path.parent.relative_to(RULES).as_posix(): sections_of(path) for path in RULES.rglob("__init__.py")}
    chapters = {name: sections for name, sections in packages.items() if name.startswith("chapters/")}

    assert all(chapters.values())
    assert {n: {s for s, entries in rows().items() if n in entries} for n in chapters} == chapters


def test_every_module_that_is_listed_exists() -> None:
    named = others().union(*rows().values())

    assert {name for name in named if not (RULES / f"{name}.py").is_file() and not (RULES / name).is_dir()} == set()
