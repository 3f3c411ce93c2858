"""pbem watch: run a turn as soon as mail comes, for moderators without cron."""

import signal
import sys
import threading
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.mail import fetch
from pbem.cli.options import game_option, host
from pbem.cli.play import turn
from pbem.mail.watch import Watch
from pbem.referee import opening


@click.command()
@click.option(
    "--every",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="Seconds between checks of transports that do not announce new mail.",
)
@game_option
def command(every: float, folder: Path) -> None:
    """Run a turn whenever mail arrives or is due to go out, and every hour, until you stop it.

    An IMAP server announces new mail by itself; other transports are checked at intervals.
    """
    opening.settings_in(folder, host().rulesets)
    clock, rulesets = host().clock, host().rulesets
    watch = Watch(folder, clock, rulesets, every, lambda: turn.attempt(folder, clock, rulesets), fetch.tell_troubles)
    for number in (signal.SIGTERM, signal.SIGINT):
        # in a thread of its own: the handler may interrupt this one while it holds the event's lock
        signal.signal(number, lambda *_: threading.Thread(target=watch.stop).start())
    output.text(f"Watching {folder}.")
    sys.stdout.flush()
    watch.run()
