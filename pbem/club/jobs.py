"""The jobs of a club, by procrastinate: play, send, and what is done from time to time."""

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from time import sleep

from pbem.club import sending, strangers, upkeep
from pbem.club.database import NoDatabase, connected
from pbem.club.playing import PlayResult, play
from pbem.club.queue import PLAY, SEND, STRANGE, put_play
from pbem.club.settings import Club
from pbem.errors import extra, is_of_machine
from pbem.referee.game import Rulesets
from pbem.store import files
from pbem.store.files import Busy

with extra("club"):
    import psycopg
    from procrastinate import App, PsycopgConnector, RetryStrategy
    from procrastinate.exceptions import ConnectorException
    from procrastinate.jobs import Status

LOG = logging.getLogger("pbem.club")
UPKEEP = "upkeep"
MOST_FAILURES = 5
"""So often a game may fail in a row; then it is put aside."""
_FIRST_WAIT = timedelta(seconds=10)
_AGAIN = timedelta(seconds=5)
"""A worker whose database went away looks for it again after so long."""
HEARTBEAT, STALLED = 5.0, 20.0
"""Seconds between two signs of life of a worker, and after how many without one its jobs go to others."""

Told = Callable[[str, PlayResult], None]


def make_app(club: Club, rulesets: Rulesets | None = None, told: Told = lambda _name, _done: None) -> App:
    """The jobs of *club*; *told* hears of each game that was played."""
    app = App(connector=PsycopgConnector(conninfo=club.database, min_size=1, max_size=6))

    @app.task(name=PLAY, queue=PLAY)
    def play_game(game: str) -> None:
        """Play a game; one that fails is tried again, ever later, and at last put aside."""
        try:
            done = play(club, game, rulesets)
        except Exception as fault:
            failed(club, game, fault)
            raise
        told(game, done)

    @app.task(name=SEND, queue=SEND, retry=RetryStrategy(max_attempts=1000, wait=10))
    def send_message(message: int) -> None:
        """Send a message."""
        sending.send(club, message)

    @app.task(name=STRANGE, queue=PLAY, retry=RetryStrategy(max_attempts=5, wait=30))
    def treat_mail(mail: int) -> None:
        """Do what an email asks that is for no game; what fails waits for the operator."""
        strangers.treat(club, mail, rulesets)

    @app.periodic(cron="* * * * * */5")
    @app.task(name="tick", queue=UPKEEP, queueing_lock="tick", priority=2)
    def tick(timestamp: int) -> None:
        """Let each game be played in which something is due."""
        upkeep.tick(club)

    @app.periodic(cron="* * * * * */5")
    @app.task(name="sweep", queue=UPKEEP, queueing_lock="sweep", priority=2)
    async def sweep_jobs(timestamp: int) -> None:
        """Give the jobs of workers that are no more to others."""
        await sweep(app, STALLED)

    @app.periodic(cron="17 * * * *")
    @app.task(name="tidy", queue=UPKEEP, queueing_lock="tidy")
    async def tidy(timestamp: int) -> None:
        """Remove what need not be kept, and jobs that failed long ago."""
        await asyncio.to_thread(upkeep.tidy, club)
        await app.job_manager.delete_old_jobs(
            24 * club.settings.keep_days, include_failed=True, include_cancelled=True, include_aborted=True
        )

    @app.periodic(cron="*/5 * * * *")
    @app.task(name="unsent", queue=UPKEEP, queueing_lock="unsent")
    def unsent(timestamp: int) -> None:
        """Put messages in line again whose job was lost."""
        upkeep.unsent(club)

    return app


def failed(club: Club, game: str, fault: Exception) -> None:
    """Let a game that failed be played again later, or put it aside; what is the machine's trouble does not count."""
    passing = isinstance(fault, psycopg.OperationalError | NoDatabase | Busy) or is_of_machine(fault)
    with (
        suppress(psycopg.OperationalError, NoDatabase),
        connected(club.database) as connection,
        connection.transaction(),
    ):
        row = connection.execute(
            "update club_games set failures = failures + %s where name = %s and aside_since is null returning failures",
            (0 if passing else 1, game),
        ).fetchone()
        if row and row[0] >= MOST_FAILURES:
            upkeep.put_aside(connection, club, game, type(fault).__name__, row[0])
        elif row:
            put_play(connection, game, datetime.now(UTC) + _FIRST_WAIT * 2 ** row[0])


async def sweep(app: App, seconds: float) -> int:
    """Give the jobs of workers without a sign of life for so many *seconds* to others; how many there were.

    A game of which another job waits needs no second one.
    """
    count = 0
    for job in list(await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=seconds)):
        count += 1
        try:
            await app.job_manager.retry_job(job)
        except ConnectorException:
            await app.job_manager.finish_job(job, status=Status.ABORTED, delete_job=True)
    return count


class _Stop:
    """Whether someone asked this worker to stop, and what to cancel then."""

    def __init__(self) -> None:
        self.asked = False

    def listen(self, task: "asyncio.Task[None]") -> None:
        """Cancel *task*, which finishes the jobs at hand, when the system asks to stop."""

        def stop() -> None:
            self.asked = True
            task.cancel()

        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop)


async def _work(app: App, name: str, stop: _Stop, *, wait: bool) -> None:
    async with app.open_async():
        await sweep(app, STALLED)  # before procrastinate forgets workers that are no more
        task = asyncio.create_task(
            app.run_worker_async(
                name=name,
                wait=wait,
                concurrency=2,
                fetch_job_polling_interval=1.0,
                delete_jobs="successful",
                install_signal_handlers=False,
                update_heartbeat_interval=HEARTBEAT,
                stalled_worker_timeout=10 * STALLED,
            )
        )
        stop.listen(task)
        with suppress(asyncio.CancelledError):
            await task


def work(
    club: Club,
    told: Told = lambda _name, _done: None,
    *,
    name: str = "worker",
    rulesets: Rulesets | None = None,
    wait: bool = True,
) -> None:
    """Work until the system asks to stop, or without *wait* until nothing is left; a database that is away is awaited.

    When the line to the database breaks procrastinate ends its worker: then another begins.
    """
    club, stop = club.for_worker(name), _Stop()
    files.make_folder(club.cache)
    with files.held(club.cache, patience=0):
        _work_on(club, told, stop, rulesets, wait=wait)


def _work_on(club: Club, told: Told, stop: _Stop, rulesets: Rulesets | None, *, wait: bool) -> None:
    while not stop.asked:
        try:
            asyncio.run(_work(make_app(club, rulesets, told), club.worker, stop, wait=wait))
        except (ConnectorException, psycopg.Error, OSError) as error:
            LOG.warning("the database is away", extra={"action": "database_away", "kind": type(error).__name__})
            sleep(_AGAIN.total_seconds())
        else:
            if not wait:
                return
