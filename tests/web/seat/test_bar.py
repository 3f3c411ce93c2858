"""The bar of a seat's page: what the sheet would do, what counts, until when; and what an open page asks by itself."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from pbem.mail.exchange import judge_and_play, take_in
from pbem.referee import opening
from pbem.referee.deadlines import moving
from pbem.referee.deadlines.received import seat_status
from pbem.referee.game import Game, now
from pbem.store import files
from tests.toy.game import GAME_YAML, RULESETS
from tests.web.maria import RULESETS as MARIA
from tests.web.maria import SEAT, maria_game
from tests.web.seats import Player, begun, come_in, fields_of, link_in
from tests.web.serving import Answer, Desk, serving

TOY = "tests.cli.toy_pbem"
AT = r"\w{3} \d+ \w{3} \d\d:\d\d"
_NONCE = re.compile(r'(name="nonce" value=")[0-9a-f]{32}')


class Table(NamedTuple):
    folder: Path
    desk: Desk
    ann: Player
    ben: Player

    @property
    def game(self) -> Game:
        return opening.look(self.folder, RULESETS)

    def plays(self) -> None:
        with opening.held(self.folder, RULESETS) as game:
            judge_and_play(game, now)


def table_of(games: Path, desk: Desk) -> Table:
    folder = games / "toy-1"
    return Table(folder, desk, *(come_in(desk, link_in(folder, seat)) for seat in ("ann", "ben")))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    begun(tmp_path / "toy-1", now)
    with serving(tmp_path, module=TOY) as desk:
        yield table_of(tmp_path, desk)


def bar(got: Answer) -> str:
    """The words of the bar and of its button, without the choice when to play."""
    text = re.sub(r'<select name="hold".*?</select>', "", got.text, flags=re.DOTALL)
    found = re.search(r'<div class="bar[^>]*>(.*?)</div>\s*</form>', text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


def test_it_says_before_sending_what_a_form_would_do_and_that_the_last_sheet_is_final(table: Table) -> None:
    final = "If it is the last sheet to come, it is final at once."
    assert bar(table.ann.page()) == f"Nothing chosen: You bid 0. {final} Send this sheet"


def test_it_tells_no_one_whether_others_have_sent(table: Table) -> None:
    before, state = table.ann.page(), table.ann.desk.ask(f"{table.ann.path}/state", headers=cookie(table.ann))
    for seat in ("ben", "cid"):
        come_in(table.desk, link_in(table.folder, seat)).send("bid: 1\n")
    assert _NONCE.sub(r"\1", table.ann.page().text) == _NONCE.sub(r"\1", before.text)
    assert table.ann.desk.ask(f"{table.ann.path}/state", headers=cookie(table.ann)).body == state.body


def test_after_sending_it_is_quiet_until_the_text_differs_from_what_counts(table: Table) -> None:
    got = table.ann.send("bid: 3\n")
    replaced = "You can replace it until play continues, which is as soon as all sheets are in."
    assert re.fullmatch(rf"Sent, {AT}: counts {replaced} Send again", bar(got))
    assert replaced in got.text.partition('id="bar"')[0], "the receipt says it, too"
    assert re.match(rf"Sent, {AT}: counts", bar(table.ann.page()))

    got = table.ann.act("check", {**fields_of(got.text), "text": "bid: 2\n"})
    assert re.match(rf"Bid: 2 Your sheet of {AT} counts\. If it is the last .* Send this sheet$", bar(got))
    got = table.ann.act("check", {**fields_of(got.text), "text": "bid: 99\n"})
    assert re.match(rf"1 line to correct Your sheet of {AT} counts\.", bar(got))
    got = table.ann.act("check", {**fields_of(got.text), "text": "bid: 3 \n\n"})
    assert re.match(rf"Sent, {AT}: counts", bar(got))


def test_who_holds_the_game_reads_until_when(table: Table) -> None:
    got = table.ann.act("command", {**table.ann.fields(), "command": "hold"})
    assert "You hold the game" in got.text
    assert re.search(r"You hold the game, and can replace it until \w{3} \d+ \w{3} 20:00\.", bar(got))
    assert 'value="release"' in got.text
    assert 'value="hold"' not in got.text
    assert "You hold" not in bar(table.ben.page())
    got = table.ann.act("command", {**fields_of(got.text), "command": "release"})
    assert "You hold" not in bar(got)


@pytest.mark.parametrize(
    ("was", "rule", "says"),
    [
        ("notice: 48 hours", "notice: 48 hours, early: no", r"You can replace it until \w{3} \d+ \w{3} 20:00\."),
        ("out: OUT", "out: OUT\n  trust: {policy: [moderator confirms]}", "It counts once the moderator confirms"),
    ],
)
def test_rules_that_keep_play_waiting_are_said(was: str, rule: str, says: str, tmp_path: Path) -> None:
    begun(tmp_path / "toy-1", now, GAME_YAML.replace(was, rule))
    with serving(tmp_path, module=TOY) as desk:
        found = bar(table_of(tmp_path, desk).ann.page())
    assert re.search(says, found)


@pytest.mark.slow
def test_who_alone_is_asked_reads_that_it_is_final(tmp_path: Path) -> None:
    number = maria_game(tmp_path / "danube", now)
    with serving(tmp_path) as desk:
        louis = come_in(desk, link_in(tmp_path / "danube", SEAT, number))
        page = louis.page()
        final = "It is final at once: the game is waiting for you alone."
        assert bar(page) == f"Pass: no orders this time {final} Pass"
        assert page.text.count('value="pass"') == 0, "one way to pass besides the text"
        assert 'class="send pass"' in page.text
        assert bar(louis.act("check", {**louis.fields(), "text": ""})) == f"The sheet is empty {final} Pass"
        got = louis.act("check", {**louis.fields(), "text": "moves:\n  - Belle-Isle: Pilsen\n"})
        assert bar(got) == f"Moves: Belle-Isle: Pilsen 1 warning {final} Send this sheet"
        assert 'href="#warning"' in got.text
        assert got.text.count('id="warning"') == 1
        assert 'class="send first"' in got.text
        assert got.text.count('value="pass"') == 1

        game = opening.look(tmp_path / "danube", MARIA)
        assert game.pause
        others = [one for one in game.titles if not any(stage.pending for stage in game.stages(one))]
        idle = come_in(desk, link_in(tmp_path / "danube", others[0], number)).page()
        assert bar(idle) == ""
        assert "Send this sheet" not in idle.text
        assert f"The game is waiting for {game.titles[SEAT]}" in idle.text


def test_while_the_clock_is_stopped_sheets_can_be_replaced(table: Table) -> None:
    with opening.held(table.folder, RULESETS) as game:
        moving.stop_clock(game, now)
    assert "You can replace it while the clock of the game is stopped." in bar(table.ann.page())


def test_what_one_presses_is_never_told_as_something_newer(table: Table) -> None:
    fields = {**table.ann.fields(), "text": "bid: 3\n"}
    with files.held(table.folder):
        got = table.ann.act("send", fields)
    assert "It was received" in got.text
    with opening.held(table.folder, RULESETS) as game:
        take_in(game, now)
    got = table.ann.act("check", {**fields_of(got.text), "text": "bid: 2\n"})
    assert "Something newer counts" not in got.text
    got = table.ann.act("command", {**fields_of(got.text), "command": "pass"})
    assert "Something newer counts" not in table.ann.act("check", fields_of(got.text)).text


def test_a_page_that_knew_of_no_sheet_says_that_one_counts(table: Table) -> None:
    page = table.ann.fields()
    come_in(table.desk, link_in(table.folder, "ann")).send("bid: 1\n")
    assert "Something newer counts" in table.ann.act("check", page).text


def test_a_stage_that_is_over_says_what_it_was_played_with(table: Table) -> None:
    page = fields_of(table.ann.send("bid: 3\n").text)
    unsent = table.ben.fields()
    for seat in ("ben", "cid"):
        come_in(table.desk, link_in(table.folder, seat)).send("bid: 1\n")
    table.plays()

    same = table.ann.act("check", page).text
    assert same.count("The game has moved on") == 1
    assert re.search(r"Play continued with what you sent \(\d\d:\d\d\)", same)
    assert "was not sent" not in same
    other = table.ann.act("send", {**page, "text": "bid: 2\n"}).text
    assert re.search(r"Play continued with what you sent before \(\d\d:\d\d\)\. What is below was not sent", other)
    assert "bid: 2" in other, "the text stays"
    states = [one.state for one in table.game.inbox.verdicts()]
    assert states == ["accepted"] * 3
    assert "Play continued with what you sent before" in table.ben.act("check", {**unsent, "text": "bid: 0\n"}).text


def cookie(player: Player) -> dict[str, str]:
    return {"Cookie": player.cookie}


def test_an_open_page_can_ask_whether_anything_has_changed(table: Table) -> None:
    page = table.ann.page()
    found = re.search(r'data-state="([0-9a-f]{32})" data-watch="([^"]+)"', page.text)
    assert found
    got = table.desk.ask(found[2], headers=cookie(table.ann))
    assert got.text == found[1]
    assert got.headers["cache-control"] == "private, no-cache"
    known = {**cookie(table.ann), "If-None-Match": got.headers["etag"]}
    assert table.desk.ask(found[2], headers=known).status == 304

    sent = table.ann.send("bid: 3\n").text
    changed = table.desk.ask(found[2], headers=known)
    assert (changed.status, len(changed.body)) == (200, 32)
    assert f'data-state="{changed.text}"' in sent
    assert table.desk.ask(found[2]).status == 404, "it is for the seat alone"


def test_buttons_do_what_the_commands_do_and_no_others_can_be_sent(table: Table) -> None:
    got = table.ann.act("command", {**table.ann.fields(), "command": "extend", "length": "24h"})
    assert "For the moderator" in got.text
    verdict = table.game.inbox.verdicts()[-1]
    assert (verdict.seat, verdict.state) == ("ann", "command")
    assert table.game.outbox.place(verdict.receipt), "the receipt is mailed, too"
    for more in ({"command": "extend", "length": "24h\nresign"}, {"command": "resign"}, {"command": "extend"}):
        table.ann.act("command", {**table.ann.fields(), **more})
    texts = [path.read_text("utf-8") for path in (table.folder / "inbox").glob("*.eml")]
    assert not any(re.search("^resign", text, re.MULTILINE) for text in texts)


def test_an_older_link_says_in_a_line_what_is_missing(table: Table) -> None:
    player = table.ann
    for seat in ("ann", "ben", "cid"):
        come_in(table.desk, link_in(table.folder, seat)).send("bid: 1\n")
    table.plays()
    page = player.page().text
    if table.game.stage("ann") is None:
        pytest.skip("the game is over")
    assert '<details class="token"' in page
    assert "/l/" not in page, "a link with the word is in the letter alone"
    assert "at the end of the subject of your newest letter" in page
    assert '<details class="token" id="token" open>' in player.send("bid: 0\n").text


def test_what_happened_since_the_last_letter_is_on_top_and_stays_there(table: Table) -> None:
    for seat, bid in (("ann", 3), ("ben", 1), ("cid", 2)):
        come_in(table.desk, link_in(table.folder, seat)).send(f"bid: {bid}\n")
    table.plays()
    page = table.ann.page().text
    found = re.search(r'<div id="since-2" class="since" data-keep>(.*?)</details>', page, re.DOTALL)
    assert found
    assert "Ann of the Hill" in found[1]
    assert "is dealt 4 cards" not in found[1], "that was told before"
    assert page.index('id="since-2"') < page.index('id="letter"')
    part = table.ann.act("check", fields_of(page), **{"HX-Request": "true"}).text
    assert '<div id="since-2" class="since" data-keep></div>' in part, "the browser keeps what it has"


@pytest.mark.parametrize(("choice", "line"), [("10", "hold 10 minutes"), ("confirm", "confirm")])
def test_a_choice_beside_send_holds_the_game(table: Table, choice: str, line: str) -> None:
    assert 'name="hold"' in table.ann.page().text
    got = table.ann.act("send", {**table.ann.fields(), "text": "bid: 1\n", "hold": choice})
    end = "." if choice == "confirm" else " until "
    assert f"The line “{line}” beside your sheet was carried out: you hold the game{end}" in " ".join(got.text.split())
    assert 'name="hold"' not in got.text
    ends = seat_status(table.game, "ann", now).holds_until
    assert (ends is None) == (choice == "confirm")
    shown = ends.astimezone(ZoneInfo("Europe/Berlin")).strftime("%H:%M") if ends else "20:00"
    assert re.search(rf"can replace it until [^.]*{shown}\.", bar(got)), bar(got)
    assert seat_status(table.game, "ann", now).holds
    assert not seat_status(table.game, "ben", now).holds
    assert 'name="hold"' in table.ben.page().text


@pytest.mark.parametrize("choice", ["", "90 days", "pass"])
def test_what_is_no_choice_holds_nothing(table: Table, choice: str) -> None:
    table.ann.act("send", {**table.ann.fields(), "text": "bid: 1\n", "hold": choice})
    assert not seat_status(table.game, "ann", now).holds
