"""A worker's copies of games: folders that may be thrown away at any time.

CACHE/GAME/game        the folder
CACHE/GAME/mark.json   its version, and all that is in it; missing while it is worked at
CACHE/GAME/.lock       held by whoever works at it
"""

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from pbem.errors import Refusal
from pbem.referee.records.package import is_the_games
from pbem.settings.game import FOLDER as DESK
from pbem.store import files

FOLDER, MARK = "game", "mark.json"
_WHOLE_AT = 64
"""A file that only grows travels whole at each version that this divides, so that its ends do not become many."""
_LEAST = 512
"""Bytes of a file below which its new end alone would save nothing."""


class CannotKeep(Refusal):
    """A folder holds what a database cannot: a link, a device or a socket."""


class FileMark(msgspec.Struct, frozen=True, array_like=True):
    """A file of a copy: its size, when it was changed in nanoseconds, and its digest; a folder has none of these."""

    size: int
    changed: int
    digest: bytes = b""


class CopyMark(msgspec.Struct, frozen=True):
    """What a copy is: its *version*, and its *files* by their paths; those of folders end with `/`."""

    version: int
    files: Mapping[str, FileMark]


class GamePiece(msgspec.Struct, frozen=True, array_like=True):
    """A file of a game, or from *start* on the new end of one that grew; without *content* it is gone."""

    path: str
    changed: int
    start: int
    content: bytes | None

    @property
    def whole(self) -> bool:
        """Whether it says all of the file."""
        return not self.start


def listed(folder: Path) -> dict[str, FileMark]:
    """Everything in *folder* that belongs to the game, by its path, without digests; raises `CannotKeep`."""
    found: dict[str, FileMark] = {}
    for top, folders, names in os.walk(folder):
        if Path(top) == folder and DESK in folders:
            folders.remove(DESK)  # who is signed in at the desk belongs to this copy alone
        for name in folders:
            path = Path(top, name)
            if path.is_symlink():
                raise CannotKeep(f"{path} is a link; a game in a club has files of its own")
            found[f"{path.relative_to(folder).as_posix()}/"] = FileMark(0, 0)
        for name in names:
            path = Path(top, name)
            if is_the_games(path, folder):
                stat = path.lstat()
                if not path.is_file() or path.is_symlink():
                    raise CannotKeep(f"{path} is not a file; a game in a club has only files")
                found[path.relative_to(folder).as_posix()] = FileMark(stat.st_size, stat.st_mtime_ns)
    return found


def marked(folder: Path, version: int, before: Mapping[str, FileMark] | None = None) -> CopyMark:
    """The mark of the copy in *folder* at *version*; what did not change since *before* is not read again."""
    return CopyMark(version, {path: _with_digest(folder, path, one, before) for path, one in listed(folder).items()})


def _with_digest(folder: Path, path: str, one: FileMark, before: Mapping[str, FileMark] | None) -> FileMark:
    known = (before or {}).get(path)
    if path.endswith("/"):
        return one
    if known and (known.size, known.changed) == (one.size, one.changed):
        return known
    return msgspec.structs.replace(one, digest=_digest((folder / path).read_bytes()))


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def changes(folder: Path, before: CopyMark) -> Iterator[GamePiece]:
    """What changed in *folder* since *before*, as pieces of the next version."""
    now = listed(folder)
    for path, one in now.items():
        known = before.files.get(path)
        if known and (known.size, known.changed) == (one.size, one.changed):
            continue
        if path.endswith("/"):
            yield GamePiece(path, 0, 0, b"")
            continue
        data = (folder / path).read_bytes()
        start = _grown(known, data) if (before.version + 1) % _WHOLE_AT else 0
        yield GamePiece(path, one.changed, start, data[start:])
    for path in before.files.keys() - now.keys():
        yield GamePiece(path, 0, 0, None)


def _grown(known: FileMark | None, data: bytes) -> int:
    """Where the new end of *data* begins, if it only grew by it; otherwise 0."""
    if not known or not _LEAST <= known.size < len(data):
        return 0
    return known.size if _digest(data[: known.size]) == known.digest else 0


def in_order(pieces: Iterable[GamePiece]) -> list[GamePiece]:
    """*pieces* of one version: folders go after what is in them."""
    return sorted(pieces, key=lambda one: (one.content is None and one.path.endswith("/"), -one.path.count("/")))


def put(folder: Path, piece: GamePiece) -> None:
    """Bring *piece* into *folder*; raises `CannotKeep` if it names a place outside."""
    parts = Path(piece.path).parts
    if not parts or Path(piece.path).is_absolute() or ".." in parts:
        raise CannotKeep(f"a piece names {piece.path!r}, which would lie outside the game's folder")
    target = folder / piece.path
    if piece.content is None:
        if piece.path.endswith("/"):
            with suppress(OSError):  # it may hold what belongs to this copy alone
                target.rmdir()
        else:
            target.unlink(missing_ok=True)
        return
    if piece.path.endswith("/"):
        files.make_folder(target)
        return
    files.make_folder(target.parent)
    with open(target, "r+b" if piece.start else "wb", opener=files.owned) as file:
        file.seek(piece.start)
        file.write(piece.content)
    os.utime(target, ns=(piece.changed, piece.changed))


class GameCopy:
    """The copy of one game below a cache."""

    def __init__(self, cache: Path, game: str) -> None:
        self.place = cache / game
        self.folder, self._mark = self.place / FOLDER, self.place / MARK

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold it against other threads and processes; raises `Busy`."""
        files.make_folder(self.place)
        with files.held(self.place):
            yield

    def version(self) -> int | None:
        """The version that is here, by its mark alone; None if it is stained, or nothing is here."""
        try:
            return msgspec.msgpack.decode(self._mark.read_bytes(), type=CopyMark).version
        except (OSError, msgspec.MsgspecError):
            return None

    def take(self, newest: int) -> CopyMark:
        """What is here, no newer than *newest*, whole and unchanged; from now on it is stained.

        What is stained, damaged or newer is thrown away: then the version is 0, and nothing is here.
        """
        mark = self._sound(newest)
        self._mark.unlink(missing_ok=True)
        if mark is None:
            shutil.rmtree(self.folder, ignore_errors=True)
            mark = CopyMark(0, {})
        files.make_folder(self.folder)
        return mark

    def _sound(self, newest: int) -> CopyMark | None:
        try:
            mark = msgspec.msgpack.decode(self._mark.read_bytes(), type=CopyMark)
            if mark.version <= newest and marked(self.folder, mark.version) == mark:
                return mark
        except (OSError, Refusal, msgspec.MsgspecError):
            pass
        return None

    def keep(self, mark: CopyMark) -> None:
        """Note that the copy is what *mark* says: it is stained no longer."""
        files.write(self._mark, msgspec.msgpack.encode(mark), durable=False)

    def throw_away(self) -> None:
        """Leave nothing here."""
        self._mark.unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)
