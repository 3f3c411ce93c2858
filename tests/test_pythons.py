import ast
from collections.abc import Iterator

import pytest

from tests import pythons, quick
from tests.pythons import ALIKE, DIFFERS, ROOT

SENSITIVE = {"asyncio", "calendar", "codecs", "email", "imaplib", "poplib", "ssl", "zipfile", "zoneinfo"}
"""Modules of the standard library that have changed what they do from one Python to the next."""
TESTED_ELSEWHERE = {
    "pbem/mail/deeds/fields.py": "campaign/weeks tells its times",
    "pbem/web/moderator/shown.py": "mail reads the same emails",
}


@pytest.mark.parametrize("name", [*DIFFERS, *ALIKE])
def test_what_is_named_is_there(name: str) -> None:
    path = ROOT / "tests" / name
    assert name == path.relative_to(ROOT / "tests").as_posix()
    assert any(path.rglob("test_*.py")) or (path.match("test_*.py") and path.is_file())


def test_nothing_is_named_twice() -> None:
    assert not DIFFERS.keys() & ALIKE.keys()


def test_every_test_is_below_what_is_named() -> None:
    assert not [test for test in pythons.every_test() if pythons.path_of(test) is None]


@pytest.mark.parametrize(
    ("test", "path"),
    [
        ("mail/mime/test_new.py", "mail"),
        ("report/test_new.py", "report"),
        ("report/browser/test_new.py", "report/browser"),
        ("tnw/test_cases.py", "tnw/test_cases.py"),
        ("tnw/test_new.py", "tnw"),
        ("new/test_new.py", None),
    ],
)
def test_the_longest_path_counts(test: str, path: str | None) -> None:
    assert pythons.path_of(ROOT / "tests" / test) == path


def test_only_what_differs_is_run_with_each() -> None:
    tests = [ROOT / "tests" / name for name in ("mail/mime/test_html.py", "maria/war/test_combat.py")]
    assert list(pythons.differing(tests)) == ["tests/mail/mime/test_html.py"]


def sensitive() -> Iterator[str]:
    """The modules that import one of SENSITIVE."""
    for path in sorted([*(ROOT / "pbem").rglob("*.py"), *(ROOT / "rules").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names):
                    imported = {each.name.partition(".")[0] for each in names}
                case ast.ImportFrom(module=str(module), level=0):
                    imported = {module.partition(".")[0]}
                case _:
                    continue
            if imported & SENSITIVE:
                yield path.relative_to(ROOT).as_posix()
                break


def test_a_module_that_uses_what_differs_is_tested_with_each() -> None:
    alike = {
        path
        for path in sensitive()
        if not any(pythons.differing(test for folder in quick.folders_of(path) for test in folder.glob("test_*.py")))
    }
    assert alike == set(TESTED_ELSEWHERE)
