"""pbem watch: run a turn as soon as mail comes, for moderators without cron."""

import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import click

from pbem.cli import many, output
from pbem.cli.mail import fetch
from pbem.cli.options import game_option, host
from pbem.cli.play import turn
from pbem.mail import turn as mail_turn
from pbem.mail.watch import Watch, WatchAll
from pbem.referee import opening
from pbem.settings.game_folders import game_folders


@click.command()
@click.option(
    "--every",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="Seconds between checks of transports that do not announce new mail.",
)
@many.all_option
@game_option
def command(every: float, top: Path | None, folder: Path) -> None:
    """Run a turn whenever mail arrives or is due to go out, and every hour, until you stop it.

    An IMAP server announces new mail by itself; other transports are checked at intervals. With --all games that begin
    later are watched, too.
    """
    clock, rulesets = host().clock, host().rulesets

    do = turn.apart(clock, rulesets).do if top is not None else lambda place: mail_turn.turn(place, clock, rulesets)

    def watch_of(place: Path, heard: Callable[[], object]) -> Watch:
        named = place if top is not None else None
        return Watch(
            place,
            clock,
            rulesets,
            every,
            lambda: turn.attempt(place, do, named=named),
            fetch.tell_troubles,
            heard,
        )

    if top is None:
        opening.settings_in(folder, rulesets)
    else:
        game_folders(top)
    watch = WatchAll(top, every, watch_of) if top is not None else watch_of(folder, lambda: None)
    for number in (signal.SIGTERM, signal.SIGINT):
        # in a thread of its own: the handler may interrupt this one while it holds the event's lock
        signal.signal(number, lambda *_: threading.Thread(target=watch.stop).start())
    output.text(f"Watching {f'all games in {top}' if top is not None else folder}.")
    sys.stdout.flush()
    watch.run()
