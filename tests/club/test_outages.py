"""Outages: what was due while no worker was at work, or a game was put aside, is done as a folder does it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.club import outages, upkeep
from pbem.club.database import connected
from pbem.club.intake import receive
from pbem.club.playing import play
from pbem.club.settings import Club, open_club
from pbem.club.transfer import export
from pbem.mail.transport import maildir
from pbem.mail.turn import turn
from pbem.referee.deadlines import deadlines
from pbem.store.facts import DeadlineMoved
from tests.club.test_games import begun, sheet
from tests.club.working import one
from tests.toy.game import RULESETS, opened

DUE = datetime(2026, 11, 25, 19, tzinfo=UTC)
SINCE, UNTIL = DUE - timedelta(hours=3), DUE + timedelta(hours=20)


def at(club: Club, moment: datetime) -> Club:
    return open_club(club.folder / "club.yaml", lambda: moment)


def stood_still(club: Club, since: datetime = SINCE, until: datetime = UNTIL) -> None:
    with connected(club.database) as connection:
        connection.execute("insert into club_outages (since, until) values (%s, %s)", (since, until))


@pytest.fixture
def game(club: Club, tmp_path: Path) -> Path:
    """The toy game with its first letters, written at START, and its reminders; as a folder."""
    begun(tmp_path, club)
    play(club, "toy-1", RULESETS)
    play(at(club, SINCE), "toy-1", RULESETS)
    export(club, "toy-1", tmp_path / "now")
    pause = opened(tmp_path / "now").pause
    assert pause
    assert pause.deadline == DUE
    return tmp_path / "now"


def test_a_deadline_that_fell_into_an_outage_is_moved_as_in_a_folder(club: Club, game: Path, tmp_path: Path) -> None:
    stood_still(club)
    receive(club, sheet(game, "ann", 1), "toy-1", DUE - timedelta(hours=1))
    maildir.keep(game / maildir.NAME, sheet(game, "ann", 1), DUE - timedelta(hours=1))
    deadlines.stood_still(game, SINCE)
    turn(game, lambda: UNTIL, RULESETS)

    play(at(club, UNTIL), "toy-1", RULESETS)

    export(club, "toy-1", tmp_path / "end")
    moved = [fact for fact in opened(tmp_path / "end").facts if isinstance(fact, DeadlineMoved)]
    assert [fact.by for fact in moved] == ["outage"]
    assert (tmp_path / "end" / "log.jsonl").read_text() == (game / "log.jsonl").read_text()
    assert not (tmp_path / "end" / ".heartbeat.json").exists()


def test_emails_of_one_outage_count_together_though_the_deadline_fell_between(
    club: Club, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short as it is, no email of before the deadline is late, even if more wait than one job takes."""
    monkeypatch.setattr("pbem.club.playing._MOST", 2)
    stood_still(club, DUE - timedelta(hours=1), DUE + timedelta(hours=1))
    for minutes, seat in enumerate(("ann", "ben", "cid")):
        receive(club, sheet(game, seat, 1), "toy-1", DUE - timedelta(minutes=5 - minutes))

    done = play(at(club, DUE + timedelta(days=1)), "toy-1", RULESETS)

    assert done.mails == 3
    export(club, "toy-1", tmp_path / "end")
    end = opened(tmp_path / "end")
    assert end.outcome or (end.pause and end.pause.round == 2)
    assert not [fact for fact in end.facts if isinstance(fact, DeadlineMoved)]


def test_what_comes_of_an_outage_is_dated_when_it_was_over(club: Club, game: Path, tmp_path: Path) -> None:
    """A round that was complete meanwhile gives the players all their time for the next."""
    stood_still(club)
    for seat in ("ann", "ben", "cid"):
        receive(club, sheet(game, seat, 1), "toy-1", SINCE + timedelta(hours=1))

    play(at(club, UNTIL + timedelta(hours=1)), "toy-1", RULESETS)

    export(club, "toy-1", tmp_path / "end")
    assert opened(tmp_path / "end").log.lines[-1].at == UNTIL


def test_a_game_that_was_put_aside_has_had_an_outage(club: Club, game: Path, tmp_path: Path) -> None:
    with connected(club.database) as connection, connection.transaction():
        upkeep.put_aside(connection, club, "toy-1", "ValueError", 5)
        connection.execute("update club_games set aside_since = %s", (SINCE,))
    upkeep.resume(club, "toy-1")

    now = one(club, "select until from club_outages where game = 'toy-1'")
    assert isinstance(now, datetime)
    play(at(club, now + timedelta(minutes=1)), "toy-1", RULESETS)

    export(club, "toy-1", tmp_path / "end")
    assert [fact.by for fact in opened(tmp_path / "end").facts if isinstance(fact, DeadlineMoved)] == ["outage"]


def test_signs_of_life(club: Club) -> None:
    def noted() -> object:
        with connected(club.database) as connection:
            outages.seen(connection)
        return one(club, "select count(*) from club_outages")

    def silent(minutes: int) -> None:
        with connected(club.database) as connection:
            connection.execute("update club_alive set at = now() - make_interval(mins => %s)", (minutes,))

    assert noted() == 0
    silent(2)
    assert noted() == 0
    silent(10)
    assert noted() == 1
    assert noted() == 1
    assert one(club, "select until - since between '10 minutes' and '11 minutes' from club_outages") is True
    upkeep.tidy(club)
    assert one(club, "select count(*) from club_outages") == 1


def test_outages_that_overlap_are_one(club: Club) -> None:
    stood_still(club)
    stood_still(club, UNTIL - timedelta(hours=1), UNTIL + timedelta(hours=1))
    with connected(club.database) as connection:
        found = outages.outages_of(connection, "toy-1", None)
        assert outages.outages_of(connection, "toy-1", UNTIL + timedelta(hours=2)) == []
    assert [(each.since, each.until) for each in found] == [(SINCE, UNTIL + timedelta(hours=1))]
