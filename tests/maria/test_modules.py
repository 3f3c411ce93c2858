"""The page that says which package holds which rule leaves none out and names none that does not exist."""

import ast
import re
from pathlib import Path

from tests.engine.modules_page import ModulesPage

PAGE = ModulesPage("pbem_maria", "maria-modules.md")


def sections_of(path: Path) -> set[str]:
    """The sections that the first line of a docstring gives in parentheses."""
    first = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]
    return {part.strip().partition(".")[0] for said in re.findall(r"\(([\d., ]+)\)", first) for part in said.split(",")}


def test_every_section_with_rules_has_modules() -> None:
    assert PAGE.titles == {f"{s['section']} {s['title']}" for s in PAGE.sections if s["status"] == "done"}
    assert all(PAGE.rows.values())


def test_every_module_is_listed() -> None:
    assert PAGE.missing() == set()


def test_every_module_is_listed_where_its_docstring_says() -> None:
    misplaced = {
        (PAGE.name_of(path), section)
        for path in PAGE.modules
        for section in sections_of(path)
        if not PAGE.listed(path, PAGE.rows.get(section, set())) and not PAGE.listed(path, PAGE.others)
    }
    assert misplaced == set()


def test_every_module_that_is_listed_exists() -> None:
    assert PAGE.unknown() == set()
