"""The sections of the rulebook: how far each is implemented, and how many cases it has."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

import pbem
from pbem.cli import output
from pbem.engine.ruleset import Ruleset
from pbem.report.sections import section_of


class Section(msgspec.Struct, frozen=True):
    """A section of a rulebook; *status* says how far it is implemented."""

    section: int | str
    title: str
    status: str
    cases: int | None = None
    """The number of its cases; unknown without case files."""


def show_rulebook(ruleset: Ruleset, cases: Path | None, as_json: bool) -> None:
    """Print the sections of the rulebook, counting the cases in *cases*, or in the checkout."""
    if ruleset.rulebook is None:
        raise click.UsageError(f"The rules {ruleset.name} do not list their rulebook.")
    sections = read_sections(ruleset.rulebook, cases or _cases_beside(ruleset.name))
    if as_json:
        output.data(sections)
        return
    rows = [(one.section, one.title, one.status, "" if one.cases is None else one.cases) for one in sections]
    output.table(("section", "title", "status", "cases"), rows)
    counted = Counter(one.status for one in sections)
    output.text("")
    total = sum(one.cases or 0 for one in sections)
    known = any(one.cases is not None for one in sections)
    said = ", ".join(f"{status}: {count}" for status, count in counted.items())
    output.text(f"{said}; {total} cases." if known else f"{said}.")


def read_sections(rulebook: Path, cases: Path | None) -> list[Section]:
    """The sections that the file *rulebook* lists.

    A case counts for the narrowest section whose number its name begins with, or else the name of its file.
    """
    import yaml

    listed = msgspec.convert(yaml.safe_load(rulebook.read_text(encoding="utf-8")), list[Section])
    if cases is None:
        return listed
    sections = [str(one.section) for one in listed]
    counted = Counter(section_of(number, sections) for number in _numbers(cases))
    return [msgspec.structs.replace(one, cases=counted[str(one.section)]) for one in listed]


def _numbers(cases: Path) -> Iterator[str]:
    """The section of each case: what its name begins with, or else the name of its file."""
    from pbem.case.file import read_cases
    from pbem.case.tree import BadCase

    for path in sorted(cases.glob("*.yaml")):
        try:
            for case in read_cases(path):
                yield _leading(case.case) or _leading(path.stem).lstrip("0")
        except BadCase as bad:
            click.echo(f"Not counted: {'; '.join(bad.told())}", err=True)


def _leading(name: str) -> str:
    found = re.match(r"\d+(\.\d+)*", name)
    return found[0] if found else ""


def _cases_beside(name: str) -> Path | None:
    """The case files of the checkout, if pbem runs from one."""
    folder = Path(pbem.__file__).parents[1] / "tests" / name / "cases"
    return folder if folder.is_dir() else None
