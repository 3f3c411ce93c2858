"""Turns as soon as mail comes."""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from pbem.bounds.workers import Beside
from pbem.errors import Refusal
from pbem.mail.transport import folder as by_folder
from pbem.mail.transport import maildir
from pbem.mail.transport.imap import Idler
from pbem.mail.transport.server import TransportTrouble
from pbem.mail.turn import TurnResult
from pbem.referee import opening
from pbem.referee.game import Clock, Rulesets
from pbem.settings.beginnings import begun, game_folders
from pbem.settings.credentials import password
from pbem.settings.mail import Imap, Intake, path_of

HOUR = 3600.0
FORUM = 300.0
"""Seconds between two looks at a forum, which tells of nothing by itself."""


class Watch:
    """Waits for mail and runs turns, whatever goes wrong on the way.

    Every *every* seconds it looks at transports that do not tell of new mail. *turn* runs a turn and says what came of
    it, nothing if it could not be done; *tell* is told which transports failed; *heard* is called when a server tells
    of mail.
    """

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        rulesets: Rulesets,
        every: float,
        turn: Callable[[], TurnResult | None],
        tell: Callable[[Sequence[TransportTrouble]], None],
        heard: Callable[[], object] = lambda: None,
    ) -> None:
        self.folder, self.clock, self.rulesets, self.every = folder, clock, rulesets, every
        self.turn, self.tell, self.heard = turn, tell, heard
        self.wake = threading.Event()
        self.last, self.longest = -HOUR, HOUR
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
        while not self.stopped:
            self.look()
            if not self.stopped:
                self.wake.wait(self.every)
        self.end()

    def look(self) -> None:
        """Run a turn if anything came or is due."""
        if self._something_came() or self._mail_is_due() or time.monotonic() - self.last >= self.longest:
            self.last = time.monotonic()
            done = self.turn()
            self.strange = done.strange if done else ()
            self.due = done.due if done else None

    def end(self) -> None:
        """Listen to no server any longer."""
        self._idle(None)

    def _news(self) -> None:
        self.wake.set()
        self.heard()

    def _something_came(self) -> bool:
        """Look at all transports; the first look also begins to listen to the server that tells by itself."""
        news = self.wake.is_set()
        self.wake.clear()
        try:
            settings = opening.settings_in(self.folder, self.rulesets)
            self.longest, intake = FORUM if settings.forum.user else HOUR, settings.mail.intake
            self._idle(intake.imap)
            return news or self._lies_there(intake)
        except (Refusal, OSError) as error:
            self._tell(TransportTrouble("in", "failed", str(error)))
            return news

    def _mail_is_due(self) -> bool:
        """Whether it is time to send what was not taken before, or was too much for one turn."""
        return self.due is not None and self.due <= self.clock()

    def _lies_there(self, intake: Intake) -> bool:
        """Whether mail waits on this machine."""
        if maildir.spooled(self.folder / maildir.NAME):
            return True
        if intake.maildir and maildir.waiting(self._at(intake.maildir), self.folder, begun(self.folder)):
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
                lambda: password(server, self.folder),
                self.folder,
                self._news,
                self._tell,
                self.every,
            )
            self.idler.start()

    def _tell(self, *troubles: TransportTrouble) -> None:
        """Say what failed, the same thing once in a row."""
        for one in troubles:
            if one.says != self.told:
                self.told = one.says
                self.tell((one,))


class WatchAll:
    """Watches all games below *top*, also such as begin later; *watch* makes the one for a game.

    *watch* is given the folder and what to call when a server tells of mail. A game whose turn takes long does not keep
    the others waiting.
    """

    def __init__(self, top: Path, every: float, watch: Callable[[Path, Callable[[], object]], Watch]) -> None:
        self.top, self.every, self._make = top, every, watch
        self.wake = threading.Event()
        self.stopped = False
        self.watches: dict[Path, Watch] = {}
        self._beside: Beside[None] = Beside()

    def stop(self) -> None:
        """End after the turns that run now, if any."""
        self.stopped = True
        self.wake.set()

    def run(self) -> None:
        """Watch until stopped."""
        while not self.stopped:
            self.wake.clear()
            self._keep(game_folders(self.top))
            for folder, watch in self.watches.items():
                if not self.stopped:
                    self._beside.begin(str(folder), watch.look)
            if not self.stopped:
                self.wake.wait(self.every)
        self._beside.close()
        self._keep(())

    def _keep(self, folders: Sequence[Path]) -> None:
        """Watch the games in *folders*, and no others."""
        for folder in self.watches.keys() - set(folders):
            if self._beside.ended(str(folder)):
                self.watches.pop(folder).end()
        for folder in folders:
            if folder not in self.watches:
                self.watches[folder] = self._make(folder, self.wake.set)
