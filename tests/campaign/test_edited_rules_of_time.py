"""What it changes, and from when on, if the moderator edits the rules of time during a game."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbem.cli.status import tell_new_rules
from pbem.store.facts import RulesOfTimeChanged
from tests.campaign.test_rules_of_time import letter
from tests.campaign.world import World, unwrapped
from tests.cli.conftest import Pbem
from tests.toy.game import GAME_YAML

OLD = 'deadlines: {zone: Europe/Berlin, at: ["Wednesday 20:00", "Sunday 20:00"], notice: 48 hours}'
NEW = "deadlines: {zone: Europe/Berlin, at: [daily 19:00], notice: 1 day, grace: 6 hours}"


def edit(found: World, old: str = OLD, new: str = NEW) -> None:
    path = found.folder / "game.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def edits(found: World) -> list[RulesOfTimeChanged]:
    return [fact for fact in found.facts() if isinstance(fact, RulesOfTimeChanged)]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game")


def test_an_edit_is_a_fact_with_the_old_and_the_new_rules(world: World) -> None:
    edit(world)
    assert world.turn().edited
    (fact,) = edits(world)
    assert fact.before == {"zone": "Europe/Berlin", "at": ["Wednesday 20:00", "Sunday 20:00"]}
    assert fact.now == {"zone": "Europe/Berlin", "at": ["daily 19:00"], "notice": "24 hours", "grace": "6 hours"}
    assert not world.turn().edited
    assert len(edits(world)) == 1


def test_running_deadlines_stay_and_the_next_ones_are_new(world: World) -> None:
    before = world.due()
    edit(world)
    world.turn()
    assert world.due() == before == "2026-11-25 19:00"
    world.bid("ann", "ben", "cid")
    world.turn()
    assert world.due() == "2026-11-22 18:00"


def test_turn_says_once_what_changes_and_status_until_the_next_letters(world: World) -> None:
    pbem = Pbem(world.folder, world.clock)
    edit(world)
    says = (
        "The rules of time in game.yaml have changed. They hold from the next letters on: at daily 19:00 (was "
        "Wednesday 20:00, Sunday 20:00); notice 24 hours (was 48 hours); grace 6 hours (was none). A question put now "
        "would be due Sunday 2026-11-22 19:00 Europe/Berlin. What is asked already stays due as it is; "
        "`pbem deadline set` moves it."
    )
    assert says in unwrapped(pbem("turn").output)
    assert says not in unwrapped(pbem("turn").output)
    assert says in unwrapped(pbem("status").output)
    assert json.loads(pbem("status", "--json").stdout)["new_rules"][0]["due"] == "2026-11-22T18:00:00Z"
    world.bid("ann", "ben", "cid")
    pbem("turn")
    assert "have changed" not in pbem("status").output


def test_each_player_is_told_in_the_next_letter_and_in_no_other(world: World) -> None:
    edit(world)
    says = "The moderator has changed the rules of time: at daily 19:00 (was Wednesday 20:00, Sunday 20:00); notice"
    for told in (True, False):
        world.bid("ann", "ben", "cid") if told else world.send("ann", "pass\n")
        world.turn()
        assert (says in letter(world, "ann" if told else "ben")) is told


@pytest.mark.parametrize(
    "new",
    [
        f"# a comment\n{OLD}",
        "deadlines:\n  notice: 2 days\n  at: [Sunday 20:00, Wednesday 20:00]\n  zone: Europe/Berlin",
        OLD.replace("}", ", early: yes, days off: [], rules: {}}"),
    ],
)
def test_what_only_looks_different_is_no_change(world: World, new: str) -> None:
    edit(world, OLD, new)
    assert not world.turn().edited
    assert not edits(world)


def test_an_edit_that_is_taken_back_before_the_next_letters_is_told_to_no_one(world: World) -> None:
    edit(world)
    world.turn()
    edit(world, NEW, OLD)
    done = world.turn()
    assert done.edited
    assert done.status.new_rules == ()
    world.bid("ann", "ben", "cid")
    world.turn()
    assert "rules of time" not in letter(world, "ann")


def test_deadlines_that_a_game_gets_later_are_a_change_too(tmp_path: Path) -> None:
    found = World(tmp_path / "game", text=GAME_YAML.replace(OLD, "pictures: none"))
    assert found.due() == "never"
    edit(found, "pictures: none", OLD)
    assert found.turn().edited
    assert edits(found)[0].before == {}


def test_a_game_that_is_over_tells_nothing(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    edit(world)
    tell_new_rules(replace(world.turn().status, outcome={"winners": ["ann"]}))
    assert capsys.readouterr().out == ""
