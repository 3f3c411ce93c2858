"""What the database itself lets each role see and change, whatever a page asks of it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psycopg
import pytest

from pbem.club.copies import GameCopy
from pbem.club.database import OPERATOR, OWNER, PAGE, connected, migrate, page_of
from pbem.club.games import NoSuchGame, bring, stored
from pbem.club.intake import receive
from pbem.club.operation.report import status
from pbem.club.people import ClubPeople
from pbem.club.playing import play
from pbem.club.settings import Club
from pbem.club.tables import join, open_table
from tests.club.kept import dump
from tests.club.server import programs
from tests.club.test_games import begun
from tests.toy.game import RULESETS

TABLES = (
    *("club_games", "club_pieces", "club_mails", "club_messages", "club_seats", "club_wanted"),
    *("club_people", "club_tables", "club_places"),
)
HIDDEN = ("club_secrets", "club_links", "club_blocked", "club_quotas", "club_domains", "club_outages")
PEOPLE = ("mo@example.org", "other@example.org", "ann@example.org", "")


@contextmanager
def people(club: Club) -> Iterator[ClubPeople]:
    with connected(club.database) as connection, connection.transaction():
        yield ClubPeople(connection, club)


@pytest.fixture
def full(club: Club, tmp_path: Path) -> Club:
    """A club with a row in each table: a game and a table of Mo's, and a table of another moderator."""
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    receive(club, b"Subject: x\n\nx\n", "toy-1")
    with people(club) as found:
        for address in ("mo@example.org", "other@example.org"):
            found.let_moderate(found.confirm(address))
            open_table(found, found.must_be_at(address), address.partition("@")[0], rules="toy", rulesets=RULESETS)
        join(found, found.confirm("ann@example.org", "Ann"), "mo")
        found.connection.execute("insert into club_wanted (game, seat) values ('toy-1', 'ben')")
    return club


def person(club: Club, address: str) -> bytes | None:
    with people(club) as found:
        return found.digest(address) if address else None


def rows(club: Club, address: str) -> dict[str, int]:
    """How many rows of each table a page of the person at *address* sees."""
    with page_of(club.database, person(club, address)) as connection:
        return {one: connection.execute(f"select * from {one}".encode()).rowcount for one in TABLES}


def test_a_moderator_sees_own_games_a_player_own_places_and_no_one_else_anything(full: Club) -> None:
    mo, other, ann, no_one = (rows(full, address) for address in PEOPLE)
    assert all(mo.values()), mo
    assert {one: count for one, count in other.items() if count} == {"club_people": 1, "club_tables": 1}
    assert {one: count for one, count in ann.items() if count} == {"club_people": 1, "club_places": 1, "club_seats": 1}
    assert not any(no_one.values())
    with connected(full.database, PAGE) as connection:  # which never said for whom it is
        assert not any(connection.execute(f"select * from {one}".encode()).rowcount for one in TABLES)


def test_a_page_reads_the_whole_game_of_its_moderator_and_of_no_other(full: Club, tmp_path: Path) -> None:
    copy = GameCopy(tmp_path / "copies", "toy-1")
    with copy.held(), page_of(full.database, person(full, "mo@example.org")) as connection:
        bring(connection, stored(connection, full.key, "toy-1"), copy)
    assert (copy.folder / "log.jsonl").exists()
    for address in PEOPLE[1:]:
        with pytest.raises(NoSuchGame), page_of(full.database, person(full, address)) as connection:
            stored(connection, full.key, "toy-1")


@pytest.mark.parametrize("address", PEOPLE[1:])
def test_no_one_else_changes_or_adds_a_row(full: Club, address: str) -> None:
    who = person(full, address)
    with page_of(full.database, who) as connection:
        assert connection.execute("update club_tables set title = 'mine' where name = 'mo'").rowcount == 0
    for change in (
        "insert into club_games (name, key, moderator) values ('x', '', club_person())",
        "update club_games set moderator = club_person()",
        "delete from club_games",
        "insert into club_pieces select * from club_pieces",
        "update club_pieces set content = ''",
        "insert into club_mails (game, raw, arrived) values ('toy-1', '', now())",
        "update club_messages set place = 'queued'",
        "insert into club_people (person, contact) values ('x', '')",
        "update club_people set moderates = true",
        "insert into club_places (name, person) values ('mo', club_person())",
        "delete from club_places",
        "update club_tables set moderator = club_person()",
        *(f"select * from {one}" for one in HIDDEN),
        *(f"select * from {one}" for one in ("club_counts", "club_failures", "procrastinate_jobs")),
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), page_of(full.database, who) as connection:
            connection.execute(change.encode())


def test_who_may_not_moderate_opens_no_table(full: Club) -> None:
    add = (
        "insert into club_tables (name, rules, title, seats, calendar, moderator, settings) "
        "values ('x', '', '', 1, '', %s, '')"
    )
    other = person(full, "other@example.org")
    with page_of(full.database, other) as connection:
        connection.execute(add, (other,))
    for who, moderator in (("ann@example.org", "ann@example.org"), ("other@example.org", "mo@example.org")):
        with (
            pytest.raises(psycopg.errors.InsufficientPrivilege),
            page_of(full.database, person(full, who)) as connection,
        ):
            connection.execute(add, (person(full, moderator),))


def test_anyone_may_see_what_a_table_says_and_no_person_in_it(full: Club) -> None:
    with page_of(full.database, None) as connection:
        found = connection.execute("select * from club_listed order by name").fetchall()
    assert [one[0] for one in found] == ["mo", "other"]
    assert person(full, "mo@example.org") not in [value for row in found for value in row]


def test_an_operator_sees_counts_and_failures_and_nothing_else(full: Club) -> None:
    with connected(full.database, OPERATOR) as connection:
        sizes = dict(connection.execute("select * from club_sizes").fetchall())
        assert sizes == {"games": 1, "people": 3, "blocked": 0, "open tables": 2, "seats wanted": 1}
        assert connection.execute("select * from club_counts").rowcount > 3
        assert connection.execute("select * from club_failures").rowcount == 0
        for one in (*TABLES, *HIDDEN, "procrastinate_jobs", "club_listed"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(f"select * from {one}".encode())


def test_the_owner_of_the_tables_is_bound_too(database: str) -> None:
    """An owner that is no superuser, and is no worker any more, sees nothing of what it owns."""
    with psycopg.connect(database, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"create role owner_{name} login createrole".encode())
        connection.execute(f"alter database {name} owner to owner_{name}".encode())
    own = database.replace("user=club", f"user=owner_{name}")
    with connected(own, OWNER) as connection:
        migrate(connection)
    with connected(own) as connection:
        connection.execute("insert into club_people (person, contact) values ('x', 'y')")
        assert connection.execute("select from club_people").rowcount == 1
    with connected(own, OPERATOR) as connection:
        assert dict(connection.execute("select * from club_sizes").fetchall())["people"] == 1
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"revoke club_worker from owner_{name}".encode())
    with connected(own, OWNER) as connection:
        assert connection.execute("select from club_people").rowcount == 0
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("insert into club_people (person, contact) values ('z', 'y')")


def test_after_a_dump_was_restored_the_roles_may_again_what_they_could(full: Club) -> None:
    there = full.database.replace("dbname=", "dbname=restored_")
    with psycopg.connect(full.database, autocommit=True) as connection:
        connection.execute(f"create database restored_{connection.info.dbname}".encode())
    psql = [str(programs() / "psql"), "-q", "-v", "ON_ERROR_STOP=1", "-d", there]  # type: ignore[operator]
    subprocess.run(psql, check=True, input=dump(full.database), stdout=subprocess.DEVNULL)
    with connected(there) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("select from club_games")
    with connected(there, OWNER) as connection:
        assert migrate(connection) == []
    restored = Club(full.folder, msgspec.structs.replace(full.settings, database=there), full.key, full.clock)
    for address in PEOPLE:
        assert rows(restored, address) == rows(full, address)
    assert status(restored).mails == status(full).mails == 1


def test_every_table_is_under_a_policy(club: Club) -> None:
    with connected(club.database, OWNER) as connection:
        free = connection.execute(
            "select relname from pg_class where relkind = 'r' and relname like 'club\\_%' and relname <> "
            "'club_migrations' and not (relrowsecurity and relforcerowsecurity) and has_table_privilege('club_page', "
            "oid, 'select, insert, update, delete')"
        ).fetchall()
    assert free == []
