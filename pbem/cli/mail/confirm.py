"""pbem confirm: confirm an email."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, seat_called
from pbem.mail.exchange import up_to_date
from pbem.mail.moderating import emails


@click.command()
@click.argument("number", type=int)
@click.option("--as", "seat", metavar="SEAT", help="The seat that sent it; needed unless the address shows it.")
@click.option("--new-address", is_flag=True, help="Send the seat's mail to the sender's address from now on.")
@game_option
@json_option
def command(number: int, seat: str | None, new_address: bool, folder: Path, as_json: bool) -> None:
    """Confirm that email NUMBER is from its seat; it is then processed like any other.

    The email may be held or unclaimed, or have been handled wrongly: refused or not carried out because it lacked
    proof, classified as automatic, as a bounce or as another game's, or dismissed.
    """
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        whose = seat_called(game, seat) if seat else ""
        done = emails.confirm(game, clock, number, whose, new_address=new_address)
    output.data(done.data) if as_json else output.lines(done.says)
