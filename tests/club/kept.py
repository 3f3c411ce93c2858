"""Keeps the database of a small club as this program writes it: `python -m tests.club.kept`, before each release.

Into `kept_clubs/MIGRATION.zip`, named by the newest migration, goes a dump with its key: a game whose letters wait
to be sent, and an email that waits for it. What was kept is never replaced: it stands for a club that someone runs.
"""

import subprocess
import tempfile
import zipfile
from pathlib import Path

import psycopg

from pbem.club.database import OWNER, connected, migrate, migrations
from pbem.club.intake import receive
from pbem.club.keys import make_key
from pbem.club.playing import play
from pbem.club.settings import Club, open_club
from pbem.club.transfer import export, import_folder
from tests.club.server import Postgres, programs, running
from tests.club.test_games import sheet
from tests.toy.game import RULESETS, START, new_game

CLUBS = Path(__file__).parent / "kept_clubs"


def main() -> None:
    """Keep a club of today."""
    with tempfile.TemporaryDirectory() as place, running() as server:
        folder = Path(place)
        make_key(folder / "club.key")
        (folder / "club.yaml").write_text(f"database: {server.database}\nfrom: club@example.org\n")
        with connected(server.database, OWNER) as connection:
            migrate(connection)
        club = open_club(folder / "club.yaml", lambda: START)
        new_game(folder / "toy")
        import_folder(club, folder / "toy", "toy-1", RULESETS)
        play(club, "toy-1", RULESETS)
        export(club, "toy-1", folder / "now")
        receive(club, sheet(folder / "now", "ann", 1), "toy-1", START)
        with zipfile.ZipFile(
            CLUBS / Path(max(migrations())).with_suffix(".zip"), "x", zipfile.ZIP_DEFLATED, compresslevel=9
        ) as archive:
            archive.writestr("club.sql", dump(server.database))
            archive.write(folder / "club.key", "club.key")
            archive.write(folder / "now" / "log.jsonl", "log.jsonl")


def dump(database: str) -> bytes:
    """The club in *database* as `pg_dump` writes it."""
    place = programs()
    assert place is not None
    return subprocess.run(
        [str(place / "pg_dump"), "--no-owner", "--no-privileges", "-d", database], check=True, capture_output=True
    ).stdout


def restore(server: Postgres, kept: Path, folder: Path, before: str = "kept_") -> Club:
    """The club that *kept* holds, in a database of its own and in *folder*."""
    name = f"{before}{kept.stem}"
    with psycopg.connect(server.database, autocommit=True) as connection:
        connection.execute(f"create database {name}".encode())
    database = server.database.replace("dbname=postgres", f"dbname={name}")
    with zipfile.ZipFile(kept) as archive:
        archive.extractall(folder)
    place = programs()
    assert place is not None
    command = [str(place / "psql"), "-q", "-v", "ON_ERROR_STOP=1", "-f", str(folder / "club.sql"), "-d", database]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (folder / "club.yaml").write_text(f"database: {database}\nfrom: club@example.org\nout: {{folder: out}}\n")
    (folder / "out").mkdir()
    return open_club(folder / "club.yaml", lambda: START)


if __name__ == "__main__":
    main()
