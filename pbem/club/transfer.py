"""A folder becomes a game of the club, and a game of the club a folder."""

import re
import shutil
from pathlib import Path

from pbem import __version__
from pbem.club.copies import CopyMark, GameCopy, changes
from pbem.club.database import connected
from pbem.club.games import StoredGame, add_pieces, bring, club_secret, stored
from pbem.club.keys import GameKey, digest_of_address, new_secret
from pbem.club.messages import rows_of, tell_outbox
from pbem.club.routing import marks_of, note_marks
from pbem.club.seats import addresses_of, note_addresses
from pbem.club.settings import Club
from pbem.errors import Refusal, extra
from pbem.mail.transport.server import DeliveryAttempt
from pbem.referee import opening
from pbem.referee.game import Rulesets
from pbem.store import files
from pbem.store.outbox import Outbox

with extra("club"):
    from psycopg import Connection

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


class CannotImport(Refusal):
    """The folder cannot become a game of the club."""


def import_folder(club: Club, folder: Path, name: str = "", rulesets: Rulesets | None = None) -> str:
    """Make the game in *folder* one of the club's, byte for byte; its name there. Raises `CannotImport`.

    It is opened first, which checks its log, its secret and what it began with. The folder itself stays as it is.
    """
    with connected(club.database) as connection, connection.transaction():
        return add_folder(connection, club, folder, name, rulesets)


def add_folder(
    connection: Connection, club: Club, folder: Path, name: str = "", rulesets: Rulesets | None = None
) -> str:
    """What `import_folder` does, in the caller's transaction."""
    with opening.held(folder, rulesets) as game:
        name = name or game.name
        moderator = game.settings.moderator.address if game.settings.moderator else ""
        if not _NAME.fullmatch(name):
            raise CannotImport(f"{name!r} cannot be a game's name here: letters, digits, dots and hyphens; use --name")
        before = CopyMark(0, {})
        digest = digest_of_address(club_secret(connection, club.key), moderator)
        secret = new_secret()
        made = connection.execute(
            "insert into club_games (name, key, moderator, contact, version, program, due) "
            "values (%s, %s, %s, %s, 1, %s, %s) "
            "on conflict do nothing",
            (name, club.key.wrap(secret), digest, club.key.wrap(moderator.encode()), __version__, club.clock()),
        ).rowcount
        if not made:
            raise CannotImport(f"the club has a game {name} already; give this one another name with --name")
        row = StoredGame(name, GameKey(name, secret), 0, "", None, None, aside=False)
        add_pieces(connection, row, 1, changes(folder, before))
        note_addresses(connection, club.key, name, addresses_of(game))
        note_marks(connection, club.key, name, _marks(game.outbox))
    return name


def _marks(outbox: Outbox) -> set[str]:
    """What replies to any message of a game carry."""
    marks = set[str]()
    for ident in outbox.idents():
        envelope, data = outbox.read(ident)
        if envelope:
            marks |= marks_of(DeliveryAttempt(ident, envelope.sender, envelope.recipient, data))
    return marks


def export(club: Club, name: str, folder: Path) -> int:
    """Write the game *name* into the new *folder*, byte for byte; its version. Raises `NoSuchGame`, `Exists`.

    Its outbox is told what became of its messages, so that none goes again.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise opening.Exists(f"{folder} is there already; name a new folder")
    beside = GameCopy(folder.parent, f".{folder.name}.export")
    try:
        with connected(club.database) as connection, beside.held():
            beside.throw_away()
            with connection.transaction():
                connection.execute("set transaction isolation level repeatable read, read only")
                game = stored(connection, club.key, name)
                bring(connection, game, beside)
                rows = rows_of(connection, game)
        tell_outbox(Outbox(beside.folder / "outbox", beside.folder / "sent"), rows.values())
        if folder.exists():
            folder.rmdir()
        files.move(beside.folder, folder)
    finally:
        shutil.rmtree(beside.place, ignore_errors=True)
    return game.version
