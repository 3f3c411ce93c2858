"""What a club of ten thousand games costs: idle, and when many are due at the same minute and mail comes."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pbem.club import upkeep
from pbem.club.database import OWNER, connected, migrate
from pbem.club.intake import receive
from pbem.club.keys import make_key
from pbem.club.settings import Club, open_club
from pbem.club.transfer import import_folder
from pbem.demo.script import Script, read_script, samples
from pbem.referee.opening import create
from tests.club.server import running
from tests.club.test_storm import GAMES
from tests.club.working import one, set_clock, until, worker

DEMO = GAMES / "demo"
_GAMES, _DUE, _WRITING = 10_000, 500, 25
_SOME = _DUE + _WRITING
_TICKS = 20
_JOBS = "from procrastinate_jobs where task_name"


def print_many(_unit: float) -> None:
    """What a tick costs with few games and with ten thousand; five hundred due at once, and mail beside them."""
    script = read_script(DEMO)
    with _club(script) as club, ExitStack() as stack:
        for number in range(2):
            stack.enter_context(worker(club, f"w{number}"))
        started = time.perf_counter()
        until(lambda: one(club, "select count(*) from club_games where played is null") == 0, 3600)
        began = time.perf_counter() - started
        print(
            f"{_DUE + _WRITING} games wrote their first letters with 2 workers: {began / (_DUE + _WRITING):.2f} s each"
        )
        until(
            lambda: one(club, "select count(*) from procrastinate_jobs where task_name in ('play', 'send')") == 0, 600
        )
        few = _tick(club)
        _fill(club)
        many = _tick(club)
        print(
            f"a tick with {_GAMES} games takes {many / few:.2f} times one with {_DUE + _WRITING}: {many * 1000:.1f} ms"
        )
        _print_due(club, script)
        for table in ("club_pieces", "club_mails", "club_messages", "club_games"):
            size = one(club, f"select pg_total_relation_size('{table}')")
            print(f"{table}: {size:,} bytes")


@contextmanager
def _club(script: Script) -> Iterator[Club]:
    """A club of games that have just been brought: those that will be due, and those that write."""
    with tempfile.TemporaryDirectory() as place, running() as server:
        begun, folder = Path(place) / "begun", Path(place) / "club"
        create(begun, (DEMO / "game.yaml").read_text(encoding="utf-8"), None, script.secret)
        with connected(server.database, OWNER) as connection:
            migrate(connection)
        folder.mkdir()
        make_key(folder / "club.key")
        (folder / "out").mkdir()
        (folder / "club.yaml").write_text(
            f"database: {server.database}\nout: {{folder: out}}\nper minute: 1000000\nport: 0\n"
        )
        club = open_club(folder / "club.yaml", lambda: script.begins)
        set_clock(club, script.begins)
        for number in range(_DUE):
            import_folder(club, begun, f"due-{number}")
        for number in range(_WRITING):
            import_folder(club, begun, f"writing-{number}")
        yield club


def _tick(club: Club) -> float:
    """The seconds that a tick takes in which nothing is due."""
    taken = []
    for _ in range(_TICKS):
        started = time.perf_counter()
        upkeep.tick(club)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def _fill(club: Club) -> None:
    """Copies of a game by SQL, which are never due, up to ten thousand."""
    with connected(club.database) as connection, connection.transaction():
        connection.execute(
            "insert into club_games (name, key, moderator, version, program, played) "
            "select 'idle-' || n, key, moderator, version, program, played "
            "from club_games, generate_series(1, %s) n where name = 'due-0'",
            (_GAMES - _SOME,),
        )
        connection.execute(
            "insert into club_pieces (game, piece, version, whole, content) "
            "select 'idle-' || n, piece, version, whole, content "
            "from club_pieces, generate_series(1, %s) n where game = 'due-0'",
            (_GAMES - _SOME,),
        )
    with connected(club.database) as connection:
        connection.execute("analyze")


def _print_due(club: Club, script: Script) -> None:
    """Let all of a kind be due, send mail to the others, and say how long each waited for its receipt."""
    mails = [mail for mail in samples(DEMO, script.rounds[0]) if "stranger" not in mail.path.name][:2]
    due = one(club, "select max(due) from club_games where name like 'due-%'")
    with connected(club.database) as connection:
        connection.execute("update club_games set due = %s where name like 'due-%%'", (due,))
        connection.execute("update club_games set due = null where name like 'writing-%'")
    due_games = "select count(*) from club_games where name like 'due-%' and version > 2"
    started = time.perf_counter()
    set_clock(club, due)  # type: ignore[arg-type]
    waiting, waited = dict[int, float](), list[float]()
    to_send = [(f"writing-{number}", mail) for mail in mails for number in range(_WRITING)]
    until(lambda: one(club, f"select count(*) {_JOBS} = 'play'") != 0, 60)
    while to_send or waiting:
        if to_send:
            game, mail = to_send.pop()
            waiting[receive(club, mail.raw, game, due)] = time.perf_counter()  # type: ignore[arg-type]
        with connected(club.database) as connection:
            taken = connection.execute(
                "select id from club_mails where taken is not null and id = any(%s) and not exists "
                "(select from club_messages where game = club_mails.game and place = 'queued')",
                ([*waiting],),
            ).fetchall()
        waited += [time.perf_counter() - waiting.pop(number) for (number,) in taken]
        time.sleep(0.25)
    beside = one(club, due_games)
    until(lambda: one(club, due_games) == _DUE, 3600)
    took = time.perf_counter() - started
    middle, most = statistics.median(waited), statistics.quantiles(waited, n=20)[-1]
    print(f"{_DUE} due at once, played by 2 workers in {took:.0f} s; {beside} of them when the last email was answered")
    print(
        f"from mail to receipt beside them, {len(waited)} emails: median {middle:.1f} s, 95 of 100 within {most:.1f} s"
    )
