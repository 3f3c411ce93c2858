"""The routes of the board: its drawing, and what is known of a thing on it."""

import gzip
from collections.abc import Sequence
from functools import lru_cache

from pbem.extras import extra
from pbem.web.board.drawn import BoardPicture, board_picture
from pbem.web.board.pages import board_facts
from pbem.web.server import entry, responses
from pbem.web.server.serving import server_of

with extra("web"):
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Route

_PRIVATE = "private, no-cache"
_MOST = 100
"""Characters of the name of a thing."""


def routes() -> Sequence[BaseRoute]:
    """All routes of the board that change nothing."""
    return (
        Route("/s/{game}/{seat}/board/facts", _facts, name="board-facts", methods=["GET"]),
        Route("/s/{game}/{seat}/board/{name}.svg", _picture, name="board-picture", methods=["GET"]),
    )


async def _facts(request: Request) -> Response:
    return await run_in_threadpool(_facts_of, request)


def _facts_of(request: Request) -> Response:
    with entry.visiting(server_of(request), request) as visit:
        thing = request.query_params.get("thing", "")[:_MOST]
        return responses.page(board_facts(visit.game, visit.seat, thing))


async def _picture(request: Request) -> Response:
    return await run_in_threadpool(_picture_of, request)


def _picture_of(request: Request) -> Response:
    with entry.visiting(server_of(request), request) as visit:
        found = board_picture(visit.game, visit.seat, request.path_params["name"])
    if found is None:
        raise entry.nothing_there()
    packs = "gzip" in request.headers.get("accept-encoding", "")
    body = _packed(found) if packs else found.svg
    response = responses.public(request, body, "image/svg+xml", _PRIVATE)
    response.headers["Vary"] = "Accept-Encoding"
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    return response


@lru_cache(maxsize=64)
def _packed(picture: BoardPicture) -> bytes:
    """A fifth of the bytes, for slow connections; nothing in them is secret from whom they are for."""
    return gzip.compress(picture.svg, mtime=0)
