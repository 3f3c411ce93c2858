"""pbem submit: submit a sheet for a seat."""

from pathlib import Path
from typing import BinaryIO

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, seat_called
from pbem.mail.exchange import up_to_date
from pbem.mail.intake.moderator import submitting
from pbem.mail.mime import truncation
from pbem.mail.moderating import corrections


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--as", "seat", metavar="SEAT", required=True, help="The seat whose sheet it is.")
@click.option("--yes", is_flag=True, help="Confirm the sheet if words beside it may mean that it is not ordered.")
@game_option
@json_option
def command(file: BinaryIO, seat: str, yes: bool, folder: Path, as_json: bool) -> None:
    """Submit the sheet in FILE (- for standard input) for a seat, as if its player had sent it.

    FILE may be a post copied from a forum: quotations, smilies and markup around the sheet are removed. An .eml file
    is an email from the player that came to you: it is handled as if the game had received it and you had confirmed it.
    """
    clock = host().clock
    start, size = truncation.read(file)
    raw = truncation.kept(start, size) if _is_mail(file) else start
    with up_to_date(folder, clock, host().rulesets) as game:
        seat = seat_called(game, seat)
        submit = submitting.submit_mail if _is_mail(file) else submitting.submit_sheet
        handled, new = submit(game, seat, raw, clock)
        if yes and handled.verdict.state == "doubted":
            handled, new = submitting.confirm_sheet(game, seat, clock)
    if as_json:
        output.data({"verdict": handled.verdict, "answer": handled.answer, "new": new})
    else:
        output.text(corrections.said_of_sheet(handled, new=new))
    if handled.verdict.state not in ("accepted", "command"):
        click.get_current_context().exit(1)


def _is_mail(file: BinaryIO) -> bool:
    return Path(getattr(file, "name", "")).suffix.lower() == ".eml"
