"""pbem edition: check the files of an edition."""

from pathlib import Path
from typing import Any

import click

from pbem.cli import output
from pbem.cli.options import json_option, rules_called, rules_option
from pbem.engine.kit.lexicon import Lexicon
from pbem.referee.game import NoRules
from pbem.report.faults import as_data
from pbem.report.words import Words, words_of
from pbem.sheet.edition import FileFault, check_edition


@click.group()
def command() -> None:
    """Check the files of an edition."""


@command.command(short_help="List every problem of an edition.")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@rules_option
@json_option
def check(folder: Path, rules: str | None, as_json: bool) -> None:
    """List every problem of the edition in FOLDER: file, line, and what was expected."""
    ruleset = rules_called(rules)
    if ruleset.edition_type is None:
        raise NoRules(f"the rules {ruleset.name} have no editions: their board is not data")
    wanted = ruleset.edition_type()
    files = {name: folder / f"{name}.yaml" for name in wanted.files.__struct_fields__}
    words = words_of(ruleset, Lexicon({}))
    found = check_edition({name: file.read_bytes() if file.is_file() else None for name, file in files.items()}, wanted)
    faults = [_as_data(words, each) for each in found]
    if as_json:
        output.data({"ok": not faults, "faults": faults})
    else:
        for each in faults:
            right = words.phrase("labels", "right", each) if each["right"] else ""
            output.text(f"{each['file']}:{each['line']}: {each['says']} {right}".rstrip())
        output.text(f"{len(faults)} problem{'s' * (len(faults) != 1)}." if faults else "The edition is sound.")
    if faults:
        click.get_current_context().exit(1)


def _as_data(words: Words, found: FileFault) -> dict[str, Any]:
    """A problem as plain data, worded by the rules or as in a sheet."""
    problem = found.fault.problem
    told = as_data(words, found.fault, "edition" if words.has("edition", problem.code) else "problems")
    return {"file": found.file, **told}
