"""pbem try: read a sheet, say what would be refused, and what would follow."""

from pathlib import Path
from typing import BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, opened, seat_called
from pbem.cli.play.check import WAITS, problems_in_words
from pbem.mail.transport.mailbox_files import only_email


@click.command("try")
@click.argument("sheet", type=click.File("rb"))
@click.option("--as", "seat", metavar="SEAT", required=True, help="The seat whose sheet it is.")
@game_option
@json_option
def command(sheet: BinaryIO, seat: str, folder: Path, as_json: bool) -> None:
    """Try SHEET (- for standard input): what would be read and refused, and what would follow; nothing is saved.

    It is the reply to a sheet that comes by email below the line `try`, from what its seat knows. SHEET may be an
    email (.eml, .emlx or .mbox), a post copied from a forum, or a page with several: it is read as `pbem submit` would,
    and says how.
    """
    from pbem.mail.intake.looked_at import in_words, look_at
    from pbem.referee.enquiries.trial import tried
    from pbem.report.content.text import as_text

    game = opened(folder)
    seat, (raw, as_mail) = seat_called(game, seat), only_email(sheet)
    looked = look_at(game, seat, raw, as_mail=as_mail)
    notes, valid = list(in_words(game, seat, looked)), False
    if looked.read:
        found = tried(game, seat, looked.sheet.text)
        valid, shown = found.valid, [f"{found.heading}\n\n{as_text(found.text)}"]
    else:
        wrong = looked.sheet.every_fault
        shown = [problems_in_words(game, seat, looked.sheet)[1] if wrong else "There is no sheet to try."]
    said = "\n\n".join([*notes, *shown, *([WAITS] if looked.doubts else [])])
    if as_json:
        doubted = {"doubted": True} if looked.doubts else {}
        output.data({"ok": valid, "text": said, **({"notes": notes} if notes else {}), **doubted})
    else:
        output.text(said)
    if not valid:
        click.get_current_context().exit(1)
