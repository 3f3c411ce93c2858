"""pbem edition: check the files of an edition."""

from pathlib import Path

import click
import msgspec

from pbem.cli import output
from pbem.cli.host import json_option, rules_called, rules_option
from pbem.engine.lexicon import Lexicon
from pbem.report.words import words_of
from pbem.store.game import NoRules


@click.group()
def command() -> None:
    """Check the files of an edition."""


@command.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@rules_option
@json_option
def check(folder: Path, rules: str | None, as_json: bool) -> None:
    """List every problem of the edition in FOLDER: file, line, and what was expected."""
    ruleset = rules_called(rules)
    if ruleset.check_edition is None:
        raise NoRules(f"the rules {ruleset.name} have no editions: their board is not data")
    words = words_of(ruleset, Lexicon({}))
    faults = list(ruleset.check_edition(folder))
    told = [words.phrase("edition", fault.code, fault.args) for fault in faults]
    if as_json:
        found = [msgspec.to_builtins(fault) | {"says": says} for fault, says in zip(faults, told, strict=True)]
        output.data({"ok": not faults, "faults": found})
    else:
        for fault, says in zip(faults, told, strict=True):
            output.text(f"{fault.file}:{fault.line}: {says}")
        output.text(f"{len(faults)} fault{'s' * (len(faults) != 1)}." if faults else "The edition is sound.")
    if faults:
        click.get_current_context().exit(1)
