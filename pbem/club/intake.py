"""Mail that came for the club: kept before anyone looks at it. Whoever listens calls `receive`."""

from datetime import datetime

from pbem.club.database import connected
from pbem.club.queue import hold, put_play
from pbem.club.settings import Club
from pbem.errors import extra

with extra("club"):
    from psycopg import Connection


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
