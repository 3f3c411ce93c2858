"""Who may see the moderator's page: whoever has its cookie, which a link is exchanged for.

All that does not open it gets the answer that every unknown address of the desk gets.
"""

import hashlib
import hmac
import json
import re
from contextlib import suppress

import msgspec

from pbem.extras import extra
from pbem.referee.game import Game
from pbem.referee.moderation import desk_access
from pbem.referee.moderation.desk_access import EVERYONE, DeskAccess
from pbem.web.moderator.doing import AskedDeed
from pbem.web.server import limits
from pbem.web.server.games import UnreadGame
from pbem.web.server.serving import DeskServer, server_of

with extra("web"):
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response

ROOT = "/m"
_KEPT = 90 * 24 * 3600
"""Seconds for which a browser keeps a cookie."""
_COOKIE = "desk-moderator"
_HERE = frozenset({"127.0.0.1", "localhost", "[::1]"})
_PORT = re.compile(r":[0-9]{1,5}\Z")


class ModeratorVisit(msgspec.Struct, frozen=True):
    """A visit of *reader*: of whoever moderates with that address, or runs commands here."""

    server: DeskServer
    reader: str
    access: DeskAccess

    def may_see(self, game: Game) -> bool:
        """Whether a game is one of theirs."""
        return self.reader in (EVERYONE, game.settings.moderator.address.casefold())

    def seal(self, asked: AskedDeed) -> str:
        """What shows that this visitor, and no one else, was asked exactly that."""
        key = self.access.word(self.reader, "form").encode()
        said = json.dumps(msgspec.to_builtins(asked), sort_keys=True)
        return hmac.new(key, said.encode(), hashlib.sha256).hexdigest()


def visiting(server: DeskServer, request: Request) -> ModeratorVisit:
    """The visit that *request* is part of; raises `HTTPException`, the same for all that is wrong."""
    visit = check_visitor(server, request)
    if not server.by_seat.takes(f"moderator {visit.reader}"):
        raise HTTPException(429)
    return visit


def check_visitor(server: DeskServer, request: Request) -> ModeratorVisit:
    """Who may see the page that *request* asks for; raises `HTTPException`, and counts no request of theirs."""
    access = desk_access.read(server.games.top)
    word = request.cookies.get(cookie_name(request), "")
    reader = access.reader(word, "cookie") if access and word else None
    if reader is None or access is None:
        raise _refused(server, request)
    return ModeratorVisit(server, reader, access)


def followed(server: DeskServer, request: Request) -> ModeratorVisit:
    """The visit that the link in *request* begins; raises as `visiting` does."""
    access = desk_access.read(server.games.top)
    reader = access.reader(request.path_params["word"], "link") if access else None
    if reader is None or access is None:
        raise _refused(server, request)
    return ModeratorVisit(server, reader, access)


def give_cookie(response: Response, request: Request, visit: ModeratorVisit) -> None:
    """Let a browser remember that it may see the page."""
    response.set_cookie(
        cookie_name(request),
        visit.access.word(visit.reader, "cookie"),
        max_age=_KEPT,
        path="/",
        secure=not _on_this_machine(request),
        httponly=True,
        samesite="strict",
    )


def take_cookie(response: Response, request: Request) -> None:
    """Let a browser forget that it may see the page."""
    secure = not _on_this_machine(request)
    response.delete_cookie(cookie_name(request), path="/", secure=secure, httponly=True, samesite="strict")


def check_origin(request: Request) -> None:
    """Raise `HTTPException` unless a form comes from a page of this desk."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    here = origin is not None and origin.partition("://")[2] == request.headers.get("host", "")
    if site not in (None, "same-origin") or not (here or (site and origin is None) or _is_a_desk(request, origin)):
        raise HTTPException(403)


def _is_a_desk(request: Request, origin: str | None) -> bool:
    """Whether a page has the address that a game here names: a web server before the desk may ask for another host."""
    games = server_of(request).games
    for name in games.names() if origin else ():
        with suppress(UnreadGame), games.reading(name) as game:
            if game is not None and game.settings.desk == origin:
                return True
    return False


def cookie_name(request: Request) -> str:
    """The name of the cookie: browsers take one that begins so only over an encrypted connection."""
    return _COOKIE if _on_this_machine(request) else f"__Host-{_COOKIE}"


def _on_this_machine(request: Request) -> bool:
    """Whether the browser is on this machine, and no web server before the desk has asked as if it was."""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    return _PORT.sub("", request.headers.get("host", "")).lower() in _HERE


def _refused(server: DeskServer, request: Request) -> HTTPException:
    busy = not server.by_secret.takes(limits.address_of(request, server.proxies))
    return HTTPException(429 if busy else 404)
