"""The order desk and the public pages of all games of a club, by any number of processes.

Pages are made from copies at the newest version. What is sent is kept in the database before it is answered for, and
judged by a worker; a page waits for that a moment only, and otherwise says that the sheet is safe.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from pbem.club.copies import GameCopy, marked
from pbem.club.database import NoDatabase, connected
from pbem.club.games import NoSuchGame, bring, stored
from pbem.club.intake import receive
from pbem.club.settings import Club
from pbem.errors import extra
from pbem.referee.game import Game, Rulesets
from pbem.store import files
from pbem.store.editions import DRAFTS
from pbem.web.seat.sending import SentSheetResult, SheetToSend, found_in
from pbem.web.server.serving import ServedGame, ServedGames

with extra("club"):
    import psycopg

PATIENCE = 2.0
"""Seconds that a page waits for a worker."""
_GLANCE = 0.05
_NAMES_AFTER = 2.0
_MOST_LISTED = 50


class ClubGames(ServedGames):
    """The games of *club*, from copies of their own; while the database is away, as they were read last."""

    def __init__(self, club: Club, rulesets: Rulesets | None = None) -> None:
        super().__init__(club.cache, rulesets)
        self.club = club
        self._known: tuple[str, ...] = ()
        self._asked = 0.0

    def names(self) -> tuple[str, ...]:
        """The names of all games of the club."""
        if not self._asked or monotonic() - self._asked > _NAMES_AFTER:
            with suppress(NoDatabase, psycopg.Error), connected(self.club.database) as connection:
                rows = connection.execute("select name from club_games order by name").fetchall()
                self._known, self._asked = tuple(name for (name,) in rows), monotonic()
        return self._known

    def listed(self) -> tuple[str, ...]:
        """The games that were played last."""
        try:
            with connected(self.club.database) as connection:
                rows = connection.execute(
                    "select name from club_games where played is not null order by played desc limit %s",
                    (_MOST_LISTED,),
                ).fetchall()
        except (NoDatabase, psycopg.Error):
            return self.names()[:_MOST_LISTED]
        return tuple(name for (name,) in rows)

    def read_first(self) -> None:
        """Read nothing: a game is brought here when someone asks for it."""

    def _find(self, name: str) -> ServedGame | None:
        if name not in self.names():
            return None
        copy = GameCopy(self.top, name)
        one = self._by_folder.setdefault(copy.folder, ServedGame(copy.folder))
        with copy.held():
            self._bring(copy, name)
        self._describe(one)
        return one if one.called == name else None

    def _look(self, one: ServedGame) -> Game | None:
        with files.held(one.folder.parent):
            return super()._look(one)

    def _bring(self, copy: GameCopy, name: str) -> None:
        """Bring *copy*, which is held, to the newest version, unless the database is away."""
        try:
            with connected(self.club.database) as connection:
                game = stored(connection, self.club.key, name)
                if copy.version() == game.version:
                    return
                with _drafts_kept(copy):
                    mark = bring(connection, game, copy)
                    copy.keep(marked(copy.folder, game.version, mark.files))
        except NoSuchGame:
            copy.throw_away()
        except (NoDatabase, psycopg.OperationalError):
            if copy.version() is None:
                raise

    def send(self, sheet: SheetToSend) -> SentSheetResult:
        """Keep a sheet in the database, and say what a worker made of it if that is known soon; raises `OSError`."""
        name = sheet.folder.parent.name
        try:
            number = receive(self.club, sheet.raw, name, sheet.at)
            if not self._is_taken(number):
                return SentSheetResult(fate="kept")
        except (NoDatabase, psycopg.Error) as error:
            raise OSError("the club's database is away") from error
        with self.reading(name) as game:
            return found_in(game, sheet.raw) if game else SentSheetResult(fate="kept")

    def _is_taken(self, number: int) -> bool:
        """Whether a worker takes in email *number* within the time for which a page waits."""
        end = monotonic() + PATIENCE
        with connected(self.club.database) as connection:
            while monotonic() < end:
                row = connection.execute("select taken is not null from club_mails where id = %s", (number,)).fetchone()
                if row is None or row[0]:
                    return True
                sleep(_GLANCE)
        return False


@contextmanager
def _drafts_kept(copy: GameCopy) -> Iterator[None]:
    """Keep the drafts of players, which are on this machine alone, though the copy may be thrown away."""
    drafts, aside = copy.folder / DRAFTS, copy.place / DRAFTS
    if drafts.is_dir() and not aside.exists():
        drafts.rename(aside)
    try:
        yield
    finally:
        if aside.is_dir() and copy.folder.is_dir():
            _put_back(aside, drafts)


def _put_back(aside: Path, drafts: Path) -> None:
    if drafts.exists():
        shutil.rmtree(drafts)
    aside.rename(drafts)
