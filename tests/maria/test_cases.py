"""Every case of the case files, played by the road that a player's sheet takes."""

from pathlib import Path

import pytest

from pbem.case.file import Case
from pbem.case.run import run_case
from pbem_maria.ruleset import MARIA
from tests.maria.casebook import all_cases

ALL = all_cases()


@pytest.mark.parametrize(("path", "case"), [pytest.param(path, case, id=case.case) for path, case in ALL])
def test_case(path: Path, case: Case) -> None:
    assert run_case(MARIA, path, case).differences == ()


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case.case for _, case in ALL]
    assert len(names) == len(set(names))
