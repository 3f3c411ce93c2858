"""The page opens by a link and a cookie of its own; all else gets what every unknown address gets."""

import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.referee import moderator
from pbem.referee.people import changes
from tests.campaign.moderator.world import ModeratedWorld
from tests.toy.game import GAME_YAML
from tests.web.moderator.visiting import Visitor, cookie_of, form_of, link_of, situation, text_of, visiting
from tests.web.serving import Answer
from tests.web.warm import ROOT

pytestmark = pytest.mark.slow
MO = "mo@example.org"


@pytest.fixture
def world(tmp_path: Path) -> ModeratedWorld:
    return situation("unclaimed", tmp_path)


@pytest.fixture
def visitor(world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    with visiting(monkeypatch, world) as found:
        yield found


def same(answer: Answer) -> tuple[int, bytes, dict[str, str]]:
    return answer.status, answer.body, {name: value for name, value in answer.headers.items() if name != "date"}


def test_a_wrong_or_old_link_says_what_every_unknown_link_says(visitor: Visitor, world: ModeratedWorld) -> None:
    games = world.folder.parent
    unknown = same(visitor.desk.ask("/nowhere"))
    assert unknown[0] == 404
    old = link_of(games)
    assert visitor.get("/m").status == 200
    new = f"/m/link/{moderator.link_word(games, moderator.EVERYONE, renew=True)}"
    assert old != new
    pages = ("/m", "/m/toy-1", "/m/toy-1/ask?do=turn", "/m/toy-1/mail/1", f"/m/done/{'0' * 32}")
    for path in ("/m/link/wrong", old, *pages):
        assert same(visitor.get(path)) == unknown, path
    for path in (old, "/m/toy-1/ask", "/m/toy-1/do"):
        assert same(visitor.post(path, {"do": "turn"})) == unknown, path
    assert visitor.desk.ask("/m", headers={"Cookie": cookie_of(visitor.desk, new)}).status == 200


def test_the_link_of_an_address_shows_its_games_only(world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    text = GAME_YAML.replace("toy-1", "toy-2").replace(MO, "other@example.org")
    other = ModeratedWorld(world.folder.parent / "toy-2", text=text)
    with visiting(monkeypatch, world, other, reader=MO) as visitor:
        assert "toy-1" in visitor.get("/m").text
        assert "toy-2" not in visitor.get("/m").text
        assert same(visitor.get("/m/toy-2")) == same(visitor.get("/m/toy-3"))
        assert same(visitor.ask("toy-2", "turn")) == same(visitor.ask("toy-3", "turn"))
    with visiting(monkeypatch, world, other) as every:
        assert "toy-2" in every.get("/m").text


def test_no_cookie_and_no_word_of_another_kind_opens_it(visitor: Visitor, world: ModeratedWorld) -> None:
    access = moderator.read(world.folder.parent)
    assert access
    name = visitor.cookie.partition("=")[0]
    words = [access.word("", "link"), access.word("", "form"), access.word(MO, "cookie"), "", "x" * 26]
    for word in words:
        assert visitor.desk.ask("/m", headers={"Cookie": f"{name}={word}"}).status == 404
    assert visitor.desk.ask("/m", headers={"Cookie": visitor.cookie}).status == 200


@pytest.mark.parametrize("form", ["ask", "do"])
def test_no_body_of_a_stranger_is_waited_for(visitor: Visitor, form: str) -> None:
    head = f"POST /m/toy-1/{form} HTTP/1.1\r\nHost: 127.0.0.1:{visitor.desk.port}\r\nContent-Length: 100000\r\n"
    typed = f"Origin: {visitor.desk.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n"
    with socket.create_connection(("127.0.0.1", visitor.desk.port), timeout=30) as connection:
        connection.sendall((head + typed).encode())
        connection.settimeout(15)  # less than it waits for the body of those whom it knows
        assert connection.recv(65536).startswith(b"HTTP/1.1 404")


def test_a_button_pressed_twice_says_that_it_was_done_before(visitor: Visitor) -> None:
    asked = visitor.ask("toy-1", "turn")
    first, second = visitor.do(asked), visitor.do(asked)
    assert "pressed this button before" not in text_of(visitor.get(first.headers["location"]))
    assert "pressed this button before" in text_of(visitor.get(second.headers["location"]))


def test_only_a_form_that_this_visitor_was_shown_does_something(visitor: Visitor, world: ModeratedWorld) -> None:
    asked = visitor.ask("toy-1", "dismiss", item="1")
    assert visitor.do(asked, item="2").status == 403
    assert visitor.do(asked, seal="0" * 64).status == 403
    assert visitor.do(asked, nonce="../../x").status == 403
    action, fields = form_of(asked)
    foreign = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert visitor.desk.post(action, fields, {"Cookie": visitor.cookie, **foreign}).status == 403
    assert visitor.desk.ask(action, headers={"Cookie": visitor.cookie}).status == 405
    assert [one.state for one in world.look().inbox.verdicts()] == ["unclaimed"]
    assert visitor.do(asked).status == 303
    assert [one.state for one in world.look().inbox.verdicts()] == ["dismissed"]


def test_what_was_asked_of_another_position_is_asked_again(visitor: Visitor, world: ModeratedWorld) -> None:
    asked = visitor.ask("toy-1", "dismiss", item="1")
    world.bid("ann")
    world.turn()
    again = visitor.do(asked)
    assert "The game has changed since you were asked." in text_of(again)
    assert world.look().inbox.verdicts()[0].state == "unclaimed"
    assert visitor.do(again).status == 303
    assert world.look().inbox.verdicts()[0].state == "dismissed"


def test_the_cookie_is_for_this_desk_and_for_no_script(world: ModeratedWorld, visitor: Visitor) -> None:
    got = visitor.desk.post(link_of(world.folder.parent), {})
    assert {"HttpOnly", "Path=/", "SameSite=strict"} <= {part.strip() for part in got.headers["set-cookie"].split(";")}
    there = {"Host": "desk.example.org", "Origin": "https://desk.example.org"}
    far = visitor.desk.post(link_of(world.folder.parent), {}, there)
    assert far.headers["set-cookie"].startswith("__Host-desk-moderator=")
    assert "Secure" in far.headers["set-cookie"]
    assert visitor.get("/m").headers["cache-control"] == "no-store"


def test_the_log_of_the_server_has_no_word_of_a_link(world: ModeratedWorld, visitor: Visitor) -> None:
    visitor.get("/m")
    log = visitor.desk.stop()
    assert "moderator-link 303" in log.replace("POST ", "")
    assert link_of(world.folder.parent).rpartition("/")[2] not in log


def test_secrets_of_seats_are_not_on_the_page(visitor: Visitor, world: ModeratedWorld) -> None:
    world.send("ann", "bid: 3\n\nMy king is mine.\n")
    world.turn()
    pages = [visitor.get(path).text for path in ("/m", "/m/toy-1")]
    pages.append(visitor.ask("toy-1", "turn").text)
    assert all("<h2" in page for page in pages[:2])
    for page in pages:
        assert "My king is mine." not in page
        assert "bid: 3" not in page
        assert not [token for seat in ("ann", "ben", "cid") for token in tokens(world, seat) if token in page]
    asked_for = visitor.get("/m/toy-1/mail/2").text
    assert "My king is mine." in asked_for
    assert "bid: 3" not in asked_for
    assert "{" not in text_of(visitor.get("/m/toy-1/mail/2"))


def tokens(world: ModeratedWorld, seat: str) -> list[str]:
    game = world.look()
    return [game.token(seat, *stage.put, game.tenure(seat)) for stage in game.stages(seat)]


def test_a_seat_s_cookie_does_not_open_it_nor_the_other_way_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = "desk: http://127.0.0.1:8642\n"
    worlds = [ModeratedWorld(tmp_path / f"{n}" / "toy-1", desk, GAME_YAML) for n in range(2)]
    worlds[1].send("ben", "bid: 3\n")
    worlds[1].turn()
    seen = []
    for world in worlds:
        game = world.look()
        link = changes.desk_link(game, "ann", game.stages("ann"), game.pause).removeprefix("http://127.0.0.1:8642")
        with visiting(monkeypatch, world) as visitor:
            got = visitor.desk.post(link, {})
            assert got.headers["location"] == "/s/toy-1/ann"
            seat = got.headers["set-cookie"].partition(";")[0]
            word = seat.partition("=")[2]
            stolen = f"{visitor.cookie.partition('=')[0]}={word.partition('.')[0]}"
            answers = [
                visitor.desk.ask(path, headers={"Cookie": cookie})
                for path in ("/m", "/m/toy-1", "/m/toy-1/ask?do=turn", "/m/toy-1/mail/1")
                for cookie in (seat, stolen, f"{seat}; {stolen}")
            ]
            unknown = same(visitor.desk.ask("/nowhere"))
            assert [same(one) for one in answers] == [unknown] * len(answers)
            seen.append([same(one) for one in answers])
            assert same(visitor.get("/s/toy-1/ann")) == unknown
            assert same(visitor.get(link.rpartition("/")[0] + "/" + visitor.cookie.partition("=")[2])) == unknown
    assert seen[0] == seen[1]


def test_a_game_that_cannot_be_read_is_named_and_stops_no_other(
    world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = world.folder.parent / "toy-9"
    broken.mkdir()
    (broken / "game.yaml").write_text("game: [")
    with visiting(monkeypatch, world) as visitor:
        page = text_of(visitor.get("/m"))
        assert "toy-9" in page
        assert "This game cannot be read now" in page
        assert "Email 1 is from an unknown sender" in page
    with visiting(monkeypatch, world, reader=MO) as visitor:
        assert "toy-9" not in visitor.get("/m").text


def test_the_command_prints_the_link_and_a_new_one(world: ModeratedWorld) -> None:
    top = world.folder.parent
    (world.folder / "game.yaml").write_text((world.folder / "game.yaml").read_text() + "desk: https://d.example\n")

    def printed(option: str) -> str:
        command = (sys.executable, "-m", "tests.cli.toy_pbem", "serve", str(top), option)
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    first = printed("--moderator-link")
    assert first == f"https://d.example{link_of(top)}"
    assert printed("--moderator-link") == first
    assert printed("--new-moderator-link") not in (first, "")
    assert stat.S_IMODE((top / ".desk" / "moderator.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((top / ".desk").stat().st_mode) == 0o700


def test_a_device_of_others_forgets_the_page(visitor: Visitor) -> None:
    assert 'action="/m/leave"' in visitor.get("/m").text
    assert visitor.post("/m/leave", {}, Origin="https://evil.example", Sec_Fetch_Site="cross-site").status == 403
    left = visitor.post("/m/leave", {})
    assert left.status == 200
    taken = left.headers["set-cookie"]
    assert taken.partition("=")[0] == visitor.cookie.partition("=")[0]
    assert "Max-Age=0" in taken
