"""The public pages of games by the server: the same bytes as `pbem site` writes, made when they are asked for."""

import gzip
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock

from pbem.errors import extra
from pbem.referee.game import Game
from pbem.web.public import sealed_page
from pbem.web.public.game_pages import FOLDER, GamePages
from pbem.web.public.site import games_page
from pbem.web.rendering import SERVED, plain_words
from pbem.web.server import responses
from pbem.web.server.limits import RateLimit, address_of, in_lane
from pbem.web.server.serving import DeskServer, UnreadGame, server_of, too_costly

with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import RedirectResponse, Response
    from starlette.routing import BaseRoute, Route

TYPES = {
    ".html": responses.HTML,
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".xml": "application/atom+xml; charset=utf-8",
}
_LEAST = 1000
"""Bytes from which on content is compressed."""
_REMEMBERED = 48
"""How many files of a game are remembered, the ones that were asked for last."""
_BURST, _SECONDS = 600, 0.05


class _Remembered:
    """What was made of games, as long as these are as they were then: the pages, and the files asked for last."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[GamePages, dict[str, bytes]]] = {}
        self._lock = Lock()

    def pages(self, game: Game) -> GamePages:
        """The pages of *game*: of a game that was played on these are others."""
        return self._of(game)[0]

    def file(self, game: Game, name: str) -> bytes | None:
        """A file of *game* that was made before."""
        known = self._of(game)[1]
        with self._lock:
            found = known.pop(name, None)
            if found is not None:
                known[name] = found  # the last one now
            return found

    def keep(self, game: Game, name: str, made: bytes) -> None:
        """Remember a file of *game*, and forget the one that was asked for longest ago if there are too many."""
        known = self._of(game)[1]
        with self._lock:
            known[name] = made
            while len(known) > _REMEMBERED:
                known.pop(next(iter(known)))

    def _of(self, game: Game) -> tuple[GamePages, dict[str, bytes]]:
        with self._lock:
            found = self._made.get(game.name)
            if found is None or found[0].game is not game:
                found = self._made[game.name] = GamePages(game), {}
            return found


_HERE = _Remembered()
"""Of this process: that of the server has the files, the one that makes them has the pages."""


def routes() -> Sequence[BaseRoute]:
    """The routes of public pages, and of the page that lists the games."""
    limit = RateLimit(_BURST, _SECONDS)

    async def front(request: Request) -> Response:
        _let_through(request, limit)
        body = await in_lane("front", _front, server_of(request))
        return _answer(request, body, ".html")

    async def file(request: Request) -> Response:
        _let_through(request, limit)
        name = request.path_params.get("file") or "index.html"
        found = await in_lane("public", _file, server_of(request), request.path_params["game"], name)
        if found is None:
            raise HTTPException(404)
        return _answer(request, found, name[name.rindex(".") :])

    async def sealed(request: Request) -> Response:
        _let_through(request, limit)
        response = _answer(request, sealed_page.sealed_page(), ".html")
        response.headers["Content-Security-Policy"] = f"{sealed_page.policy()}; frame-ancestors 'none'"
        return response

    async def folder(request: Request) -> Response:
        return RedirectResponse(f"/{FOLDER}/{request.path_params['game']}/", 308)

    return (
        Route("/", front, name="front", methods=["GET"]),
        Route("/index.html", front, name="front", methods=["GET"]),
        Route(f"/{sealed_page.NAME}", sealed, name="sealed", methods=["GET"]),
        Route(f"/{FOLDER}/{{game}}", folder, name="game", methods=["GET"]),
        Route(f"/{FOLDER}/{{game}}/", file, name="game", methods=["GET"]),
        Route(f"/{FOLDER}/{{game}}/{{file}}", file, name="game-file", methods=["GET"]),
    )


def _let_through(request: Request, limit: RateLimit) -> None:
    if not limit.takes(address_of(request, server_of(request).proxies)):
        raise HTTPException(429)


def _front(server: DeskServer) -> bytes:
    shown = []
    for name in server.games.listed():
        with suppress(UnreadGame), server.games.reading(name) as game:
            if game is not None and _has_desk(game):
                shown.append((game, _HERE.pages(game).standing))
    return games_page(shown, assets_at=SERVED, note=plain_words().phrase("web", "front")).encode()


def _file(server: DeskServer, name: str, file: str) -> bytes | None:
    """A file of the game called *name*, drawn in a process of its own unless it is remembered."""
    with server.games.reading(name) as game:
        if game is None or not _has_desk(game):
            return None
        found = _HERE.file(game, file)
    if found is not None:
        return found
    made = server.apart(_made, (name, file), name, by="painters")
    if made is None:
        raise too_costly()
    if made[0] is not None:
        _HERE.keep(game, file, made[0])
    return made[0]


def _made(server: DeskServer, asked: tuple[str, str]) -> tuple[bytes | None]:
    """A file of a game, if it has one of that name."""
    name, file = asked
    with server.games.reading(name) as game:
        make = _HERE.pages(game).files().get(file) if game else None
        return (make() if make else None,)


def _has_desk(game: Game) -> bool:
    """Whether *game* is to be seen here: one whose moderator wants no desk for it is not."""
    return bool(game.settings.desk)


def _answer(request: Request, body: bytes, suffix: str) -> Response:
    """What anyone may keep, compressed for those who can read that."""
    wanted = "gzip" in request.headers.get("accept-encoding", "") and len(body) >= _LEAST
    response = responses.public(request, gzip.compress(body, 6, mtime=0) if wanted else body, TYPES[suffix])
    response.headers["Vary"] = "Accept-Encoding"
    if wanted:
        response.headers["Content-Encoding"] = "gzip"
    return response
