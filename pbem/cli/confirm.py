"""pbem confirm: vouch for a mail."""

from pathlib import Path

import click

from pbem.cli import fetch, output
from pbem.cli.host import game_option, host, json_option, seat_called
from pbem.desk import desk, vouching
from pbem.store.game import Game


@click.command()
@click.argument("number", type=int)
@click.option("--as", "seat", help="The seat whose mail it is; needed unless its address shows it.")
@click.option("--new-address", is_flag=True, help="The seat's mail goes to its sender's address from now on.")
@game_option
@json_option
def command(number: int, seat: str | None, new_address: bool, folder: Path, as_json: bool) -> None:
    """Vouch that mail NUMBER is from its seat; it is then judged like any other.

    It may be held or unclaimed, or one that was judged wrongly: refused or not obeyed for what it did not show, taken
    for a robot's, a bounce or another game's, or dismissed.
    """
    clock = host().clock
    with Game.held(folder, host().rulesets) as game:
        desk.clear(game, clock)
        vouching.confirm(game, number, seat_called(game, seat) if seat else "", clock, new_address=new_address)
        handled = desk.clear(game, clock)
    if as_json:
        output.data({"verdicts": [one.verdict for one in handled]})
    else:
        fetch.tell(handled, ())
