"""One server for all tests of a process, and a club of its own for each."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from pbem.club.database import OWNER, connected, migrate
from pbem.club.keys import make_key
from pbem.club.settings import Club, open_club
from tests.club.server import Postgres, running
from tests.toy.game import START

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture
def database(postgres: Postgres) -> str:
    name = f"club{next(_NUMBERS)}"
    with psycopg.connect(postgres.database, autocommit=True) as connection:
        connection.execute(f"create database {name}".encode())
    return postgres.database.replace("dbname=postgres", f"dbname={name}")


@pytest.fixture
def club(database: str, tmp_path: Path) -> Club:
    folder = tmp_path / "club"
    folder.mkdir()
    make_key(folder / "club.key")
    (folder / "club.yaml").write_text(f"database: {database}\nout: {{folder: out}}\n")
    (folder / "out").mkdir()
    (folder / "clock").write_text(START.isoformat())
    with connected(database, OWNER) as connection:
        migrate(connection)
    return open_club(folder / "club.yaml", lambda: START)
