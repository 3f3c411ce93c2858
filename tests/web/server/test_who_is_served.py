"""What a server refuses before it reads, and what it says of a game that it cannot read now."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import NamedTuple

import pytest

from pbem.mail import local_checks
from pbem.referee import moderator, opening
from pbem.referee.game import now
from pbem.web.server.responses import HEADERS
from tests.toy.game import RULESETS
from tests.web.seats import begun, come_in, fields_of, link_in
from tests.web.serving import Desk, serving


class Served(NamedTuple):
    folder: Path
    desk: Desk


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    top = tmp_path_factory.mktemp("served")
    folder = begun(top / "toy-1", now)
    with serving(top, module="tests.cli.toy_pbem") as desk:
        yield Served(folder, desk)


def said(desk: Desk, request: bytes) -> str:
    """All that is answered to *request*, of which nothing more comes."""
    with socket.create_connection(("127.0.0.1", desk.port), timeout=30) as connection:
        connection.sendall(request)
        connection.settimeout(4)
        return connection.recv(65536).decode()


def test_no_body_of_a_stranger_is_waited_for(served: Served) -> None:
    head = b"POST /s/toy-1/ann/check HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n"
    answer = said(served.desk, head + b"Content-Type: application/x-www-form-urlencoded\r\n\r\n")
    assert answer.startswith("HTTP/1.1 404")


def test_two_lengths_of_a_body_are_refused(served: Served) -> None:
    both = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    answer = said(served.desk, b"POST / HTTP/1.1\r\nHost: x\r\n" + both)
    assert answer.startswith("HTTP/1.1 400")


def test_what_is_not_http_is_refused_with_all_headers(served: Served) -> None:
    answer = said(served.desk, b"nonsense\r\n\r\n")
    assert answer.startswith("HTTP/1.1 400")
    assert all(f"{name.lower()}: {value}" in answer for name, value in HEADERS.items())


def test_one_address_holds_only_some_of_the_connections(served: Served) -> None:
    held = [socket.create_connection(("127.0.0.1", served.desk.port)) for _ in range(105)]
    try:
        held[-1].settimeout(4)
        with suppress(ConnectionResetError):
            assert held[-1].recv(1) == b""
    finally:
        for one in held:
            one.close()


def connected(desk: Desk, source: str) -> socket.socket:
    """A connection from an address of this machine."""
    return socket.create_connection(("127.0.0.1", desk.port), timeout=30, source_address=(source, 0))


def test_who_holds_all_their_connections_keeps_no_one_else_out(served: Served) -> None:
    held = [connected(served.desk, "127.0.0.2") for _ in range(100)]
    try:
        assert served.desk.ask("/").status == 200
    finally:
        for one in held:
            one.close()


def test_when_all_connections_are_held_who_comes_is_told_when_to_come_again(served: Served) -> None:
    held = [connected(served.desk, f"127.0.0.{number}") for number in range(2, 7) for _ in range(100)]
    try:
        answer = said(served.desk, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    finally:
        for one in held:
            one.close()
    assert answer.startswith("HTTP/1.1 503")
    assert "retry-after: 10" in answer
    assert all(f"{name.lower()}: {value}" in answer for name, value in HEADERS.items())


@pytest.mark.parametrize("site", ["same-origin", "none", ""])
@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null"])
def test_the_moderators_link_is_followed_from_a_page_of_the_desk_only(served: Served, origin: str, site: str) -> None:
    link = f"/m/link/{moderator.link_word(served.folder.parent, moderator.EVERYONE)}"
    assert served.desk.post(link, {}, {"Origin": origin, "Sec-Fetch-Site": site}).status == 403
    assert served.desk.post(link, {}).status == 303


def test_a_link_is_followed_from_a_page_of_the_desk_only(served: Served) -> None:
    link = link_in(served.folder, "ann")
    assert served.desk.ask(link).headers["referrer-policy"] == "strict-origin"
    assert served.desk.post(link, {}, {"Origin": "https://elsewhere.example"}).status == 403
    assert served.desk.post(link, {}, {"Origin": "null"}).status == 403
    assert served.desk.post(link, {}).status == 303


def test_a_seat_that_writes_without_end_is_told_to_wait_and_gets_its_text_back(served: Served) -> None:
    player = come_in(served.desk, link_in(served.folder, "ben"))
    other = come_in(served.desk, link_in(served.folder, "ann"))
    fields = {**player.fields(), "text": "bid: 1 # <b>mine</b>\n", "press-text": ""}
    answers = [player.act("none", fields)]
    while answers[-1].status == 404 and len(answers) < 1_000:  # one more passes each second, on a slow machine many
        answers.append(player.act("none", fields))
    *passed, refused = answers
    assert len(passed) >= 90, "what is not there is counted, too"
    assert (refused.status, refused.headers["retry-after"]) == (429, "10")
    assert "bid: 1 # &lt;b>mine&lt;/b>" in refused.text
    assert other.act("check", other.fields()).status == 200, "another seat writes on"
    assert player.page().status == 200


def test_a_damaged_verdict_is_told_on_pages_that_stand(served: Served) -> None:
    player = come_in(served.desk, link_in(served.folder, "cid"))
    assert "It counts" in player.send("bid: 1\n").text
    [verdict] = (path for path in served.folder.glob("inbox/*.json") if "0001" in path.name)
    before = verdict.read_bytes()
    word = moderator.link_word(served.folder.parent, moderator.EVERYONE)
    verdict.write_bytes(b"{nonsense")
    try:
        page = player.page()
        assert (page.status, "cannot be read" in page.text) == (200, True)
        sent = player.act("send", {**fields_of(page.text), "text": "bid: 2\n"})
        assert "It was received" in sent.text, "it is kept until the game can be read"
        got = served.desk.post(f"/m/link/{word}", {})
        cookie = got.headers["set-cookie"].partition(";")[0]
        for path in ("/m", "/m/toy-1"):
            seen = served.desk.ask(path, headers={"Cookie": cookie})
            assert (seen.status, verdict.name in seen.text) == (200, True)
        found = list(local_checks.verdicts(opening.look(served.folder, RULESETS)))
        assert [(one.state, verdict.name in one.says) for one in found] == [("bad", True)]
        strange = {"do": "turn", "nonce": "0" * 32, "at": "2026-01-01T00:00:00+00:00", "seal": "\u00e9"}
        assert served.desk.post("/m/toy-1/do", strange, {"Cookie": cookie}).status == 403
    finally:
        verdict.write_bytes(before)
    assert "cannot be read" not in player.page().text
    assert [one.state for one in local_checks.verdicts(opening.look(served.folder, RULESETS))] == ["good"]


@pytest.mark.parametrize("junk", [b"{nonsense", b"\xff\xfe"])
@pytest.mark.parametrize("damaged", ["inbox/*.json", "sheets/*/ann-*.json", "letters/*/ann.txt", "began.json"])
def test_no_damaged_file_makes_the_program_fail(served: Served, damaged: str, junk: bytes) -> None:
    player = come_in(served.desk, link_in(served.folder, "ann"))
    player.send("bid: 1\n")
    cookie = moderators_cookie(served)
    path = sorted(served.folder.glob(damaged))[-1]
    before = path.read_bytes()
    path.write_bytes(junk)
    try:
        statuses = [player.page().status]
        for page in ("/m", "/m/toy-1", "/m/toy-1/mail/1", "/m/toy-1/ask?do=turn"):
            seen = served.desk.ask(page, headers={"Cookie": cookie})
            statuses.append(seen.status)
            assert page != "/m" or seen.status == 200, "what waits in other games is seen"
    finally:
        path.write_bytes(before)
    assert set(statuses) <= {200, 503}
    assert player.page().status == 200


def moderators_cookie(served: Served) -> str:
    word = moderator.link_word(served.folder.parent, moderator.EVERYONE)
    return served.desk.post(f"/m/link/{word}", {}).headers["set-cookie"].partition(";")[0]


@pytest.mark.parametrize("name", ["log.jsonl", "game.yaml"])
def test_of_a_game_that_cannot_be_read_now_every_page_says_when_to_come_again(served: Served, name: str) -> None:
    player, link = come_in(served.desk, link_in(served.folder, "ann")), link_in(served.folder, "ann")
    cookie, path = moderators_cookie(served), served.folder / name
    before = path.read_bytes()
    path.write_bytes(b": [nonsense\n" + before)
    sleep(2.1)  # until the folder is looked through again
    try:
        answers = [player.page(), served.desk.ask(link), served.desk.post(link, {})]
        answers += [served.desk.ask(page, headers={"Cookie": cookie}) for page in ("/m/toy-1", "/m/toy-1/ask?do=turn")]
        overview = served.desk.ask("/m", headers={"Cookie": cookie})
    finally:
        path.write_bytes(before)
        sleep(2.1)
    assert [(one.status, one.headers.get("retry-after")) for one in answers] == [(503, "10")] * 5
    assert all("This game cannot be read now" in one.text and "busy" not in one.text for one in answers)
    assert (overview.status, "cannot be" in overview.text or "says why" in overview.text) == (200, True)
    assert player.page().status == 200


def test_a_game_that_cannot_be_read_now_answers_that_it_is_there(served: Served) -> None:
    player = come_in(served.desk, link_in(served.folder, "ann"))
    log = served.folder / "log.jsonl"
    before = log.read_bytes()
    log.write_bytes(b"nonsense\n" + before)
    try:
        answer = player.page()
        assert (answer.status, answer.headers["retry-after"]) == (503, "10")
        assert served.desk.ask("/").status == 200
    finally:
        log.write_bytes(before)
    assert player.page().status == 200
