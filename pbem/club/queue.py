"""Jobs put in line on the caller's connection, so that they are there if and only if the transaction is."""

from collections.abc import Iterable
from datetime import datetime

from pbem.errors import extra

with extra("club"):
    from procrastinate import App, SyncPsycopgConnector
    from procrastinate.exceptions import AlreadyEnqueued
    from procrastinate.types import JSONValue
    from psycopg import Connection

PLAY, SEND, STRANGE = "play", "send", "strange"
_FIRST = 1
"""The priority of what someone waits for."""

_line = App(connector=SyncPsycopgConnector())
"""Only puts in line: it has no connection and no tasks of its own."""


def hold(connection: Connection, game: str) -> None:
    """Hold the mail of *game* until the caller's transaction ends.

    Whoever adds mail holds it, and so does whoever looks for it: a job that began before is seen as begun, and one
    that still waits will see what is added.
    """
    connection.execute("select pg_advisory_xact_lock(hashtextextended(%s, 32))", (game,))


def put_play(connection: Connection, game: str, at: datetime | None = None, *, first: bool = False) -> bool:
    """Let *game* be played, not before *at*, unless a job for that waits already; in the caller's transaction.

    Whoever wrote waits for a receipt, so that goes *first*: before games in which only something is due.
    """
    hold(connection, game)
    one = f"{PLAY} {game}"
    try:
        with connection.transaction():
            _line.configure_task(
                PLAY,
                queue=PLAY,
                lock=one,
                queueing_lock=one,
                schedule_at=at,
                priority=_FIRST if first else 0,
                connection=connection,
            ).defer(game=game)
    except AlreadyEnqueued:
        if first:
            connection.execute(
                "update procrastinate_jobs set priority = %s where queueing_lock = %s and status = 'todo'",
                (_FIRST, one),
            )
        return False
    return True


def put_send(connection: Connection, messages: Iterable[int], at: datetime | None = None) -> None:
    """Let the messages of these numbers be sent, a job each, not before *at*; in the caller's transaction."""
    jobs: list[dict[str, JSONValue]] = [{"message": number} for number in messages]
    if jobs:
        _line.configure_task(SEND, queue=SEND, schedule_at=at, priority=_FIRST, connection=connection).batch_defer(
            *jobs
        )


def put_strange(connection: Connection, number: int) -> None:
    """Let email *number*, which is for no game, be treated; in the caller's transaction."""
    _line.configure_task(STRANGE, queue=PLAY, priority=_FIRST, connection=connection).defer(mail=number)
