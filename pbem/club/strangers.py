"""Mail that no game is for: what asks the club is done, whoever is lost gets one answer a day, the rest waits.

What waits is on the operator's list, which shows no word of it: it may be a sheet from an address that no game knows.
"""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from pbem.club.answers import answer, asks
from pbem.club.database import connected
from pbem.club.letters import filled, write
from pbem.club.people import ClubPeople
from pbem.club.queue import hold, put_play
from pbem.club.seats import games_of
from pbem.club.settings import Club
from pbem.errors import Refusal, extra
from pbem.mail.message.received import opened
from pbem.mail.mime.headers import headers_of, sender_of
from pbem.referee.game import Rulesets

with extra("club"):
    from psycopg import Connection

_OF_NO_GAME = "game is null and taken is null"
_MOST_GAMES = 40


class NoSuchMail(Refusal):
    """No email of that number waits."""


class StrangeMail(msgspec.Struct, frozen=True):
    """An email that waits for the operator: when it came, its size in bytes, what wrote it, and from which domain."""

    number: int
    arrived: datetime
    size: int
    kind: str
    domain: str


def game_of_sender(connection: Connection, club: Club, raw: bytes, sender: str) -> list[str]:
    """The one game of whoever wrote the email *raw*, which names none, unless it is for the club itself."""
    people = ClubPeople(connection, club)
    games = games_of(connection, people.digest(sender)) if sender else {}
    return [] if len(games) != 1 or _asks(people, raw) else [*games]


def _asks(people: ClubPeople, raw: bytes) -> bool:
    try:
        return asks(people, raw)
    except Exception:  # noqa: BLE001 - an email that cannot be read must be kept all the same; its game looks at it
        return False


def treat(club: Club, number: int, rulesets: Rulesets | None = None) -> str:
    """Do what email *number*, which is for no game, asks, or tell its writer; what was done, in a word."""
    with connected(club.database) as connection, connection.transaction():
        row = connection.execute(
            f"select raw from club_mails where id = %s and {_OF_NO_GAME} for update",  # noqa: S608
            (number,),
        ).fetchone()
        if row is None:
            return "gone"
        raw = club.key.unwrap(row[0])
        if answer(connection, club, raw, rulesets):
            _done_with(connection, number)
            return "answered"
        mail = opened(raw)
        kind = mail.kind.what
        connection.execute("update club_mails set why = %s where id = %s", (kind, number))
        people = ClubPeople(connection, club)
        person = people.digest(mail.sender)
        if kind != "person" or mail.sender.casefold() in ("", club.settings.sender.casefold()):
            return kind
        games = list(games_of(connection, person))[:_MOST_GAMES]
        what, most = ("answer", club.settings.answers_a_day) if games else ("lost", 1)
        if people.is_blocked(person) or not (count := people.takes(person, what, most)):
            return "told"
        text = filled("lost.txt.j2", games=games, address=club.settings.sender, last=count == most)
        write(connection, club, mail.sender, "[club] your email is for no game", text, answers=mail.message_id)
        if games:
            _done_with(connection, number)  # its writer sends it again; it must not count later as well
        return "lost"


def waiting(connection: Connection, club: Club) -> Iterator[StrangeMail]:
    """The emails that wait for the operator, in the order of their arrival."""
    rows = connection.execute(
        f"select id, arrived, raw, why from club_mails where {_OF_NO_GAME} order by arrived, id"  # noqa: S608
    )
    for number, arrived, wrapped, why in rows:
        raw = club.key.unwrap(wrapped)
        yield StrangeMail(number, arrived, len(raw), why, sender_of(headers_of(raw)).rpartition("@")[2])


def give(connection: Connection, number: int, game: str) -> None:
    """Let email *number* be for *game* after all, in the caller's transaction; raises `NoSuchMail`."""
    hold(connection, game)
    _must(
        connection.execute(
            f"update club_mails set game = %s where id = %s and {_OF_NO_GAME} "  # noqa: S608
            "and exists (select from club_games where name = %s)",
            (game, number, game),
        ).rowcount,
        f"no email {number} waits, or the club has no game {game}",
    )
    put_play(connection, game, first=True)


def drop(connection: Connection, number: int) -> None:
    """Be done with email *number*; raises `NoSuchMail`."""
    _must(_done_with(connection, number), f"no email {number} waits")


def _done_with(connection: Connection, number: int) -> int:
    return connection.execute(
        f"update club_mails set taken = 0, raw = null where id = %s and {_OF_NO_GAME}",  # noqa: S608
        (number,),
    ).rowcount


def _must(count: int, says: str) -> None:
    if not count:
        raise NoSuchMail(f"{says}; `pbem club mail` lists what waits")
