"""pbem rewind: move the game back or forward."""

from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.options import game_option, host, json_option
from pbem.mail.exchange import up_to_date
from pbem.referee.game import Game
from pbem.referee.play import entry_of_round, rewind

_OVER = (
    "The game was over, and its last letters revealed the key of its random draws and all else that the end made\n"
    "public. Later draws and tokens come from new keys, but players keep what they know: anyone can repeat every\n"
    "earlier draw, even of cards in a shuffled pile. Continue only if all players agree."
)


@click.command()
@click.argument("to")
@click.option("--reason", required=True, help="Why; everyone is told.")
@game_option
@json_option
def command(to: str, reason: str, folder: Path, as_json: bool) -> None:
    """Move the game back, or forward again, to TO.

    TO is the number of a log entry, or `rN` for the moment when the letters of round N were written.
    The log keeps what is undone. Sheets sent before the rewind no longer count.
    """
    clock = host().clock
    with up_to_date(folder, clock, host().rulesets) as game:
        back = _entry(game, to)
        entry = rewind(game, back, reason, clock)
        over = game.log.lines[-1].salt
    if as_json:
        output.data({"entry": entry.number, "to": back, "reason": reason, "over": bool(over)})
    else:
        output.text(f"The game is rewound to entry {back}; this is entry {entry.number}.")
        output.text("Run `pbem turn`: the letters tell everyone.")
    if over and not as_json:
        output.text(_OVER)


def _entry(game: Game, to: str) -> int:
    if to.isascii() and to.isdigit():
        return int(to)
    number = to.lower().removeprefix("round").removeprefix("r").strip()
    if number.isascii() and number.isdigit():
        return entry_of_round(game, int(number))
    raise click.UsageError(f"{to!r} is neither an entry nor a round such as r3.")
