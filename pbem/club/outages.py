"""When the club stood still: no worker was at work, or a game was put aside.

A game treats such a time as it does in a folder of which no one ran the turns: all emails that came meanwhile are taken
in together when it is over, what was due is done then, and the deadlines that fell into it are set anew.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from pbem.errors import extra

with extra("club"):
    from psycopg import Connection

_SIGN = timedelta(seconds=30)
"""A sign of life this young need not be given anew."""
_GAP = timedelta(minutes=5)
"""So long may workers be away, as for an upgrade, before anyone speaks of an outage."""


class Outage(msgspec.Struct, frozen=True):
    """A time without turns."""

    since: datetime
    until: datetime


def seen(connection: Connection) -> None:
    """Give a sign of life; if there was none for long, note that there was an outage."""
    fresh = connection.execute("select at > now() - %s from club_alive", (_SIGN,)).fetchone()
    if fresh and fresh[0]:
        return
    with connection.transaction():
        connection.execute("insert into club_alive (at) values (now()) on conflict do nothing")
        connection.execute("select from club_alive for update")
        connection.execute(
            "insert into club_outages (since, until) select at, now() from club_alive where at < now() - %s", (_GAP,)
        )
        connection.execute("update club_alive set at = now()")


def note_aside(connection: Connection, game: str) -> None:
    """Note that *game* was put aside until now, in the caller's transaction."""
    connection.execute(
        "insert into club_outages (game, since, until) "
        "select name, aside_since, now() from club_games where name = %s and aside_since is not null",
        (game,),
    )


def outages_of(connection: Connection, game: str, after: datetime | None) -> list[Outage]:
    """The outages of *game* that ended *after* a time, in their order; those that overlap are one."""
    found: list[Outage] = []
    for since, until in connection.execute(
        "select since, until from club_outages where (game is null or game = %s) and until > %s order by since",
        (game, after or datetime.min.replace(tzinfo=UTC)),
    ):
        if found and since <= found[-1].until:
            found[-1] = Outage(found[-1].since, max(found[-1].until, until))
        else:
            found.append(Outage(since, until))
    return found


def during(outages: Sequence[Outage], moment: datetime) -> Outage | None:
    """The outage into which *moment* falls, if there is one."""
    return next((one for one in outages if one.since <= moment < one.until), None)
