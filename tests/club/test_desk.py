"""The desk of a club: any process shows any game at its newest, and keeps what is sent whether anyone works or not."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.club.database import connected
from pbem.club.playing import play
from pbem.club.settings import Club, open_club
from pbem.club.transfer import export, import_folder
from pbem.referee import opening
from pbem.referee.game import now
from tests.club.server import Postgres
from tests.club.working import one, set_clock, until, worker
from tests.toy.game import RULESETS
from tests.web.seats import Player, begun, come_in, link_in
from tests.web.serving import Desk, started


class ClubTable(NamedTuple):
    club: Club
    folder: Path

    @contextmanager
    def desk(self, name: str) -> Iterator[Desk]:
        file = str(self.club.folder / "club.yaml")
        with started("tests.cli.toy_pbem", "club", "--club", file, "serve", "--port", "0", "--name", name) as desk:
            yield desk

    def ann(self, desk: Desk) -> Player:
        return come_in(desk, link_in(self.folder, "ann"))

    def states(self, place: Path) -> list[str]:
        export(self.club, "toy-1", place)
        return [each.state for each in opening.look(place, RULESETS).inbox.verdicts()]


@pytest.fixture
def table(club: Club, tmp_path: Path) -> ClubTable:
    folder = begun(tmp_path / "toy-1", now)
    club = open_club(club.folder / "club.yaml", now)
    set_clock(club, now())
    import_folder(club, folder, "toy-1", RULESETS)
    play(club, "toy-1", RULESETS)
    return ClubTable(club, folder)


def test_a_sheet_is_sent_at_one_process_and_read_at_another(table: ClubTable, tmp_path: Path) -> None:
    with table.desk("one") as first, table.desk("two") as second, worker(table.club):
        until(lambda: one(table.club, "select count(*) from procrastinate_workers") == 1)
        got = table.ann(first).send("bid: 3\n")
        assert "You have sent no sheet" not in got.text
        assert "It was received" not in got.text
        assert "bid: 3" in table.ann(second).page().text
        assert first.ask("/").status == 200
    assert table.states(tmp_path / "end") == ["accepted"]


def test_without_a_worker_a_sheet_is_safe_and_counts_once_however_often_it_is_sent(
    table: ClubTable, tmp_path: Path
) -> None:
    with table.desk("one") as desk:
        ann = table.ann(desk)
        fields = {**ann.fields(), "text": "bid: 3\n"}
        for _ in range(2):
            got = ann.act("send", fields)
            assert got.status == 200
            assert "It was received" in got.text
        assert one(table.club, "select count(*) from club_mails where taken is null") == 2
        play(table.club, "toy-1", RULESETS)
        assert "bid: 3" in ann.page().text
    assert sorted(table.states(tmp_path / "end")) == ["accepted", "doubled"]


def test_while_the_database_is_away_pages_are_shown_and_what_was_written_stays(
    table: ClubTable, postgres: Postgres
) -> None:
    with table.desk("one") as desk:
        ann = table.ann(desk)
        fields = {**ann.fields(), "text": "bid: 7 # as we said\n"}
        postgres.stop("immediate")
        try:
            assert ann.page().status == 200
            got = ann.act("send", fields)
            assert "as we said" in got.text
            assert "was not sent" in " ".join(got.text.split()).lower()
        finally:
            postgres.start()
        assert one(table.club, "select count(*) from club_mails") == 0


def test_what_a_player_writes_and_does_not_send_is_there_after_the_next_version(table: ClubTable) -> None:
    with table.desk("one") as desk:
        ann = table.ann(desk)
        ann.act("check", {**ann.fields(), "text": "bid: 5 # a draft\n"})
        with connected(table.club.database) as connection:
            connection.execute("update club_games set due = now() - interval '1 minute'")
        assert play(table.club, "toy-1", RULESETS).turns == 1
        assert "a draft" in ann.page().text


def test_a_link_opens_no_other_game(table: ClubTable, tmp_path: Path) -> None:
    import_folder(table.club, begun(tmp_path / "second", now), "second", RULESETS)
    with table.desk("one") as desk:
        ann = table.ann(desk)
        assert desk.ask("/s/second/ann", headers={"Cookie": ann.cookie}).status == 404
        assert desk.ask("/s/toy-1/ben", headers={"Cookie": ann.cookie}).status == 404
        assert desk.ask("/m").status == 404
