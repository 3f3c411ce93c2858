"""A storm: workers killed, stopped and let go on, PostgreSQL restarted at once, and every game as a folder plays it."""

import random
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller

from pbem.club.database import connected
from pbem.club.intake import receive
from pbem.club.settings import Club, open_club
from pbem.club.transfer import export, import_folder
from pbem.demo.script import Sample, read_script, samples
from pbem.mail.transport import maildir
from pbem.mail.turn import turn
from pbem.referee.opening import create
from pbem.store.editions import HEARTBEAT
from tests.club.server import Postgres
from tests.club.working import one, set_clock, until, worker
from tests.long import LONG, tries

GAMES = Path(__file__).parents[2] / "games"


class Sink:
    """A mail server that accepts all and counts it."""

    def __init__(self) -> None:
        self.came = 0

    async def handle_DATA(self, *_: object) -> str:  # noqa: N802 - its name is given
        self.came += 1
        return "250 taken"


@contextmanager
def sink() -> Iterator[tuple[Sink, int]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    handler = Sink()
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield handler, port
    finally:
        controller.stop()


def alone(folder: Path, demo: Path, until: datetime | None = None) -> list[Sample]:
    """The demonstration played in a folder: a turn for each email as it comes, and for each thing that is due."""
    script = read_script(demo)
    mails = [one for part in script.rounds for one in samples(demo, part)]
    coming = turned(folder, script.begins)
    for mail in mails:
        coming = up_to(folder, coming, mail.arrives)
        maildir.keep(folder / maildir.NAME, mail.raw, mail.arrives)
        coming = turned(folder, mail.arrives)
    up_to(folder, coming, until or script.rounds[-1].opened)
    return mails


def up_to(folder: Path, coming: list[datetime], moment: datetime) -> list[datetime]:
    while due := [at for at in coming if at < moment]:
        coming = turned(folder, min(due))
    return coming


def turned(folder: Path, at: datetime) -> list[datetime]:
    (folder / HEARTBEAT).unlink(missing_ok=True)
    return [item.at for item in turn(folder, lambda: at).status.coming if item.at > at]


def storm(club: Club, postgres: Postgres, kills: int, chance: random.Random) -> None:
    with ExitStack() as stack:
        full = stack.enter_context(worker(club, "full", 3, largest=FULL))
        until(lambda: one(club, "select count(*) from procrastinate_jobs where status = 'failed'") != 0)
        workers = {name: stack.enter_context(worker(club, name, 3)) for name in ("one", "two")}
        for number in range(kills):
            time.sleep(chance.uniform(1.0, 2.5))
            victim = chance.choice(("one", "two"))
            if number == kills // 3 + 1:
                stopped(workers[victim], 6)
                continue
            workers[victim].kill()
            workers[victim].wait()
            if number in (kills // 2, kills - 1):
                postgres.stop("immediate")
                postgres.start()
            if number == kills // 4:
                full.kill()
            workers[victim] = stack.enter_context(worker(club, victim, 3))
        for name in ("one", "two"):
            workers[name].kill()
            stack.enter_context(worker(club, f"{name} again", 3))
        for left in LEFT:
            until(lambda left=left: one(club, left) == 0, 3600 if LONG else 90)  # type: ignore[misc]


LEFT = (
    "select count(*) from club_mails where taken is null",
    "select count(*) from procrastinate_jobs where task_name = 'play' and status in ('todo', 'doing')",
    "select count(*) from club_messages where place = 'queued'",
)
FULL = 12_000
"""No file of the worker “full” may be larger, as if its disk were full."""


def stopped(process: "subprocess.Popen[bytes]", seconds: float) -> None:
    process.send_signal(signal.SIGSTOP)
    time.sleep(seconds)
    process.send_signal(signal.SIGCONT)


GAMES_OF_DEMOS = tries({"demo": 3}, {"demo": 300, "demo-tnw": 60})


@pytest.mark.timeout(7200 if LONG else 300)
def test_every_game_is_as_a_folder_plays_it(club: Club, postgres: Postgres, tmp_path: Path) -> None:
    scripts = {demo: read_script(GAMES / demo) for demo in GAMES_OF_DEMOS}
    end = max(script.rounds[-1].opened for script in scripts.values())
    games: dict[str, str] = {}
    right: dict[str, bytes] = {}
    with sink() as (server, port):
        file = club.folder / "club.yaml"
        file.write_text(
            f"database: {club.database}\nout: {{smtp: {{host: 127.0.0.1, port: {port}}}}}\nper minute: 100000\n"
        )
        for demo, script in scripts.items():
            begun, reference = tmp_path / f"begun-{demo}", tmp_path / f"reference-{demo}"
            for folder in (begun, reference):
                create(folder, (GAMES / demo / "game.yaml").read_text(), None, script.secret)
            mails = alone(reference, GAMES / demo, end)
            right[demo] = (reference / "log.jsonl").read_bytes()
            club = open_club(file, lambda begins=script.begins: begins)  # type: ignore[misc]
            names = [f"{demo}-{number}" for number in range(GAMES_OF_DEMOS[demo])]
            for name in names:
                games[import_folder(club, begun, name)] = demo
            for mail in mails:
                for name in names:
                    receive(club, mail.raw, name, mail.arrives)
        set_clock(club, end)
        storm(club, postgres, 40 if LONG else 4, random.Random(1741))
        came = server.came

    for name, demo in games.items():
        export(club, name, tmp_path / name)
        assert (tmp_path / name / "log.jsonl").read_bytes() == right[demo], name
    with connected(club.database) as connection:
        order = connection.execute(
            "select count(*) from club_mails a join club_mails b using (game) "
            "where a.arrived < b.arrived and a.taken > b.taken"
        ).fetchone()
        places = connection.execute(
            "select place, count(*), sum(unsure), count(*) filter (where unsure = 0) from club_messages group by place"
        ).fetchall()
        each = dict(connection.execute("select game, count(*) from club_messages group by game").fetchall())
    assert order == (0,)
    assert len({(games[name], count) for name, count in each.items()}) == len(GAMES_OF_DEMOS)
    assert each.keys() == games.keys()
    sent = sum(count for place, count, _, _ in places if place == "sent")
    unsure = sum(int(count) for _, _, count, _ in places)
    assert {place for place, _, _, sure in places if sure} == {"sent"}
    assert sent <= came <= sent + unsure
