"""What DKIM and our own server say of the author."""

import re
from collections.abc import Collection
from datetime import datetime
from email.message import Message
from typing import Literal, Protocol

import msgspec

from pbem.mail.message.dkim import KeyLookup, aligned, covers, verify
from pbem.mail.mime.headers import on_one_line

_MOST_VALUE = 4000
_CHARACTER = re.compile(r"\\?.", re.DOTALL)
_DKIM = re.compile(r"\s*dkim\s*(?:/\s*1\s*)?=\s*pass(?=\s|\Z)(.*)", re.IGNORECASE)
_PROPERTY = re.compile(r"(?:^|\s)header\.([di])\s*=\s*(?:[^\s@;=]*@)?([A-Za-z0-9._-]+)(?=\s|\Z)", re.IGNORECASE)


def results(headers: Message, results_from: str) -> tuple[str, ...]:
    """The domains whose DKIM signatures the server *results_from* saw pass; never raises.

    Only the topmost Authentication-Results counts, and only if it bears the server's name. A server writes above
    what it was given, so a field below may be the sender's own, under whatever name; a Received line between tells
    nothing, since some servers write their results below their own. Only a server that removes fields with its own
    name (RFC 8601, 5) may be named in the settings.
    """
    value = next(iter(headers.get_all("Authentication-Results", [])), None)
    if value is None or not results_from:
        return ()
    # Not decoded: an encoded word holds what the sender wrote, and could otherwise grow into a result of its own.
    text = str(value)
    if len(text) > _MOST_VALUE:
        return ()
    server, domains = _read(on_one_line(text).strip())
    return domains if server.lower() == results_from.lower() else ()


def _read(text: str) -> tuple[str, tuple[str, ...]]:
    """The server's name and the domains: whole results, without any quotes and comments; none if one is left open."""
    plain = _bare(text)
    if plain is None:
        return "", ()
    server, *clauses = plain.split(";")
    domains = []
    for clause in clauses:
        if found := _DKIM.fullmatch(clause):
            said = {name.lower(): domain.lower() for name, domain in _PROPERTY.findall(found[1])}
            domains.append(said.get("d") or said.get("i", ""))
    name = server.split()
    return name[0] if name else "", tuple(domain for domain in domains if domain)


def _bare(text: str) -> str | None:
    """*text* without its quoted strings and comments (RFC 8601, 2.2), which may hold anything; None if one is open."""
    kept: list[str] = []
    depth, quoted = 0, False
    for character in _CHARACTER.findall(text):
        if quoted:
            quoted = character != '"'
        elif character == "(":
            depth += 1
            kept.append(" ")
        elif depth:
            depth -= character == ")"
        elif character == '"':
            quoted = True
            kept.append(" ? ")
        elif character == ")" or character.startswith("\\"):
            return None
        else:
            kept.append(character)
    return None if quoted or depth else "".join(kept)


class ProvenSender(Protocol):
    """The settings of trust, as far as they are needed here."""

    @property
    def results_from(self) -> str: ...


class DkimProof(msgspec.Struct, frozen=True, kw_only=True):
    """What DKIM shows: with *temporary* it is worth while to look again later.

    *domain* is the one that signed, *why* the code of the problem that a person is told, *detail* the signature's
    own code, *by* whether our server's word or the signature itself was taken.
    """

    dkim: Literal["pass", "fail", "none", "temporary"]
    domain: str = ""
    why: str = ""
    detail: str = ""
    by: Literal["results", "signature"] = "signature"


def proof(
    policy: Collection[str],
    raw: bytes,
    headers: Message,
    sender: str,
    trust: ProvenSender,
    keys: KeyLookup,
    at: datetime | None = None,
) -> DkimProof:
    """What an email from *sender*, received *at*, shows; *policy* without dkim asks for nothing. Never raises."""
    if "dkim" not in policy:
        return DkimProof(dkim="none")
    if not sender:
        count = len(headers.get_all("From", []))
        return DkimProof(dkim="none", why="two-senders" if count > 1 else "no-sender")
    for domain in results(headers, trust.results_from):
        if aligned(domain, sender) and covers(raw, domain):
            return DkimProof(dkim="pass", domain=domain, by="results")
    return _by_signature(raw, sender, keys, at)


def _by_signature(raw: bytes, sender: str, keys: KeyLookup, at: datetime | None) -> DkimProof:
    signatures = verify(raw, keys, at, sender)
    for state in ("pass", "temporary", "fail"):
        for one in signatures:
            if one.state == state:
                why = {"pass": "", "temporary": "dkim-later", "fail": "dkim-failed"}[state]
                return DkimProof(dkim=one.state, domain=one.domain, why=why, detail=one.why)
    return DkimProof(dkim="none", why="dkim-foreign" if signatures else "dkim-missing")
