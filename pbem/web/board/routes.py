"""The routes of the board: its drawing, and what is known of a thing on it."""

import gzip
from collections.abc import Sequence

from pbem.extras import extra
from pbem.web.board.drawn import board_picture
from pbem.web.board.pages import board_facts
from pbem.web.server import entry, responses
from pbem.web.server.lanes import in_lane
from pbem.web.server.serving import server_of

with extra("web"):
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
    return await in_lane("act", _facts_of, request)


def _facts_of(request: Request) -> Response:
    with entry.visiting(server_of(request), request) as visit:
        thing = request.query_params.get("thing", "")[:_MOST]
        return responses.page(board_facts(visit.game, visit.seat, thing))


async def _picture(request: Request) -> Response:
    return await in_lane("board", _picture_of, request)


def _picture_of(request: Request) -> Response:
    with entry.visiting(server_of(request), request) as visit:
        found = board_picture(visit.game, visit.seat, request.path_params["name"])
    packs = "gzip" in request.headers.get("accept-encoding", "")
    tag = f"{found.tag}{'-gzip' if packs else ''}" if found else ""
    if found and (known := responses.unchanged(request, tag, _PRIVATE)):
        return known
    packed = found.packed() if found else None  # while others may read the game
    if packed is None:
        raise entry.nothing_there()
    body = packed if packs else gzip.decompress(packed)
    response = responses.public(request, body, "image/svg+xml", _PRIVATE, tag)
    response.headers["Vary"] = "Accept-Encoding"
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    return response
