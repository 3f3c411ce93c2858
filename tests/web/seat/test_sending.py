"""A sheet that is sent on the desk: the same item, the same receipt, and once only."""

import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pytest

from pbem.mail import judges
from pbem.mail.exchange import judge_and_play, take_in
from pbem.mail.intake import commands, desk_mail
from pbem.mail.transport import maildir
from pbem.referee import opening, submissions
from pbem.referee.game import Game, now
from pbem.store import files
from tests.toy.game import RULESETS, mail
from tests.web.seats import Player, another_second, begun, come_in, fields_of, link_in
from tests.web.serving import Desk, serving

TOY = "tests.cli.toy_pbem"


class Table(NamedTuple):
    folder: Path
    desk: Desk
    ann: Player

    @property
    def game(self) -> Game:
        return opening.look(self.folder, RULESETS)

    def states(self) -> list[str]:
        return [one.state for one in self.game.inbox.verdicts()]

    def bid(self) -> object:
        """What counts for Ann."""
        game = self.game
        stage = game.stage("ann")
        assert stage
        found = submissions.counting(game, "ann", *stage.put)
        return found.order.bid if found else None

    def judge(self) -> None:
        with opening.held(self.folder, RULESETS) as game:
            take_in(game, now)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    folder = begun(tmp_path / "toy-1", now)
    with serving(tmp_path, module=TOY) as desk:
        yield Table(folder, desk, come_in(desk, link_in(folder, "ann")))


def test_the_page_has_the_form_of_the_letter(table: Table) -> None:
    got = table.ann.page()

    assert got.status == 200
    assert table.ann.fields()["text"] == "bid: 0\n"
    assert "Your bid in lap 1" in got.text
    assert "/l/" not in got.text


def test_a_sheet_counts_and_its_receipt_is_shown_and_mailed(table: Table) -> None:
    got = table.ann.send("bid: 3\n")

    assert "It counts" in got.text
    told = got.text.partition('id="told"')[2].partition("</section>")[0]
    assert "You bid 3" in told
    assert "This sheet counts unless" not in told, "the page says until when"
    assert "reply to this email" not in told
    assert "Your sheet of" in got.text
    assert table.states() == ["accepted"]
    game = table.game
    verdict = game.inbox.verdicts()[0]
    assert (verdict.seat, verdict.receipt, verdict.credible) == ("ann", "receipt-0001", True)
    assert game.outbox.place("receipt-0001")
    assert table.bid() == 3


def test_the_newest_sheet_counts_whichever_way_it_came(table: Table) -> None:
    subject = re.search(r"^  (\[toy-1\].*)$", (table.folder / "letters/0001/ann.txt").read_text("utf-8"), re.MULTILINE)
    assert subject
    table.ann.send("bid: 3\n")
    maildir.keep(table.folder / maildir.NAME, mail("ann@example.org", f"Re: {subject[1]}", "---\nbid: 1\n...\n"), now())
    table.judge()
    assert table.bid() == 1
    assert table.ann.fields()["text"] == "bid: 3\n", "a draft is not thrown away for a sheet that came by email"

    table.ann.send("bid: 2\n")
    assert table.bid() == 2


def test_a_doubled_post_and_two_tabs_count_once(table: Table) -> None:
    fields = {**table.ann.fields(), "text": "bid: 3\n"}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: table.ann.act("send", fields), range(4)))
    table.judge()

    states = table.states()
    assert (states.count("accepted"), set(states) - {"accepted"}) in ((1, set()), (1, {"doubled"}))
    assert all("You bid 3" in got.text or "It was received" in got.text for got in answers)
    game = table.game
    assert [one for one in game.outbox.idents() if one.startswith("receipt")] == ["receipt-0001"]


def test_the_same_page_may_send_other_words_and_then_the_first_again(table: Table) -> None:
    first = table.ann.fields()
    table.ann.act("send", {**first, "text": "bid: 3\n"})
    table.ann.act("send", {**first, "text": "bid: 2\n"})
    assert table.bid() == 2, "another sheet from a page that was left open is another sheet"
    got = table.ann.act("send", {**table.ann.fields(), "text": "bid: 3\n"})
    assert table.bid() == 3
    assert fields_of(got.text)["nonce"] != first["nonce"]


def test_a_sheet_is_kept_while_the_game_is_busy_and_counts_as_of_then(table: Table) -> None:
    fields = {**table.ann.fields(), "text": "bid: 3\n"}
    with files.held(table.folder):
        got = table.ann.act("send", fields)
        assert "It was received" in got.text
        assert len(maildir.spooled(table.folder / maildir.NAME)) == 1
        assert table.states() == []
    table.judge()

    assert table.states() == ["accepted"]
    another_second()
    assert "You bid 3" in table.ann.act("send", fields).text, "a retry gets the receipt of the first"
    assert table.states() == ["accepted", "doubled"]


def test_a_desk_that_has_no_room_says_that_nothing_was_taken_and_what_to_do(table: Table) -> None:
    for folder in (maildir.NAME, "drafts"):
        shutil.rmtree(table.folder / folder, ignore_errors=True)
        (table.folder / folder).write_text("in the way of the folder", "utf-8")
    got = table.ann.send("bid: 3\n")
    assert "could not store it, and none of it counts. Keep a copy" in got.text
    assert fields_of(got.text)["text"] == "bid: 3\n"
    assert table.states() == []
    (table.folder / maildir.NAME).unlink()
    assert "It counts" in table.ann.act("send", fields_of(got.text)).text


def test_what_is_refused_is_not_sent(table: Table) -> None:
    got = table.ann.send("bid: 99\n")
    assert "It was not sent" in got.text
    assert 'data-line="1"' in got.text
    assert table.states() == []

    fields = table.ann.fields()
    assert fields["text"] == "bid: 99\n", "the draft is kept"
    assert table.ann.act("send", {**fields, "stage": "0000-other"}).text.count("The game has moved on") == 1
    assert table.states() == []


def test_pass_and_withdraw_are_buttons(table: Table) -> None:
    table.ann.act("command", {**table.ann.fields(), "command": "pass"})
    assert (table.states(), table.bid()) == (["accepted"], 0)
    table.ann.act("command", {**table.ann.fields(), "command": "withdraw"})
    assert (table.states(), table.bid()) == (["accepted", "command"], None)
    table.ann.act("command", {**table.ann.fields(), "command": "resign"})
    assert len(table.states()) == 2


def told(page: str) -> str:
    """What the page says of what was just done."""
    return page.partition('id="told"')[2].partition("</section>")[0]


@pytest.mark.parametrize(
    ("action", "more"),
    [("send", {"text": "bid: 3\n"}), ("send", {"text": "bid: x\n", "anyway": "yes"}), ("command", {"command": "hold"})],
)
def test_what_is_sent_twice_is_told_in_both_answers_without_a_word_of_replies_to_an_email(
    table: Table, action: str, more: dict[str, str]
) -> None:
    fields = {**table.ann.fields(), **more}
    for _ in range(2):
        says = " ".join(told(table.ann.act(action, fields).text).split())
        assert "Ann of the Hill" in says
        assert "email" not in says
        assert "reply to" not in says


def test_a_sheet_that_is_sent_again_after_it_was_withdrawn_does_not_seem_to_count(table: Table) -> None:
    fields = {**table.ann.fields(), "text": "bid: 3\n"}
    table.ann.act("send", fields)
    table.ann.act("command", {**table.ann.fields(), "command": "withdraw"})

    got = table.ann.act("send", fields)

    assert "It counts" not in got.text
    assert "and it no longer counts" in told(got.text)
    assert "withdr" in told(got.text), "what counts now"
    assert table.bid() is None
    assert "It counts" in table.ann.act("send", {**fields_of(got.text), "text": "bid: 3\n"}).text
    assert table.bid() == 3


def test_a_sheet_that_is_sent_again_after_another_took_its_place_says_which_counts(table: Table) -> None:
    fields = {**table.ann.fields(), "text": "bid: 3\n"}
    table.ann.act("send", fields)
    table.ann.send("bid: 2\n")
    table.judge()

    got = table.ann.act("send", fields)

    assert "and it no longer counts" in told(got.text)
    assert "Your sheet of" in told(got.text)
    assert table.bid() == 2


@pytest.mark.parametrize(("deed", "undone"), [("hold", "release"), ("withdraw", "pass")])
def test_a_command_that_is_sent_again_after_another_is_not_done_and_says_so(
    table: Table, deed: str, undone: str
) -> None:
    table.ann.send("bid: 3\n")
    fields = {**table.ann.fields(), "command": deed}
    assert "Your command was read" in table.ann.act("command", fields).text
    assert "Your command was read" in table.ann.act("command", fields).text, "tapped twice"
    table.ann.act("command", {**table.ann.fields(), "command": undone})
    before = table.bid()

    got = table.ann.act("command", fields)

    assert "Your command was read" not in got.text
    assert "have sent something else since" in told(got.text)
    assert ("that counts" if undone == "pass" else "Your sheet of") in told(got.text)
    assert table.bid() == before


def test_an_old_link_shows_the_page_and_sends_nothing_without_the_word_of_the_newest_letter(table: Table) -> None:
    for seat in ("ann", "ben", "cid"):
        come_in(table.desk, link_in(table.folder, seat)).send("bid: 1\n")
    with opening.held(table.folder, RULESETS) as game:
        judge_and_play(game, now)
    stage = table.game.stage("ann")
    if stage is None:
        assert "game is over" in table.ann.page().text
        return
    got = table.ann.send("bid: 2\n")
    assert "This is not the link of your newest letter" in got.text
    assert "<p>To send, open the link in your newest letter. Your sheet is kept here.</p>" in got.text
    token = table.game.token("ann", *stage.put)
    fields = fields_of(table.ann.act("again", table.ann.fields()).text)
    got = table.ann.act("send", {**fields, "token": f" {{{token.upper()}}} "})
    assert "It counts" in got.text
    assert token in got.headers["set-cookie"]


def test_an_email_from_outside_cannot_pose_as_the_desk(table: Table) -> None:
    game = table.game
    made = desk_mail.made(game, "ann", game.stages("ann"), "sheet", "bid: 3\n", "0" * 32, now())
    assert desk_mail.opened(game, made) is not None
    for forged in (
        made.replace(b"bid: 3", b"bid: 2"),
        made.replace(b"X-Pbem-Desk: ann", b"X-Pbem-Desk: ben"),
        made.replace(b" sheet ", b" command "),
        b"Received: by x\r\n" + made,
        made.replace(b"X-Pbem-Desk: ann sheet ", b"X-Pbem-Desk: ann sheet \xff"),
        b"X-Pbem-Desk: ann\r\n\r\nbid: 3\n",
    ):
        assert desk_mail.opened(game, forged) is None
    other = begun(table.folder.parent / "toy-2", now)
    assert desk_mail.opened(opening.look(other, RULESETS), made) is None


@pytest.mark.slow
def test_a_server_that_is_killed_loses_no_sheet_it_has_confirmed_and_doubles_none(tmp_path: Path) -> None:
    folder = begun(tmp_path / "toy-1", now)
    with serving(tmp_path, module=TOY) as desk:
        ann = come_in(desk, link_in(folder, "ann"))
        fields = {**ann.fields(), "text": "bid: 3\n"}
        with files.held(folder), ThreadPoolExecutor(1) as pool:
            posted = pool.submit(ann.act, "send", fields)
            while not maildir.spooled(folder / maildir.NAME):
                assert not posted.done()
            desk.process.kill()
            desk.process.communicate()
            assert posted.exception() is not None
    another_second()
    with serving(tmp_path, module=TOY) as desk:
        again = Player(desk, ann.path, ann.cookie)
        got = again.act("send", fields)

    assert "You bid 3" in got.text
    game = opening.look(folder, RULESETS)
    assert [one.state for one in game.inbox.verdicts()] == ["accepted", "doubled"]


def test_the_page_says_when_something_newer_counts_and_shows_it(table: Table) -> None:
    other = come_in(table.desk, link_in(table.folder, "ann"))
    table.ann.send("bid: 3\n")
    page = table.ann.fields()
    other.send("bid: 1\n")

    got = table.ann.act("check", {**page, "text": "bid: 2\n"})
    assert "Something newer counts" in got.text
    assert "Something newer counts" not in table.ann.act("check", fields_of(got.text)).text
    assert fields_of(table.ann.act("counting", fields_of(got.text)).text)["text"] == "bid: 1\n"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["empty-sheet"]),
        (" \n\t\n", ["empty-sheet"]),
        ("status\n" * 40_000, ["status"] * commands.MOST + ["too-many"]),
        ("stats\n" * 40_000, ["misread"] * commands.MOST + ["too-many"]),
        ("try ready withdraw " * 40_000, ["misread"]),
        ("\r\n" * 60_000 + "status\r\n", ["status"]),
    ],
)
def test_a_desk_email_of_commands_costs_little_however_long_or_empty_it_is(
    tmp_path: Path, text: str, codes: list[str]
) -> None:
    folder = begun(tmp_path / "toy-1", now)
    with opening.held(folder, RULESETS) as game:
        raw = desk_mail.made(game, "ann", game.stages("ann"), "command", text, "ab" * 16, now())
        item, _ = game.inbox.keep(raw, now())
        before = process_time()
        verdict = judges.judge(game, item, now).verdict
        assert process_time() - before < 1
    assert (verdict.state, list(verdict.problems)) == ("command" if text.strip() else "refused", codes)
