"""What all pages of the server share: the games, the clock, and how much anyone may ask."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from pbem.engine.ruleset import Ruleset
from pbem.extras import extra
from pbem.referee.game import Clock, Game, now
from pbem.web.server.games import ServedGames
from pbem.web.server.limits import RateLimit
from pbem.web.server.queues import FairQueues

with extra("web"):
    from starlette.requests import Request


def _quiet(_line: str) -> None:
    """Tell no one."""


class DeskServer(msgspec.Struct, kw_only=True):
    """A server of *games*.

    *proxies* are the addresses of those who say truly for whom they ask. *tell* is told of every request, *failed* of
    every failure of the program; *came* of every folder whose game was sent something. Of a link, and of an address, so
    many requests are let through; of what a seat sends, which is kept on the disk, fewer. *queues* let visitors take
    turns. Only a demonstration, whose players get no letters, says what the *newest link* of a seat is.
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
    by_sending: RateLimit = msgspec.field(default_factory=lambda: RateLimit(40, 15.0))
    queues: FairQueues = msgspec.field(default_factory=lambda: FairQueues(2, 30))


def server_of(request: Request) -> DeskServer:
    """The server that a request came to."""
    server: DeskServer = request.app.state.server
    return server
