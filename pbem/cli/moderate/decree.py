"""pbem decree: rule on something within the game."""

from pathlib import Path
from typing import BinaryIO

import click
from msgspec.structs import replace

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option
from pbem.engine.decision import MODERATOR
from pbem.engine.event import PUBLIC
from pbem.mail.exchange import up_to_date
from pbem.mail.mime.charset import decoded
from pbem.referee.letters import wording
from pbem.referee.moderation.decree import decree
from pbem.report.content.text import as_text
from pbem.report.context import LetterContext
from pbem.report.faults import as_data, explain


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--reason", required=True, help="Why; everyone is told.")
@game_option
@json_option
def command(file: BinaryIO, reason: str, folder: Path, as_json: bool) -> None:
    """Carry out the decree in FILE (- for standard input), a sheet from the moderator.

    The rules of the game say what can be decreed. Accepted sheets still count.
    """
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        done = decree(game, decoded(file.read(), "").text, reason, clock)
    words = wording.words_for(game, game.view(), PUBLIC)
    entry = done.entry
    context = LetterContext(me=MODERATOR, view=game.view(), titles=game.titles, decision=done.decision)
    if as_json:
        problems = [as_data(words, fault) for fault in done.sheet.faults]
        output.data({"ok": entry is not None, "entry": entry.number if entry else None, "problems": problems})
    else:
        output.text(explain(words, done.sheet.text, done.sheet.faults))
        if entry:
            output.text(f"Decreed; this is entry {entry.number}.")
            output.text(as_text(words.render("said-back.txt.j2", replace(context, order=done.sheet.order))))
            output.text("Run `pbem turn`: the letters tell everyone.")
        else:
            output.text("The decree cannot be carried out.")
            output.text(as_text(words.render("asked.txt.j2", context)))
    if entry is None:
        click.get_current_context().exit(1)
