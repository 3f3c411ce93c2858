"""pbem case: worked examples of rules."""

from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import click

from pbem.case.file import RuleCase, read_cases
from pbem.case.fit import fit
from pbem.case.run import CaseVerdict, run_case
from pbem.case.tree import BadCase
from pbem.cli import output
from pbem.cli.options import json_option, rules_called, rules_option
from pbem.engine.kit.lexicon import NO_NAMES
from pbem.report.faults import as_data, explain
from pbem.report.words import Words, words_of


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@rules_option
@json_option
def command(files: tuple[Path, ...], rules: str | None, as_json: bool) -> None:
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
