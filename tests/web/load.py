"""Many seats at once at a desk that is a process of its own, and what that costs it: the clients are in one loop."""

import asyncio
import re
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from pbem.referee import opening
from pbem.referee.game import Game, now
from pbem.referee.people import changes
from pbem.settings.beginnings import game_folders
from tests.web.long_sheets import SHEETS, desk_of
from tests.web.maria import RULESETS, SEAT, maria_game
from tests.web.seats import ADDRESS, fields_of
from tests.web.serving import Answer, Desk, serving

SEATS = 200
_SEATS_OF_A_GAME = 3
_TIMES = 12
_CLIENT_SECONDS = 300
_GOAL_BESIDE = 0.5
"""Seconds in which a page comes while another seat's sheet is judged, on a machine that has nothing else to do."""


class DeskVisitor:
    """A browser of one seat: its cookie, and the address it comes from."""

    def __init__(self, desk: Desk, link: str, number: int) -> None:
        self.desk, self.link, self.cookie, self.path = desk, link, "", ""
        self.address = f"192.0.2.{number % 250}"
        self.page = Answer(0, {}, b"")

    async def come_in(self) -> Answer:
        """Follow the link of a letter."""
        got = await self.ask("POST", self.link, {})
        self.path, self.cookie = got.headers["location"], got.headers["set-cookie"].partition(";")[0]
        return got

    async def open(self) -> Answer:
        self.page = await self.ask("GET", self.path)
        return self.page

    async def board(self) -> Answer:
        found = re.search(rf'"({re.escape(self.path)}/board/[^"]*\.svg[^"]*)"', self.page.text)
        return await self.ask("GET", found[1] if found else self.path)

    async def act(self, action: str, **more: str) -> Answer:
        return await self.ask("POST", f"{self.path}/{action}", {**fields_of(self.page.text), **more})

    async def choose(self) -> Answer:
        """Ask what the first that can be chosen may do."""
        found = re.search(r'name="select" value="([^"]+)"', self.page.text)
        return await self.act("subject", **({"select": found[1]} if found else {}))

    async def ask(self, method: str, path: str, fields: Mapping[str, str] | None = None) -> Answer:
        body = urlencode(fields).encode() if fields is not None else b""
        head = {
            "Host": f"127.0.0.1:{self.desk.port}",
            "Connection": "close",
            "Cookie": self.cookie,
            "Origin": self.desk.origin,
            "HX-Request": "true" if method == "POST" else "false",
            "X-Forwarded-For": self.address,
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        reader, writer = await asyncio.open_connection("127.0.0.1", self.desk.port)
        try:
            writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
            await writer.drain()
            got = await asyncio.wait_for(reader.read(), _CLIENT_SECONDS)
        finally:
            writer.close()
        top, _, content = got.partition(b"\r\n\r\n")
        status, *rest = top.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        return Answer(int(status.split()[1]), headers, content)


class Cost(NamedTuple):
    """What requests cost: processor and elapsed seconds of each, the largest answer, and how many were refused."""

    processor: float
    waits: Sequence[float]
    largest: int
    wrong: int


def processor_seconds(desk: Desk) -> float:
    """What the server has used of the processor so far."""
    used = Path(f"/proc/{desk.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(used[11]) + int(used[12])) / 100


def resident(desk: Desk) -> float:
    """The memory that the server occupies, in MB."""
    status = Path(f"/proc/{desk.process.pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1000 if found else 0.0


async def cost_of(desk: Desk, works: Sequence[Callable[[], Awaitable[Answer]]], *, at_once: bool) -> Cost:
    """What the requests *works* cost, all *at once* or one after the other."""

    async def one(work: Callable[[], Awaitable[Answer]]) -> tuple[float, Answer]:
        begun = time.perf_counter()
        got = await work()
        return time.perf_counter() - begun, got

    before = processor_seconds(desk)
    done = await asyncio.gather(*map(one, works)) if at_once else [await one(work) for work in works]
    used = processor_seconds(desk) - before
    answers = [got for _, got in done]
    return Cost(
        processor=used / len(works),
        waits=sorted(waited for waited, _ in done),
        largest=max(len(got.body) for got in answers),
        wrong=sum(got.status not in (200, 303) for got in answers),
    )


def links_of_games(top: Path, number: int) -> list[str]:
    """The links of all seats of *number* games begun in *top*, those first whose seats are asked."""
    links = []
    for count in range(number):
        maria_game(top / f"game-{count}", now, f"game-{count}", f"{count:064x}")
        game = opening.look(top / f"game-{count}", RULESETS)
        for seat in game.titles:
            stages = game.stages(seat)
            asked = any(stage.pending for stage in stages)
            links.append((not asked, changes.desk_link(game, seat, stages).removeprefix(ADDRESS)))
    return [link for _, link in sorted(links)]


def kept_by_desk(top: Path) -> int:
    """How many emails the desk made that the games in *top* have read, copies not counted."""
    return sum(_kept(opening.look(folder, RULESETS)) for folder in game_folders(top))


def _kept(game: Game) -> int:
    made = (item for item in game.inbox.items() if b"<desk." in item.path.read_bytes())
    return sum((verdict := game.inbox.verdict(item)) is not None and verdict.state != "doubled" for item in made)


def print_desk(unit: float) -> None:
    """Print what pages of the desk cost, and what it does with many seats at once."""
    with tempfile.TemporaryDirectory() as place:
        links = links_of_games(Path(place), -(-SEATS // _SEATS_OF_A_GAME))[:SEATS]
        with serving(Path(place), "--no-log", "--proxy", "127.0.0.1") as desk:
            asyncio.run(_measured(desk, links, unit))
        print(f"  of {len(links)} sheets sent, {kept_by_desk(Path(place))} are kept, each once")


async def asked_meanwhile(
    rush: Awaitable[Cost], small: Sequence[Callable[[], Awaitable[Answer]]]
) -> tuple[Cost, Sequence[list[float]]]:
    """What a rush costs, and how long each of *small* waits, which are asked in turn as long as it lasts."""
    running = asyncio.ensure_future(rush)
    waits: list[list[float]] = [[] for _ in small]
    while not running.done():
        for each, found in zip(small, waits, strict=True):
            asked = time.perf_counter()
            assert (await each()).status == 200
            found.append(time.perf_counter() - asked)
        await asyncio.sleep(0.1)
    return await running, waits


async def _measured(desk: Desk, links: Sequence[str], unit: float) -> None:
    visitors = [DeskVisitor(desk, link, number) for number, link in enumerate(links)]
    one = visitors[0]
    await one.come_in()
    await one.open()
    await one.board()
    kinds: Mapping[str, Callable[[], Awaitable[Answer]]] = {
        "page": one.open,
        "board, drawn before": one.board,
        "check": lambda: one.act("check"),
        "choices of a piece": one.choose,
        "try": lambda: one.act("try"),
    }
    await one.ask("GET", "/")
    for name, work in kinds.items():
        cost = await cost_of(desk, [work] * _TIMES, at_once=False)
        waited = statistics.median(cost.waits)
        print(
            f"desk, {name}: {cost.processor * 1000:.0f} ms of the processor ({cost.processor / unit:.1f} x a million"
            f" additions), {waited * 1000:.0f} ms by the clock, {cost.largest / 1000:.0f} kB{_wrong(cost)}"
        )
    begun = resident(desk)
    print(f"desk, {len(visitors)} seats at once; its memory before: {begun:.0f} MB")
    rushes: Mapping[str, Sequence[Callable[[], Awaitable[Answer]]]] = {
        "follow their links": [each.come_in for each in visitors],
        "open their pages": [each.open for each in visitors],
        "fetch their boards": [each.board for each in visitors],
        "check their sheets": [partial(each.act, "check") for each in visitors],
        "send their sheets": [partial(each.act, "send") for each in visitors],
        "open their pages again": [each.open for each in visitors],
    }
    small = (lambda: one.ask("GET", "/"), lambda: one.act("check"))
    for name, works in rushes.items():
        before = time.perf_counter()
        cost, (front, check) = await asked_meanwhile(cost_of(desk, works, at_once=True), small)
        took = time.perf_counter() - before
        print(
            f"  all {name}: {took:.1f} s, {len(works) / took:.0f} a second; half have it after"
            f" {statistics.median(cost.waits):.1f} s{_wrong(cost)}"
        )
        print(
            f"    meanwhile `/` takes {max(front):.2f} s at most, {max(front) / took:.2f} of that, and a check"
            f" {max(check):.2f} s at most, {max(check) / took:.2f} of that"
        )
    print(f"  its memory after: {resident(desk):.0f} MB, {resident(desk) / begun:.2f} x that before")


def print_pages_beside_long_sheets(_: float) -> None:
    """Print how long a seat waits for its page while the sheet of another, as long as may be, is checked."""
    with tempfile.TemporaryDirectory() as place:
        theirs, mine, *_rest = links_of_games(Path(place), 1)
        sheets = {name: text(desk_of(Path(place) / "game-0", SEAT)) for name, text in SHEETS.items()}
        with serving(Path(place), "--no-log", "--proxy", "127.0.0.1") as desk:
            asyncio.run(_beside(desk, theirs, mine, sheets))


async def _beside(desk: Desk, theirs: str, mine: str, sheets: Mapping[str, str]) -> None:
    one, other = DeskVisitor(desk, theirs, 1), DeskVisitor(desk, mine, 2)
    for each in (one, other):
        await each.come_in()
        await each.open()
    alone = statistics.median((await cost_of(desk, [other.open] * _TIMES, at_once=False)).waits)
    print(f"desk, a seat's page while no one else asks for anything: {alone * 1000:.0f} ms by the clock")
    for name, text in sheets.items():
        judged, (waits,) = await asked_meanwhile(
            cost_of(desk, [partial(one.act, "check", text=text)], at_once=True), (other.open,)
        )
        slowest = max(waits)
        reached = "reached" if slowest < _GOAL_BESIDE else "MISSED"
        print(
            f"  while {len(text) / 1000:.0f} kB of another seat are checked ({name}, {judged.waits[0]:.1f} s):"
            f" {slowest * 1000:.0f} ms at most of {len(waits)}, {slowest / alone:.1f} x alone,"
            f" {slowest / _GOAL_BESIDE:.2f} of the goal of {_GOAL_BESIDE:g} s, {reached}{_wrong(judged)}"
        )


def _wrong(cost: Cost) -> str:
    return f"; {cost.wrong} FAILED" if cost.wrong else ""
