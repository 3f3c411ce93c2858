"""The cases of the rulebook, each file read once a process."""

from functools import cache
from pathlib import Path

from pbem.playtest.case_file import RuleCase, read_cases

FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))


@cache
def cases_of(path: Path) -> tuple[RuleCase, ...]:
    """The cases of one of the files."""
    return read_cases(path)


def all_cases() -> list[tuple[Path, RuleCase]]:
    """Every case with its file."""
    return [(path, case) for path in FILES for case in cases_of(path)]
