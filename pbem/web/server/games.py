"""The games of a folder, read again when their files have changed."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, time_ns

import msgspec

from pbem.engine.event import PUBLIC
from pbem.referee import contacts, opening
from pbem.referee.game import Game, Rulesets
from pbem.settings import beginnings, game_settings
from pbem.settings.game_folders import game_folders
from pbem.store.refusal import Refusal
from pbem.web.board.drawn import boards_to_draw
from pbem.web.once import one_answer
from pbem.web.server import record_types

_RESTS_ON = (game_settings.NAME, beginnings.SECRET, beginnings.LOG, contacts.NAME)
"""The files of a game that say what it is and how it stands; everything else is read when it is asked for."""
_SCAN_AFTER = 2.0
"""Seconds after which the folder may be looked through again."""
_SETTLED = 2_000_000_000
"""Nanoseconds after which a change of a folder has another time than the one before."""
_Stamp = tuple[int, int, int, int] | None
"""What changes with a file: its times, size and identity; None without a file."""


class UnreadGame(Refusal):
    """A game is there, and cannot be read now."""


class ServedGame(msgspec.Struct):
    """A game in its *folder*, as it was *read* when its files were as *seen*; *reading* is for one at a time.

    Its inbox was read when that was as *mail*, unless it had just changed then.
    It was *called* a name and played by *rules*, or something was *wrong*, when its settings were as *described*.
    """

    folder: Path
    reading: threading.RLock = msgspec.field(default_factory=threading.RLock)
    seen: tuple[_Stamp, ...] = ()
    read: Game | None = None
    mail: _Stamp = None
    described: _Stamp = None
    called: str = ""
    rules: str = ""
    wrong: str = ""


class ServedGames:
    """The games in *top* and below, by their names; of two with one name only the first is served.

    `unread` is told of a game that cannot be read as it is, and why.
    """

    def __init__(self, top: Path, rulesets: Rulesets | None = None) -> None:
        self.top, self._rulesets = top, rulesets
        self._by_folder: dict[Path, ServedGame] = {}
        self._names: dict[str, ServedGame] = {}
        self._played: set[str] = set()
        self._scanned = 0.0
        self._scanning = threading.Lock()
        self.wrong: Mapping[Path, str] = {}
        self.unread: Callable[[Path, str], object] = lambda _folder, _why: None

    def names(self) -> tuple[str, ...]:
        """The names of all games that can be served now, in alphabetical order."""
        with self._scanning:
            if not self._scanned or monotonic() - self._scanned > _SCAN_AFTER:
                self._scan()
        return tuple(sorted(self._names))

    def folder(self, name: str) -> Path | None:
        """The folder of the game called *name*; None if there is none."""
        found = self._find(name)
        return found.folder if found else None

    @contextmanager
    def reading(self, name: str) -> Iterator[Game | None]:
        """The game called *name*, for one reader at a time; None if there is none. Raises `UnreadGame`."""
        found = self._find(name)
        if found is None:
            yield None
            return
        with found.reading, one_answer():
            game = self._look(found)
            if game is None:
                raise UnreadGame(f"{found.folder} cannot be read now")
            yield game

    def _find(self, name: str) -> ServedGame | None:
        return self._names.get(name) if name in self.names() else None

    def _look(self, one: ServedGame) -> Game | None:
        stamps = _stamps(one.folder)
        if one.seen != stamps or one.read is None:
            one.read, one.seen = None, stamps
            try:
                one.read = self._opened(one)
            except (Refusal, OSError) as why:
                self.unread(one.folder, str(why))
            one.mail = None
        if one.read is not None:
            _look_at_mail(one, one.read)
        return one.read

    def _opened(self, one: ServedGame) -> Game:
        """The game, read now; the first one of its rules is read alone."""
        if one.rules in self._played:
            return opening.look(one.folder, self._rulesets)
        with record_types.ONE_AT_A_TIME:
            game = opening.look(one.folder, self._rulesets)
            for board in boards_to_draw(game, PUBLIC):  # what draws is loaded when something is drawn
                board.packed()
            record_types.make_ready()
            self._played.add(one.rules)
        return game

    def _scan(self) -> None:
        names: dict[str, ServedGame] = {}
        wrong: dict[Path, str] = {}
        for folder in game_folders(self.top):
            one = self._by_folder.setdefault(folder, ServedGame(folder))
            self._describe(one)
            if one.wrong:
                wrong[folder] = one.wrong
            if one.wrong and not one.called:
                continue  # it was never read
            if names.setdefault(one.called, one) is not one:
                wrong[folder] = f"{names[one.called].folder} is called {one.called}, too"
        self._names, self.wrong, self._scanned = names, wrong, monotonic()

    def _describe(self, one: ServedGame) -> None:
        """Find out what a game is called, unless that is known."""
        described = _stamp_of(one.folder / game_settings.NAME)
        if one.described == described is not None:
            return
        try:
            settings = opening.settings_in(one.folder, self._rulesets)
            one.called, one.rules, one.wrong = settings.game, settings.rules, ""
        except (Refusal, OSError) as why:
            one.wrong = str(why)  # it is called as before: whoever asks for it is told to come again
        one.described = described


def _look_at_mail(one: ServedGame, game: Game) -> None:
    """Let *game* read its inbox again if anything can have come since: there may be thousands of emails."""
    now = _stamp_of(game.inbox.folder)
    if now is None or one.mail != now:
        game.inbox = game.inbox.passing_over()
        one.mail = now if now and abs(time_ns() - now[0]) > _SETTLED else None


def _stamps(folder: Path) -> tuple[_Stamp, ...]:
    return tuple(_stamp_of(folder / name) for name in _RESTS_ON)


def _stamp_of(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
