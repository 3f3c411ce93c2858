"""A club on this machine: PostgreSQL in a folder, on a socket, two workers, a listener for mail, the order desk."""

import asyncio
import os
import pwd
import shutil
import signal
import smtplib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from pbem.club.database import OWNER, connected, migrate
from pbem.club.intake import listen
from pbem.club.jobs import work
from pbem.club.keys import make_key
from pbem.club.playing import PlayResult
from pbem.club.processes import keep_running
from pbem.club.settings import Club, open_club
from pbem.club.transfer import export, import_folder
from pbem.demo.script import read_script, samples
from pbem.mail.mime.headers import headers_of, sender_of
from pbem.referee.opening import create

DEMO = Path(__file__).parents[1] / "games" / "demo"
TABLES = ("table-1", "table-2", "table-3")


def programs() -> Path:
    """The folder with the programs of PostgreSQL."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    here = shutil.which("initdb")
    if not found and not here:
        sys.exit("PostgreSQL is not installed; on Debian: apt-get install postgresql")
    return found[-1].parent if found else Path(here or "").resolve().parent


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """PostgreSQL in *folder*, made if it is not there; where it is, in its own words. It refuses to run as root."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    user = "nobody" if os.geteuid() == 0 else ""
    if user:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)

    def run(program: str, *arguments: str) -> None:
        before = ["runuser", "-u", user, "--"] if user else []
        subprocess.run(
            [*before, str(programs() / program), *arguments], check=True, cwd=folder, stdout=subprocess.DEVNULL
        )

    data = folder / "data"
    if not data.exists():
        run("initdb", "-D", str(data), "-A", "trust", "-U", "club", "-E", "UTF8")
    options = f"-k {folder} -c listen_addresses=''"
    run("pg_ctl", "-w", "-D", str(data), "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield f"host={folder} dbname=postgres user=club"
    finally:
        run("pg_ctl", "-w", "-D", str(data), "-m", "fast", "stop")


def made(folder: Path, database: str) -> Path:
    """The club.yaml in *folder*, made if it is not there, with its key and its tables."""
    file = folder / "club.yaml"
    if not file.exists():
        file.write_text(
            f"database: {database}\nfrom: club@pbem.example\nout: {{folder: out}}\nport: 0\nlisten: {{port: 0}}\n"
        )
        (folder / "out").mkdir()
    make_key(folder / "club.key")
    with connected(database, OWNER) as connection:
        migrate(connection)
    return file


def at_work(file: Path, name: str) -> None:
    """A worker of the demonstration, for whom it is as late as a file says."""
    club = open_club(file, lambda: datetime.fromisoformat((file.parent / "clock").read_text()))

    def told(game: str, done: PlayResult) -> None:
        if done.turns:
            took = done.in_turns + done.beside
            print(
                f"  worker {name}: {game}, {done.mails} emails, {done.turns} turns, {done.messages} messages, "
                f"{done.size / 1000:.0f} kB, {took:.2f} s",
                flush=True,
            )

    work(club, told, name=name)


def waits(club: Club) -> bool:
    """Whether anything is left to do."""
    with connected(club.database) as connection:
        row = connection.execute(
            "select exists (select from club_mails where taken is null) or exists (select from procrastinate_jobs "
            "where task_name in ('play', 'send') and status in ('todo', 'doing'))"
        ).fetchone()
    return bool(row and row[0])


def wind(club: Club, clock: datetime) -> None:
    """Let it be as late as *clock* for all."""
    later = club.folder / "clock.new"
    later.write_text(clock.isoformat())
    later.replace(club.folder / "clock")


def played(club: Club, clock: datetime) -> None:
    """Wait until all is done that can be done at *clock*."""
    wind(club, clock)
    time.sleep(6)  # the next tick sees what is due
    while waits(club):
        time.sleep(0.2)


@contextmanager
def processes(file: Path) -> Iterator[smtplib.LMTP]:
    """Two workers and a listener; a line to the listener."""
    started = [subprocess.Popen([sys.executable, __file__, "--work", str(file), name]) for name in ("1", "2")]
    command = [sys.executable, __file__, "--listen", str(file)]
    listener = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        with smtplib.LMTP("127.0.0.1", int((listener.stdout or sys.stdin).readline())) as line:
            yield line
    finally:
        for process in (*started, listener):
            process.terminate()
        for process in (*started, listener):
            process.wait()


def at_door(file: Path) -> None:
    """The listener of the demonstration; it says its port."""
    club = open_club(file, lambda: datetime.fromisoformat((file.parent / "clock").read_text()))
    asyncio.run(listen(club, lambda _host, port: print(port, flush=True), club.clock))


def demo(file: Path) -> None:
    """Play the demonstration at three tables, by mail, and say what each worker did."""
    script = read_script(DEMO)
    club = open_club(file, lambda: script.begins)
    begun = file.parent / "begun"
    create(begun, (DEMO / "game.yaml").read_text(encoding="utf-8"), None, script.secret)
    (file.parent / "clock").write_text(script.begins.isoformat())
    for name in TABLES:
        import_folder(club, begun, name)
    with processes(file) as line:
        played(club, script.begins)
        for part in script.rounds:
            print(f"{part.about}", flush=True)
            for one in samples(DEMO, part):
                wind(club, one.arrives)
                for name in TABLES:
                    line.sendmail(sender_of(headers_of(one.raw)), [f"club+{name}@pbem.example"], one.raw)
            played(club, part.opened)
    logs = set()
    for name in TABLES:
        export(club, name, file.parent / name)
        logs.add((file.parent / name / "log.jsonl").read_bytes())
    sent = len(list((file.parent / "out").iterdir()))
    print(f"3 tables, {sent} messages sent; their logs are {'equal' if len(logs) == 1 else 'NOT equal'}.")
    if len(logs) != 1:
        sys.exit(1)


def main(arguments: list[str]) -> None:
    """What the command line asks for."""
    if arguments[:1] == ["--work"]:
        at_work(Path(arguments[1]), arguments[2])
    elif arguments[:1] == ["--listen"]:
        at_door(Path(arguments[1]))
    elif arguments == ["--demo"]:
        folder = Path(tempfile.mkdtemp(prefix="club-"))
        try:
            folder.chmod(0o711)
            with postgres(folder / "postgres") as database:
                demo(made(folder, database))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    else:
        folder = Path(arguments[0] if arguments else "club").absolute()
        folder.mkdir(exist_ok=True)
        with postgres(folder / "postgres") as database, suppress(KeyboardInterrupt):
            file = made(folder, database)
            print(f"The club is in {folder}; `pbem club --club {file} import FOLDER` brings a game. Stop with Ctrl-C.")
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            keep_running(file, 2, "listen", "serve")


if __name__ == "__main__":
    main(sys.argv[1:])
