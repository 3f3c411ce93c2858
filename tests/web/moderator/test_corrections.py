"""A game that went wrong is corrected from the page: a sheet is submitted, the position ruled, a round undone."""

from pathlib import Path

import pytest

from pbem.referee.needs import whole_status
from tests.campaign.moderator.world import ModeratedWorld
from tests.cli.conftest import Pbem
from tests.toy.game import GAME_YAML
from tests.web.moderator.visiting import text_of, visiting

pytestmark = pytest.mark.slow


@pytest.fixture
def world(tmp_path: Path) -> ModeratedWorld:
    return ModeratedWorld(tmp_path / "games" / "toy-1", text=GAME_YAML.replace("rounds: 1", "rounds: 4"))


def test_a_sheet_that_is_refused_is_shown_with_what_is_wrong_and_changes_nothing(
    world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visiting(monkeypatch, world) as visitor:
        asked = visitor.ask("toy-1", "submit", seat="ben", sheet="bid: 99")
        assert "This cannot be done now" in text_of(asked)
        assert "bid: 99" in text_of(asked)
        assert '/do"' not in asked.text
        assert world.look().inbox.items() == []
        good = visitor.ask("toy-1", "submit", seat="ben", sheet="bid: 1")
        assert "Submit a sheet for Ben of the Dale?" in text_of(good)
        assert visitor.do(good).status == 303
        assert visitor.do(good).status == 303
    assert [one.state for one in world.look().inbox.verdicts()] == ["accepted"]


def test_a_round_is_undone_and_asked_again(world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    world.bid("ann", "ben", "cid")
    world.turn()
    assert world.pause.round == 2
    with visiting(monkeypatch, world) as visitor:
        page = visitor.get("/m/toy-1/ask?do=rewind")
        assert '<option value="r1">Letter 1' in page.text
        assert '<option value="r2">' not in page.text
        asked = visitor.ask("toy-1", "rewind", round="r1", reason="Ben's sheet was misread")
        assert "Move the game back to letter 1?" in text_of(asked)
        done = visitor.get(visitor.do(asked).headers["location"])
        assert "The game is rewound to entry 2" in text_of(done)
        assert "/ask?do=turn" in done.text
        visitor.done("toy-1", "turn")
    assert world.pause.round == 3
    assert len(whole_status(world.look(), world.clock).missing) == 3


def test_a_ruling_is_checked_shown_and_carried_out(world: ModeratedWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    before = len(world.look().log.entries)
    with visiting(monkeypatch, world) as visitor:
        page = visitor.get("/m/toy-1/ask?do=rule")
        assert "What can be ruled" in text_of(page)
        wrong = visitor.ask("toy-1", "rule", ruling="point to: nobody", reason="as agreed")
        assert "This cannot be done now" in text_of(wrong)
        asked = visitor.ask("toy-1", "rule", ruling="point to: ann", reason="as agreed")
        assert "Everyone would read:" in text_of(asked)
        assert len(world.look().log.entries) == before
        assert visitor.do(asked).status == 303
    assert world.look().table.state.score == {"ann": 1}


def test_what_the_page_corrects_the_log_has_as_after_the_command(
    world: ModeratedWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ModeratedWorld(tmp_path / "other" / "toy-1", text=GAME_YAML.replace("rounds: 1", "rounds: 4"))
    sheet = tmp_path / "ruling.yaml"
    sheet.write_text("point to: ann\n")
    with visiting(monkeypatch, world) as visitor:
        visitor.done("toy-1", "rule", ruling="point to: ann", reason="as agreed")
    Pbem(other.folder, other.clock)("rule", str(sheet), "--reason", "as agreed")
    assert [one.entry for one in world.look().log.lines] == [one.entry for one in other.look().log.lines]
