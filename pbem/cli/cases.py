"""The command `case`, the rulebook's sections with their cases, and the options of the rules."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import click
import msgspec

import pbem
from pbem.cli import output
from pbem.cli.options import json_option, rules_called, rules_option
from pbem.engine.reading import NO_NAMES
from pbem.engine.ruleset import Ruleset, options_of
from pbem.playtest.case_file import BadCase, RuleCase, fit, read_cases
from pbem.playtest.case_run import CaseVerdict, run_case
from pbem.report.returned_sheet import as_data, explain
from pbem.report.words import Words, section_of, words_of


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


def show_options(ruleset: Ruleset, as_json: bool) -> None:
    """Print what each value of each option of the rules says, the usual one first, and where the option matters."""
    chosen: msgspec.Struct | None = getattr(ruleset.settings(), "options", None)
    if chosen is None:
        raise click.UsageError(f"The rules {ruleset.name} have no options.")
    words = words_of(ruleset, NO_NAMES)
    found = [
        {
            "option": one.name.replace("_", " "),
            "value": value,
            "says": words.phrase("readings", one.reading(value).phrase),
            "only": one.where,
        }
        for one in options_of(type(chosen))
        for value in one.values
    ]
    if as_json:
        output.data(found)
    else:
        output.table(("option", "value", "what it says", "only in"), (tuple(row.values()) for row in found))


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


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@rules_option
@json_option
def case_command(files: tuple[Path, ...], rules: str | None, as_json: bool) -> None:
    """Run the cases in FILES; print the name of each, and pass or the difference.

    Each file is one of the game whose words it uses, unless you name the rules.
    docs/cases.md explains how to write a case.
    """
    number = failed = 0
    found = []
    for path in files:
        cases, unread = _read(path)
        ruleset = rules_called(rules, partial(fit, cases=cases))
        words = words_of(ruleset, NO_NAMES)
        for verdict in chain(unread, (run_case(ruleset, path, case) for case in cases)):
            number += 1
            failed += bool(verdict.differences)
            if as_json:
                found.append(_as_data(words, path, verdict))
            else:
                _tell(words, path, verdict)
    if as_json:
        output.data(found)
    else:
        output.text(f"{number} cases, {number - failed} pass, {failed} fail")
    click.get_current_context().exit(1 if failed else 0)


def _read(path: Path) -> tuple[tuple[RuleCase, ...], tuple[CaseVerdict, ...]]:
    """The cases of a file; for an unreadable file, one verdict named after it."""
    try:
        return read_cases(path), ()
    except BadCase as bad:
        return (), (CaseVerdict(str(path), tuple(bad.told()), bad.faults),)


def _as_data(words: Words, path: Path, verdict: CaseVerdict) -> dict[str, Any]:
    problems = [as_data(words, fault) for fault in verdict.faults]
    return {"file": str(path), "case": verdict.case, "differences": verdict.differences, "problems": problems}


def _tell(words: Words, path: Path, verdict: CaseVerdict) -> None:
    output.text(f"{'FAIL' if verdict.differences else 'pass'}  {verdict.case}")
    if verdict.faults:
        output.text(f"      {path} cannot be read:")
        output.text(explain(words, path.read_text(encoding="utf-8", errors="replace"), verdict.faults))
    else:
        for difference in verdict.differences:
            output.text(f"      {difference}")
