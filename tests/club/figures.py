"""What a club costs beside a folder: its turns a second, and the bytes that a turn commits."""

import shutil
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from pbem.club.database import OWNER, connected, migrate
from pbem.club.intake import keep
from pbem.club.keys import make_key
from pbem.club.settings import Club, open_club
from pbem.club.transfer import import_folder
from pbem.demo.script import Sample, read_script
from pbem.referee.opening import create
from tests.club.server import running
from tests.club.test_storm import GAMES, alone
from tests.club.working import one, set_clock, until, worker

_GAMES = 16
_GOALS = {1: 0.8, 2: 1.5}
_MOST_BYTES = 40_000
DEMO = GAMES / "demo"


def print_club(_unit: float) -> None:
    """Turns a second with one worker and with two, as a ratio to one process over folders; bytes a turn."""
    script = read_script(DEMO)
    with tempfile.TemporaryDirectory() as place, running() as server:
        begun, first = Path(place) / "begun", Path(place) / "first"
        create(begun, (DEMO / "game.yaml").read_text(encoding="utf-8"), None, script.secret)
        shutil.copytree(begun, first)
        mails = alone(first, DEMO)
        started = time.perf_counter()
        for number in range(_GAMES):
            shutil.copytree(begun, Path(place) / str(number))
            alone(Path(place) / str(number), DEMO)
        folders = time.perf_counter() - started
        for workers, goal in _GOALS.items():
            with connected(server.database, OWNER) as connection:
                connection.execute("drop schema public cascade")
                connection.execute("create schema public")
                migrate(connection)
            folder = Path(place) / f"club{workers}"
            folder.mkdir()
            make_key(folder / "club.key")
            (folder / "club.yaml").write_text(f"database: {server.database}\n")
            club = open_club(folder / "club.yaml", lambda: script.begins)
            taken, turns, size = _played(club, begun, mails, workers)
            ratio = folders / taken
            print(
                f"{workers} worker(s), {_GAMES} games: {ratio:.2f} of the turns a second of one process over folders;"
            )
            print(
                f"  the goal is {goal}, {'reached' if ratio >= goal else 'MISSED'}; {turns / taken:.1f} turns a second"
            )
        each = size / turns
        print(f"bytes committed a turn: {each:,.0f}; {'reached' if each < _MOST_BYTES else 'MISSED'}: {_MOST_BYTES:,}")
        print(f"the database has {one(club, 'select pg_database_size(current_database())')} bytes")


def _played(club: Club, begun: Path, mails: list[Sample], workers: int) -> tuple[float, int, int]:
    """The seconds that so many *workers* need for all emails of all games, how many turns, and bytes."""
    script = read_script(DEMO)
    set_clock(club, script.begins)
    with ExitStack() as stack:
        for number in range(workers):
            stack.enter_context(worker(club, f"w{number}"))
        until(lambda: one(club, "select count(*) from procrastinate_workers") == workers)
        set_clock(club, script.rounds[-1].opened)
        _all_taken(club, begun, mails, [f"warm-{number}" for number in range(2 * workers)])
        started = time.perf_counter()
        _all_taken(club, begun, mails, [f"game-{number}" for number in range(_GAMES)])
        taken = time.perf_counter() - started
    done = [line.split() for path in club.folder.glob("w*.out") for line in path.read_text().splitlines()]
    told = [line for line in done if line[:1] and line[0].startswith("game-") and len(line) == 7]
    return taken, sum(int(line[1]) for line in told), sum(int(line[4]) for line in told)


def _all_taken(club: Club, begun: Path, mails: list[Sample], names: list[str]) -> None:
    """Bring games with all their emails, and wait until workers have played them."""
    for name in names:
        import_folder(club, begun, name)
        with connected(club.database) as connection, connection.transaction():
            for mail in mails:
                keep(connection, club, mail.raw, name, mail.arrives)
    until(lambda: one(club, "select count(*) from club_mails where taken is null") == 0, 600)
