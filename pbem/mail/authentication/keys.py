"""The public keys that mail servers sign with, asked of the DNS once and then kept beside the email.

Providers change their keys within weeks (RFC 6376, 3.1); a verdict must come out the same in a year.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    import dns.resolver

WAIT = 5.0
"""Seconds for one question to the DNS, all its repetitions included."""
_MOST_TEXT = 8192
_PORT = 53


class KeyRecord(msgspec.Struct, frozen=True):
    """What the DNS said at one moment; *temporary* means that it gave no answer, which may change."""

    name: str
    text: str
    at: datetime
    state: Literal["found", "absent", "temporary"]


Ask = Callable[[str], KeyRecord]


class KeyLookup:
    """Key records by their names, those kept with the email first; *asked* are the new ones, to be kept too."""

    def __init__(self, known: Mapping[str, KeyRecord], ask: Ask | None) -> None:
        self._known = dict(known)
        self._ask = ask
        self.asked: dict[str, KeyRecord] = {}

    def record(self, name: str) -> KeyRecord | None:
        """The record called *name*; None if it is not known and no one can be asked."""
        kept = self.asked.get(name) or self._known.get(name)
        if self._ask is None or name in self.asked or (kept and kept.state != "temporary"):
            return kept
        found = self.asked[name] = self._ask(name)
        if found.state == "temporary":
            self._ask = None  # each question to a name server that does not answer takes seconds
        return found


def now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)


def asking(resolver: str, clock: Callable[[], datetime] = now, wait: float = WAIT) -> Ask:
    """A question to the name server *resolver*: `192.0.2.1:53`, `[2001:db8::1]:53`, or empty (the usual)."""
    return partial(_asked, resolver, clock, wait)


def _asked(resolver: str, clock: Callable[[], datetime], wait: float, name: str) -> KeyRecord:
    """What the DNS says now: a key, that there is none, or nothing for the time being."""
    import dns.exception  # noqa: PLC0415 - costs 100 ms that most commands need not pay
    import dns.resolver  # noqa: PLC0415

    text, state = "", "absent"
    try:
        answer = _resolver(resolver).resolve(name, "TXT", lifetime=wait, search=False)
        text = _the_key([b"".join(data.strings) for data in answer])
        state = "found" if text else "absent"
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.resolver.YXDOMAIN):
        pass
    except (dns.exception.SyntaxError, dns.exception.FormError, UnicodeError):
        pass  # no such name can exist
    except (dns.exception.DNSException, OSError, ValueError):
        state = "temporary"
    return msgspec.convert({"name": name, "text": text, "at": clock(), "state": state}, KeyRecord)


def _resolver(resolver: str) -> "dns.resolver.Resolver":
    import dns.resolver  # noqa: PLC0415

    if not resolver:
        return dns.resolver.Resolver()
    host, port = parted(resolver)
    asked = dns.resolver.Resolver(configure=False)
    asked.nameservers = [host]
    asked.port = port
    return asked


def parted(resolver: str) -> tuple[str, int]:
    """Address and port of a name server; ValueError if they cannot be told apart."""
    if resolver.startswith("["):
        host, _, rest = resolver[1:].partition("]")
        port = rest.removeprefix(":")
    elif resolver.count(":") > 1:
        host, port = resolver, ""
    else:
        host, _, port = resolver.partition(":")
    return host, int(port) if port else _PORT


def _the_key(texts: list[bytes]) -> str:
    """The one record that holds a key; a wildcard's other records may be beside it, but two keys are none."""
    found = [text for text in texts if b"p=" in text.replace(b" ", b"") and len(text) <= _MOST_TEXT]
    return found[0].decode("ascii", errors="replace") if len(found) == 1 else ""
