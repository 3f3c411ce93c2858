"""A sheet that never ends, or kills what reads it, keeps no one else waiting, and has a page nevertheless."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.referee.game import now
from tests.toy.game import GAME_YAML, opened
from tests.web.seats import Player, begun, come_in, link_in
from tests.web.server.poisoned_pbem import DEADLY, ENDLESS
from tests.web.serving import serving


class Seats(NamedTuple):
    folder: Path
    ann: Player
    ben: Player


@pytest.fixture(scope="module")
def seats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seats]:
    top = tmp_path_factory.mktemp("poisoned")
    folder = begun(top / "toy-1", now, GAME_YAML + "limits: {seconds: 2}\n")
    with serving(top, module="tests.web.server.poisoned_pbem") as desk:
        yield Seats(folder, *(come_in(desk, link_in(folder, seat)) for seat in ("ann", "ben")))


@pytest.mark.slow
@pytest.mark.parametrize("bid", [ENDLESS, DEADLY])
def test_another_page_is_quicker_than_a_sheet_that_never_ends(seats: Seats, bid: str) -> None:
    fields = seats.ann.fields()
    seats.ben.page()
    ended: list[float] = []

    def check() -> None:
        answer = seats.ann.act("check", {**fields, "text": f"bid: {bid}\n"})
        assert answer.status == 200
        assert "The sheet was not read" in answer.text
        assert f"bid: {bid}" in answer.text
        ended.append(time.monotonic())

    checking = threading.Thread(target=check)
    checking.start()
    seen = 0
    while checking.is_alive():
        assert seats.ben.page().status == 200
        seen += 1
        time.sleep(0.05)  # no seat may ask for pages without end
    checking.join()
    assert ended
    assert seen > (3 if bid == ENDLESS else 0)
    began = time.process_time(), time.monotonic()
    again = seats.ann.page()
    assert "The sheet was not read" in again.text
    assert time.monotonic() - began[1] < 2
    assert "The sheet was not read" not in seats.ann.act("check", {**fields, "text": "bid: 1\n"}).text


@pytest.mark.slow
@pytest.mark.parametrize("bid", [ENDLESS, DEADLY])
def test_what_is_sent_and_never_ends_is_set_aside(seats: Seats, bid: str) -> None:
    fields = seats.ben.fields()
    command = {**fields, "text": f"bid: {bid}\n", "anyway": "yes"}
    answer = seats.ben.act("send", command)
    assert answer.status == 200
    assert "The sheet was not read" in answer.text
    assert not any(one.state == "accepted" for one in opened(seats.folder).inbox.verdicts())
