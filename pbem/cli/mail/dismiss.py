"""pbem dismiss: leave an email without effect."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option
from pbem.mail.moderating import emails
from pbem.referee import opening


@click.command()
@click.argument("number", type=int)
@click.option("--reason", default="", help="Why; its seat is told if the email was awaiting your confirmation.")
@game_option
@json_option
def command(number: int, reason: str, folder: Path, as_json: bool) -> None:
    """Close email NUMBER, which awaits you or is not processed yet. The email is kept.

    One that is not processed yet is closed without being read, whatever is in it.
    """
    with opening.held(folder, host().rulesets) as game:
        done = emails.dismiss(game, host().clock, number, reason)
    output.data(done.data) if as_json else output.lines(done.says)
