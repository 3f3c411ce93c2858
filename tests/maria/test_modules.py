"""The page that says which module holds which rule leaves none out and names none that is not there."""

import ast
import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rules" / "pbem_maria"
PAGE = (ROOT / "docs" / "maria-modules.md").read_text(encoding="utf-8")
SECTIONS = yaml.safe_load((RULES / "rulebook.yaml").read_text(encoding="utf-8"))
MODULES = sorted(path for path in RULES.rglob("*.py") if path.name != "__init__.py")
FOLDERS = ("", "steps/", "events/", "orders/")


def rows() -> dict[str, set[str]]:
    """The modules in each row of the table of sections, by the section's number."""
    found = {}
    for line in PAGE.splitlines():
        section, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        number = section.partition(" ")[0]
        if number.isdigit():
            names = zip(FOLDERS, cells, strict=True)
            found[number] = {folder + name for folder, cell in names for name in re.findall(r"`(\w+)`", cell)}
    return found


def others() -> set[str]:
    """The modules and folders below the table of sections."""
    return set(re.findall(r"`([\w/]+)`", PAGE.partition("no section:")[2]))


def name_of(path: Path) -> str:
    return path.relative_to(RULES).with_suffix("").as_posix()


def sections_of(path: Path) -> set[str]:
    """The sections that the first line of a module's docstring gives in parentheses."""
    first = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]
    return {part.strip().partition(".")[0] for said in re.findall(r"\(([\d., ]+)\)", first) for part in said.split(",")}


def test_every_section_with_rules_has_modules() -> None:
    titles = {line.split("|")[1].strip() for line in PAGE.splitlines() if re.match(r"\| \d", line)}

    assert titles == {f"{s['section']} {s['title']}" for s in SECTIONS if s["status"] == "done"}
    assert all(rows().values())


def test_every_module_is_listed_where_its_docstring_says() -> None:
    elsewhere, sections = others(), rows()
    missing, misplaced = set(), set()
    for path in MODULES:
        name = name_of(path)
        if name in elsewhere or name.rpartition("/")[0] + "/" in elsewhere:
            continue
        listed = {section for section, modules in sections.items() if name in modules}
        if not listed:
            missing.add(name)
        misplaced |= {(name, section) for section in sections_of(path) - listed}

    assert missing == set()
    assert misplaced == set()


def test_every_module_that_is_listed_exists() -> None:
    listed = set().union(*rows().values())

    assert {name for name in listed if not (RULES / f"{name}.py").is_file()} == set()
    known = {name for name in others() if (RULES / f"{name}.py").is_file() or (RULES / name).is_dir()}
    assert others() - known == set()
