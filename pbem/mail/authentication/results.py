"""What our own mail server found out about an email (Authentication-Results, RFC 8601)."""

import re
from email.message import Message

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
