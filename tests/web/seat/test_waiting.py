"""The buttons for a sheet that waits for its player: they settle the one that the page showed, and no other."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.mail.exchange import exchange, take_in
from pbem.referee import opening, submissions
from pbem.referee.game import Game, now
from tests.referee.sealing.sealed_game import leaks, sealed_game
from tests.toy.game import RULESETS, send_sheet
from tests.web.seats import ADDRESS, Player, another_second, begun, come_in, link_in, played
from tests.web.serving import Answer, serving

TOY = "tests.cli.toy_pbem"
DOUBTED, NEAR = "Would this be legal, zanzibar?\n\nbid: 3\n", "---\nbids: 3\n...\n"


class Table(NamedTuple):
    folder: Path
    ann: Player

    @property
    def game(self) -> Game:
        return opening.look(self.folder, RULESETS)

    def mail(self, text: str) -> str:
        """Send an email of Ann's; what became of it."""
        number = len([*(self.folder / "inbox").glob("*.json")])
        send_sheet(self.folder, "ann", text, f"ann-{number}.eml", X_Number=str(number))
        with opening.held(self.folder, RULESETS) as game:
            (handled,) = take_in(game, now).handled
        return handled.verdict.state

    def bid(self) -> int | None:
        game = self.game
        stage = game.stage("ann")
        assert stage
        found = submissions.counting(game, "ann", *stage.put)
        return getattr(found.order, "bid", None) if found else None

    def press(self, says: str, page: Answer | None = None) -> Answer:
        return self.ann.act("answer", self.fields(says, page))

    def fields(self, says: str, page: Answer | None = None) -> dict[str, str]:
        """What the form would send if that button was pressed."""
        text = (page or self.ann.page()).text
        found = re.search(rf'name="answer" value="({says} [0-9a-f]{{16}})"', text)
        assert found, text
        return {**self.ann.fields(), "answer": found[1]}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    folder = begun(tmp_path / "toy-1", now)
    with serving(tmp_path, module=TOY) as desk:
        yield Table(folder, come_in(desk, link_in(folder, "ann")))


def told(got: Answer) -> str:
    return " ".join(got.text.partition('id="told"')[2].partition("</section>")[0].split())


@pytest.mark.parametrize(("text", "state"), [(DOUBTED, "doubted"), (NEAR, "refused")])
def test_what_waits_is_shown_and_a_button_counts_it(table: Table, text: str, state: str) -> None:
    assert table.mail(text) == state
    page = table.ann.page()
    assert "<pre>bid: 3\n</pre>" in page.text
    assert "Reply" not in page.text.partition('id="counts-part"')[2].partition("</section>")[0]
    got = table.press("yes", page)
    assert "It counts" in told(got)
    assert table.bid() == 3
    assert 'id="waiting"' not in got.text


@pytest.mark.parametrize(("text", "state"), [(DOUBTED, "doubted"), (NEAR, "refused")])
def test_a_button_withdraws_it_and_leaves_what_counts(table: Table, text: str, state: str) -> None:
    table.mail("---\nbid: 1\n...\n")
    assert table.mail(text) == state
    got = table.press("no")
    assert "withdrawn and never counts" in told(got)
    assert "earlier sheet still counts" in told(got)
    assert table.bid() == 1
    assert 'id="waiting"' not in got.text
    assert table.mail("yes\n") != "accepted", "nothing waits any more by email either"


def test_pressed_twice_it_counts_once_and_says_the_same(table: Table) -> None:
    table.mail(DOUBTED)
    fields = table.fields("yes")
    first = table.ann.act("answer", fields)
    another_second()
    second = table.ann.act("answer", fields)
    assert "It counts" in told(first)
    assert "It counts" in told(second)
    assert [one.state for one in table.game.inbox.verdicts()] == ["doubted", "accepted", "doubled"]


def test_sent_again_after_a_newer_sheet_it_says_what_became_of_it(table: Table) -> None:
    table.mail(DOUBTED)
    fields = table.fields("yes")
    table.ann.act("answer", fields)
    table.ann.send("bid: 1\n")
    assert "it no longer counts" in told(table.ann.act("answer", fields))
    assert table.bid() == 1


@pytest.mark.parametrize("says", ["yes", "no"])
@pytest.mark.parametrize("newer", [DOUBTED.replace("3", "2"), "---\nbid: 2\n...\n", "withdraw\n", NEAR])
def test_a_page_that_was_left_open_settles_no_newer_sheet(table: Table, says: str, newer: str) -> None:
    table.mail(DOUBTED)
    fields = table.fields(says)
    table.mail(newer)
    before = table.bid()
    got = table.ann.act("answer", fields)
    assert "no longer waits for you: it was settled or replaced by what you sent on" in told(got)
    assert table.bid() == before
    assert ('id="waiting"' in got.text) == (newer not in ("withdraw\n", "---\nbid: 2\n...\n"))


def test_a_name_that_no_sheet_has_settles_nothing(table: Table) -> None:
    table.mail(DOUBTED)
    got = table.ann.act("answer", {**table.ann.fields(), "answer": f"yes {'0' * 16}"})
    assert "That sheet no longer waits for you" in told(got)
    assert table.bid() is None
    assert "<pre>bid: 3" in got.text


@pytest.mark.parametrize("text", [DOUBTED, "---\n# quokka\nbids: 3\n...\n"])
@pytest.mark.parametrize("way", ["desk", "mail"])
def test_a_sealed_sheet_counts_without_its_key(tmp_path: Path, text: str, way: str) -> None:
    folder = tmp_path / "games" / "toy-1"
    folder.parent.mkdir()
    key = sealed_game(folder, tmp_path / "stick" / "key")
    settings = folder / "game.yaml"
    settings.write_text(settings.read_text("utf-8") + f"desk: {ADDRESS}\n", "utf-8")
    played(folder, now)
    with serving(folder.parent, module=TOY) as desk:
        table = Table(folder, come_in(desk, link_in(folder, "ann")))
        table.mail(text)
        played(folder, now)
        if way == "desk":
            assert "It is sealed" in table.ann.page().text
            assert "and the nonce of its receipt" in told(table.press("yes"))
        else:
            assert table.mail("yes\n") == "accepted"
    played(folder, now)
    assert leaks(folder) == []
    for seat in ("ben", "cid"):
        send_sheet(folder, seat, "---\nbid: 1\n...\n", f"{seat}-1.eml")
    with opening.held(folder, RULESETS, key) as game:
        exchange(game, now)
        answers = [one for line in game.log.lines if line.entry for one in line.entry.answers if one.seat == "ann"]
    assert [getattr(one.order, "bid", None) for one in answers] == [3]
