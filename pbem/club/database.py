"""The database of a club: connections, and migrations that only go forward."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files as resources
from importlib.resources.abc import Traversable
from pathlib import Path

from pbem.errors import Refusal, extra

with extra("club"):
    import psycopg
    from procrastinate.schema import SchemaManager
    from psycopg import Connection

_LOCK = 1741_1813
"""Of those who migrate: any number that no one else uses in this database."""


_PATIENCE = "-c idle_in_transaction_session_timeout=15s"
"""A worker that was stopped within a transaction must not keep the others waiting for what it holds."""


class NoDatabase(Refusal):
    """The database cannot be reached, or is not what this program needs."""


class NewerDatabase(Refusal):
    """A newer program has migrated the database."""


OWNER, WORKER, PAGE, OPERATOR = "", "club_worker", "club_page", "club_operator"
"""The roles of the database: its owner changes tables, a worker sees all, a page what its person may see, an operator
counts and failures."""


@contextmanager
def connected(database: str, role: str = WORKER) -> Iterator[Connection]:
    """A connection in a *role* that commits each statement, unless a transaction is begun; raises `NoDatabase`."""
    options = f"{_PATIENCE} -c role={role}" if role else _PATIENCE
    try:
        connection = psycopg.connect(database, autocommit=True, connect_timeout=10, options=options)
    except psycopg.OperationalError as error:
        hint = "; `pbem club init` makes its roles" if f'role "{role}" does not exist' in str(error) else ""
        raise NoDatabase(f"the club's database cannot be reached: {str(error).strip()}{hint}") from error
    with connection:
        yield connection


@contextmanager
def page_of(database: str, person: bytes | None) -> Iterator[Connection]:
    """A transaction that sees what *person* may see; of no one, what anyone may."""
    with connected(database, PAGE) as connection, connection.transaction():
        connection.execute("select set_config('pbem.person', %s, true)", (person.hex() if person else "",))
        yield connection


def migrations() -> dict[str, Traversable | Path]:
    """The migrations of the club by their names, in their order."""
    folder = resources("pbem.club") / "migrations"
    return {one.name: one for one in sorted(folder.iterdir(), key=lambda one: one.name) if one.name[:1].isdigit()}


def _of_jobs() -> dict[str, Path]:
    """The migrations of procrastinate by the names under which they are noted."""
    folder = Path(SchemaManager.get_migrations_path())
    return {f"procrastinate {one.name}": one for one in sorted(folder.glob("*.sql"))}


def migrate(connection: Connection) -> list[str]:
    """Bring the database to what this program needs, once, whoever else does so; the names of what was done."""
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
        connection.execute(
            "create table if not exists club_migrations (name text primary key, at timestamptz not null default now())"
        )
        known = noted(connection)
        _refuse_newer(known)
        jobs, ours = _of_jobs(), migrations()
        _run_file(connection, "roles.sql")
        if not any(name.startswith("procrastinate") for name in known):
            _run(connection, SchemaManager.get_schema())
            done = [*jobs]
        else:
            done = [name for name in jobs if name not in known]
            for name in done:
                _run(connection, jobs[name].read_text(encoding="utf-8"))
        for name in [name for name in ours if name not in known]:
            _run(connection, ours[name].read_text(encoding="utf-8"))
            done.append(name)
        _run_file(connection, "grants.sql")
        with connection.cursor() as cursor:
            cursor.executemany("insert into club_migrations (name) values (%s)", [(name,) for name in done])
    return done


def _run(connection: Connection, text: str) -> None:
    connection.execute(text.encode())


def _run_file(connection: Connection, name: str) -> None:
    _run(connection, (resources("pbem.club") / "migrations" / name).read_text(encoding="utf-8"))


def noted(connection: Connection) -> set[str]:
    """The names of the migrations that were done; none if there was never one."""
    found = connection.execute("select to_regclass('club_migrations')").fetchone()
    if found is None or found[0] is None:
        return set()
    return {name for (name,) in connection.execute("select name from club_migrations")}


def _refuse_newer(known: set[str]) -> None:
    if newer := sorted(name for name in known if name[:1].isdigit() and name not in migrations()):
        raise NewerDatabase(f"a newer pbem has changed the database ({', '.join(newer)}); use that version")


def missing(connection: Connection) -> list[str]:
    """The migrations that this program needs and the database lacks."""
    known = noted(connection)
    return [name for name in (*_of_jobs(), *migrations()) if name not in known]
