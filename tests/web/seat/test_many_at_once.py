"""Many seats of several games send at once: nobody is refused, and every sheet is kept once."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from tests.web.load import DeskVisitor, cost_of, kept_by_desk, links_of_games
from tests.web.serving import serving


@pytest.mark.slow
def test_all_who_send_at_once_are_heard_once(tmp_path: Path) -> None:
    links = links_of_games(tmp_path, 3)

    async def send_all() -> None:
        visitors = [DeskVisitor(desk, link, number) for number, link in enumerate(links)]
        first = [each.come_in for each in visitors], [each.open for each in visitors]
        twice = [partial(each.act, "send") for each in visitors * 2]
        for works in (*first, twice):
            assert (await cost_of(desk, works, at_once=True)).wrong == 0

    with serving(tmp_path, "--proxy", "127.0.0.1") as desk:
        asyncio.run(send_all())

    assert kept_by_desk(tmp_path) == len(links) == 9


@pytest.mark.slow
def test_no_type_of_records_is_looked_at_for_the_first_time_by_two_threads(tmp_path: Path) -> None:
    links = links_of_games(tmp_path, 2)

    async def visit() -> None:
        for number, link in enumerate(links):
            each = DeskVisitor(desk, link, number)
            await each.come_in()
            await each.open()
            await each.board()
            for action in ("check", "try", "subject", "send"):
                assert (await each.act(action)).status in (200, 404)
            await each.ask("GET", "/g/game-0/")
            await each.ask("GET", "/")

    with serving(tmp_path, module="tests.web.server.watched_pbem") as desk:
        asyncio.run(visit())
        log = desk.stop()

    assert [line for line in log.splitlines() if "in a thread" in line] == []
