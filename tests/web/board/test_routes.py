"""The board over the network: only for whoever has the cookie of its seat, packed, and not sent twice."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.web.seat.board_drawn import board_pictures
from tests.web.board.games import link, maria
from tests.web.seats import Player, come_in
from tests.web.serving import Desk, serving

pytestmark = pytest.mark.slow

SEAT = "maria-theresa"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Desk, Player]]:
    folder = tmp_path_factory.mktemp("maria") / "game"
    game = maria(folder)
    with serving(folder.parent) as desk:
        yield folder, desk, come_in(desk, link(game, SEAT))


def test_the_board_is_for_its_seat_alone(table: tuple[Path, Desk, Player]) -> None:
    _, desk, player = table
    nothing = desk.ask("/s/nothing/at-all/board/whole.svg")
    for path in ("board/whole.svg", "board/tracks.svg", "board/facts?thing=city+wien"):
        for root in (player.path, player.path.replace(SEAT, "frederick")):
            cookie = {"Cookie": player.cookie} if SEAT not in root else {}
            got = desk.ask(f"{root}/{path}", headers=cookie)
            assert (got.status, got.headers["cache-control"], got.body) == (404, "no-store", nothing.body)


def test_the_board_is_packed_and_not_sent_twice(table: tuple[Path, Desk, Player]) -> None:
    _, desk, player = table
    address, cookie = f"{player.path}/board/whole.svg", {"Cookie": player.cookie}
    plain = desk.ask(address, headers=cookie)
    packed = desk.ask(address, headers={**cookie, "Accept-Encoding": "gzip"})

    assert plain.status == packed.status == 200
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 4
    assert plain.headers["cache-control"] == "private, no-cache"
    again = desk.ask(address, headers={**cookie, "If-None-Match": plain.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert desk.ask(f"{player.path}/board/nothing.svg", headers=cookie).status == 404


def test_facts_are_told_of_what_is_on_the_board(table: tuple[Path, Desk, Player]) -> None:
    _, desk, player = table
    told = desk.ask(f"{player.path}/board/facts?thing=city+wien", headers={"Cookie": player.cookie})
    assert "<h3>Wien</h3>" in told.text
    for thing in ("city+atlantis", "", "city", "%3Cb%3E+x"):
        got = desk.ask(f"{player.path}/board/facts?thing={thing}", headers={"Cookie": player.cookie})
        assert (got.status, "<b>" in got.text) == (200, False)


def test_a_choice_goes_into_the_draft_and_stays_there(table: tuple[Path, Desk, Player]) -> None:
    _, _, player = table
    fields = {**player.fields(), "text": "# mine\n", "select": "0 general karl"}
    page = player.act("subject", fields)
    assert 'data-chosen="general karl"' in page.text
    gone = player.act("choose", {**fields, "choice": "0 general karl|nothing"})
    assert "This can no longer be chosen" in gone.text
    assert player.fields()["text"] == "# mine\n"


def test_boards_of_two_seats_are_two(table: tuple[Path, Desk, Player]) -> None:
    game = opening.look(table[0])
    tags = {seat: board_pictures(game, seat)[0].tag for seat in (SEAT, "frederick", "")}
    assert len(set(tags.values())) == 3
