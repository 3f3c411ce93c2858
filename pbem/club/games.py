"""The games of a club as rows: read, brought to a copy, committed; import and export of folders."""

import re
import zlib
from collections.abc import Iterable
from datetime import datetime

import msgspec

from pbem import __version__
from pbem.club.copies import CopyMark, GameCopy, GamePiece, in_order, marked, put
from pbem.club.database import connected
from pbem.club.keys import ClubKey, GameKey, new_secret
from pbem.club.settings import Club
from pbem.errors import Refusal, extra

with extra("club"):
    from psycopg import Connection

_LEVEL = 6


class NoSuchGame(Refusal):
    """The club has no game of that name."""


class OtherWorkerFirst(Exception):
    """Another worker has committed a newer version of the game meanwhile."""


class StoredGame(msgspec.Struct, frozen=True):
    """A game as its row says: its *version*, the newest *program* that wrote it, the clock of its last turn."""

    name: str
    key: GameKey
    version: int
    program: str
    played: datetime | None
    due: datetime | None
    aside: bool

    @property
    def is_newer(self) -> bool:
        """Whether a newer program than this wrote it."""
        return _numbers(self.program) > _numbers(__version__)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def stored(connection: Connection, key: ClubKey, name: str) -> StoredGame:
    """The row of the game *name*; raises `NoSuchGame`."""
    row = connection.execute(
        "select key, version, program, played, due, aside_since is not null from club_games where name = %s", (name,)
    ).fetchone()
    if row is None:
        raise NoSuchGame(f"the club has no game {name}")
    wrapped, version, program, played, due, aside = row
    return StoredGame(name, GameKey(name, key.unwrap(wrapped)), version, program, played, due, aside)


def bring(connection: Connection, game: StoredGame, copy: GameCopy) -> CopyMark:
    """Bring *copy*, which is held, to the version of *game*; it is stained until it is kept."""
    mark = copy.take(game.version)
    if mark.version == game.version:
        return mark
    rows = connection.execute(
        "select version, piece, content from club_pieces where game = %s and version > %s and version <= %s "
        "order by version",
        (game.name, mark.version, game.version),
    )
    by_version: dict[int, list[GamePiece]] = {}
    for version, piece, content in rows:
        by_version.setdefault(version, []).append(_opened(game.key, piece, version, content))
    for pieces in by_version.values():
        for one in in_order(pieces):
            put(copy.folder, one)
    return marked(copy.folder, game.version, mark.files)


def _about(piece: bytes, version: int) -> bytes:
    return piece + version.to_bytes(8)


def _opened(key: GameKey, piece: bytes, version: int, content: bytes) -> GamePiece:
    return msgspec.msgpack.decode(zlib.decompress(key.open(content, _about(piece, version))), type=GamePiece)


def add_pieces(connection: Connection, game: StoredGame, version: int, pieces: Iterable[GamePiece]) -> int:
    """Add *pieces* of a new *version* in the caller's transaction; how many bytes they are."""
    rows = []
    for one in pieces:
        name = game.key.digest(one.path)
        content = game.key.seal(zlib.compress(msgspec.msgpack.encode(one), _LEVEL), _about(name, version))
        rows.append((game.name, name, version, one.whole, content))
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into club_pieces (game, piece, version, whole, content) values (%s, %s, %s, %b, %b)", rows
        )
    whole = [row[1] for row in rows if row[3]]
    connection.execute(
        "delete from club_pieces where game = %s and piece = any(%s) and version < %s", (game.name, whole, version)
    )
    return sum(len(row[4]) for row in rows)


def commit(
    connection: Connection, game: StoredGame, pieces: Iterable[GamePiece], *, at: datetime, due: datetime | None
) -> int:
    """Make *pieces* the next version of *game* in the caller's transaction; raises `OtherWorkerFirst`."""
    newest = max(game.program, __version__, key=_numbers)
    won = connection.execute(
        "update club_games set version = version + 1, program = %s, played = %s, due = %s, failures = 0 "
        "where name = %s and version = %s",
        (newest, at, due, game.name, game.version),
    ).rowcount
    if not won:
        raise OtherWorkerFirst
    return add_pieces(connection, game, game.version + 1, pieces)


def club_secret(connection: Connection, key: ClubKey, name: str = "addresses") -> bytes:
    """The secret called *name*, with which addresses become what stands for them; it is made when first needed."""
    find = "select key from club_secrets where name = %s"
    row = connection.execute(find, (name,)).fetchone()
    if row is None:
        connection.execute(
            "insert into club_secrets (name, key) values (%s, %s) on conflict do nothing",
            (name, key.wrap(new_secret())),
        )
        row = connection.execute(find, (name,)).fetchone()
    assert row is not None  # noqa: S101 - it was made above
    return key.unwrap(row[0])


def of_no_game(connection: Connection, key: ClubKey) -> StoredGame:
    """What stands for a game in letters that belong to none: its key seals them."""
    return StoredGame("", GameKey("", club_secret(connection, key, "letters")), 0, "", None, None, aside=False)


def rotate(club: Club) -> int:
    """Wrap the key of each game, and mail that waits, with the newest key of the club; how many there were."""
    count = 0
    with connected(club.database) as connection, connection.transaction():
        for table, ident, column in (
            ("club_secrets", "name", "key"),
            ("club_games", "name", "key"),
            ("club_games", "name", "contact"),
            ("club_mails", "id", "raw"),
        ):
            rows = connection.execute(
                f"select {ident}, {column} from {table} where {column} is not null for update"  # noqa: S608
            ).fetchall()
            with connection.cursor() as cursor:
                cursor.executemany(
                    f"update {table} set {column} = %s where {ident} = %s",  # noqa: S608
                    [(club.key.rewrap(wrapped), key) for key, wrapped in rows],
                )
            count += len(rows)
    return count


def newest_piece(connection: Connection, game: StoredGame, path: str) -> GamePiece | None:
    """The newest piece of the file *path*, which travels whole; None if there never was one."""
    name = game.key.digest(path)
    row = connection.execute(
        "select version, content from club_pieces where game = %s and piece = %s order by version desc limit 1",
        (game.name, name),
    ).fetchone()
    return _opened(game.key, name, *row) if row else None
