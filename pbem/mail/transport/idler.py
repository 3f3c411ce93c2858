"""Hears from an IMAP server when mail comes (IDLE, RFC 2177), on a line and a thread of its own."""

import imaplib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from imap_tools import BaseMailBox
from imap_tools.errors import ImapToolsError

from pbem.mail.transport import imap
from pbem.mail.transport.trouble import ServerRefused, TransportTrouble, trouble
from pbem.settings.mail_settings import Imap

LEAST_WAIT, LONGEST_WAIT = 2.0, 300.0
"""Seconds before a line that broke is made anew: twice as long each time in vain."""


class Idler:
    """Calls *news* when mail may have come, and *failed* when the line broke; it is made anew by itself.

    *news* comes also whenever an IDLE begins: what came before it would else be heard of only with the next mail.
    A server without IDLE is asked every *every* seconds instead.
    """

    def __init__(
        self,
        server: Imap,
        password: Callable[[], str],
        game: Path,
        news: Callable[[], object],
        failed: Callable[[TransportTrouble], object],
        every: float = 60.0,
        idle_seconds: float = imap.IDLE_SECONDS,
    ) -> None:
        self.server, self.password, self.game = server, password, game
        self.news, self.failed = news, failed
        self.every, self.idle_seconds = every, idle_seconds
        self._stopped = threading.Event()
        self._line: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="pbem-idle", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Stop listening, at once."""
        self._stopped.set()
        if self._line is not None:
            with suppress(OSError):
                self._line.shutdown(socket.SHUT_RDWR)
        self._thread.join(imap.TIMEOUT)

    def _run(self) -> None:
        wait = LEAST_WAIT
        while not self._stopped.is_set():
            try:
                with imap.session(self.server, self.password(), self.game) as box:
                    self._line = box.client.sock
                    imap.selected(box, self.server)
                    for _ in self._heard(box):
                        wait = LEAST_WAIT
                        self.news()
            except (ServerRefused, ImapToolsError, imaplib.IMAP4.error, OSError, ValueError, OverflowError) as error:
                if self._stopped.is_set():
                    return
                self.failed(trouble("imap", self.server, error))
                self._stopped.wait(wait)
                wait = min(2 * wait, LONGEST_WAIT)
            finally:
                self._line = None

    def _heard(self, box: BaseMailBox) -> Iterator[None]:
        """Yield whenever mail may have come; raises when the line is dead."""
        if "IDLE" not in box.client.capabilities:
            while True:
                yield
                if self._stopped.wait(self.every):
                    return
                box.client.noop()
        while not self._stopped.is_set():
            box.idle.start()  # type: ignore[no-untyped-call]
            yield
            self._wait_for_more(box)
            box.idle.stop()  # type: ignore[no-untyped-call]

    def _wait_for_more(self, box: BaseMailBox) -> None:
        """Return when the server tells of anything, when the line breaks, or when it is time for another IDLE."""
        end = time.monotonic() + self.idle_seconds
        while (left := end - time.monotonic()) > 0:
            told = box.idle.poll(timeout=left)
            if not all(line.startswith(b"* OK") for line in told) or not told:
                return
