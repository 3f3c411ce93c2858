"""What a club does from time to time, and with a game that fails; no query grows with the number of games."""

from datetime import timedelta

from pbem.club.database import connected
from pbem.club.letters import tell_aside
from pbem.club.outages import note_aside, seen
from pbem.club.queue import put_play, put_send
from pbem.club.settings import Club
from pbem.errors import extra

with extra("club"):
    from psycopg import Connection

_AT_ONCE = 100
"""So many games are put in line in one transaction."""
_FORGOTTEN = timedelta(minutes=2)
"""Mail that has waited for so long may have lost its job, and gets another."""
_LOST = timedelta(minutes=15)
"""A message waits no longer than that for a job that is there; a second one does no harm."""


def tick(club: Club) -> int:
    """Put the games in line in which something is due, and those with mail that has waited for long; how many."""
    count, last = 0, ""
    with connected(club.database) as connection:
        seen(connection)
        while True:
            with connection.transaction():
                found = connection.execute(
                    "select name from (select name from club_games where due <= %(now)s and aside_since is null "
                    "union select game from club_mails where taken is null and arrived < now() - %(ago)s) found "
                    "where name > %(last)s order by name limit %(most)s",
                    {"now": club.clock(), "ago": _FORGOTTEN, "last": last, "most": _AT_ONCE},
                ).fetchall()
                count += sum(put_play(connection, name) for (name,) in found)
            if len(found) < _AT_ONCE:
                return count
            last = found[-1][0]


def unsent(club: Club) -> int:
    """Put messages in line again whose job was lost, as their time has long come; how many."""
    with connected(club.database) as connection, connection.transaction():
        found = connection.execute(
            "update club_messages set changed = now() where place in ('queued', 'trying') "
            "and changed < now() - %(ago)s and coalesce(due, slot, changed) < now() - %(ago)s "
            "and (place = 'queued' or due is not null or reply is null) returning id",
            {"ago": _LOST},
        ).fetchall()
        put_send(connection, [number for (number,) in found])
    return len(found)


def tidy(club: Club) -> int:
    """Remove what is done with and older than the club keeps it; how many rows that were."""
    ago = timedelta(days=club.settings.keep_days)
    with connected(club.database) as connection:
        return sum(
            connection.execute(f"delete from {table} where {done}", {"ago": ago}).rowcount  # noqa: S608
            for table, done in _DONE.items()
        )


_DONE = {
    "club_mails": "(taken is not null or game is null) and arrived < now() - %(ago)s",
    "club_messages": "(place = 'sent' and told or place = 'refused' and content is not null) "
    "and changed < now() - %(ago)s",
    "club_links": "until < now()",
    "club_quotas": "day < now() - interval '2 days'",
    "club_outages": "until < now() - %(ago)s",
    "club_domains": "free < now() - %(ago)s",
}


def put_aside(connection: Connection, club: Club, game: str, why: str, times: int) -> None:
    """Put *game* aside, in the caller's transaction: it is played no more until the operator resumes it."""
    found = connection.execute(
        "update club_games set aside_since = now(), aside_why = %s where name = %s and aside_since is null",
        (why, game),
    ).rowcount
    if found:
        tell_aside(connection, club, game, why, times)


def resume(club: Club, game: str) -> bool:
    """Let a game that was put aside be played again; whether it was."""
    with connected(club.database) as connection, connection.transaction():
        note_aside(connection, game)
        found = connection.execute(
            "update club_games set aside_since = null, aside_why = '', failures = 0 "
            "where name = %s and aside_since is not null",
            (game,),
        ).rowcount
        if found:
            put_play(connection, game)
    return bool(found)
