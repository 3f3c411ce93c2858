"""Requests that no browser of a player sends, at a server that is a process of its own."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from pbem.referee import moderator
from pbem.referee.game import now
from pbem.web.moderator.offers import without_secrets
from pbem.web.server import responses
from pbem.web.server.limits import address_of
from pbem.web.server.responses import HEADERS, Failures
from tests.web.seats import Player, begun, come_in, link_in
from tests.web.serving import Desk, serving
from tests.web.warm import ROOT

TOY = "tests.cli.toy_pbem"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("games")
    begun(top / "toy-1", now)
    return top


@pytest.fixture(scope="module")
def desk(games: Path) -> Iterator[Desk]:
    with serving(games, module=TOY) as running:
        yield running


@pytest.fixture(scope="module")
def ann(desk: Desk, games: Path) -> Player:
    return come_in(desk, link_in(games / "toy-1", "ann"))


def test_no_answer_leads_to_the_host_that_was_asked_for_or_repeats_a_secret(desk: Desk, games: Path) -> None:
    link = link_in(games / "toy-1", "ann")
    for path in (f"{link}/", "/m/", "/s/toy-1/ann/", "/m/toy-1/", "/assets/x/"):
        got = desk.ask(path, headers={"Host": "evil.example"})
        assert (got.status, got.headers.get("location", "")) == (404, ""), path
    for path in ("/g/toy-1", "/g/%5C%5Cevil.example", "/g/x%0d%0aSet-Cookie:a=b"):
        got = desk.ask(path, headers={"Host": "evil.example"})
        assert (got.status, got.headers["location"][:3]) == (308, "/g/"), path
        assert "set-cookie" not in got.headers


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        (f"/m/toy-1/mail/{'9' * 5000}", {}),
        ("/m/toy-1/mail/-1", {}),
        ("/m", {"Host": "["}),
        ("/m", {"Host": "[::1"}),
        ("/s/toy-1/ann", {"Host": "["}),
        ("/s/%ff%fe/%00", {}),
        ("/s/toy-1/ann/picture/..%2f..%2fgame.yaml.png", {}),
        ("/s/toy-1/ann/board/..%2f..%2fgame.yaml.svg", {}),
        ("/g/toy-1/..%2f..%2fsecret", {}),
        ("/g/..%2ftoy-1/index.html", {}),
        ("/assets/..%2fREADME.md", {}),
        ("/m/done/..%2f..%2f..%2ftoy-1%2fgame.yaml", {}),
        ("/nowhere", {"Cookie": 'desk="\\777"; =; ;;; a="'}),
        ("/nowhere", {"X-Forwarded-For": "x" * 9000}),
    ],
    ids=str,
)
def test_nothing_odd_makes_the_program_fail_or_opens_a_file(desk: Desk, path: str, headers: dict[str, str]) -> None:
    got = desk.ask(path, headers=headers)
    assert got.status == 404
    assert {name: got.headers[name.lower()] for name in HEADERS} == HEADERS


def test_odd_numbers_of_emails_are_no_emails(desk: Desk, games: Path) -> None:
    followed = desk.post(f"/m/link/{moderator.link_word(games, moderator.EVERYONE)}", {})
    cookie = {"Cookie": followed.headers["set-cookie"].partition(";")[0]}
    assert desk.ask("/m", headers=cookie).status == 200
    for number in ("9" * 5000, "-1", "\u0661".encode().hex(), "1.0", "%D9%A1"):
        assert desk.ask(f"/m/toy-1/mail/{number}", headers=cookie).status == 404, number
    assert (
        desk.post("/m/toy-1/do", {"do": "turn"}, {**cookie, "Origin": "http://[", "Sec-Fetch-Site": ""}).status == 403
    )


def test_another_site_cannot_choose_whose_page_a_browser_opens(desk: Desk, games: Path) -> None:
    moderators = f"/m/link/{moderator.link_word(games, moderator.EVERYONE)}"
    for link in (link_in(games / "toy-1", "ann"), moderators, "/l/wrong"):
        for site in ("cross-site", "same-site"):
            got = desk.post(link, {}, {"Origin": "https://evil.example", "Sec-Fetch-Site": site})
            assert (got.status, got.headers.get("set-cookie")) == (403, None), (link, site)


def test_a_moderators_cookie_needs_encryption_behind_a_web_server_whatever_host_it_names(
    desk: Desk, games: Path
) -> None:
    link = f"/m/link/{moderator.link_word(games, moderator.EVERYONE)}"
    here, before = desk.post(link, {}), desk.post(link, {}, {"X-Forwarded-For": "192.0.2.1"})
    assert here.headers["set-cookie"].startswith("desk-moderator=")
    assert before.headers["set-cookie"].startswith("__Host-")
    assert "; secure" in before.headers["set-cookie"].lower()


def test_a_log_that_cannot_be_written_keeps_no_one_from_their_page(games: Path) -> None:
    command = (sys.executable, "-m", TOY, "serve", str(games), "--port", "0")
    with (
        Path("/dev/full").open("w", encoding="utf-8") as full,
        subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=full) as process,
    ):
        try:
            assert process.stdout
            found = re.search(r":(\d+)\.$", process.stdout.readline().strip())
            assert found
            desk = Desk(int(found[1]), process)
            assert [desk.ask("/").status for _ in range(3)] == [200] * 3
            assert come_in(desk, link_in(games / "toy-1", "ann")).send("bid: 2\n").status == 200
        finally:
            process.terminate()


def test_where_the_program_fails_a_page_says_so_and_the_log_tells_no_words_of_players() -> None:
    told: list[str] = []
    sent: list[Message] = []

    async def fails(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise ValueError("quokka")

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    app = Failures(fails, told.append, lambda: responses.error(500))
    asyncio.run(app({"type": "http"}, receive, send))

    assert sent[0]["status"] == 500
    assert b"<h1>" in sent[1]["body"]
    assert "ValueError at " in told[0]
    assert "in fails" in told[0]
    assert "quokka" not in told[0]


@pytest.mark.parametrize(
    ("peer", "named", "address"),
    [
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "198.51.100.1, 127.0.0.1", "198.51.100.1"),
        ("::ffff:127.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("127.0.0.1", "[2001:db8:1:2:3::4]:4711", "2001:db8:1:2::/64"),
        ("127.0.0.1", "2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("127.0.0.1", "fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", "x" * 9000, "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("2001:db8:1:2:3::4", "", "2001:db8:1:2::/64"),
    ],
)
def test_whoever_has_many_addresses_counts_as_one(peer: str, named: str, address: str) -> None:
    headers = [(b"x-forwarded-for", named.encode())] if named else []
    request = Request({"type": "http", "client": (peer, 1), "headers": headers})
    assert address_of(request, {"127.0.0.1"}) == address


@pytest.mark.parametrize(
    "text",
    [
        "https://desk.example.org/l/{}",
        "https://safe.example/?url=https%3A%2F%2Fdesk.example.org%2Fl%2F{}&data=1",
        "https://safe.example/?url=https%3a%2f%2fdesk.example.org%2fl%2f{}",
        "> https://desk.example.org/l/\n> {}\n",
        "https://desk.example.org/m/link/{}",
    ],
)
def test_a_moderator_who_plays_reads_no_secret_of_a_link(text: str) -> None:
    secret = "abcd" + "efgh234567efgh234567efgh23" + "abcdefgh"
    shown = without_secrets(text.format(secret))
    assert secret[4:30] not in shown
    assert "…" in shown
    assert without_secrets("Praha and Constantinople") == "Praha and Constantinople"
