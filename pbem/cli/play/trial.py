"""pbem try: read a sheet, say what would be refused, and what would follow."""

from pathlib import Path
from typing import BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, json_option, opened, seat_called
from pbem.mail.mime import truncation
from pbem.mail.mime.charset import decoded


@click.command("try")
@click.argument("sheet", type=click.File("rb"))
@click.option("--as", "seat", metavar="SEAT", required=True, help="The seat whose sheet it is.")
@game_option
@json_option
def command(sheet: BinaryIO, seat: str, folder: Path, as_json: bool) -> None:
    """Try SHEET (- for standard input): what would be read and refused, and what would follow; nothing is saved.

    It is the reply to a sheet that comes by email below the line `try`, from what its seat knows. SHEET may be a post
    copied from a forum, or a page with several: the seat's own post is read, as `pbem submit` would.
    """
    from pbem.mail.intake.looked_at import read_sheet_file
    from pbem.referee.enquiries.trial import tried
    from pbem.report.content.text import as_text

    game = opened(folder)
    seat, raw = seat_called(game, seat), truncation.read(sheet)[0]
    own = read_sheet_file(game, seat, raw)[0].found
    read = own.what == "orders" and not own.problem
    found = tried(game, seat, own.sheet if read else decoded(raw, "").text)
    said = f"{found.heading}\n\n{as_text(found.text)}"
    if as_json:
        output.data({"ok": found.valid, "text": said})
    else:
        output.text(said)
    if not found.valid:
        click.get_current_context().exit(1)
