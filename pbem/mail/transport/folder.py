"""A folder of files as the way in: emails as .eml, .emlx or .mbox, sheets as SEAT.yaml or SEAT-anything.yaml.

Each may have .txt behind its name.

Only what is a file itself is read: by a link, someone else could have the program read (and answer) what only its
user may. A file is opened first and looked at then, so that nothing can be put in its place in between.
"""

import errno
import os
import re
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Literal

import msgspec

from pbem.errors import Refusal
from pbem.mail.transport.server import DeliveryAttempt, Done, TransportOut, Trying
from pbem.referee.need import Need, need
from pbem.settings.mail import path_of
from pbem.store import files
from pbem.store.files import FILE
from pbem.store.inbox import MOST_BYTES, Inbox, InboxItem, kept_of, read_start
from pbem.store.outbox import DeliveryFate

MAILBOXES = frozenset({".mbox", ".emlx"})
MAILS = frozenset({".eml", *MAILBOXES})
_OUTLOOK = frozenset({".msg", ".oft", ".pst", ".ost", ".olm"})
_SHOWN = ".txt"
"""What some programs put behind the name of a file that they save or send."""
_PARTIAL = ".partial.emlx"
"""How Apple Mail names an email whose attachments are elsewhere."""
_SEPARATOR = re.compile(rb"From \S")
_TIME, _YEAR = re.compile(rb"\d:\d\d"), re.compile(rb"\b\d{4}\b")
_HEADER = re.compile(rb"[!-9;-~]{1,100}:|>?From ")
_LONGEST = 200
"""Bytes that are looked at of a line between two emails."""
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_COUNT = re.compile(rb"[ \t]*(\d{1,12})[ \t]*\r?\n")
_INSTEAD = {
    "outlook": "is in a format of Outlook, which pbem does not read; forward the email to the game, or save it as .eml",
    "partial": "is an email of Apple Mail without its attachments; save it there as “Raw Message Source”, as .eml",
    "large": "is a mailbox of more than 2 MB; save the email alone, as .eml",
}


class NotOneEmail(Refusal):
    """A file has the name of emails, and no email can be taken from it, or not one alone."""


def only_email(file: BinaryIO) -> tuple[bytes, bool]:
    """What is in a *file* that is read by itself, and whether it is an email; raises `NotOneEmail`."""
    name = Path(str(getattr(file, "name", "")))
    start, size = read_start(file)
    if (sort := sort_of(name, size)) != "other":
        raise NotOneEmail(f"{name.name} {_INSTEAD[sort]}.")
    if suffix(name) not in MAILS:
        return start, False
    emails = emails_in(suffix(name), kept_of(start, size))
    if len(emails) > 1:
        raise NotOneEmail(
            f"{name.name} has {len(emails)} emails, and one at a time is read; save the one alone, as .eml. "
            "All of them are taken from the folder for incoming mail, each for its sender."
        )
    return emails[0], True


def suffix(path: Path) -> str:
    """The ending of a file's name by which it is read."""
    return Path(path.name.lower().removesuffix(_SHOWN)).suffix


def stem(path: Path) -> str:
    """The rest of that name, in small letters."""
    return Path(path.name.lower().removesuffix(_SHOWN)).stem


def sort_of(path: Path, size: int) -> Literal["partial", "outlook", "large", "other"]:
    """Why a file of emails of *size* bytes is not read, by its name; `other` if neither is why."""
    if path.name.lower().removesuffix(_SHOWN).endswith(_PARTIAL):
        return "partial"
    if suffix(path) in _OUTLOOK:
        return "outlook"
    return "large" if suffix(path) in MAILBOXES and size > MOST_BYTES else "other"


def emails_in(ending: str, raw: bytes) -> list[bytes]:
    """The emails in a file whose name has this *ending*; any other is one email, whatever it holds."""
    if ending == ".mbox":
        return _of_mbox(raw)
    return [_of_emlx(raw) if ending == ".emlx" else raw]


def _of_mbox(raw: bytes) -> list[bytes]:
    """The emails of a mailbox, without the line above each, the empty one below it, and the `>` before its "From ".

    A line that begins with "From " starts an email only if it tells a time, and a header is below it: programs differ
    in whether they mark such a line of a text with `>`.
    """
    lines = raw.splitlines(keepends=True)
    starts = [number for number in range(len(lines)) if _begins(lines, number)]
    if starts[:1] != [0]:
        return [raw]
    emails = (lines[start + 1 : end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True))
    return [_ESCAPED.sub(rb"\1", b"".join(_without_end(email))) for email in emails]


def _begins(lines: list[bytes], number: int) -> bool:
    if not _SEPARATOR.match(lines[number]) or (number and lines[number - 1].strip()):
        return False
    line = lines[number][:_LONGEST]
    below = lines[number + 1] if number + 1 < len(lines) else b""
    return bool(_TIME.search(line) and _YEAR.search(line) and _HEADER.match(below))


def _without_end(lines: list[bytes]) -> list[bytes]:
    return lines[:-1] if lines and not lines[-1].strip() else lines


def _of_emlx(raw: bytes) -> bytes:
    """The email in a file of Apple Mail: as many bytes as its first line says, above what the program noted."""
    count = _COUNT.match(raw)
    return raw[count.end() : count.end() + int(count[1])] if count else raw


if sys.platform == "linux":
    import fcntl

Unread = Callable[[OSError], object]

_EARLIEST, _LATEST = 0, int(datetime(9999, 1, 1, tzinfo=UTC).timestamp())
"""A file system keeps times that no calendar of ours has."""
MOUNTS = Path("/proc/self/mountinfo")
_REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3"})
"""File systems that refuse a lease as if someone wrote the file, as long as their server allows none."""


_KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class WaitingFile(msgspec.Struct, frozen=True):
    """A file that was read: its bytes, how many there are in all, and when it was last changed, in nanoseconds too.

    Of one that is too large *raw* is only the beginning. *names* counts the names that it has, by hard links.
    """

    path: Path
    raw: bytes
    size: int
    arrived: datetime
    nanoseconds: int
    inode: int
    names: int


class Unfinished(BlockingIOError):
    """Someone is still writing the file."""


class NoFile(OSError):
    """What is there is no file, or not one that may be taken."""


def listed(folder: Path) -> list[Path]:
    """What is in *folder* but for what is hidden, be it a file or none; nothing if there is no folder."""
    try:
        return [path for path in folder.iterdir() if not path.name.startswith(".")]
    except (FileNotFoundError, NotADirectoryError):
        return []


def by_age(paths: Iterable[Path]) -> list[Path]:
    """Those of *paths* that are there, the oldest first."""
    found: list[tuple[float, str, Path]] = []
    for path in paths:
        try:
            found.append((path.lstat().st_mtime, path.name, path))
        except FileNotFoundError:
            continue
        except OSError:  # whoever opens it is told why
            found.append((0, path.name, path))
    return [path for *_, path in sorted(found)]


def oldest_first(folder: Path) -> list[Path]:
    """What is in *folder* but for what is hidden, the oldest first; nothing if there is no folder."""
    return by_age(listed(folder))


def only_files(paths: Iterable[Path]) -> list[Path]:
    """Those of *paths* that are files: the others cannot be taken, now or later."""
    return [path for path in paths if not _kind(path)]


def opened(paths: Iterable[Path], unread: Unread) -> Iterator[WaitingFile]:
    """Read each file; *unread* is told of what cannot be read or is not a file; what is gone meanwhile is passed over.

    Of a file that is too large no more is read than tells so. One that is still being written is not read, as far as
    the system can tell: half a sheet may be a valid one. Nor can anyone begin to write it until the next is asked for.
    """
    for path in paths:
        try:
            with os.fdopen(_open(path), "rb") as file:
                _finished(file.fileno(), path)
                raw, found = file.read(MOST_BYTES + 1), os.fstat(file.fileno())
                size = max(len(raw), found.st_size)
                moments = moment(found.st_mtime), found.st_mtime_ns
                yield WaitingFile(path, raw, size, *moments, found.st_ino, found.st_nlink)
        except FileNotFoundError:
            continue
        except OSError as wrong:
            unread(wrong)


def is_still(one: WaitingFile) -> bool:
    """Whether the file that was read is there still, as it was; raises `FileNotFoundError` if none does."""
    found = one.path.lstat()
    return (found.st_ino, found.st_mtime_ns) == (one.inode, one.nanoseconds)


def remove(path: Path) -> None:
    """Remove the file *path* from its folder, and from no other that someone has put in the folder's place."""
    with _folder_of(path) as folder, suppress(FileNotFoundError):
        os.unlink(path.name, dir_fd=folder)


def close_to_others(path: Path) -> None:
    """Let the file *path* be for its owner alone, if that is who we are."""
    handle = _open(path)
    try:
        with suppress(PermissionError):
            os.fchmod(handle, FILE)
    finally:
        os.close(handle)


def moment(seconds: float) -> datetime:
    """The time of a file, to the second; times that no calendar has become the nearest that one has."""
    return datetime.fromtimestamp(min(max(int(seconds), _EARLIEST), _LATEST), UTC)


def shown(path: Path) -> str:
    """*path* in one line of text, though its name need be none."""
    text = os.fsencode(path).decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def passed_over(_: OSError) -> None:
    """Tell no one of files that cannot be read."""


def _finished(handle: int, path: Path) -> None:
    """Raise `Unfinished` if someone has the file open to write it; until *handle* is closed no one can open it so.

    Only Linux tells, by a lease, and not on all file systems nor of everyone's files.
    """
    if sys.platform != "linux":
        return
    try:
        fcntl.fcntl(handle, fcntl.F_SETSIG, signal.SIGURG)  # who waits to write would end us by the usual signal
        fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except OSError as error:
        if error.errno == errno.EAGAIN and _system_of(handle) not in _REMOTE:
            raise Unfinished(errno.EAGAIN, "it is still being written", str(path)) from None


def _system_of(handle: int) -> str:
    """The kind of the file system that a file is on, as proc(5) names it under mountinfo; empty if none is named."""
    device = os.fstat(handle).st_dev
    number = f"{os.major(device)}:{os.minor(device)}"
    try:
        mounts = [line.partition(" - ") for line in MOUNTS.read_text(errors="replace").splitlines()]
    except OSError:
        return ""
    return next((after.split(" ")[0] for before, _, after in mounts if before.split(" ")[2:3] == [number]), "")


def _open(path: Path) -> int:
    """Open a file to read it: only if it is one, and lies itself in its folder, which is none by a link either."""
    with _folder_of(path) as folder:
        if kind := _kind(path):
            raise _no_file(path, kind)
        try:
            handle = os.open(path.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        except BlockingIOError as error:  # someone holds it by a lease of their own
            raise Unfinished(errno.EAGAIN, "another program is using it", str(path)) from error
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        raise _no_file(path, _KINDS.get(stat.S_IFMT(mode), "no file"))
    return handle


@contextmanager
def _folder_of(path: Path) -> Iterator[int]:
    """The folder of the file *path*, opened; what goes wrong with the file in it names the file."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        yield folder
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        os.close(folder)


def _kind(path: Path) -> str:
    """What is at *path*, in a word or two; nothing if it is a file, or gone."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return ""
    return "" if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "no file")


def _no_file(path: Path, kind: str) -> NoFile:
    says = f"it is {kind}, and only files are read; remove it, or put the file itself there"
    return NoFile(errno.EINVAL, says, str(path))


TAKEN = "taken"
SHEETS = frozenset({".yaml", ".yml"})
_UNFINISHED = (".tmp", ".part", ".partial", ".crdownload", ".download")
_OF_EDITORS = (".swp", "~")
_WRITING = 3600.0
"""For so many seconds after the last change someone may still be writing a file that is unfinished by its name."""
LONGEST_NAME = 255
"""Bytes that the name of a file may have."""


Dated = Callable[[str, bytes, datetime], tuple[datetime, Mapping[str, bytes]]]
"""When a sheet of a seat counts as come that was put here at a time, and what is kept beside it about that."""


def _as_it_came(_seat: str, _raw: bytes, arrived: datetime) -> tuple[datetime, Mapping[str, bytes]]:
    return arrived, {}


def fetch(
    folder: Path, inbox: Inbox, seats: Iterable[str], unread: Unread = passed_over, dated: Dated = _as_it_came
) -> tuple[list[InboxItem], list[Path]]:
    """Take all emails and sheets in *folder*, oldest first, and move them into its `taken`.

    Returns the items that were not known, and the files that stay as they are: see `need_of`. *dated* says when a sheet
    came, if that is not when its file was changed. *unread* is told of files
    that cannot be read or moved, and of what is not a file. One that has a second name elsewhere stays too: whoever may
    not read it can have given it the name that it has here, where a sheet's name says whom it is answered to.
    """
    folder = folder.resolve()
    taken: list[InboxItem] = []
    strange: list[Path] = _others(folder)
    for one in opened(lying(folder), unread):
        path = one.path
        if one.names > 1:
            unread(NoFile(errno.EMLINK, "it has another name elsewhere (a hard link); put a copy there", str(path)))
            continue
        seat = seat_in(path, seats) if _ending(path) in SHEETS else ""
        if seat is None:
            strange.append(path)
            continue
        kept = _keep_sheet(one, inbox, seat, dated) if seat else _keep_emails(one, inbox)
        try:
            _put_away(one, folder / TAKEN, kept[0][0])
        except OSError as error:
            unread(error)
        taken.extend(item for item, new in kept if new)
    return taken, strange


def _keep_sheet(one: WaitingFile, inbox: Inbox, seat: str, dated: Dated) -> list[tuple[InboxItem, bool]]:
    came, beside = dated(seat, one.raw, one.arrived)
    source = f"{shown(Path(one.path.name))} {one.nanoseconds}"
    return [inbox.keep(one.raw, came, seat=seat, source=source, beside=beside)]


def _keep_emails(one: WaitingFile, inbox: Inbox) -> list[tuple[InboxItem, bool]]:
    """Keep each email of a file, with an identity of its own."""
    emails = emails_in(_ending(one.path), kept_of(one.raw, one.size))
    return [inbox.keep(email, one.arrived) for email in emails]


def waiting(folder: Path) -> list[Path]:
    """The emails and sheets in *folder*, oldest first."""
    return only_files(lying(folder))


def lying(folder: Path) -> list[Path]:
    """Whatever in *folder* has the name of an email or a sheet, oldest first."""
    return [path for path in oldest_first(folder) if _ending(path) in MAILS | SHEETS]


def left_alone(folder: Path, seats: Iterable[str]) -> list[Path]:
    """What in *folder* is not taken: files whose names are of no email and of no seat's sheet, and whole folders."""
    sheets = (path for path in waiting(folder) if _ending(path) in SHEETS)
    return [*_others(folder), *(path for path in sheets if seat_in(path, seats) is None)]


def _others(folder: Path) -> list[Path]:
    """The files in *folder* with names of neither emails nor sheets, and folders in it that hold anything."""
    there = oldest_first(folder)
    names = [path for path in there if _ending(path) not in MAILS | SHEETS and not _being_written(path)]
    return [*only_files(names), *(path for path in there if path.name != TAKEN and _holds_anything(path))]


def _holds_anything(path: Path) -> bool:
    """Whether *path* is a folder with something in it, as far as anyone may look."""
    try:
        return path.is_dir() and bool(listed(path))
    except OSError:
        return True


def _being_written(path: Path) -> bool:
    name = path.name.lower()
    if not name.endswith(_UNFINISHED):
        return name.endswith(_OF_EDITORS)
    with suppress(OSError):
        return path.lstat().st_mtime > time.time() - _WRITING
    return True


def need_of(path: Path) -> Need:
    """What a file is that is left alone in the folder, and what helps."""
    return need("file", path=shown(path), sort="folder" if path.is_dir() else sort_of(path, _size(path)))


def _ending(path: Path) -> str:
    """The ending by which a file is read; nothing if it is not read by its name or its size."""
    return suffix(path) if sort_of(path, _size(path)) == "other" else ""


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:  # whoever opens it is told why
        return 0


def seat_in(path: Path, seats: Iterable[str]) -> str | None:
    """The seat that a sheet's file name starts with, the longest that fits."""
    name = stem(path)
    fitting = [seat for seat in seats if name == seat.lower() or name.startswith(f"{seat.lower()}-")]
    return max(fitting, key=len, default=None)


def _put_away(one: WaitingFile, folder: Path, item: InboxItem) -> None:
    """Move a file on, under a name that no other item has; one that was replaced meanwhile stays to be read."""
    name = f"{item.name}-{one.path.name}"
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = f"{item.name}{one.path.suffix}"
    if folder.is_symlink():
        raise NoFile(errno.EINVAL, "it is a link, and files must stay in the folder; remove it", str(folder))
    with suppress(FileNotFoundError):  # someone has put it away meanwhile
        if is_still(one):
            files.move(one.path, folder / name)
            close_to_others(folder / name)


def _written(name: str, folder: Path, parcels: Iterable[DeliveryAttempt], _trying: Trying, done: Done) -> None:
    """Deliver into a folder: each file has the message's name, so writing it twice is writing it once."""
    for one in parcels:
        files.write(path_of(folder, name) / f"{one.ident}.eml", one.data)
        done(one.ident, DeliveryFate.taken, "")


OUT = TransportOut(_written)
