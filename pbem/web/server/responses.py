"""What every response says to browsers, and the line of the log about it."""

import hashlib
from collections.abc import Callable, Collection
from http import HTTPStatus
from time import monotonic

from pbem.errors import extra
from pbem.web.rendering import plain_words, render
from pbem.web.server.limits import RateLimit, address_of
from pbem.web.server.serving import where

with extra("web"):
    from starlette.datastructures import MutableHeaders
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""What a page may load and do: what comes from this server, and nothing written into the page."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
PRIVATE = "no-store"


class SafeHeaders:
    """Adds the headers above to every response, and says that it must not be stored unless it says otherwise itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in {**HEADERS, "Cache-Control": PRIVATE}.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, sent)


class Failures:
    """Answers with *answer* where the program fails, and tells *tell* at which lines: not what it was working on."""

    def __init__(self, app: ASGIApp, tell: Callable[[str], object], answer: Callable[[], ASGIApp]) -> None:
        self.app, self.tell, self.answer = app, tell, answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, sent)
        except Exception as fault:  # noqa: BLE001
            self.tell(where(fault))
            if not begun:
                await self.answer()(scope, receive, send)


class RequestLog:
    """Tells *tell* of every request: its method, the name of its route, the status and how long it took.

    The path is left out: links of letters are secret.
    """

    def __init__(self, app: ASGIApp, tell: Callable[[str], object]) -> None:
        self.app, self.tell = app, tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = monotonic(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sent)
        finally:
            route = getattr(scope.get("route"), "name", None) or "-"
            self.tell(f"{scope['method'][:10]} {route} {status} {round((monotonic() - began) * 1000)} ms")


with extra("web"):
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

HTML = "text/html; charset=utf-8"
_PUBLIC = "public, max-age=60"
_EXPLAINED = frozenset({400, 403, 404, 405, 408, 413, 415, 429, 503})


def page(content: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A page that is not stored anywhere."""
    return Response(content, status, headers, HTML)


def public(
    request: Request, content: str | bytes, media_type: str = HTML, keep: str = _PUBLIC, tag: str = ""
) -> Response:
    """What anyone may see and keep for a while; only its *tag*, or that of its bytes, if a browser has it already."""
    body = content.encode() if isinstance(content, str) else content
    tag = tag or hashlib.sha256(body).hexdigest()[:32]
    return unchanged(request, tag, keep) or Response(body, headers=_kept_by(tag, keep), media_type=media_type)


def unchanged(request: Request, tag: str, keep: str = _PUBLIC) -> Response | None:
    """The answer to a browser that has already what bears the *tag*; None if it has not."""
    known = {one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")}
    return Response(status_code=304, headers=_kept_by(tag, keep)) if not known.isdisjoint({f'"{tag}"', "*"}) else None


def _kept_by(tag: str, keep: str) -> dict[str, str]:
    return {"Cache-Control": keep, "ETag": f'"{tag}"'}


class AddressLimit:
    """Lets each address ask only so much: beyond the *limit* it is told to wait."""

    def __init__(self, app: ASGIApp, limit: RateLimit, proxies: Collection[str]) -> None:
        self.app, self.limit, self.proxies = app, limit, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        names = {name for name, _ in scope.get("headers", ())}
        if {b"content-length", b"transfer-encoding"} <= names:  # two lengths, of which a proxy may take the other
            await error(400, {"Connection": "close"})(scope, receive, send)
        elif scope["type"] == "http" and not self.limit.takes(address_of(Request(scope), self.proxies)):
            await error(429, {"Retry-After": "60"})(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def error(status: int, headers: dict[str, str] | None = None, *, text: str = "", code: str = "") -> Response:
    """The page that says what *status* means, or the *code* of what is wrong, and what to do.

    It gives back the *text* that came with the request.
    """
    other = "500" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "400"
    code = code or (str(status) if status in _EXPLAINED else other)
    return page(render(plain_words(), "error.html.j2", code=code, text=text), status, headers)
