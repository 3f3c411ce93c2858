from pathlib import Path

import pytest

from tests import quick

FILES = (
    "pbem/engine/table.py",
    "pbem/mail/intake/sender.py",
    "pbem/mail/intake/deep/new.py",
    "rules/pbem_maria/chapters/combat.py",
    "rules/pbem_maria/chapters/election.py",
    "rules/pbem_tnw/chapters/land/odds.py",
    "tests/engine/test_table.py",
    "tests/engine/test_chance.py",
    "tests/engine/helper.py",
    "tests/mail/intake/test_sender.py",
    "tests/mail/mime/test_html.py",
    "tests/maria/test_cases.py",
    "tests/maria/politics/test_election.py",
    "tests/maria/war/test_combat.py",
    "tests/test_links.py",
    "tests/tnw/battle/test_rounds.py",
    "tests/tnw/odds/test_battle.py",
    "tests/tnw/orders/test_lines.py",
    "tests/tnw/test_lexicon.py",
    "tests/toy/test_toy.py",
)


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        (
            "pbem/engine/table.py",
            ["tests/engine/test_chance.py", "tests/engine/test_table.py", "tests/toy/test_toy.py"],
        ),
        ("pbem/mail/intake/sender.py", ["tests/mail/intake/test_sender.py"]),
        ("pbem/mail/intake/deep/new.py", ["tests/mail/intake/test_sender.py"]),
        (
            "rules/pbem_maria/chapters/combat.py",
            ["tests/maria/politics/test_election.py", "tests/maria/war/test_combat.py"],
        ),
        ("rules/pbem_maria/ruleset.py", ["tests/maria/test_cases.py"]),
        ("rules/pbem_tnw/orders/lines.py", ["tests/tnw/orders/test_lines.py"]),
        ("rules/pbem_tnw/lexicon.py", ["tests/tnw/test_lexicon.py"]),
        (
            "rules/pbem_tnw/chapters/land/odds.py",
            ["tests/tnw/battle/test_rounds.py", "tests/tnw/odds/test_battle.py"],
        ),
        ("tests/engine/test_table.py", ["tests/engine/test_table.py"]),
        ("tests/engine/helper.py", ["tests/engine/test_chance.py", "tests/engine/test_table.py"]),
        ("tests/engine/test_deleted.py", []),
        ("tests/conftest.py", []),
        ("README.md", []),
        ("pbem/new/module.py", []),
    ],
)
def test_a_change_is_tested_by_the_tests_of_its_package(path: str, tests: list[str], root: Path) -> None:
    assert quick.for_changes([path]) == {root / test for test in tests}


@pytest.mark.parametrize(
    ("package", "tests"),
    [
        ("mail", ["tests/mail/intake/test_sender.py", "tests/mail/mime/test_html.py"]),
        ("intake", ["tests/mail/intake/test_sender.py"]),
        ("mail/intake", ["tests/mail/intake/test_sender.py"]),
        ("war", ["tests/maria/war/test_combat.py"]),
        ("odds", ["tests/tnw/odds/test_battle.py"]),
        ("weather", []),
    ],
)
def test_a_package_is_tested_by_all_tests_below_it(package: str, tests: list[str], root: Path) -> None:
    assert quick.for_package(package) == {root / test for test in tests}


def test_an_unknown_package_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert quick.main(["weather"]) == 2
    assert "called weather" in capsys.readouterr().err


def test_what_is_not_run_is_told(root: Path) -> None:
    chosen = {root / "tests/engine/test_table.py"}

    assert "tests/engine" not in quick.others(chosen)
    assert {"tests/mail/mime", "tests/maria"} <= set(quick.others(chosen))


def test_the_map_names_what_is_there() -> None:
    checkout = Path(__file__).parents[1]

    assert [path for path in quick.ELSEWHERE if not (checkout / path).exists()] == []
    folders = {folder for folders in quick.ELSEWHERE.values() for folder in folders.split()}
    assert [folder for folder in sorted(folders) if not any((checkout / "tests" / folder).glob("test_*.py"))] == []


def test_every_package_has_tests_that_are_found() -> None:
    checkout = Path(__file__).parents[1]
    packages = {
        path.parent.relative_to(checkout).as_posix()
        for top in ("pbem", "rules")
        for path in (checkout / top).rglob("*.py")
    }
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(quick, "ROOT", checkout)
        assert [package for package in sorted(packages) if not quick.folders_of(package)] == []
