"""Who sees a seat's page; links of letters.

All that does not open a page gets one answer, whatever is wrong with it.

A browser that comes from an email would not send a `SameSite=Strict` cookie along; from a page of ours it does.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import msgspec

from pbem.errors import extra
from pbem.referee.game import Game
from pbem.referee.people import changes
from pbem.settings.game import on_this_machine
from pbem.web.rendering import plain_words, render
from pbem.web.server import limits, responses
from pbem.web.server.limits import form_of, in_lane
from pbem.web.server.serving import DeskServer, UnreadGame, server_of

with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response

_KEPT = 180 * 24 * 3600
"""Seconds for which a browser keeps a cookie."""
_NO_KEY = "-" * 26


class SeatVisit(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who may see the page of *seat*; *token* is that of the letter whose link they followed last.

    *proof* is what every form of theirs must carry, so that no other page can make them send one.
    """

    game: Game
    seat: str
    token: str
    proof: str

    @property
    def root(self) -> str:
        """The address of the page."""
        return root_of(self.game, self.seat)


def root_of(game: Game, seat: str) -> str:
    """The address of the page of *seat*."""
    return f"/s/{game.name}/{seat}"


def nothing_there() -> HTTPException:
    """What everyone gets who may see nothing."""
    return HTTPException(404)


@contextmanager
def visiting(server: DeskServer, request: Request, *, counted: bool = True) -> Iterator[SeatVisit]:
    """The visit of the page that *request* names; raises `HTTPException`, the same for all that is wrong.

    It is *counted* as one of those that are let through for the seat.
    """
    name, seat = request.path_params["game"], request.path_params["seat"]
    cookie = request.cookies
    with server.games.reading(name) as game:
        known = game is not None and seat in game.titles and bool(game.settings.desk)
        wanted = changes.link_key(game, seat, "cookie") if game is not None and known else _NO_KEY
        shown, _, token = cookie.get(cookie_name(game, name, seat), "").partition(".")
        if not hmac.compare_digest(shown.encode(), wanted.encode()) or game is None or not known:
            if not server.by_secret.takes(limits.address_of(request, server.proxies)):
                raise HTTPException(429)
            raise nothing_there()
        if counted and not server.by_seat.takes(wanted):
            raise HTTPException(429)
        yield SeatVisit(game=game, seat=seat, token=token, proof=changes.link_key(game, seat, "form"))


def shown_key(request: Request) -> str:
    """What a visitor shows, true or not, to tell their requests for a page from those of others."""
    name, seat = request.path_params["game"], request.path_params["seat"]
    shown = [request.cookies.get(cookie, "") for cookie in (_cookie(name, seat), _cookie(name, seat, open_=True))]
    return " ".join((name, seat, *(each.partition(".")[0] for each in shown)))


def check_visitor(request: Request) -> None:
    """Raise `HTTPException` unless *request* comes from someone who may see the page that it names."""
    with visiting(server_of(request), request, counted=False):
        pass


def check_form(visit: SeatVisit, request: Request, proof: str) -> None:
    """Raise `HTTPException` unless a form comes from a page of this desk, and from this visitor's."""
    if not _is_ours(visit.game, request) or not hmac.compare_digest(proof.encode(), visit.proof.encode()):
        raise HTTPException(403)


def check_site(request: Request) -> None:
    """Raise `HTTPException` if a browser says that another site lets it send this."""
    if request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise HTTPException(403)


def check_follows(game: Game, request: Request) -> None:
    """Raise `HTTPException` if another site lets a browser follow a link: it would choose whose page that opens."""
    if not _is_ours(game, request):
        raise HTTPException(403)


def _is_ours(game: Game, request: Request) -> bool:
    """Whether a form comes from a page of the desk of *game*."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    ours = origin == game.settings.desk or (origin is None and site == "same-origin")
    if game.settings.desk and on_this_machine(game.settings.desk):
        ours = ours or origin == f"http://{request.headers.get('host', '')}"
    return ours and site in (None, "same-origin", "none")


def followed(server: DeskServer, request: Request, text: str) -> tuple[str, str, str] | None:
    """The game, the seat and the token of the link that ends with *text*; None if it opens nothing.

    Raises `UnreadGame` if that cannot be known now.
    """
    link = changes.read_link(text)
    found, unread = None, None
    for name in server.games.names():
        if link is None or changes.link_mark(name) != link.game:
            continue
        try:
            with server.games.reading(name) as game:
                for seat in game.titles if game is not None and game.settings.desk else ():
                    wanted = changes.link_key(game, seat, "link") if game is not None else _NO_KEY
                    if hmac.compare_digest(wanted.encode(), link.secret.encode()):
                        found = name, seat, link.token
        except UnreadGame as why:
            unread = why
    if found is None and unread is not None:
        raise unread
    if found is None and not server.by_secret.takes(limits.address_of(request, server.proxies)):
        raise HTTPException(429)
    return found


def give_cookie(response: Response, game: Game, seat: str, token: str) -> None:
    """Let a browser remember that it may see the page of *seat*, and the *token* of its newest letter."""
    response.set_cookie(
        cookie_name(game, game.name, seat),
        f"{changes.link_key(game, seat, 'cookie')}.{token}",
        max_age=_KEPT,
        path="/",
        secure=not on_this_machine(game.settings.desk),
        httponly=True,
        samesite="strict",
    )


def take_cookie(response: Response, game: Game, seat: str) -> None:
    """Let a browser forget that it may see the page of *seat*, and whatever it has kept of the pages of the desk."""
    response.delete_cookie(
        cookie_name(game, game.name, seat),
        path="/",
        secure=not on_this_machine(game.settings.desk),
        httponly=True,
        samesite="strict",
    )
    response.headers["Clear-Site-Data"] = '"cache"'


def cookie_name(game: Game | None, name: str, seat: str) -> str:
    """The name of the cookie of a seat: browsers take one that begins so only over an encrypted connection."""
    return _cookie(name, seat, open_=game is not None and on_this_machine(game.settings.desk))


def _cookie(name: str, seat: str, *, open_: bool = False) -> str:
    word = hashlib.sha256(f"{name}\0{seat}".encode()).hexdigest()[:12]
    return f"desk-{word}" if open_ else f"__Host-desk-{word}"


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
    if followed(server_of(request), request, request.path_params["secret"]) is None:
        raise nothing_there()
    return responses.page(render(plain_words(), "seat/link.html.j2"), headers=_ITS_HOST)


async def follow(request: Request) -> Response:
    """Exchange a link for a cookie, and go to the page of its seat."""
    return await in_lane("link", _follow, request)


async def leave(request: Request) -> Response:
    """Let the browser forget the page of a seat: for a device that others use, too."""
    await in_lane("link", check_visitor, request)
    return await in_lane("link", _leave, request, await form_of(request))


def _leave(request: Request, fields: Mapping[str, str]) -> Response:
    with visiting(server_of(request), request) as visit:
        check_form(visit, request, fields.get("proof", ""))
        response = responses.page(render(plain_words(), "seat/left.html.j2", root=visit.root))
        take_cookie(response, visit.game, visit.seat)
        return response


def _follow(request: Request) -> Response:
    check_site(request)
    server = server_of(request)
    found = followed(server, request, request.path_params["secret"])
    if found is None:
        raise nothing_there()
    name, seat, token = found
    with server.games.reading(name) as game:
        if game is None:
            raise nothing_there()
        check_follows(game, request)
        response = RedirectResponse(root_of(game, seat), 303, _UNSEEN)
        give_cookie(response, game, seat, token)
    return response
