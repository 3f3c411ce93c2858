"""Players move deadlines out of a budget: each request once, within bounds, and told to everyone but not by whom."""

from pathlib import Path

import pytest

from pbem.mail.turn import turn
from pbem.referee.deadlines import moving
from pbem.settings.game import BadSettings
from pbem.store.facts import DeadlineMoved, ExtensionAsked
from tests.campaign.allowances.world import EXTENSIONS, asks, begun, told
from tests.campaign.world import World
from tests.cli.conftest import Pbem
from tests.referee.killer import deaths
from tests.toy.game import GAME_YAML, RULESETS, Clock


def test_situation_a_player_asks_for_an_extension(tmp_path: Path) -> None:
    world = begun(tmp_path / "game")
    reply = asks(world, "ben", "extend 24h")
    assert {world.due(seat) for seat in ("ann", "ben", "cid")} == {"2026-11-26 19:00"}
    assert "The deadline is now Thursday 26 November 2026, 20:00" in reply
    assert "You have 1 extension, 3 days in all left for this game." in reply
    assert [len(told(world, seat)) for seat in ("ann", "ben", "cid")] == [1, 0, 1]
    assert "at the request of a player" in told(world, "ann")[0]
    assert "Ben" not in told(world, "ann")[0]
    world.turn()
    assert len(told(world, "ann")) == 1

    other = begun(tmp_path / "other", "")
    reply = asks(other, "ben", "extend 24h")
    assert other.due() == "2026-11-25 19:00"
    assert "passed on to the moderator" in reply
    assert [need.kind for need in other.turn().needs] == ["words"]


def test_until_a_day_is_read_on_the_clocks_of_the_player(tmp_path: Path) -> None:
    text = GAME_YAML.replace("ben@example.org}", "ben@example.org, zone: America/New_York}")
    world = World(tmp_path / "game", EXTENSIONS, text)
    assert "Friday 27 November 2026, 08:00 (America/New_York)" in asks(world, "ben", "extend until Fri 8am, please")
    assert world.due() == "2026-11-27 13:00"


def test_the_asker_is_named_only_if_the_game_says_so(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", "extensions: {times: 2, asker: named}\n")
    asks(world, "ben", "extend 24h")
    assert "at the request of Ben of the Dale" in told(world, "ann")[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("extend 3 days", "The most that you can ask for is 2 days"),
        ("extend 90 days", "The most that you can ask for is 2 days"),
        ("extend until 22 Nov 20:00", "The deadline is already later than that"),
        ("extend until Fri 8", "write which"),
        ("extend a bit", "extend until Fri 20:00"),
    ],
)
def test_what_cannot_be_had_is_said_and_changes_nothing(tmp_path: Path, text: str, says: str) -> None:
    world = begun(tmp_path / "game")
    assert says in asks(world, "ben", text)
    assert world.facts() == []


def test_the_budget_ends(tmp_path: Path) -> None:
    world = begun(tmp_path / "game")
    assert "1 extension" in asks(world, "ben", "extend 24h")
    assert "0 extensions" in asks(world, "ben", "extend 48h")
    assert "You have used all the extensions that this game allows you" in asks(world, "ben", "extend 2h")
    assert world.due() == "2026-11-28 19:00"
    assert "1 extension" in asks(world, "cid", "extend 2h")


def test_what_is_left_bounds_the_next_one(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", "extensions: {in all: 3 days, each: 2 days}\n")
    assert "You have 1 day in all left" in asks(world, "ben", "extend 2 days").replace("24 hours", "1 day")
    assert "The most that you can ask for is 24 hours" in asks(world, "ben", "extend 47h")
    asks(world, "ben", "extend 24h")
    assert world.due() == "2026-11-28 19:00"


def test_the_same_request_again_changes_nothing(tmp_path: Path) -> None:
    world = begun(tmp_path / "game")
    asks(world, "ben", "extend 24h")
    world.clock.wind(hours=2)
    assert "That was done already" in asks(world, "ben", "Extend 24 hours!")
    assert world.due() == "2026-11-26 19:00"
    assert "Deadline extended" not in asks(world, "ben", "extend until Thu 20:00")
    assert len([fact for fact in world.facts() if isinstance(fact, DeadlineMoved)]) == 1


def test_after_the_deadline_it_is_too_late_by_when_the_email_came(tmp_path: Path) -> None:
    text = GAME_YAML.replace("notice: 48 hours", "notice: 48 hours, grace: 12 hours")
    world = World(tmp_path / "game", EXTENSIONS, text)
    world.at("2026-11-25 18:59")
    world.send("ben", "extend 24h\n")
    world.at("2026-11-25 19:01")
    world.turn()
    assert [fact.by for fact in world.facts() if isinstance(fact, DeadlineMoved)] == ["ben"]
    world.at("2026-11-26 19:01")
    assert "Your email arrived after the deadline" in asks(world, "cid", "extend 24h")


def test_a_stopped_clock_has_nothing_to_extend(tmp_path: Path) -> None:
    world = begun(tmp_path / "game")
    with world.game() as game:
        moving.stop_clock(game, world.clock)
    assert "Nothing is due while the clock is stopped" in asks(world, "ben", "extend 24h")
    assert not any(isinstance(fact, ExtensionAsked) for fact in world.facts())


def test_the_budget_of_a_turn_begins_anew(tmp_path: Path) -> None:
    text = GAME_YAML.replace("rounds: 1", "rounds: 2")
    world = World(tmp_path / "game", "extensions: {times: 1, per: turn}\n", text)
    assert "0 extensions left for this turn" in asks(world, "ann", "extend 24h")
    first = world.look().turn()
    world.bid("ann", "ben", "cid")
    world.turn()
    for _ in range(6):
        if world.look().turn() > first:
            break
        for seat in dict.fromkeys(one.seat for one in world.pause.waits):
            world.send(seat, "pass\n")
        world.turn()
    assert world.look().turn() > first
    seat = world.pause.waits[0].seat
    assert seat
    asks(world, "ann", "extend 24h")
    assert len([fact for fact in world.facts() if isinstance(fact, DeadlineMoved)]) == 2


def test_others_learn_the_same_whatever_came_from_the_asker(tmp_path: Path) -> None:
    world = begun(tmp_path / "one")
    other = world.copy(tmp_path / "other")
    other.bid("ben")
    found = []
    for each in (world, other):
        each.clock.wind(hours=1)
        each.number = 7
        asks(each, "ben", "extend 24h")
        found.append([told(each, "ann"), told(each, "cid")])
    assert found[0] == found[1]


def test_killed_at_any_write_an_extension_is_granted_once(tmp_path: Path) -> None:
    base = begun(tmp_path / "base")
    base.send("ben", "extend 24h\n")
    whole = base.copy(tmp_path / "whole")
    whole.turn()
    instant = 0
    for instant, folder in deaths(base.folder, tmp_path, lambda folder: turn(folder, Clock(), RULESETS)):
        world = base.found_in(folder)
        world.turn()
        assert world.facts() == whole.facts(), instant
        assert [told(world, seat) for seat in ("ann", "ben", "cid")] == [
            told(whole, seat) for seat in ("ann", "ben", "cid")
        ]
    assert instant > 5


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("extensions: {}\n", "extensions-without-end"),
        ("extensions: {times: 0}\n", "too-small"),
        ("extensions: {in all: 2 days, each: 5 days}\n", "extension-longer-than-all"),
        ("extensions: {in all: 0 hours}\n", "length-zero"),
    ],
)
def test_a_mistake_in_the_settings_is_told(tmp_path: Path, more: str, code: str) -> None:
    with pytest.raises(BadSettings) as found:
        World(tmp_path / "game", more)
    assert code in [fault.problem.code for fault in found.value.faults]


def test_without_deadlines_nothing_can_be_extended(tmp_path: Path) -> None:
    text = "\n".join(line for line in GAME_YAML.split("\n") if not line.startswith("deadlines"))
    with pytest.raises(BadSettings) as found:
        World(tmp_path / "game", EXTENSIONS, text)
    assert [fault.problem.code for fault in found.value.faults] == ["extensions-without-deadline"]


def test_situation_a_player_asks_for_an_extension_that_you_grant(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", "extensions: {times: 2, granted: by the moderator}\n")
    assert "The moderator decides about it" in asks(world, "ben", "extend 24h")
    assert world.due() == "2026-11-25 19:00"
    assert "already asked for an extension" in asks(world, "ben", "extend 2 days")
    (need,) = world.turn().needs
    assert (need.kind, need.seat, need.reply[0]) == ("extension", "ben", "yes ben")
    assert "24 hours" in need.says
    other = world.copy(tmp_path / "other")
    Pbem(world.folder, world.clock)("deadline", "grant", "ben")
    assert world.due() == "2026-11-26 19:00"
    assert [len(told(world, seat)) for seat in ("ann", "ben", "cid")] == [1, 1, 1]
    assert world.turn().needs == ()

    Pbem(other.folder, other.clock)("deadline", "refuse", "ben", "--reason", "Not again.")
    assert other.due() == "2026-11-25 19:00"
    assert [len(told(other, seat)) for seat in ("ann", "ben", "cid")] == [0, 1, 0]
    assert "Not again." in told(other, "ben")[0]
    assert other.turn().needs == ()


def test_a_request_that_no_one_settled_lapses_at_the_deadline(tmp_path: Path) -> None:
    world = begun(tmp_path / "game", "extensions: {times: 2, granted: by the moderator}\n")
    asks(world, "ben", "extend 24h")
    world.at("2026-11-25 19:00")
    assert "extension" not in [need.kind for need in world.turn().needs]
