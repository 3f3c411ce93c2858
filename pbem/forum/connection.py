"""HTTP with the manners of a guest: one request at a time, pauses between posts, and bounds for what it reads."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import msgspec

import pbem
from pbem.errors import extra
from pbem.forum.member import ForumTrouble, entry, short
from pbem.settings.forum import ForumSettings

with extra("forum"):
    import httpx

_AGENT = f"pbem/{pbem.__version__} (a program that moderates board games; it posts as a member)"
_SECONDS = 20.0
_LONGEST = 60.0
"""Of a whole answer, in seconds."""
_MOST_BYTES = 4_000_000
_PATIENCE = 90.0
"""How long all waiting for a forum that is asked too often may take, in seconds, before others are to try again."""
_WAIT = 30.0
_SOON = 300.0
_MOST_HOPS = 5
_MOVED = frozenset({301, 302, 303, 307, 308})
_BUSY = 429
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What JSON of others may lead to."""


class ForumAnswer(msgspec.Struct, frozen=True):
    """What came back: the status, from which URL, and the body."""

    status: int
    url: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """The body as data."""
        try:
            return msgspec.json.decode(self.body)
        except UNREADABLE:
            raise ForumTrouble("odd", f"{self.url} should be JSON, and is: {short(self.text)}") from None

    @property
    def wait(self) -> float:
        """How long to wait before asking again, in seconds."""
        said = self.headers.get("retry-after", "")
        return float(said) if said.isascii() and said.isdigit() and len(said) < 7 else _WAIT


class Connection:
    """A connection to the host of the forum that game.yaml names, whose pages are below the path *root*.

    Texts are posted at least *pause* seconds apart.
    """

    def __init__(
        self,
        settings: ForumSettings,
        folder: Path,
        root: str,
        pause: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        parts = urlsplit(settings.thread)
        self.base, self.root = f"{parts.scheme}://{parts.netloc}", f"{root.rstrip('/')}/"
        self.secret, verify = entry(settings, folder)
        self._http = httpx.Client(
            headers={"User-Agent": _AGENT, "Accept-Encoding": "identity", "Connection": "close"},
            limits=httpx.Limits(max_keepalive_connections=0),  # a text on a line that was idle too long would be lost
            timeout=_SECONDS,
            verify=verify if parts.scheme == "https" else False,
        )
        self._pause, self._clock, self._sleep = pause, clock, sleep
        self._patience = _PATIENCE
        self._posted_at: float | None = None

    @property
    def headers(self) -> httpx.Headers:
        """What goes with each request."""
        return self._http.headers

    @property
    def cookies(self) -> httpx.Cookies:
        """What the forum gave us to keep."""
        return self._http.cookies

    def get(self, where: str, query: Mapping[str, Any] | None = None) -> ForumAnswer:
        """The page at *where*: a URL, or a path from the root of the forum."""
        return self._patiently("GET", where, params=query)

    def post(self, where: str, *, is_text: bool = False, method: str = "POST", **content: Any) -> ForumAnswer:
        """Send *content* to *where*; a new text, seen by members, waits its turn."""
        if is_text and self._posted_at is not None:
            self._sleep(max(0.0, self._posted_at + self._pause - self._clock()))
        try:
            return self._patiently(method, where, **content)
        finally:
            if is_text:
                self._posted_at = self._clock()

    def waited(self, seconds: float) -> bool:
        """Wait so long, if our patience lasts; it is for all that the forum makes us wait."""
        if seconds > self._patience:
            return False
        self._patience -= seconds
        self._sleep(seconds)
        return True

    def close(self) -> None:
        """End it."""
        self._http.close()

    def rest(self, seconds: float) -> None:
        """Do nothing for so long, as a person who writes."""
        self._sleep(seconds)

    def _patiently(self, method: str, where: str, **content: Any) -> ForumAnswer:
        while True:
            answer = self._followed(method, joined(self.base + self.root, where), content)
            if answer.status != _BUSY:
                return answer
            wait = max(answer.wait, _asked_wait(answer), 1.0)
            if not self.waited(wait):
                raise ForumTrouble("busy", "the forum wants fewer requests", wait)

    def _followed(self, method: str, url: str, content: Mapping[str, Any]) -> ForumAnswer:
        """The answer at the end of all redirections; none leads to another host, where our secret is not known."""
        asked = method
        for _ in range(_MOST_HOPS):
            if not f"{url}/".startswith((f"{self.base}/", f"{self.base}?")):
                raise ForumTrouble("odd", f"the forum sends us to {short(url)}; if that is right, write it in `thread`")
            answer = self._asked(method, url, content, writes=asked != "GET")
            moved = answer.headers.get("location") if answer.status in _MOVED else None
            if moved is None:
                return answer
            if asked != "GET" and answer.status in (307, 308):
                raise ForumTrouble("odd", f"the forum sends what is posted on to {short(moved)}")
            url, method, content = joined(url, moved), "GET", {}
        raise ForumTrouble("unknown" if asked != "GET" else "odd", "the forum redirects in a circle")

    def _asked(self, method: str, url: str, content: Mapping[str, Any], *, writes: bool) -> ForumAnswer:
        try:
            answer = self._received(method, url, content)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol) as error:
            lost = writes and method == "GET"  # the text was sent, and what we were sent on to is away
            raise ForumTrouble("unknown" if lost else "away", f"no connection: {short(error)}", _SOON) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            says = f"connection lost: {short(error) or type(error).__name__}"
            raise ForumTrouble("unknown" if writes else "away", says, _SOON) from None
        if answer.status >= 500:
            says = f"the forum has trouble of its own ({answer.status}): {short(answer.text)}"
            raise ForumTrouble("unknown" if writes else "away", says, _SOON)
        return answer

    def _received(self, method: str, url: str, content: Mapping[str, Any]) -> ForumAnswer:
        ends = self._clock() + _LONGEST
        with self._http.stream(method, url, follow_redirects=False, **content) as answer:
            body = bytearray()
            for piece in answer.iter_raw():
                body += piece
                if len(body) > _MOST_BYTES:
                    raise httpx.ReadError(f"more than {_MOST_BYTES} bytes came")
                if self._clock() > ends:
                    raise httpx.ReadTimeout("what comes takes too long")
            if answer.headers.get("content-encoding", "identity") != "identity":
                raise httpx.ReadError("it came compressed, which was not asked for")
        return ForumAnswer(answer.status_code, str(answer.url), answer.headers, bytes(body))


def _asked_wait(answer: ForumAnswer) -> float:
    """What Discourse says in the body."""
    try:
        found = msgspec.json.decode(answer.body)["extras"]["wait_seconds"]
    except (*UNREADABLE, LookupError, TypeError):
        return 0.0
    return float(found) if isinstance(found, int | float) and 0 <= found < 1e6 else 0.0


def joined(base: str, where: str) -> str:
    """The URL *where* as a page at *base* means it."""
    try:
        return urljoin(base, where)
    except ValueError:
        raise ForumTrouble("odd", f"the forum names {short(where)} as an address") from None
