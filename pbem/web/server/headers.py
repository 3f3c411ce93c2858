"""What every response says to browsers, and the line of the log about it: neither tells a secret."""

from collections.abc import Callable
from time import monotonic

from pbem.extras import extra
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
