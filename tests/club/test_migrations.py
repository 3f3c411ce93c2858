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

KEPT = sorted(CLUBS.glob("*.zip"))


def test_there_are_kept_clubs() -> None:
    assert KEPT


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
