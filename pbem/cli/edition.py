"""pbem edition: check the files of an edition, and prepare its pictures."""

from pathlib import Path
from typing import Any

import click

from pbem.cli import output
from pbem.cli.options import json_option, rules_called, rules_option
from pbem.engine.edition import EditionType
from pbem.engine.reading import NO_NAMES
from pbem.engine.ruleset import Ruleset
from pbem.referee.game import NoRules
from pbem.report.returned_sheet import as_data
from pbem.report.words import Words, words_of
from pbem.sheet.data import EditionRead, FileFault, read_edition
from pbem.store import files


@click.group()
def edition_command() -> None:
    """Check the files of an edition, and prepare its pictures."""


_folder = click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))


@edition_command.command(short_help="List every problem of an edition.")
@_folder
@rules_option
@json_option
def check(folder: Path, rules: str | None, as_json: bool) -> None:
    """List every problem of the edition in FOLDER: file, line, and what was expected.

    Warnings do not keep a game from being played: they are about pictures.
    """
    ruleset, wanted = _edition_of(folder, rules)
    found = _read(folder, wanted)
    _tell(ruleset, found, as_json=as_json)
    if not found.sound:
        click.get_current_context().exit(1)


@edition_command.command(short_help="Work out where names go on pictures of the board.")
@_folder
@rules_option
@json_option
def labels(folder: Path, rules: str | None, as_json: bool) -> None:
    """Work out once where names go on all pictures of the board in FOLDER, so that none covers another.

    The result is a file beside the others of the edition. It takes some seconds; do it again when the map has changed.
    """
    ruleset, wanted = _edition_of(folder, rules)
    if wanted.labels is None:
        raise NoRules(f"the rules {ruleset.name} draw no pictures of a board")
    found = _read(folder, wanted)
    if not found.sound:
        _tell(ruleset, found, as_json=as_json)
        click.get_current_context().exit(1)
    from pbem.report.pictures import measure

    path = folder / f"{wanted.labels.file}.yaml"
    with output.busy("Placing names"):
        files.write(path, wanted.labels.make(found.files, measure).encode())
    found = _read(folder, wanted)
    if as_json:
        _tell(ruleset, found, as_json=True)
        return
    output.text(f"Written: {path}")
    if found.faults:
        _tell(ruleset, found, as_json=False)


def _edition_of(folder: Path, rules: str | None) -> tuple[Ruleset, EditionType]:
    """The rules that the edition in *folder* is for, and what its files hold.

    Unless they are named, they are those of which it has most files, and of equals those of which it lacks fewest.
    """

    def fit(ruleset: Ruleset) -> float:
        if ruleset.edition_type is None:
            return -1
        names = ruleset.edition_type().files.__struct_fields__
        there = sum((folder / f"{name}.yaml").is_file() for name in names)
        return there + there / len(names)

    ruleset = rules_called(rules, fit)
    if ruleset.edition_type is None:
        raise NoRules(f"the rules {ruleset.name} have no editions: their board is not data")
    return ruleset, ruleset.edition_type()


def _read(folder: Path, wanted: EditionType) -> EditionRead:
    names = (*wanted.files.__struct_fields__, *([wanted.labels.file] if wanted.labels else []))
    paths = {name: folder / f"{name}.yaml" for name in names}
    return read_edition({name: path.read_bytes() if path.is_file() else None for name, path in paths.items()}, wanted)


def _tell(ruleset: Ruleset, found: EditionRead, *, as_json: bool) -> None:
    words = words_of(ruleset, NO_NAMES)
    faults = [_as_data(words, each) for each in found.faults]
    if as_json:
        output.data({"ok": found.sound, "faults": faults})
        return
    for each in faults:
        right = words.phrase("labels", "right", each) if each["right"] else ""
        output.text(f"{each['file']}:{each['line']}: {each['says']} {right}".rstrip())
    warnings = sum(not each["stops"] for each in faults)
    problems = _counted(len(faults) - warnings, "problem") if len(faults) > warnings else ""
    also = _counted(warnings, "warning") if warnings else ""
    said = ", ".join(part for part in (problems, also) if part)
    output.text(f"{said}." if problems else f"The edition is sound; {also}." if also else "The edition is sound.")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _as_data(words: Words, found: FileFault) -> dict[str, Any]:
    """A problem as plain data, worded by the rules or as in a sheet."""
    problem = found.fault.problem
    told = as_data(words, found.fault, "edition" if words.has("edition", problem.code) else "problems")
    return {"file": found.file, **told}
