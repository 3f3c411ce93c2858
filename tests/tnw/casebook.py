"""The cases of The Napoleonic Wars, each file read once a process."""

from functools import cache
from pathlib import Path

from pbem.playtest.case_file import RuleCase, read_cases

FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))


@cache
def all_cases() -> tuple[tuple[Path, RuleCase], ...]:
    """Every case with its file."""
    return tuple((path, case) for path in FILES for case in read_cases(path))
