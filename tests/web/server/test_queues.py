"""Visitors take turns: whoever asks for much waits, or is refused, and no one else does."""

import asyncio
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException

from pbem.referee import opening
from pbem.referee.game import now
from pbem.web.server.limits import FairQueues
from tests.toy.game import RULESETS
from tests.web.seats import begun, come_in, link_in
from tests.web.serving import serving


def test_so_many_of_a_visitor_are_worked_on_and_no_more_wait() -> None:
    async def all_at_once() -> None:
        queues = FairQueues(2, 5)
        working: list[str] = []
        ends = asyncio.Event()

        async def work(visitor: str) -> str:
            try:
                async with queues.place_of(visitor):
                    working.append(visitor)
                    await ends.wait()
            except HTTPException as why:
                return str(why.status_code)
            return "done"

        asked = [asyncio.create_task(work(who)) for who in ("ann",) * 8 + ("ben",)]
        for _ in range(10):
            await asyncio.sleep(0)
        assert working == ["ann", "ann", "ben"]
        assert len(queues) == 2
        ends.set()
        assert await asyncio.gather(*asked) == ["done"] * 5 + ["429"] * 3 + ["done"]
        assert len(queues) == 0

    asyncio.run(all_at_once())


def test_who_goes_away_while_waiting_leaves_nothing_behind() -> None:
    async def gone() -> None:
        queues = FairQueues(1, 5)
        ends = asyncio.Event()

        async def work() -> None:
            async with queues.place_of("ann"):
                await ends.wait()

        asked = [asyncio.create_task(work()) for _ in range(3)]
        await asyncio.sleep(0)
        asked[1].cancel()
        await asyncio.sleep(0)
        ends.set()
        await asyncio.gather(*asked, return_exceptions=True)
        assert len(queues) == 0

    asyncio.run(gone())


@pytest.mark.slow
def test_a_seat_that_sends_without_end_does_not_fill_the_disk(tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1", now)
    with serving(tmp_path, module="tests.cli.toy_pbem") as desk:
        ann, ben = (come_in(desk, link_in(folder, seat)) for seat in ("ann", "ben"))
        fields = ann.fields()
        sent = [
            ann.act("send", {**fields, "nonce": f"{number:032x}", "text": f"bid: 1 # {number}\n"}).status
            for number in range(60)
        ]
        assert sent[:40] == [200] * 40
        assert 429 in sent
        assert ann.act("check", fields).status == 200
        assert "It counts" in ben.send("bid: 2\n").text
    kept = sum(1 for _ in opening.look(folder, RULESETS).inbox.items())
    assert kept == sent.count(200) + 1
