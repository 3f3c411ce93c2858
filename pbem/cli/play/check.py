"""pbem check: check a sheet without handing it in."""

from pathlib import Path
from typing import Any, BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, opened, seat_called
from pbem.engine.order import Order
from pbem.mail.mime.charset import decoded
from pbem.referee.game import Game
from pbem.referee.views.check import check
from pbem.sheet.fault import ReadSheet


@click.command()
@click.argument("sheet", type=click.File("rb"))
@click.option("--seat", required=True, help="The seat whose sheet it is.")
@game_option
@json_option
def command(sheet: BinaryIO, seat: str, folder: Path, as_json: bool) -> None:
    """Check SHEET (- for standard input) against what its seat knows now; nothing is saved."""
    game = opened(folder)
    seat = seat_called(game, seat)
    checked = check(game, seat, decoded(sheet.read(), "").text)
    good, faults = checked.valid, checked.sheet.faults
    problems, told = _in_words(game, seat, checked.sheet) if faults else ([], "")
    if as_json:
        output.data({"ok": good, "seat": seat, "decision": checked.stage.decision.key, "problems": problems})
    else:
        output.text(told)
        output.text("The sheet is valid." if good else "The sheet would be refused.")
    if not good:
        click.get_current_context().exit(1)


def _in_words(game: Game, seat: str, checked: ReadSheet[Order]) -> tuple[list[dict[str, Any]], str]:
    """The faults of a sheet as data, and as text."""
    from pbem.mail.outgoing import writing
    from pbem.report.faults import as_data, explain

    words = writing.words_for(game, game.view(seat), seat)
    return [as_data(words, fault) for fault in checked.faults], explain(words, checked.text, checked.faults)
