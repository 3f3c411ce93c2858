"""pbem turn: all of it."""

from pathlib import Path

import click

from pbem.cli import fetch, letters, output, play, send
from pbem.cli.host import game_option, host, json_option
from pbem.mail import desk, post
from pbem.mail.letters import make_letters
from pbem.store.game import Game
from pbem.store.playing import play_on
from pbem.store.status import status


@click.command()
@game_option
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Fetch mail, check and answer sheets, play on, write letters, send.

    Meant for cron: it may be run at any time and any number of times.
    """
    clock = host().clock
    with Game.held(folder, host().rulesets) as game:
        torn = game.torn
        fetched = post.fetch(game)
        handled = desk.clear(game, clock)
        played = play_on(game, clock)
        made = make_letters(game)
        sent = post.send(game, clock)
        found = status(game, clock)
    if as_json:
        output.data(
            {
                "verdicts": [one.verdict for one in handled],
                "strange": [str(path) for path in fetched.strange],
                "played": played,
                "letters": [{"round": one.round, "seat": one.seat, "path": str(one.path)} for one in made],
                "sent": sent,
                "status": found,
                "torn": torn,
            }
        )
        return
    if torn:
        output.text(f"The last line of the log was never finished; its {torn} bytes were cut off.")
    fetch.tell(handled, fetched.strange)
    play.tell(played, found)
    letters.tell(made)
    send.tell(sent, found.queued)
