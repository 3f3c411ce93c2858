"""Migrations only go forward: a club that was kept becomes one of today, with its games and what waited."""

from pathlib import Path

import pytest

from pbem.club import upkeep
from pbem.club.database import OWNER, connected, migrate, missing
from pbem.club.playing import play
from pbem.club.sending import send
from pbem.club.transfer import export
from tests.club.kept import CLUBS, restore
from tests.club.server import Postgres
from tests.club.working import one
from tests.toy.game import RULESETS

SHAPE = (
    (
        "select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns "
        "where table_name like 'club%'"
    ),
    "select indexdef from pg_indexes where tablename like 'club%'",
    "select relname, relrowsecurity, relforcerowsecurity from pg_class where relname like 'club%' and relkind = 'r'",
    "select tablename, policyname, roles::text, cmd, qual, with_check from pg_policies where tablename like 'club%'",
    (
        "select table_name, grantee, privilege_type from information_schema.role_table_grants "
        "where table_name like 'club%' and grantee like 'club\\_%'"
    ),
)
KEPT = sorted(CLUBS.glob("*.zip"))


def test_there_are_kept_clubs() -> None:
    assert KEPT


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_club_that_was_kept_has_the_tables_of_a_new_one(
    postgres: Postgres, database: str, tmp_path: Path, kept: Path
) -> None:
    """Whatever the order of the migrations, each table has the same columns, indices and rows that a role may see."""
    club = restore(postgres, kept, tmp_path, "again_")
    found = []
    for where in (club.database, database):
        with connected(where, OWNER) as connection:
            migrate(connection)
            found.append({(*row,) for query in SHAPE for row in connection.execute(query.encode()).fetchall()})
    assert found[0] == found[1]


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_club_that_was_kept_goes_on(postgres: Postgres, tmp_path: Path, kept: Path) -> None:
    club = restore(postgres, kept, tmp_path)
    with connected(club.database, OWNER) as connection:
        migrate(connection)
        assert not missing(connection)

    export(club, "toy-1", tmp_path / "then")
    assert (tmp_path / "then" / "log.jsonl").read_bytes() == (tmp_path / "log.jsonl").read_bytes()
    assert upkeep.tick(club) == 0
    assert play(club, "toy-1", RULESETS).mails == 1
    numbers = one(club, "select array_agg(id order by id) from club_messages where place = 'queued'")
    assert isinstance(numbers, list)
    assert [send(club, number) for number in numbers] == ["taken"] * 4
    assert one(club, "select count(*) from club_games where aside_since is not null or failures > 0") == 0
