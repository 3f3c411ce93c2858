"""pbem dismiss: leave an email without effect."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option
from pbem.mail.intake import address_confirmations, process
from pbem.referee import opening


@click.command()
@click.argument("number", type=int)
@click.option("--reason", default="", help="Why; its seat is told if the email was awaiting your confirmation.")
@game_option
@json_option
def command(number: int, reason: str, folder: Path, as_json: bool) -> None:
    """Close email NUMBER, which awaits you or is not processed yet. The email is kept."""
    with opening.held(folder, host().rulesets) as game:
        process.clear(game, host().clock)
        verdict = address_confirmations.dismiss(game, number, reason, host().clock)
    if as_json:
        output.data({"verdict": verdict})
    else:
        output.text(f"Mail {verdict.item:04d} is closed; it stays in the inbox.")
