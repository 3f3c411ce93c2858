"""pbem edition: check the files of an edition."""

from pathlib import Path

import click
import msgspec

from pbem.cli import output
from pbem.cli.host import json_option, rules_called, rules_option
from pbem.store.game import NoRules


@click.group()
def command() -> None:
    """Check the files of an edition."""


@command.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@rules_option
@json_option
def check(folder: Path, rules: str | None, as_json: bool) -> None:
    """Say everything that is wrong with the edition in FOLDER: file, line, and what was expected."""
    ruleset = rules_called(rules)
    if ruleset.check_edition is None:
        raise NoRules(f"the rules {ruleset.name} have no editions: their board is not data")
    faults = list(ruleset.check_edition(folder))
    if as_json:
        output.data({"ok": not faults, "faults": [msgspec.to_builtins(fault) for fault in faults]})
    else:
        for fault in faults:
            output.text(str(fault))
        output.text(f"{len(faults)} faults." if faults else "The edition is sound.")
    if faults:
        click.get_current_context().exit(1)
