"""Every case of the case files, processed as a player's sheet is; with `--cases` only some, evenly chosen."""

from pathlib import Path

import pytest

from pbem.playtest.case_file import RuleCase
from pbem.playtest.case_run import run_case
from pbem_maria.ruleset import MARIA
from tests.maria.casebook import all_cases

ALL = all_cases()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        wanted = metafunc.config.getoption("cases") or len(ALL)
        chosen = ALL[:: max(1, len(ALL) // wanted)][:wanted]
        metafunc.parametrize(("path", "case"), chosen, ids=[case.case for _, case in chosen])


def test_case(path: Path, case: RuleCase) -> None:
    assert run_case(MARIA, path, case).differences == ()


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case.case for _, case in ALL]
    assert len(names) == len(set(names))
