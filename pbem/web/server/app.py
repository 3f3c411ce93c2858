"""The routes of the server, and what is around them."""

from collections.abc import Sequence

from pbem.extras import extra
from pbem.store.refusal import Refusal
from pbem.web import asset_files
from pbem.web.board.routes import routes as board_routes
from pbem.web.moderator import pages as moderator
from pbem.web.seat.routes import routes as seat_routes
from pbem.web.server import public_pages, responses
from pbem.web.server.games import UnreadGame
from pbem.web.server.headers import Failures, RequestLog, SafeHeaders
from pbem.web.server.responses import AddressLimit
from pbem.web.server.serving import DeskServer, server_of

with extra("web"):
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute, Route

_FOR_EVER = "public, max-age=31536000, immutable"


def desk_app(server: DeskServer) -> Starlette:
    """The application that serves what *server* knows."""
    app = Starlette(
        routes=[
            *_own_routes(),
            *public_pages.routes(),
            *board_routes(),
            *seat_routes(),
            *moderator.routes(),
        ],
        middleware=[
            Middleware(RequestLog, tell=server.tell),
            Middleware(SafeHeaders),
            Middleware(Failures, tell=server.failed, answer=lambda: responses.error(500)),
            Middleware(AddressLimit, limit=server.by_address, proxies=server.proxies),
        ],
        exception_handlers={HTTPException: _refused, UnreadGame: _unread, Refusal: _damaged},
    )
    app.router.redirect_slashes = False  # to whatever host was asked for, and with the secret of a link
    app.state.server = server
    return app


def _own_routes() -> Sequence[BaseRoute]:
    return (Route("/assets/{name}", _asset, name="asset", methods=["GET"]),)


async def _asset(request: Request) -> Response:
    found = asset_files.published().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return responses.public(request, found.content, found.type, _FOR_EVER)


async def _unread(_request: Request, _why: Exception) -> Response:
    return responses.error(503, {"Retry-After": "10"})


async def _damaged(request: Request, why: Exception) -> Response:
    """Say that a page cannot be made now, and to whoever runs the desk which file is to be restored."""
    server_of(request).failed(str(why))
    return responses.error(503, {"Retry-After": "10"})


async def _refused(_request: Request, why: Exception) -> Response:
    status = why.status_code if isinstance(why, HTTPException) else 500
    kept = dict(why.headers or {}) if isinstance(why, HTTPException) else {}
    return responses.error(status, kept)
