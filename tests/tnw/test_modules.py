"""The page that says which package holds which rule leaves none out and names none that does not exist."""

from tests.engine.modules_page import ModulesPage

PAGE = ModulesPage("pbem_tnw", "napoleonic-wars-modules.md")


def test_every_chapter_with_rules_has_packages() -> None:
    built = {section["section"].partition(".")[0] for section in PAGE.sections if section["status"] != "by decree"}
    assert set(PAGE.rows) == built
    assert all(PAGE.rows.values())


def test_every_module_is_listed() -> None:
    assert PAGE.missing() == set()


def test_every_module_that_is_listed_exists() -> None:
    assert PAGE.unknown() == set()
