"""A mailbox on an IMAP server (RFC 3501 and 9051) as the way in.

An email is known by UIDVALIDITY and UID, so that it is found whether someone has read it meanwhile or not. First its
copy is in the spool, then the server's is marked, then its UID is noted: a kill in between repeats a step, and
equal copies are one email.
"""

import difflib
import imaplib
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxFolderSelectError, UnexpectedCommandStatusError
from imap_tools.utils import encode_folder

from pbem.errors import why
from pbem.mail.transport import maildir
from pbem.mail.transport.account import account_trouble
from pbem.mail.transport.server import Notes, ServerRefused, TransportTrouble, login_refused, quoted, trouble
from pbem.settings.credentials import trusting
from pbem.settings.mail import Imap
from pbem.store.inbox import MOST_BYTES

PORTS = {"none": 143, "starttls": 143, "tls": 993}
TIMEOUT = 30.0
WAITS = (1.0, 3.0)
"""Seconds to wait before each further try, when the line broke and nothing had come since the last one."""
IDLE_SECONDS = 280.0
"""How long one IDLE lasts: well below the half hour of RFC 2177, since many a router forgets a line sooner."""

_ATTRIBUTES = f"(UID RFC822.SIZE BODY.PEEK[]<0.{MOST_BYTES + 1}>)"
"""No more of an email is asked for than shows that it is too large (RFC 3501, section 6.4.5)."""
_UID = re.compile(rb"\bUID (\d{1,18})\b", re.IGNORECASE)
_NOT_DELIVERED = "failed"
_LIST = "(UID INTERNALDATE)"
_MOST_SKIPPED = 3
"""So many emails at which the line breaks are left for the next time; if it is more, the line is bad."""
_MOST_HOLES = 200
"""So many gaps between UIDs are looked at again, the newest: what was deleted long ago leaves gaps for ever."""
_TOLD_FOR = timedelta(days=1)
"""How long it is trouble that an email cannot be had while others can: then it is known, and only asked for."""
_BROKEN = (imaplib.IMAP4.abort, ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError, TimeoutError)

Now = Callable[[], datetime]


class ImapSeen(msgspec.Struct, frozen=True):
    """Which emails of a mailbox were seen: those up to *uid* but for the *holes*, from and to which UID each goes.

    A hole is what the server did not list or deliver: its index may lag. Below *begun*, the first UID that was still
    to be given when the mailbox was first looked at, only emails of the game's time count. *lacking* are the UIDs that
    are listed but cannot be had, each with the moment since when.
    """

    validity: int = 0
    uid: int = 0
    holes: tuple[tuple[int, int], ...] = ()
    begun: int = 0
    lacking: tuple[tuple[int, datetime], ...] = ()

    def wanted(self) -> str:
        """The UIDs to look for, as IMAP writes them."""
        return ",".join([*(f"{first}:{last}" for first, last in self.holes), f"{self.uid + 1}:*"])

    def lacks(self, uid: int) -> bool:
        """Whether the email *uid* was not seen."""
        return uid > self.uid or any(first <= uid <= last for first, last in self.holes)

    def having(self, uid: int) -> "ImapSeen":
        """The same with the email *uid* seen."""
        if uid > self.uid:
            new = ((self.uid + 1, uid - 1),) if uid > self.uid + 1 else ()
            return msgspec.structs.replace(self, uid=uid, holes=(*self.holes, *new)[-_MOST_HOLES:])
        parts = [
            part
            for first, last in self.holes
            for part in (((first, uid - 1), (uid + 1, last)) if first <= uid <= last else ((first, last),))
        ]
        return msgspec.structs.replace(self, holes=tuple((first, last) for first, last in parts if first <= last))

    def without(self, uids: Collection[int], now: datetime) -> "ImapSeen":
        """The same where of all that is listed those *uids* alone cannot be had."""
        since = dict(self.lacking)
        return msgspec.structs.replace(
            self, lacking=tuple((uid, min(since.get(uid, now), now)) for uid in sorted(uids))
        )

    def known(self, uid: int, now: datetime) -> bool:
        """Whether it is long known that an email cannot be had, although a later one could: the server is not down."""
        since = dict(self.lacking).get(uid, now)
        return uid < self.uid and now - since >= _TOLD_FOR


def collect(
    server: Imap,
    password: str,
    game: Path,
    now: Now,
    since: datetime | None = None,
    pause: Callable[[float], object] = time.sleep,
) -> int:
    """Bring the emails that are new in the mailbox into the spool of *game*; return how many came.

    Of a mailbox that was never looked at, only what is not older than *since* counts. A line that breaks is made
    anew, as long as something comes between. Raises what `words.trouble` explains.
    """
    came = 0
    waits = iter(WAITS)
    skipped: list[int] = []
    while True:
        before = came
        asked_for = _AskedFor(skipped=frozenset(skipped))
        try:
            with session(server, password, game) as box:
                for _ in _bring(box, server, game, now, since, asked_for):
                    came += 1
                return came
        except _BROKEN as error:
            if came > before:
                waits = iter(WAITS)
            wait = next(waits, None)
            if wait is None or isinstance(error, TimeoutError | ConnectionRefusedError | ssl.SSLCertVerificationError):
                if not asked_for.uid or len(skipped) == _MOST_SKIPPED:
                    raise
                skipped.append(asked_for.uid)
                waits = iter(WAITS)
            else:
                pause(wait)


class _AskedFor(msgspec.Struct):
    """The email that the server is asked for, 0 if none, and those at which the line broke again and again."""

    skipped: frozenset[int]
    uid: int = 0


def _bring(
    box: BaseMailBox, server: Imap, game: Path, now: Now, since: datetime | None, asked_for: _AskedFor
) -> Iterator[int]:
    """Yield the UIDs of new emails, each after its copy is safe.

    One that cannot be had or marked holds up none behind it; that is told at the end, of one that cannot be had not for
    ever. It is a hole in what was seen, as is what the server does not list: it is asked for again the next time.
    """
    trouble: ServerRefused | None = None
    failed: dict[int, ServerRefused] = {}
    notes = notes_of(server, game)
    seen, listed = _looked(box, notes, selected(box, server))
    earliest = (since - timedelta(days=1)).date() if since else None
    noted = seen
    for uid, arrived in sorted(listed.items()):
        if not seen.lacks(uid):
            continue
        if earliest and arrived and arrived.date() < earliest and uid < seen.begun:
            seen = seen.having(uid)
            continue
        try:
            found = _fetched(box, uid, asked_for)
        except ServerRefused as error:
            if error.code != _NOT_DELIVERED:
                trouble = error
                break
            failed[uid] = error
            continue
        if found is not None:
            raw, size = found
            try:
                maildir.keep(game / maildir.NAME, raw, min(arrived or now(), now()), size=size)
            except OSError as error:
                raise ServerRefused("disk", f"an email could not be stored here: {why(error)}") from error
            try:
                _mark(box, server, uid)
            except ServerRefused as error:
                trouble = trouble or error
            seen = noted = seen.having(uid)
            notes.write(noted)
            asked_for.uid = 0
            yield uid
    if trouble is None:
        seen = seen.without(failed, now())
    if seen != noted:
        notes.write(seen)
    if trouble := trouble or next((error for uid, error in failed.items() if not seen.known(uid, now())), None):
        raise trouble


def notes_of(server: Imap, game: Path) -> Notes:
    """The notes on what was seen of the mailbox."""
    return Notes(game, "imap", f"{server.user}@{server.host}/{server.mailbox}")


def _looked(box: BaseMailBox, notes: Notes, validity: int) -> tuple[ImapSeen, dict[int, datetime | None]]:
    """How far the mailbox was looked through, and what it has beyond that, by UIDs and when it was received."""
    seen, following = notes.read(ImapSeen), _following(box)
    if seen.validity == validity:
        listed = _listed(box, seen.wanted())
        if not 0 < following <= seen.uid > max(listed, default=0):  # otherwise an older copy of it is in its place
            notes.keep_up(seen)
            return seen, listed
    listed = _listed(box, "1:*")
    seen = ImapSeen(validity, begun=following or max(listed, default=0) + 1)
    notes.write(seen)
    return seen, listed


def _following(box: BaseMailBox) -> int:
    """The UID that the next mail to come will have, 0 if the server does not tell."""
    found = box.client.response("UIDNEXT")[1]
    return int(found[0]) if found and found[0] else 0


def _listed(box: BaseMailBox, uids: str) -> dict[int, datetime | None]:
    """The UIDs that the server has of *uids*, and when it received each.

    That is not asked by SEARCH, which may answer from an index that lags, and in several lines.
    """
    status, lines = box.client.uid("FETCH", uids, _LIST)
    if status != "OK":
        said = quoted(lines[0] if lines else status)
        if trouble := account_trouble(said):
            raise ServerRefused(trouble.code, trouble.told(said))
        raise ServerRefused("failed", f"it does not list its emails: {said}")
    listed: dict[int, datetime | None] = {}
    for line in lines:
        if isinstance(line, bytes) and (found := _UID.search(line)):
            listed[int(found[1])] = _received(line) or listed.get(int(found[1]))  # news of a mark have no date
    if not listed and any(_received(line) for line in lines if isinstance(line, bytes)):
        raise ServerRefused("failed", "it lists its emails without their UIDs")
    return listed


def _fetched(box: BaseMailBox, uid: int, asked_for: _AskedFor) -> tuple[bytes, int] | None:
    """The bytes of an email, and its size; nothing if it is gone meanwhile."""
    if uid in asked_for.skipped:
        raise ServerRefused(_NOT_DELIVERED, f"the line breaks whenever it delivers email {uid}")
    asked_for.uid = uid
    status, parts = box.client.uid("FETCH", str(uid), _ATTRIBUTES)
    if status != "OK":
        said = quoted(parts[0] if parts else status)
        if trouble := account_trouble(said, of_one=True):
            raise ServerRefused(trouble.code, trouble.told(said))
        raise ServerRefused(_NOT_DELIVERED, f"it does not deliver email {uid}: {said}")
    for place, part in enumerate(parts):
        if isinstance(part, tuple) and b"BODY[]" in part[0].upper():
            tail = parts[place + 1] if place + 1 < len(parts) else b""
            about = part[0] + (tail if isinstance(tail, bytes) else b"")
            if re.search(rb"\bUID %d\b" % uid, about, re.IGNORECASE):
                return part[1], _size(about, part[1])
    if uid in _listed(box, str(uid)):
        raise ServerRefused(_NOT_DELIVERED, f"it does not deliver email {uid}")
    return None


def _size(about: bytes, raw: bytes) -> int:
    """The size of the whole email: that which the server tells may be a guess, and counts only if *raw* was cut off."""
    found = re.search(rb"RFC822\.SIZE (\d{1,18})\b", about, re.IGNORECASE)
    return max(len(raw), int(found[1])) if found and len(raw) > MOST_BYTES else len(raw)


def _received(about: bytes) -> datetime | None:
    found = re.search(rb'INTERNALDATE "([^"]{1,40})"', about, re.IGNORECASE)
    if found is None:
        return None
    with suppress(ValueError):
        return datetime.strptime(found[1].decode("ascii", "replace").strip(), "%d-%b-%Y %H:%M:%S %z").astimezone(UTC)
    return None


def _mark(box: BaseMailBox, server: Imap, uid: int) -> None:
    """Mark an email as seen, or move it: never with the library's calls, which expunge what others marked."""
    client = box.client
    if client.is_readonly:
        return
    if not server.move_to:
        client.uid("STORE", str(uid), "+FLAGS.SILENT", r"(\Seen)")
        return
    target = _mailbox(server.move_to)
    move = "MOVE" if "MOVE" in client.capabilities else "COPY"
    status, said = client.uid(move, str(uid), target)
    if status != "OK":
        client.create(target)
        status, said = client.uid(move, str(uid), target)
    if status != "OK":
        raise ServerRefused(
            "cannot-move", f"it does not move emails to {server.move_to!r}: {quoted(said[0] if said else '')}"
        )
    if move == "COPY":
        client.uid("STORE", str(uid), "+FLAGS.SILENT", r"(\Seen \Deleted)")
        if "UIDPLUS" in client.capabilities:
            client.uid("EXPUNGE", str(uid))


class _StartTls(MailBoxStartTls):
    """The library's own leaves its line open when no TLS comes about."""

    def __init__(self, host: str, port: int, trust: ssl.SSLContext) -> None:
        self.host, self.port, self.trust = host, port, trust
        super().__init__(host, port, TIMEOUT, trust)

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        client = imaplib.IMAP4(self.host, self.port, TIMEOUT)
        try:
            client.starttls(self.trust)
        except BaseException:
            with suppress(OSError):
                client.shutdown()
            raise
        return client


@contextmanager
def session(server: Imap, password: str, game: Path) -> Iterator[BaseMailBox]:
    """A line to the server, logged in."""
    try:
        box = _connected(server, game)
        try:
            _log_in(box, server, password)
            _ask_abilities(box)
            yield box
        finally:
            with suppress(ImapToolsError, imaplib.IMAP4.error, OSError):
                box.logout()
            with suppress(OSError):
                box.client.shutdown()
    except ImapToolsError as error:
        raise ServerRefused("failed", quoted(error)) from error


def _connected(server: Imap, game: Path) -> BaseMailBox:
    port = server.port or PORTS[server.secured]
    if server.secured == "none":
        return MailBoxUnencrypted(server.host, port, timeout=TIMEOUT)
    trust = trusting(server, game)
    if server.secured == "tls":
        return MailBox(server.host, port, timeout=TIMEOUT, ssl_context=trust)
    if port == PORTS["tls"]:
        raise ServerRefused("no-starttls", "port 993 speaks TLS from the start; write `security: tls`")
    return _StartTls(server.host, port, trust)


def _log_in(box: BaseMailBox, server: Imap, password: str) -> None:
    try:
        if server.user.isascii() and password.isascii():
            box.login(server.user, password, initial_folder=None)
        else:
            box.login_utf8(server.user, password, initial_folder=None)
    except UnexpectedCommandStatusError as error:
        raise login_refused(server, (error.command_result[1] or [b""])[0]) from None
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error as error:
        raise login_refused(server, error) from None


def _ask_abilities(box: BaseMailBox) -> None:
    """Ask again what the server can do: before the login it tells only a part of it."""
    status, said = box.client.capability()
    if status == "OK" and said and said[-1]:
        box.client.capabilities = tuple(said[-1].decode("ascii", "replace").upper().split())


def selected(box: BaseMailBox, server: Imap) -> int:
    """Open the mailbox; its UIDVALIDITY."""
    try:
        box.folder.set(server.mailbox)
    except imaplib.IMAP4.readonly:
        box.client.is_readonly = True  # emails can be fetched; only marks cannot be set
    except MailboxFolderSelectError as error:
        raise _not_opened(box, server, quoted((error.command_result[1] or [b""])[0])) from None
    validity = box.client.response("UIDVALIDITY")[1]
    return int(validity[0]) if validity and validity[0] else 0


def filled(box: BaseMailBox, server: Imap) -> int:
    """How many per cent of its space the mailbox has used, by a server that tells (RFC 9208), otherwise 0."""
    if "QUOTA" not in box.client.capabilities:
        return 0
    _, (_, told) = box.client.getquotaroot(_mailbox(server.mailbox))
    parts = [
        re.findall(rb"STORAGE (\d{1,18}) (\d{1,18})", one, re.IGNORECASE) for one in told if isinstance(one, bytes)
    ]
    return max((100 * int(used) // int(most) for part in parts for used, most in part if int(most)), default=0)


def _not_opened(box: BaseMailBox, server: Imap, said: str) -> ServerRefused:
    """Why the server does not open the mailbox, in its own words: there may be none, or it may not be read now."""
    if found := account_trouble(said):
        return ServerRefused(found.code, found.told(said))
    try:
        names = [info.name for info in box.folder.list()]
    except (ImapToolsError, imaplib.IMAP4.error):
        names = []
    if server.mailbox in names or "[NOPERM]" in said.upper() or not names:
        return ServerRefused("mailbox-refused", f"it does not open the mailbox {server.mailbox!r}: {said}")
    near = difflib.get_close_matches(server.mailbox, names, cutoff=0.5) or names[:10]
    there = quoted(", ".join(near))
    return ServerRefused("no-mailbox", f"there is no mailbox {server.mailbox!r} ({said}); there are: {there}")


def _mailbox(name: str) -> str:
    """The name as it goes over the line: quoted, in the UTF-7 of IMAP (RFC 3501, section 5.1.3)."""
    return encode_folder(name).decode("ascii")


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
        idle_seconds: float = IDLE_SECONDS,
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
        self._thread.join(TIMEOUT)

    def _run(self) -> None:
        wait = LEAST_WAIT
        while not self._stopped.is_set():
            try:
                with session(self.server, self.password(), self.game) as box:
                    self._line = box.client.sock
                    selected(box, self.server)
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
