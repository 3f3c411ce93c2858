"""Which game an email is for: what it answers, the address it came to, the game that its subject names, who wrote.

Only its headers and its beginning are looked at, in bounded time; the game itself judges who wrote it and what counts.
"""

import re
from collections.abc import Callable, Collection, Iterable

import msgspec

from pbem.club.games import club_secret
from pbem.club.keys import ClubKey, digest_of_address
from pbem.errors import extra
from pbem.mail.mime.headers import addresses_in, headers_of, message_id_of, references_of, safe_header, sender_of
from pbem.mail.transport.maildir import SpooledMail
from pbem.mail.transport.server import DeliveryAttempt
from pbem.referee.stage import tokens_in

with extra("club"):
    from psycopg import Connection

_MOST_READ = 64 * 1024
_MOST_MARKS = 40
_OUR_ID = re.compile(r"<([0-9a-f]{32})(?:\.[0-9a-f]{16})?@", re.IGNORECASE)
_NAMED = re.compile(r"\[([a-z0-9][a-z0-9._-]{0,79})\]", re.IGNORECASE)


class MailMarks(msgspec.Struct, frozen=True):
    """What of an email may say whose it is; each kind of mark in the order of its worth."""

    answers: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    sender: str = ""


def look_at(raw: bytes, about: SpooledMail, own: str = "") -> MailMarks:
    """The marks of the email *raw*, which was handed over as *about* says; the club's *own* address is none."""
    headers, start = headers_of(raw), raw[:_MOST_READ].decode("ascii", "replace")
    subject = safe_header(headers, "Subject")
    tokens = dict.fromkeys((*tokens_in(subject), *tokens_in(start)))
    ids = dict.fromkeys((*_names_of(references_of(headers)), *_names_of([start])))
    shown = (one for name in ("To", "Cc") for one in addresses_in(headers, name))
    addresses = dict.fromkeys(one.strip("<>").casefold() for one in (*about.recipients, *shown))
    addresses.pop(own.casefold(), None)
    return MailMarks(
        (*(_token(one) for one in tokens), *map(_message, ids))[:_MOST_MARKS],
        tuple(addresses)[:_MOST_MARKS],
        tuple(dict.fromkeys(found.lower() for found in _NAMED.findall(subject)))[:_MOST_MARKS],
        sender_of(headers).casefold(),
    )


def _names_of(texts: Iterable[str]) -> list[str]:
    return [found.lower() for text in texts for found in _OUR_ID.findall(text)]


def _token(token: str) -> str:
    return f"token {token}"


def _message(name: str) -> str:
    return f"message {name}"


def _address(address: str) -> str:
    return f"to {address}"


def marks_of(sent: DeliveryAttempt) -> frozenset[str]:
    """What replies to a message will carry, and the address to which they go."""
    headers = headers_of(sent.data)
    names = _names_of([message_id_of(headers)])
    tokens = tokens_in(safe_header(headers, "Subject"))
    answered = {one.casefold() for one in (sent.sender, *addresses_in(headers, "Reply-To"), sender_of(headers)) if one}
    return frozenset((*map(_token, tokens), *map(_message, names), *map(_address, answered)))


def note_marks(connection: Connection, key: ClubKey, game: str, marks: Collection[str]) -> None:
    """Note that emails with these *marks* are for *game*, in the caller's transaction."""
    if not marks:
        return
    digests = _digests(connection, key, sorted(marks))
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into club_routes (mark, game) values (%s, %s) on conflict do nothing",
            [(digest, game) for digest in digests.values()],
        )


def _digests(connection: Connection, key: ClubKey, marks: Collection[str]) -> dict[str, bytes]:
    secret = club_secret(connection, key)
    return {mark: digest_of_address(secret, mark) for mark in marks}


def route(connection: Connection, key: ClubKey, mail: MailMarks) -> str | None:
    """The game that *mail* is for; None if it says no game, or several.

    What it answers decides. Copies of a game wrote the same letters: between these the other marks decide.
    """
    answered = _marked(connection, key, mail.answers)
    if len(answered) == 1:
        return answered[0]
    named = [game for judge in JUDGES for game in judge(connection, key, mail)]
    if answered:
        return next((game for game in named if game in answered), answered[0])
    return named[0] if named else None


def _by_address(connection: Connection, key: ClubKey, mail: MailMarks) -> list[str]:
    """The game that its address names after a `+`, or to whose own address it came."""
    called = _called(connection, [name for one in mail.addresses if (name := _after_plus(one))])
    own = _marked(connection, key, [_address(one) for one in mail.addresses])
    return called or (own if len(own) == 1 else [])


def _after_plus(address: str) -> str:
    return address.rpartition("@")[0].partition("+")[2]


def _by_name(connection: Connection, _key: ClubKey, mail: MailMarks) -> list[str]:
    """The game that its subject names, as all our letters do: `[name]`."""
    return _called(connection, mail.named)


def _called(connection: Connection, names: Collection[str]) -> list[str]:
    if not names:
        return []
    found = connection.execute("select name from club_games where lower(name) = any(%s)", ([*names],)).fetchall()
    known: dict[str, str] = {name.lower(): name for (name,) in found}
    return [known[name] for name in names if name in known]


def _marked(connection: Connection, key: ClubKey, marks: Collection[str]) -> list[str]:
    """The games that have any of *marks*, in the order of these."""
    digests = _digests(connection, key, marks) if marks else {}
    if not digests:
        return []
    rows = connection.execute("select mark, game from club_routes where mark = any(%s)", ([*digests.values()],))
    games: dict[bytes, list[str]] = {}
    for mark, game in rows:
        games.setdefault(bytes(mark), []).append(game)
    return list(dict.fromkeys(game for digest in digests.values() for game in sorted(games.get(digest, ()))))


JUDGES: tuple[Callable[[Connection, ClubKey, MailMarks], list[str]], ...] = (_by_address, _by_name)
"""Each says which games an email names that answers nothing, the likeliest first."""
