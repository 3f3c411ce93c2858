"""pbem check: check a sheet without submitting it."""

from collections.abc import Collection
from pathlib import Path
from typing import Any, BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, opened, seat_called
from pbem.mail.mime.charset import decoded
from pbem.referee.game import Game
from pbem.referee.views.check import check
from pbem.sheet.parts import Parts


@click.command()
@click.argument("sheet", type=click.File("rb"))
@click.option("--seat", metavar="SEAT", required=True, help="The seat whose sheet it is.")
@game_option
@json_option
def command(sheet: BinaryIO, seat: str, folder: Path, as_json: bool) -> None:
    """Check SHEET (- for standard input) against what its seat knows now; nothing is saved."""
    game = opened(folder)
    seat = seat_called(game, seat)
    checked = check(game, seat, decoded(sheet.read(), "").text)
    stages, found = checked.stages, checked.sheet
    good = {part.decision.key for part, _ in found.good}
    problems, told = _in_words(game, seat, found) if found.every_fault else ([], "")
    if as_json:
        each = {stage.decision.key: stage.decision.key in good for stage in stages}
        said = {"ok": found.faultless, "seat": seat, "decision": stages[0].decision.key, "problems": problems}
        output.data({**said, "decisions": each} if len(stages) > 1 else said)
    else:
        if told:
            output.text(told)
        output.text(_said(len(stages), good, faultless=found.faultless))
    if not found.faultless:
        click.get_current_context().exit(1)


def _said(asked: int, good: Collection[str], *, faultless: bool) -> str:
    """What would become of the sheet, in a line."""
    if not good:
        return "The sheet would be refused."
    if not faultless:
        return f"Only a part of the sheet would be accepted: {', '.join(good)}."
    if len(good) < asked:
        return f"The sheet is valid; it answers {len(good)} of the {asked} questions: {', '.join(good)}."
    return "The sheet is valid."


def _in_words(game: Game, seat: str, checked: Parts) -> tuple[list[dict[str, Any]], str]:
    """The problems of a sheet as data, and as text."""
    from pbem.referee.letters import wording
    from pbem.report.faults import as_data, explain

    words = wording.words_for(game, game.view(seat), seat)
    return [as_data(words, fault) for fault in checked.every_fault], explain(words, checked.text, checked.every_fault)
