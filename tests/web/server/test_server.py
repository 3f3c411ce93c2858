"""`pbem serve` as a process: what every response says, and what it does not."""

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pbem.web.rendering import assets
from pbem.web.server.limits import RateLimit
from pbem.web.server.responses import HEADERS
from tests.toy.game import new_game
from tests.web.serving import Desk, serving
from tests.web.warm import ROOT

TOY = "tests.cli.toy_pbem"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    games = tmp_path_factory.mktemp("games")
    new_game(games / "toy-1")
    with serving(games, module=TOY) as running:
        yield running


@pytest.mark.parametrize("path", ["/", "/assets/nothing.css", "/nowhere", "/s/toy-1/ann", "/l/abc"])
def test_every_response_has_the_headers_that_keep_it_safe(desk: Desk, path: str) -> None:
    got = desk.ask(path)

    assert {name: got.headers[name.lower()] for name in HEADERS} == HEADERS
    assert "server" not in got.headers
    assert re.search(r"<(script|style)>| style=| on[a-z]+=", got.text) is None


def test_the_first_page_may_be_kept_and_is_asked_for_again_by_its_tag(desk: Desk) -> None:
    got = desk.ask("/")
    again = desk.ask("/", headers={"If-None-Match": got.headers["etag"]})

    assert (got.status, again.status, again.body) == (200, 304, b"")
    assert "public" in got.headers["cache-control"]


def test_assets_are_kept_for_ever_under_names_that_change_with_them(desk: Desk) -> None:
    for one in assets().values():
        got = desk.ask(f"/assets/{one.published}")
        assert (got.status, got.body, got.headers["content-type"]) == (200, one.content, one.type)
        assert "immutable" in got.headers["cache-control"]
    assert f"/assets/{assets()['desk.css'].published}" in desk.ask("/").text
    assert assets()["BoardSerif-Regular.ttf"].published.encode() in assets()["desk.css"].content
    assert desk.ask("/assets/desk.css").status == 404


def test_what_goes_wrong_is_a_page_that_is_not_kept(desk: Desk) -> None:
    for path, method, status in (("/nowhere", "GET", 404), ("/", "DELETE", 405), ("/assets/../secret", "GET", 404)):
        got = desk.ask(path, method)
        assert (got.status, got.headers["cache-control"]) == (status, "no-store")
        assert "<h1>" in got.text


def test_a_head_of_many_kilobytes_is_refused(desk: Desk) -> None:
    with socket.create_connection(("127.0.0.1", desk.port), timeout=60) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nCookie: " + b"x" * 20_000)
        assert b" 400 " in client.recv(1000)
    assert desk.ask("/").status == 200


def test_the_log_names_routes_and_never_paths(tmp_path: Path) -> None:
    new_game(tmp_path / "toy-1")
    with serving(tmp_path, module=TOY) as desk:
        desk.ask("/l/not-to-be-told?or=this")
        desk.ask("/")
        log = desk.stop()

    assert re.search(r"GET front 200 \d+ ms", log)
    assert "not-to-be-told" not in log
    assert "or=this" not in log
    assert desk.process.returncode == 0


def test_a_folder_without_a_game_and_a_port_in_use_are_refused(desk: Desk, tmp_path: Path) -> None:
    def refused(folder: Path, *options: str) -> str:
        command = (sys.executable, "-m", TOY, "serve", str(folder), *options)
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        return done.stderr

    assert "There is no game in" in refused(tmp_path)
    new_game(tmp_path / "toy-1")
    assert "he desk cannot listen on 127.0.0.1" in refused(tmp_path, "--port", str(desk.port))


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /s/toy-1/ann/send HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
    ],
    ids=["nothing", "half a head", "no body"],
)
def test_who_is_too_slow_is_cut_off(tmp_path: Path, sent: bytes) -> None:
    new_game(tmp_path / "toy-1")
    with (
        serving(tmp_path, module="tests.web.server.hasty_pbem") as desk,
        socket.create_connection(("127.0.0.1", desk.port), timeout=60) as client,
    ):
        client.sendall(sent)
        with suppress(ConnectionResetError):
            while client.recv(10_000):
                pass
        assert desk.ask("/").status == 200


def test_an_address_that_asks_too_much_is_told_to_wait_and_others_are_not() -> None:
    at = [0.0]
    limit = RateLimit(3, 2.0, lambda: at[0])
    assert [limit.takes("one") for _ in range(5)] == [True, True, True, False, False]
    assert limit.takes("two")
    at[0] = 2.0
    assert [limit.takes("one") for _ in range(2)] == [True, False]
    at[0] = 60.0
    assert [limit.takes("one") for _ in range(4)] == [True, True, True, False]
