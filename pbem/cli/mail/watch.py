"""pbem watch: turns as soon as mail comes, for who has no cron."""

import signal
import sys
import threading
import time
from datetime import datetime
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.mail import fetch
from pbem.cli.options import game_option, host
from pbem.cli.play import turn
from pbem.mail import collect
from pbem.mail.transport import credentials, maildir, spool
from pbem.mail.transport import folder as by_folder
from pbem.mail.transport.idler import Idler
from pbem.mail.transport.trouble import TransportTrouble
from pbem.referee.game import Clock, Rulesets
from pbem.settings.mail_settings import Imap, Intake, path_of
from pbem.store.refusal import Refusal

HOUR = 3600.0


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
    collect.settings_in(folder, host().rulesets)
    watch = Watch(folder, host().clock, host().rulesets, every)
    for number in (signal.SIGTERM, signal.SIGINT):
        # by a thread of its own: the handler may interrupt this one just when it holds the event's lock
        signal.signal(number, lambda *_: threading.Thread(target=watch.stop).start())
    output.text(f"Watching {folder}.")
    sys.stdout.flush()
    watch.run()


class Watch:
    """Waits for mail and runs turns, whatever goes wrong on the way."""

    def __init__(self, folder: Path, clock: Clock, rulesets: Rulesets, every: float) -> None:
        self.folder, self.clock, self.rulesets, self.every = folder, clock, rulesets, every
        self.wake = threading.Event()
        self.stopped = False
        self.idler: Idler | None = None
        self.strange: tuple[Path, ...] = ()
        self.due: datetime | None = None
        self.told = ""

    def stop(self) -> None:
        """End after the turn that runs now, if any."""
        self.stopped = True
        self.wake.set()

    def run(self) -> None:
        """Watch until stopped."""
        last = -HOUR
        while not self.stopped:
            if self._something_came() or self._mail_is_due() or time.monotonic() - last >= HOUR:
                last = time.monotonic()
                done = turn.attempt(self.folder, self.clock, self.rulesets)
                self.strange = done.strange if done else ()
                self.due = done.due if done else None
            if not self.stopped:
                self.wake.wait(self.every)
        self._idle(None)

    def _something_came(self) -> bool:
        """Look at all transports; the first look also begins to listen to the server that tells by itself."""
        news = self.wake.is_set()
        self.wake.clear()
        try:
            intake = collect.settings_in(self.folder, self.rulesets).mail.intake
            self._idle(intake.imap)
            if intake.pop3:
                self._tell(*collect.collect(self.folder, self.clock, self.rulesets, only=("pop3",)).troubles)
            return news or self._lies_there(intake)
        except (Refusal, OSError) as error:
            self._tell(TransportTrouble("in", "failed", str(error)))
            return news

    def _mail_is_due(self) -> bool:
        """Whether it is time to send what was not taken before, or was too much for one turn."""
        return self.due is not None and self.due <= self.clock()

    def _lies_there(self, intake: Intake) -> bool:
        """Whether mail waits on this machine."""
        if spool.waiting(self.folder / spool.NAME):
            return True
        if intake.maildir and maildir.waiting(self._at(intake.maildir), self.folder, collect.begun(self.folder)):
            return True
        found = by_folder.waiting(self._at(intake.folder)) if intake.folder else ()
        return any(path not in self.strange for path in found)

    def _at(self, name: str) -> Path:
        return path_of(self.folder, name)

    def _idle(self, server: Imap | None) -> None:
        """Listen to *server* and to no other."""
        if self.idler is not None and self.idler.server != server:
            self.idler.stop()
            self.idler = None
        if self.idler is None and server is not None:
            self.idler = Idler(
                server,
                lambda: credentials.password(server, self.folder),
                self.folder,
                self.wake.set,
                self._tell,
                self.every,
            )
            self.idler.start()

    def _tell(self, *troubles: TransportTrouble) -> None:
        """Say what failed, the same thing once in a row."""
        for one in troubles:
            if one.says != self.told:
                self.told = one.says
                fetch.tell_troubles((one,))
