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
from pbem.mail.transport.listener import MOST_RECIPIENTS
from pbem.mail.transport.maildir import SpooledMail
from pbem.mail.transport.server import DeliveryAttempt
from pbem.referee.stage import tokens_in

with extra("club"):
    from psycopg import Connection

_MOST_READ = 64 * 1024
_MOST_MARKS = 40
_OUR_ID = re.compile(r"<([0-9a-f]{32})(?:\.[0-9a-f]{16})?@", re.IGNORECASE)
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")
_NAMED = re.compile(rf"\[({_NAME.pattern})\]", re.IGNORECASE)


class MailMarks(msgspec.Struct, frozen=True):
    """What of an email may say whose it is; each kind of mark in the order of its worth."""

    answers: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
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
    return MailMarks(
        (*(_token(one) for one in tokens), *map(_message, ids))[:_MOST_MARKS],
        _addresses(about.recipients, own),
        _addresses(shown, own),
        tuple(dict.fromkeys(found.lower() for found in _NAMED.findall(subject)))[:_MOST_MARKS],
        sender_of(headers).casefold(),
    )


def _addresses(found: Iterable[str], own: str) -> tuple[str, ...]:
    """Addresses that may name a game."""
    clean = dict.fromkeys(one.strip("<>").casefold() for one in found if one.isprintable())
    clean.pop(own.casefold(), None)
    return tuple(clean)[:MOST_RECIPIENTS]


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


def route(connection: Connection, key: ClubKey, mail: MailMarks) -> list[str]:
    """The games that *mail* is for: one, or those to whose addresses it was sent; none if it does not say.

    What it answers decides. Copies of a game wrote the same letters: between these the other marks decide.
    """
    answered = [game for games in _marked(connection, key, mail.answers) for game in games]
    if len({*answered}) == 1:
        return answered[:1]
    named = (games for judge in JUDGES if (games := judge(connection, key, mail)))
    if answered:
        return [next((game for games in named for game in games if game in answered), answered[0])]
    return next(named, [])


def _by_envelope(connection: Connection, key: ClubKey, mail: MailMarks) -> list[str]:
    """The games to which a mail server says that it is to go."""
    return _addressed(connection, key, mail.recipients)


def _by_address(connection: Connection, key: ClubKey, mail: MailMarks) -> list[str]:
    """The games to which its headers say that it was sent."""
    return _addressed(connection, key, mail.addresses)


def _addressed(connection: Connection, key: ClubKey, addresses: Collection[str]) -> list[str]:
    """The games that addresses name after a `+`, or whose own they are."""
    called = _called(connection, [one.rpartition("@")[0].partition("+")[2] for one in addresses])
    own = (games for games in _marked(connection, key, [_address(one) for one in addresses]) if len(games) == 1)
    return called or list(dict.fromkeys(game for (game,) in own))


def _by_name(connection: Connection, _key: ClubKey, mail: MailMarks) -> list[str]:
    """The game that its subject names, as all our letters do: `[name]`; nothing if it names several."""
    found = _called(connection, mail.named)
    return found if len(found) == 1 else []


def _called(connection: Connection, names: Collection[str]) -> list[str]:
    """The games of these names, in any case."""
    wanted = [name for name in names if _NAME.fullmatch(name)]
    if not wanted:
        return []
    found = connection.execute("select name from club_games where lower(name) = any(%s)", (wanted,)).fetchall()
    known: dict[str, list[str]] = {}
    for (name,) in found:
        known.setdefault(name.lower(), []).append(name)
    return [game for name in dict.fromkeys(wanted) for game in known.get(name, ())]


def _marked(connection: Connection, key: ClubKey, marks: Collection[str]) -> list[list[str]]:
    """The games that have each of *marks* that any has, in the order of these."""
    digests = _digests(connection, key, marks) if marks else {}
    if not digests:
        return []
    rows = connection.execute(
        "select mark, game from club_routes where mark = any(%s) order by game", ([*digests.values()],)
    )
    games: dict[bytes, list[str]] = {}
    for mark, game in rows:
        games.setdefault(bytes(mark), []).append(game)
    return [games[digest] for digest in digests.values() if digest in games]


JUDGES: tuple[Callable[[Connection, ClubKey, MailMarks], list[str]], ...] = (_by_envelope, _by_address, _by_name)
"""Each says which games an email names that answers nothing, the likeliest first."""
