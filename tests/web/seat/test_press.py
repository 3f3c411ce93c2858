"""Words to other players on a seat's page: sent once, never orders, and listed with what came."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.referee.game import now
from pbem.store.facts import WordsPassed
from tests.toy.game import GAME_YAML, RULESETS
from tests.web.seats import Player, begun, come_in, link_in, played
from tests.web.serving import Desk, serving

TOY = "tests.cli.toy_pbem"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Desk]]:
    base = tmp_path_factory.mktemp("press")
    begun(base / "toy-1", now)
    begun(base / "toy-2", now, GAME_YAML.replace("game: toy-1", "game: toy-2") + "press: anonymous\n")
    begun(base / "toy-3", now, GAME_YAML.replace("game: toy-1", "game: toy-3") + "press: none\n")
    begun(base / "toy-4", now, GAME_YAML.replace("game: toy-1", "game: toy-4") + "press: public\n")
    with serving(base, module=TOY) as running:
        yield base, running


def player(desk: tuple[Path, Desk], seat: str, game: str = "toy-1") -> Player:
    return come_in(desk[1], link_in(desk[0] / game, seat))


def facts(folder: Path) -> list[WordsPassed]:
    return [one for one in opening.look(folder, RULESETS).facts if isinstance(one, WordsPassed)]


@pytest.mark.slow
def test_words_go_once_are_listed_for_both_and_leave_the_draft(desk: tuple[Path, Desk]) -> None:
    ann, ben, cid = (player(desk, seat) for seat in ("ann", "ben", "cid"))
    fields = {
        **ann.fields(),
        "text": "bid: 7\n",
        "press-text": "Shall <b>we</b>?\nToday?",
        "press-to": "Ben of the Dale",
    }
    sent = ann.act("write", fields)
    assert "Your words were sent to Ben of the Dale" in sent.text
    assert "Your command was read" not in sent.text
    assert "bid: 7" in sent.text
    ann.act("write", fields)
    assert len(facts(desk[0] / "toy-1")) == 1
    assert "You to Ben of the Dale" in ann.page().text
    theirs = ben.page().text
    assert "Ann of the Hill to you" in theirs
    assert "Shall &lt;b&gt;we&lt;/b&gt;?\nToday?" in theirs
    assert "example.org" not in theirs.partition('id="press"')[2].partition("</details>")[0]
    assert "Shall" not in cid.page().text
    played(desk[0] / "toy-1", now)
    assert not [one for one in opening.look(desk[0] / "toy-1", RULESETS).inbox.verdicts() if one.state == "accepted"]


@pytest.mark.slow
def test_a_button_of_the_forms_leaves_the_words(desk: tuple[Path, Desk]) -> None:
    ben = player(desk, "ben")
    shown = ben.act("form", {**ben.fields(), "press": "add:f0/bid", "press-text": "Peace?"})
    assert shown.status == 200
    assert "Peace?</textarea>" in shown.text
    assert "add:f0" not in shown.text.partition('id="press"')[2].partition("</details>")[0]


@pytest.mark.slow
def test_a_sheet_among_the_words_goes_to_no_one_and_is_no_order(desk: tuple[Path, Desk]) -> None:
    cid = player(desk, "cid")
    before = len(facts(desk[0] / "toy-1"))
    sent = cid.act("write", {**cid.fields(), "press-text": "look:\nbid: 2\n", "press-to": "all"})
    assert "looks like an order" in sent.text
    assert "look:\nbid: 2" in sent.text, "what was typed stays"
    assert len(facts(desk[0] / "toy-1")) == before
    verdicts = opening.look(desk[0] / "toy-1", RULESETS).inbox.verdicts()
    assert not [one for one in verdicts if one.state == "accepted"]


@pytest.mark.slow
def test_anonymous_words_name_no_one(desk: tuple[Path, Desk]) -> None:
    ann, ben = player(desk, "ann", "toy-2"), player(desk, "ben", "toy-2")
    ann.act("write", {**ann.fields(), "press-text": "Peace?", "press-to": "Ben of the Dale"})
    listed = ben.page().text.partition('<ul class="press">')[2].partition("</ul>")[0]
    assert "A player to you" in listed
    assert "Ann" not in listed


@pytest.mark.slow
def test_where_it_is_not_allowed_the_page_has_no_form_and_nothing_goes(desk: tuple[Path, Desk]) -> None:
    ann = player(desk, "ann", "toy-3")
    assert 'id="press"' not in ann.page().text
    ann.act("write", {**ann.fields(), "press-text": "Peace?", "press-to": "all"})
    assert not facts(desk[0] / "toy-3")


@pytest.mark.slow
def test_public_words_are_for_all(desk: tuple[Path, Desk]) -> None:
    ann = player(desk, "ann", "toy-4")
    assert "<option>Ben" not in ann.page().text
    told = ann.act("write", {**ann.fields(), "press-text": "Peace?", "press-to": "Ben of the Dale"})
    assert "players write to all at once" in told.text
    ann.act("write", {**ann.fields(), "press-text": "Peace?", "press-to": "all"})
    assert [one.to_all for one in facts(desk[0] / "toy-4")] == [True]
