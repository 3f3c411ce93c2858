"""The public pages by a server: the same bytes as files, kept by browsers, for anyone."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.sealing.sealed_game import SEATS, SECRETS, answer, sealed_game, turn
from tests.toy.game import Clock
from tests.web.public.pages_of import TOY_YAML, begun, pages, played
from tests.web.serving import Desk, serving

DESK = "desk: https://desk.example.org\n"
DESK_YAML = TOY_YAML + DESK


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("games")
    begun(top / "toy", DESK_YAML)
    return top


@pytest.fixture(scope="module")
def desk(games: Path) -> Iterator[Desk]:
    with serving(games, module="tests.cli.toy_pbem") as running:
        yield running


def test_the_server_has_the_same_bytes_as_files_would(desk: Desk, games: Path) -> None:
    found = pages(played(games / "toy", 0))

    assert len(found) > 5
    for name, content in found.items():
        got = desk.ask(f"/g/toy-1/{name}")
        assert (got.status, got.body) == (200, content), name
    assert desk.ask("/g/toy-1/").body == found["index.html"]
    assert desk.ask("/g/toy-1/feed.xml").headers["content-type"].startswith("application/atom+xml")


def test_pages_can_be_kept_and_are_asked_for_again_by_their_tags(desk: Desk) -> None:
    for headers in ({}, {"Accept-Encoding": "gzip"}):
        got = desk.ask("/g/toy-1/index.html", headers=headers)
        again = desk.ask("/g/toy-1/index.html", headers={**headers, "If-None-Match": got.headers["etag"]})
        assert got.headers["cache-control"] == "public, max-age=60"
        assert (again.status, again.body) == (304, b"")
        assert again.headers["vary"] == got.headers["vary"] == "Accept-Encoding"


def test_pages_are_compressed_for_those_who_can_read_that(desk: Desk) -> None:
    plain = desk.ask("/g/toy-1/index.html")
    packed = desk.ask("/g/toy-1/index.html", headers={"Accept-Encoding": "br, gzip"})

    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    assert packed.headers["etag"] != plain.headers["etag"]


def test_the_first_page_lists_the_games(desk: Desk) -> None:
    for path in ("/", "/index.html"):
        got = desk.ask(path)
        assert got.status == 200
        assert 'href="g/toy-1/index.html"' in got.text
    assert desk.ask("/g/toy-1").status == 308


@pytest.mark.parametrize("path", ["/g/nothing/", "/g/toy-1/r9999.html", "/g/toy-1/secret", "/g/toy-1/draws.json"])
def test_what_there_is_not_is_not_found(desk: Desk, path: str) -> None:
    got = desk.ask(path)

    assert (got.status, got.headers["cache-control"]) == (404, "no-store")
    assert got.body == desk.ask("/nowhere").body


def test_a_game_that_was_played_on_has_new_pages(tmp_path: Path) -> None:
    begun(tmp_path / "toy", DESK_YAML)
    with serving(tmp_path, module="tests.cli.toy_pbem") as desk:
        before = desk.ask("/g/toy-1/").body
        game = played(tmp_path / "toy")
        assert desk.ask("/g/toy-1/").body != before
        found = pages(game)
        assert desk.ask("/g/toy-1/draws.json").body == found["draws.json"]


def test_games_without_a_desk_are_not_served(tmp_path: Path) -> None:
    begun(tmp_path / "games" / "other", TOY_YAML.replace("toy-1", "toy-2"))
    with serving(tmp_path / "games", module="tests.cli.toy_pbem") as desk:
        assert desk.ask("/g/toy-2/").status == 404
        assert "toy-2" not in desk.ask("/").text


def test_sealed_sheets_are_on_no_page_and_the_key_is_not_needed(tmp_path: Path) -> None:
    folder, clock = tmp_path / "games" / "toy", Clock()
    key = sealed_game(folder, tmp_path / "stick" / "key", rounds=2)
    with (folder / "game.yaml").open("a") as settings:
        settings.write(DESK)
    turn(folder, clock)
    for seat in SEATS:
        answer(folder, seat, "bid: 1\n")
    turn(folder, clock, key)
    answer(folder, "ann", "bid: 2\n")
    turn(folder, clock)
    key.unlink()
    with serving(tmp_path / "games", module="tests.cli.toy_pbem") as desk:
        told = desk.ask("/g/toy-1/").text
        moments = re.findall(r'href="(r[^"]+\.html)"', told)
        assert len(moments) > 1
        told += "".join(desk.ask(f"/g/toy-1/{name}").text for name in ("moments.js", "feed.xml", *moments))
    assert "Ann of the Hill bids 1" in told
    assert "bids 2" not in told
    assert not [word for word in SECRETS if word in told]
