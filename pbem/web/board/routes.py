"""The routes of the board: its drawing, and what is known of a thing on it."""

import gzip
from collections.abc import Sequence

from pbem.extras import extra
from pbem.referee.game import Game
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
    server, thing = server_of(request), request.query_params.get("thing", "")[:_MOST]
    with entry.visiting(server, request) as visit:
        game, seat = visit.game.name, visit.seat
    told = server.of_game(_told, (seat, thing), game, seat)
    if told is None:
        raise entry.nothing_there()
    return responses.page(told)


def _told(game: Game, about: tuple[str, str]) -> str:
    return board_facts(game, *about)


def _packed(game: Game, about: tuple[str, str]) -> bytes | None:
    found = board_picture(game, *about)
    return found.packed() if found else None


async def _picture(request: Request) -> Response:
    return await in_lane("board", _picture_of, request)


def _picture_of(request: Request) -> Response:
    server, name = server_of(request), request.path_params["name"]
    with entry.visiting(server, request) as visit:
        game, seat = visit.game.name, visit.seat
        found = board_picture(visit.game, seat, name)
    packs = "gzip" in request.headers.get("accept-encoding", "")
    tag = f"{found.tag}{'-gzip' if packs else ''}" if found else ""
    if found and (known := responses.unchanged(request, tag, _PRIVATE)):
        return known
    packed = server.of_game(_packed, (seat, name), game, seat) if found else None
    if packed is None:
        raise entry.nothing_there()
    body = packed if packs else gzip.decompress(packed)
    response = responses.public(request, body, "image/svg+xml", _PRIVATE, tag)
    response.headers["Vary"] = "Accept-Encoding"
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    return response
