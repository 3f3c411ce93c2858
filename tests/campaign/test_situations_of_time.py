"""The rows on rules of time in the moderators' table of situations."""

from datetime import timedelta
from pathlib import Path

from pbem.referee.play import play_on, ready
from tests.campaign.test_edited_rules_of_time import NEW, edit
from tests.campaign.test_rules_of_time import letter, world
from tests.campaign.world import World
from tests.cli.conftest import Pbem
from tests.toy.game import START, Clock
from tests.toy.islands.ruleset import NAMES
from tests.toy.islands.state import Sail
from tests.toy.test_deadlines_by_rule import SHORT, SHORT_DEADLINE, new, send


def test_situation_all_sheets_are_in_and_the_rules_of_time_say_that_play_waits(tmp_path: Path) -> None:
    found = world(tmp_path, "early: no")
    found.bid("ann", "ben", "cid")
    assert found.turn().played == 0
    other = found.copy(tmp_path / "other")
    found.at("2026-11-25 19:00")
    assert found.turn().played > 0
    Pbem(other.folder, other.clock)("play", "--anyway")
    assert other.pause.round == 2


def test_situation_a_deadline_would_fall_on_a_holiday(tmp_path: Path) -> None:
    assert world(tmp_path / "a", "holidays: [24 November]").due() == "2026-11-25 19:00"
    assert world(tmp_path / "b", "holidays: [2026-11-25]").due() == "2026-11-29 19:00"
    assert world(tmp_path / "c", "days off: [Sunday, Monday, Tuesday]").due() == "2026-12-02 19:00"


def test_situation_a_sheet_comes_in_the_grace(tmp_path: Path) -> None:
    game = new(tmp_path, SHORT.replace("6 hours", "6 hours, grace: 12 hours"))
    play_on(game, Clock())
    send(game, {seat: Sail(to="reef") for seat in NAMES})
    play_on(game, Clock())
    end = SHORT_DEADLINE + timedelta(hours=12)
    assert game.pause
    assert {game.pause.closes(one) for one in game.pause.waits} == {end}
    assert not ready(game, Clock(SHORT_DEADLINE))
    assert play_on(game, Clock(end - timedelta(seconds=1))) == 0
    assert START < SHORT_DEADLINE < end
    assert play_on(game, Clock(end)) > 0
    battle = next(entry for entry in game.table.entries if entry.step == "battle")
    assert {one.by for one in battle.answers} == {"silence"}


def test_situation_you_edit_the_rules_of_time(tmp_path: Path) -> None:
    found = World(tmp_path / "game")
    before = found.due()
    edit(found, new=NEW)
    found.turn()
    assert found.due() == before
    Pbem(found.folder, found.clock)("deadline", "set", "Friday 20:00", "--reason", "as agreed")
    assert found.due() == "2026-11-27 19:00"
    found.bid("ann", "ben", "cid")
    found.turn()
    assert found.due() == "2026-11-22 18:00"
    assert "The moderator has changed the rules of time" in letter(found, "ann")
