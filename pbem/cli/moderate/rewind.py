"""pbem rewind: move the game back or forward."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option, opened
from pbem.mail.deeds import positions
from pbem.mail.exchange import up_to_date
from pbem.referee.game import Game
from pbem.referee.play import entry_of_round


@click.command()
@click.argument("to")
@click.option("--reason", required=True, help="Why; everyone is told.")
@click.option("--try", "trial", is_flag=True, help="Print what would change for whom; change nothing.")
@game_option
@json_option
def command(to: str, reason: str, trial: bool, folder: Path, as_json: bool) -> None:
    """Move the game back, or forward again, to TO.

    TO is the number of a log entry, or `rN` for the moment when the letters of round N were written.
    The log keeps what is undone. Sheets sent before the rewind no longer count.
    """
    clock = host().clock
    if trial:
        game = opened(folder)
        done = positions.try_rewind(game, _entry(game, to), reason)
    else:
        with up_to_date(folder, clock, host().rulesets) as game:
            done = positions.rewind(game, clock, _entry(game, to), reason)
    if as_json:
        output.data(done.data)
    else:
        for line in (*done.says, *(("This was a trial: nothing was changed.",) if trial else ())):
            output.text(line)


def _entry(game: Game, to: str) -> int:
    if to.isascii() and to.isdigit():
        return int(to)
    number = to.lower().removeprefix("round").removeprefix("r").strip()
    if number.isascii() and number.isdigit():
        return entry_of_round(game, int(number))
    raise click.UsageError(f"{to!r} is neither an entry nor a round such as r3.")
