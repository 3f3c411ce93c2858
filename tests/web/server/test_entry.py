"""Who may see the page of a seat, and that all others are told the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.referee.game import now
from pbem.referee.people import changes
from tests.toy.game import GAME_YAML, RULESETS, Clock
from tests.web.seats import Player, begun, come_in, link_in
from tests.web.serving import Answer, Desk, serving

TOY = "tests.cli.toy_pbem"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("games")
    begun(top / "toy-1", now)
    begun(top / "other", now, GAME_YAML.replace("toy-1", "other"))
    return top


@pytest.fixture(scope="module")
def desk(games: Path) -> Iterator[Desk]:
    with serving(games, module=TOY) as running:
        yield running


@pytest.fixture(scope="module")
def ann(desk: Desk, games: Path) -> Player:
    return come_in(desk, link_in(games / "toy-1", "ann"))


def bare(got: Answer) -> tuple[object, ...]:
    return got.status, got.body, {name: value for name, value in got.headers.items() if name != "date"}


def test_a_link_is_exchanged_for_a_cookie_that_only_this_site_gets(desk: Desk, games: Path) -> None:
    link = link_in(games / "toy-1", "ann")
    shown = desk.ask(link)
    got = desk.post(link, {})

    assert (shown.status, shown.headers["referrer-policy"]) == (200, "strict-origin")
    assert "set-cookie" not in shown.headers
    assert (got.status, got.headers["location"]) == (303, "/s/toy-1/ann")
    cookie = got.headers["set-cookie"].lower()
    assert {"httponly", "samesite=strict", "path=/"} <= {part.strip() for part in cookie.split(";")}


def test_a_desk_with_encryption_has_cookies_that_need_it(games: Path, tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1", now)
    path = folder / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("http://127.0.0.1", "https://desk.example.org"), "utf-8")
    link = link_in(folder, "ann")
    with serving(tmp_path, module=TOY) as desk:
        got = desk.post(link, {}, {"Origin": "https://desk.example.org"})
        assert got.headers["set-cookie"].startswith("__Host-")
        assert "; secure" in got.headers["set-cookie"].lower()
        fields = {"text": "bid: 1\n"}
        player = Player(desk, got.headers["location"], got.headers["set-cookie"].partition(";")[0])
        assert player.act("check", {**player.fields(), **fields}).status == 403
        ours = player.act("check", {**player.fields(), **fields}, Origin="https://desk.example.org")
        assert ours.status == 200


def test_whatever_opens_nothing_gets_the_same_answer(desk: Desk, games: Path, ann: Player) -> None:
    link, other = link_in(games / "toy-1", "ann"), link_in(games / "other", "ann")
    game = opening.look(games / "toy-1", RULESETS)
    secret = changes.link_key(game, "ann", "link")
    name, _, value = ann.cookie.partition("=")
    paths = {
        "unknown game": desk.ask("/s/nowhere/ann"),
        "unknown seat": desk.ask("/s/toy-1/nobody"),
        "no cookie": desk.ask("/s/toy-1/ann"),
        "another's cookie": desk.ask("/s/toy-1/ben", headers={"Cookie": ann.cookie}),
        "renamed cookie": desk.ask("/s/other/ann", headers={"Cookie": ann.cookie}),
        "wrong cookie": desk.ask(
            "/s/toy-1/ann", headers={"Cookie": f"{name}={'x' if value[0] != 'x' else 'y'}{value[1:]}"}
        ),
        "odd cookie": desk.ask("/s/toy-1/ann", headers={"Cookie": f"{name}=\xe9"}),
        "wrong link": desk.ask("/l/" + "a" * 38),
        "a letter off": desk.ask(link.replace(secret, secret[:-1] + ("a" if secret[-1] != "a" else "b"))),
        "another game's link": desk.ask(other.replace(changes.link_mark("other"), changes.link_mark("toy-1"))),
        "not a link": desk.ask("/l/x"),
        "sent without a cookie": desk.post("/s/toy-1/ann/send", {"text": "bid: 1"}),
        "sent to nowhere": desk.post("/s/nowhere/ann/send", {"text": "bid: 1"}),
        "a picture": desk.ask("/s/toy-1/ann/picture/map.png"),
        "no page at all": desk.ask("/nowhere"),
    }

    expected = bare(paths["no page at all"])
    assert expected[0] == 404
    for what, got in paths.items():
        assert bare(got) == expected, what


def test_a_form_of_another_site_is_refused(desk: Desk, ann: Player) -> None:
    fields = ann.fields()
    assert ann.act("check", fields).status == 200
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "", "Sec-Fetch-Site": "cross-site"},
        {"Origin": desk.origin.replace("127.0.0.1", "localhost")},
    ):
        assert ann.act("check", fields, **headers).status == 403, headers
    assert ann.act("check", {**fields, "proof": "a" * 26}).status == 403
    assert ann.act("check", {name: text for name, text in fields.items() if name != "proof"}).status == 403
    assert ann.act("nothing", fields).status == 404


def test_what_is_too_long_or_of_another_kind_is_refused(desk: Desk, ann: Player) -> None:
    fields = ann.fields()
    assert ann.act("check", {**fields, "text": "x" * 300_000}).status == 413
    assert ann.act("check", {**fields, **{f"x{number}": "" for number in range(500)}}).status == 400
    kinds = {"Content-Type": "multipart/form-data; boundary=x"}
    assert ann.act("check", fields, **kinds).status == 415
    assert ann.page().status == 200


def test_a_seat_that_changes_hands_is_closed_to_who_held_it(tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1", now)
    link = link_in(folder, "ann")
    with serving(tmp_path, module=TOY) as desk:
        ann = come_in(desk, link)
        ann.act("check", {**ann.fields(), "text": "bid: 3 # secret plan\n"})
        with opening.held(folder, RULESETS) as game:
            changes.take(game, "ann", "Dora", "dora@example.org", Clock(now()))
            fresh = changes.desk_link(game, "ann", game.stages("ann")).removeprefix("http://127.0.0.1")

        assert (ann.page().status, desk.ask(link).status) == (404, 404)
        dora = come_in(desk, fresh)
        assert dora.fields()["text"] == "bid: 0\n"


def test_who_guesses_is_stopped(tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1", now)
    with serving(tmp_path, "--proxy", "127.0.0.1", module=TOY) as desk:
        guesser, player = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2, 127.0.0.1"}
        seen = [desk.ask("/l/" + "a" * 38, headers=guesser).status for _ in range(30)]
        assert seen[:10] == [404] * 10
        assert 429 in seen
        assert desk.ask(link_in(folder, "ann"), headers=player).status == 200
        assert desk.ask("/s/toy-1/ann", headers=player).status == 404


def test_a_device_of_others_forgets_the_page(desk: Desk, games: Path) -> None:
    ann = come_in(desk, link_in(games / "toy-1", "ann"))
    fields = ann.fields()
    assert ann.act("leave", fields, Origin="https://evil.example").status == 403
    left = ann.act("leave", fields)
    assert (left.status, left.headers["clear-site-data"]) == (200, '"cache"')
    taken = left.headers["set-cookie"]
    assert taken.partition("=")[0] == ann.cookie.partition("=")[0]
    assert "Max-Age=0" in taken
    assert bare(desk.post("/s/toy-1/ann/leave", fields)) == bare(desk.post("/s/nowhere/ann/leave", fields))
