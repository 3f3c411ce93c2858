"""Links of letters: each shows a page that goes on to the seat's own, so that the browser keeps a cookie of ours only.

A browser that comes from an email would not send a `SameSite=Strict` cookie along; from a page of ours it does.
"""

from collections.abc import Mapping

from pbem.extras import extra
from pbem.web.rendering import plain_words, render
from pbem.web.server import entry, responses
from pbem.web.server.lanes import in_lane
from pbem.web.server.limits import form_of
from pbem.web.server.serving import server_of

with extra("web"):
    from starlette.requests import Request
    from starlette.responses import RedirectResponse, Response

_UNSEEN = {"Referrer-Policy": "no-referrer"}
_ITS_HOST = {"Referrer-Policy": "strict-origin"}
"""For a page whose form must say which site it is from, and whose address is secret."""


async def show(request: Request) -> Response:
    """The page behind a link: one button, which a script presses."""
    return await in_lane("link", _show, request)


def _show(request: Request) -> Response:
    if entry.followed(server_of(request), request, request.path_params["secret"]) is None:
        raise entry.nothing_there()
    return responses.page(render(plain_words(), "seat/link.html.j2"), headers=_ITS_HOST)


async def follow(request: Request) -> Response:
    """Exchange a link for a cookie, and go to the page of its seat."""
    return await in_lane("link", _follow, request)


async def leave(request: Request) -> Response:
    """Let the browser forget the page of a seat: for a device that others use, too."""
    await in_lane("link", entry.check_visitor, request)
    return await in_lane("link", _leave, request, await form_of(request))


def _leave(request: Request, fields: Mapping[str, str]) -> Response:
    with entry.visiting(server_of(request), request) as visit:
        entry.check_form(visit, request, fields.get("proof", ""))
        response = responses.page(render(plain_words(), "seat/left.html.j2", root=visit.root))
        entry.take_cookie(response, visit.game, visit.seat)
        return response


def _follow(request: Request) -> Response:
    entry.check_site(request)
    server = server_of(request)
    found = entry.followed(server, request, request.path_params["secret"])
    if found is None:
        raise entry.nothing_there()
    name, seat, token = found
    with server.games.reading(name) as game:
        if game is None:
            raise entry.nothing_there()
        entry.check_follows(game, request)
        response = RedirectResponse(entry.root_of(game, seat), 303, _UNSEEN)
        entry.give_cookie(response, game, seat, token)
    return response
