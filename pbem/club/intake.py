"""Mail that came for the club: kept before anyone answers for it, with the game that it is for."""

import asyncio
import signal
from collections.abc import Callable, Iterable
from datetime import datetime

from pbem.club.database import connected
from pbem.club.queue import hold, put_play, put_strange
from pbem.club.routing import look_at, route
from pbem.club.settings import Club
from pbem.club.strangers import game_of_sender
from pbem.errors import extra
from pbem.mail.transport import listener
from pbem.mail.transport.maildir import NOTHING_KNOWN, SpooledMail
from pbem.store.inbox import gathered, kept_of, line_end

with extra("club"):
    from psycopg import Connection


def take_in(
    club: Club, raw: Iterable[bytes], about: SpooledMail = NOTHING_KNOWN, arrived: datetime | None = None
) -> list[str]:
    """Keep an email of which *about* tells, durably, and let its games be played soon; these, if there are any.

    One that is too large is cut off. Raises `NoDatabase` and what PostgreSQL raises: then nothing was kept.
    """
    start, size = gathered(raw)
    kept = kept_of(start, size, about.lines(line_end(start)))
    with connected(club.database) as connection, connection.transaction():
        found = look_at(kept, about, club.settings.sender)
        games = route(connection, club.key, found) or game_of_sender(connection, club, kept, found.sender)
        for game in sorted(games):  # always in the same order, as each is held until the end
            keep(connection, club, kept, game, arrived)
        if not games:
            put_strange(connection, keep(connection, club, kept, None, arrived))
    return games


async def listen(
    club: Club, ready: Callable[[str, int], object], arrived: Callable[[], datetime | None] = lambda: None
) -> None:
    """Take in what a mail server hands over until the system asks to stop; *ready* hears where it can.

    It has *arrived* when the database says, unless that names a time. The club's address is a catch-all: all
    recipients of its domain are known. Raises `NotHere`.
    """
    domain, stop = club.settings.sender.rpartition("@")[2].casefold(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    handler = listener.Handler(
        lambda address: not domain or address.rpartition("@")[2].casefold() == domain,
        lambda raw, about: take_in(club, (raw,), about, arrived()),
    )
    await listener.serve(club.settings.listen, handler, ready, stop)


def receive(club: Club, raw: bytes, game: str | None, arrived: datetime | None = None) -> int:
    """Keep the email *raw* for *game*, or for none, durably; its number. The game is played soon.

    Its order among the mail of its game is that of its arrival, which is now unless it is given.
    """
    with connected(club.database) as connection, connection.transaction():
        return keep(connection, club, raw, game, arrived)


def keep(connection: Connection, club: Club, raw: bytes, game: str | None, arrived: datetime | None = None) -> int:
    """What `receive` does, in the caller's transaction."""
    if game is not None:
        hold(connection, game)
    row = connection.execute(
        "insert into club_mails (game, raw, arrived) values (%s, %s, coalesce(%s, clock_timestamp())) returning id",
        (game, club.key.wrap(raw), arrived),
    ).fetchone()
    assert row is not None  # noqa: S101 - an insert returns its row
    if game is not None:
        put_play(connection, game, first=True)
    return int(row[0])
