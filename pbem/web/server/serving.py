"""What all pages of the server share: the games, the clock, and how much anyone may ask."""

import traceback
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from pbem.bounds.budget import Budget, OverBudget, within
from pbem.bounds.workers import WorkerDied, Workers, WorkFailed
from pbem.engine.ruleset import Ruleset
from pbem.extras import extra
from pbem.mail.intake.attempts import blame
from pbem.referee.game import Clock, Game, now
from pbem.store.refusal import Refusal
from pbem.web.server.games import ServedGames
from pbem.web.server.limits import RateLimit
from pbem.web.server.queues import FairQueues

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
    Only a demonstration, whose players get no letters, says what the *newest link* of a seat is.
    """

    games: ServedGames
    clock: Clock = now
    rulesets: Mapping[str, Ruleset] = {}
    proxies: frozenset[str] = frozenset()
    tell: Callable[[str], object] = _quiet
    failed: Callable[[str], object] = _quiet
    came: Callable[[Path], object] = lambda _folder: None
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
