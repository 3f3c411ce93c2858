"""What our own mail server found out about a mail (Authentication-Results, RFC 8601)."""

import re
from email.message import Message

from pbem.content.headers import on_one_line

_MOST_VALUE = 4000
_MOST_DEPTH = 20
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT = re.compile(r"\([^()]*\)")
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
    text = on_one_line(text).strip()
    found = _strictly(text)
    server, domains = _loosely(text) if found is None else found
    return domains if server.lower() == results_from.lower() else ()


def _strictly(text: str) -> tuple[str, tuple[str, ...]] | None:
    """The server's name and the domains as the standard reads them, None if the field is not of that form."""
    import authres  # noqa: PLC0415 - costs 30 ms that most commands need not pay

    try:
        field = authres.AuthenticationResultsHeader.parse_value(authres.core.FeatureContext(), text)
    except (authres.core.AuthResError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return None
    domains = []
    for result in field.results:
        if str(result.method).lower() == "dkim" and str(result.result).lower() == "pass":
            said = {one.name.lower(): str(one.value) for one in result.properties if one.type.lower() == "header"}
            domains.append((said.get("d") or said.get("i", "")).rpartition("@")[2].lower())
    return str(field.authserv_id), tuple(domain for domain in domains if domain)


def _loosely(text: str) -> tuple[str, tuple[str, ...]]:
    """The same from a field that breaks the standard somewhere: whole results without any quotes and comments."""
    plain = _QUOTED.sub(" ? ", text)
    for _ in range(_MOST_DEPTH):
        plain, count = _COMMENT.subn(" ", plain)
        if not count:
            break
    if any(mark in plain for mark in '"()\\'):
        return "", ()
    server, *clauses = plain.split(";")
    domains = []
    for clause in clauses:
        if found := _DKIM.fullmatch(clause):
            said = {name.lower(): domain.lower() for name, domain in _PROPERTY.findall(found[1])}
            domains.append(said.get("d") or said.get("i", ""))
    name = server.split()
    return name[0] if name else "", tuple(domain for domain in domains if domain)
