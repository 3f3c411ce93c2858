"""What pages share: games, clock, record types.

msgspec looks at a type when it is first read, and is not safe if two threads do so at once: the process dies.
"""

import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic, time_ns
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from pbem.bounds.budget import Budget, OverBudget, within
from pbem.bounds.workers import WorkerDied, Workers, WorkFailed
from pbem.engine.event import PUBLIC
from pbem.engine.ruleset import Ruleset
from pbem.errors import Refusal, extra
from pbem.mail.intake.arrival import blame
from pbem.referee import opening
from pbem.referee.game import Clock, Game, Rulesets, now
from pbem.referee.people import holders
from pbem.settings import beginnings, game
from pbem.settings.beginnings import game_folders
from pbem.web.once import one_answer
from pbem.web.seat.board_drawn import boards_to_draw
from pbem.web.server.limits import FairQueues, RateLimit

if TYPE_CHECKING:
    from pbem.web.seat.sending import SentSheetResult, SheetToSend

ONE_AT_A_TIME = threading.RLock()
"""Held by whoever may read a type that is not ready."""
_ready: set[type] = set()


def make_ready() -> None:
    """Let msgspec look at the types of all modules that are loaded, where it has not yet."""
    with ONE_AT_A_TIME:
        for kind in _below(msgspec.Struct):
            if kind not in _ready:
                with suppress(TypeError, NameError):  # is never read
                    msgspec.json.Decoder(kind)
                _ready.add(kind)


def _below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


_RESTS_ON = (game.NAME, beginnings.SECRET, beginnings.LOG, holders.NAME)
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

    def listed(self) -> tuple[str, ...]:
        """The games on the first page."""
        return self.names()

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

    def read_first(self) -> None:
        """Read a game of each rules, so that processes that are forked then know what takes long to load."""
        for name in self.names():
            if self._names[name].rules not in self._played:
                with suppress(UnreadGame, OverBudget, MemoryError), within(Budget()), self.reading(name):
                    pass

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
        with ONE_AT_A_TIME:
            game = opening.look(one.folder, self._rulesets)
            for board in boards_to_draw(game, PUBLIC):  # what draws is loaded when something is drawn
                board.packed()
            make_ready()
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
        described = _stamp_of(one.folder / game.NAME)
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


with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import Request


A = TypeVar("A")
R = TypeVar("R")
Processes = Literal["readers", "senders", "painters"]
"""What does work apart: what is read of seats, what may wait for a busy game, and the public pages."""
_HOW_MANY: Mapping[Processes, int] = {"readers": 3, "senders": 3, "painters": 1}
_MOST_SECONDS = 90.0
"""Seconds for one of them to end, whatever else the machine does meanwhile."""
_MOST_OF_DEED = 600.0
"""Seconds for what the moderator does, which may be a whole turn, with all its mail."""
_DIED = "a process died of what it was working on"
_TOLD = 6
"""Lines of the program that are told of a failure: the innermost ones."""


def where(fault: Exception) -> str:
    """At which lines the program failed: not what it was working on."""
    frames = traceback.extract_tb(fault.__traceback__)[-_TOLD:]
    lines = ", ".join(f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in frames)
    return str(fault) if isinstance(fault, WorkFailed) else f"{type(fault).__name__} at {lines}"


def _quiet(_line: str) -> None:
    """Tell no one."""


class DeskServer(msgspec.Struct, kw_only=True):
    """A server of *games*.

    *proxies* are the addresses of those who say truly for whom they ask. *tell* is told of every request, *failed* of
    every failure of the program; *came* of every folder whose game was sent something. Of a link, and of an address, so
    many requests are let through; of what a seat writes, which is read and costs most, fewer, and fewest of what it
    sends, which is kept on the disk. *queues* let visitors take turns. *workers* do what may cost too much.
    *send* sends a sheet otherwise than into the folder of its game; it raises `OSError` if it cannot be kept. Only a
    demonstration, whose players get no letters, says what the *newest link* of a seat is.
    """

    games: ServedGames
    clock: Clock = now
    rulesets: Mapping[str, Ruleset] = {}
    proxies: frozenset[str] = frozenset()
    tell: Callable[[str], object] = _quiet
    failed: Callable[[str], object] = _quiet
    came: Callable[[Path], object] = lambda _folder: None
    send: "Callable[[SheetToSend], SentSheetResult] | None" = None
    newest_link: Callable[[Game, str], str] = lambda _game, _seat: ""
    by_address: RateLimit = msgspec.field(default_factory=lambda: RateLimit(600, 0.05))
    by_seat: RateLimit = msgspec.field(default_factory=lambda: RateLimit(240, 0.25))
    by_secret: RateLimit = msgspec.field(default_factory=lambda: RateLimit(20, 3.0))
    by_writing: RateLimit = msgspec.field(default_factory=lambda: RateLimit(90, 1.0))
    by_sending: RateLimit = msgspec.field(default_factory=lambda: RateLimit(40, 15.0))
    queues: FairQueues = msgspec.field(default_factory=lambda: FairQueues(2, 30))
    workers: Mapping[Processes, Workers[Any, Any]] = {}

    def begin_processes(self) -> None:
        """Let what players write be read in processes of their own; while the program has one thread."""
        self.games.read_first()
        make_ready()  # once for all of them
        self.workers = {name: Workers(self._work, most) for name, most in _HOW_MANY.items()}

    def end_processes(self) -> None:
        """End them all."""
        for one in self.workers.values():
            one.close()

    def apart(self, work: "Callable[[DeskServer, A], R]", about: A, key: str, *, by: Processes = "readers") -> R | None:
        """What *work* makes of something, in a process of its own if there are any; None if it died of that."""
        workers = self.workers.get(by)
        if workers is None:
            return work(self, about)
        try:
            done: R = workers.call((work, about), _MOST_SECONDS, key)
        except WorkerDied:
            self.failed(_DIED)
            return None
        return done

    def of_game(self, work: Callable[[Game, A], R], about: A, game: str, seat: str) -> R | None:
        """What *work* makes of something in a game, `apart` and within its limits; None if there is no such game.

        Raises `HTTPException` if it would cost more.
        """
        found = self.apart(_of_game, (work, game, about), f"{game} {seat}")
        if found is None:
            raise too_costly()
        made: R | None = found[0]
        return made

    def in_folder(self, work: "Callable[[DeskServer, A], R]", about: A, folder: Path) -> R:
        """What *work* makes of the game in *folder*, `apart`; it may judge the mail that waits there.

        What a process has died at is set aside, and the work is begun anew. Raises `HTTPException` if it dies all the
        same, and the refusals of the work.
        """
        workers = self.workers.get("senders")
        if workers is None:
            return work(self, about)
        try:
            done: R = workers.call_again((work, about), _MOST_OF_DEED, str(folder), partial(blame, folder))
        except WorkerDied as died:
            self.failed(_DIED)
            raise too_costly() from died
        return done

    def _work(self, asked: Any) -> Any:
        work, about = asked
        try:
            return work(self, about)
        except Refusal:
            raise
        except Exception as fault:
            raise WorkFailed(where(fault)) from fault


def too_costly() -> HTTPException:
    """What answers a request that would cost more than it may."""
    return HTTPException(503, headers={"Retry-After": "10"})


def _of_game(server: DeskServer, asked: tuple[Callable[[Game, A], R], str, A]) -> tuple[R | None] | None:
    """What work makes of something in a game, if there is one; None if it costs more than it may."""
    work, name, about = asked
    with server.games.reading(name) as game:
        try:
            with within(game.settings.limits if game else Budget()):
                return (work(game, about) if game else None,)
        except (OverBudget, MemoryError):
            return None


def server_of(request: Request) -> DeskServer:
    """The server that a request came to."""
    server: DeskServer = request.app.state.server
    return server
