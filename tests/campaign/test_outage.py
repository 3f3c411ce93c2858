"""When the machine slept, mail could not be fetched, or the clock was wrong: no one is late, and nothing is undone."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import sleep

import pytest

from pbem.mail.turn import turn
from pbem.referee import opening
from pbem.referee.deadlines import deadlines
from pbem.referee.deadlines.agenda import agenda
from pbem.referee.deadlines.deadlines import Heartbeat
from pbem.store.editions import stamp
from pbem.store.facts import DeadlineMoved
from tests.campaign.test_told_of_time import told
from tests.campaign.world import World
from tests.cli.conftest import Pbem
from tests.referee.killer import deaths, tree
from tests.referee.test_pauses import EVEN
from tests.toy.begun import begin
from tests.toy.game import RULESETS, START, Clock
from tests.toy.islands import ISLANDS
from tests.toy.islands.ruleset import NAMES
from tests.toy.islands.state import Sail
from tests.toy.test_deadlines_by_rule import GAME, SHORT, send

OUTAGE = "outage after: 6 hours\n"
QUIET = "reminders: no\n"


def moved(world: World) -> list[DeadlineMoved]:
    return [fact for fact in world.facts() if isinstance(fact, DeadlineMoved)]


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A game whose bids are due on Wednesday 20:00 in Berlin, an hour after its last turn."""
    found = World(tmp_path / "toy-1", OUTAGE + QUIET)
    found.at("2026-11-25 18:00")
    found.turn()
    assert moved(found) == []
    return found


def test_situation_the_machine_was_off_over_a_deadline(world: World) -> None:
    world.bid("ann")
    world.at("2026-11-27 10:00")
    done = world.turn()
    assert {world.due(seat) for seat in ("ann", "ben", "cid")} == {"2026-11-29 19:00"}
    (fact,) = moved(world)
    assert (fact.by, fact.since) == ("outage", datetime(2026, 11, 25, 18, tzinfo=UTC))
    assert done.moved == (fact,)
    assert done.status.late is False
    for seat in ("ann", "ben", "cid"):
        (says,) = told(world, seat)
        assert "deadline moved - your bid by Sun 29 Nov 20:00 {" in says
        assert "The game could receive no mail from Wednesday 25 November 2026, 19:00 (Europe/Berlin) on" in says
    assert world.turn().moved == ()
    assert len(moved(world)) == 1


def test_mail_that_came_meanwhile_counts_and_play_continues_if_it_was_all(world: World) -> None:
    world.at("2026-11-25 18:30")
    world.bid("ann", "ben", "cid")
    world.at("2026-11-27 10:00")
    assert world.turn().played > 0
    assert moved(world) == []


def test_what_is_not_missing_by_a_deadline_that_was_met_moves_nothing(world: World) -> None:
    world.at("2026-11-25 18:59")
    world.turn()
    world.at("2026-11-25 20:00")
    world.turn()
    world.at("2026-11-27 10:00")
    world.turn()
    assert moved(world) == []


def test_a_gap_is_none_where_turns_were_never_regular(tmp_path: Path) -> None:
    world = World(tmp_path / "by-hand", QUIET)
    for time in ("2026-11-21 09:00", "2026-11-21 22:00", "2026-11-24 10:00", "2026-11-26 10:00"):
        world.at(time)
        world.turn()
    assert moved(world) == []
    assert world.look().pause
    assert world.turn().status.late


def test_a_gap_is_an_outage_where_turns_were_regular_for_a_day(tmp_path: Path) -> None:
    world = World(tmp_path / "by-cron", QUIET)
    for _ in range(8):
        world.clock.wind(hours=6)
        world.turn()
    world.at("2026-11-26 10:00")
    world.turn()
    assert world.due() == "2026-11-29 19:00"
    never = World(tmp_path / "never", QUIET + "outage after: never\n")
    for _ in range(8):
        never.clock.wind(hours=6)
        never.turn()
    never.at("2026-11-26 10:00")
    never.turn()
    assert moved(never) == []


def test_standing_orders_do_not_count_for_a_deadline_in_an_outage(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1", OUTAGE + QUIET + EVEN)
    world.at("2026-11-25 18:00")
    world.turn()
    world.at("2026-11-27 10:00")
    world.turn()
    assert world.due() == "2026-11-29 19:00"


class Isles:
    """A game in which silence is an answer, whose mail comes by a folder that can be taken away."""

    def __init__(self, folder: Path, more: str = OUTAGE) -> None:
        seats = "\n".join(f"  {seat}: {{player: {name}, address: {seat}@example.org}}" for seat, name in NAMES.items())
        text = GAME.replace("SEATS", seats).replace("RULES", SHORT) + more + QUIET
        self.folder, self.clock, self.rulesets = folder, Clock(), {"islands": ISLANDS}
        begin(folder, text, self.rulesets, self.turn)
        with opening.held(folder, self.rulesets) as game:
            send(game, {seat: Sail(to="reef") for seat in NAMES})
        assert self.turn() > 0

    def turn(self) -> int:
        return turn(self.folder, self.clock, self.rulesets).played

    def mail(self, *, there: bool) -> None:
        """Take the folder of incoming mail away, or put it back."""
        names = ("in", "gone") if not there else ("gone", "in")
        (self.folder / names[0]).rename(self.folder / names[1])


def test_silence_does_not_count_for_a_deadline_in_an_outage(tmp_path: Path) -> None:
    isles = Isles(tmp_path / "isles")
    isles.clock.wind(hours=10)
    isles.turn()
    isles.clock.wind(days=2)
    assert isles.turn() == 0
    never = Isles(tmp_path / "never", "outage after: never\n")
    never.clock.wind(hours=10)
    never.turn()
    never.clock.wind(days=2)
    assert never.turn() > 0


def test_nothing_is_decided_while_mail_cannot_be_fetched(tmp_path: Path) -> None:
    isles = Isles(tmp_path / "isles")
    isles.clock.wind(hours=10)
    isles.turn()
    isles.mail(there=False)
    isles.clock.wind(hours=3)
    assert isles.turn() == 0
    isles.mail(there=True)
    assert isles.turn() > 0


def test_situation_mail_cannot_be_fetched_when_a_deadline_passes(world: World) -> None:
    (world.folder / "in").rename(world.folder / "gone")
    world.at("2026-11-25 22:00")
    assert world.turn().troubles
    assert moved(world) == []
    found = [(one.at, one.kind) for one in agenda(world.look(), world.clock())]
    assert (datetime(2026, 11, 26, 0, tzinfo=UTC), "outage") in found
    world.at("2026-11-26 00:01")
    world.turn()
    assert world.due() == "2026-11-29 19:00"
    world.at("2026-11-26 10:00")
    world.turn()
    (world.folder / "gone").rename(world.folder / "in")
    world.turn()
    assert len(moved(world)) == 1


def test_situation_the_clock_was_ahead_and_is_right_again(world: World) -> None:
    world.at("2028-11-25 18:10")
    world.turn()
    assert world.due() == "2028-11-26 19:00"
    world.at("2026-11-25 18:20")
    done = world.turn()
    assert world.due() == "2026-11-29 19:00"
    assert [fact.by for fact in done.moved] == ["clock"]
    assert "The clock of the game was wrong" in told(world, "cid")[-1]
    assert world.turn().moved == ()
    for _ in range(3):
        world.clock.wind(hours=5)
        assert world.turn().moved == ()


def test_what_was_asked_by_a_clock_that_was_ahead_is_due_by_the_right_one(world: World) -> None:
    world.bid("ann", "ben", "cid")
    world.at("2028-11-25 18:10")
    assert world.turn().played > 0
    assert world.due() == "2028-11-29 19:00"
    world.at("2026-11-25 18:20")
    world.turn()
    assert world.due() == "2026-11-29 19:00"
    assert world.pause.round == 2


def test_a_clock_that_is_corrected_a_little_moves_nothing(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1", QUIET)
    world.clock.wind(minutes=-50)
    world.turn()
    assert moved(world) == []
    world.clock.wind(minutes=-20)
    world.turn()
    assert [fact.by for fact in moved(world)] == ["clock"]


def test_a_turn_that_is_killed_anywhere_moves_the_deadline_once_and_tells_everyone_once(
    world: World, tmp_path: Path
) -> None:
    world.at("2026-11-27 10:00")
    wanted = world.copy(tmp_path / "wanted")
    wanted.turn()
    files = set(tree(wanted.folder))
    instant = 0
    for instant, folder in deaths(world.folder, tmp_path, lambda folder: turn(folder, Clock(world.clock.at), RULESETS)):
        killed = world.found_in(folder)
        killed.turn()
        assert moved(killed) == moved(wanted)
        assert set(tree(killed.folder)) == files, instant
    assert instant > 10


def test_a_turn_says_what_it_moved(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1", OUTAGE + QUIET)
    world.at("2026-11-25 18:00")
    world.turn()
    pbem = Pbem(world.folder, world.clock)
    world.at("2026-11-27 10:00")
    says = pbem("turn", code=0).stdout
    assert "No turn received all mail from Wednesday 2026-11-25 19:00 Europe/Berlin on" in says
    assert "it was moved to Sunday 2026-11-29 20:00 Europe/Berlin" in says
    assert "Why: moved by an outage, Friday 2026-11-27 11:00 Europe/Berlin." in pbem("deadline").stdout


def test_what_is_no_length_or_out_of_bounds_is_refused(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1")
    pbem = Pbem(world.folder, world.clock)
    path = world.folder / "game.yaml"
    text = path.read_text()
    for wrong, right in (("soon", "A number and a unit"), ("1 hour", "From 2 hours to 31 days")):
        path.write_text(f"{text}outage after: {wrong}\n")
        assert right in pbem("status", code=1).stderr


def test_a_heartbeat_is_no_change_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text("")
    while not (before := stamp([str(tmp_path)])):
        sleep(0.2)  # until the file system's clock has moved on
    deadlines.beat(tmp_path, START, timedelta(hours=6))
    assert deadlines.read(tmp_path) == Heartbeat(START, START, timedelta(hours=6))
    assert stamp([str(tmp_path)]) == before


def test_two_long_gaps_within_a_day_are_not_regular(tmp_path: Path) -> None:
    at = datetime(2026, 11, 21, 8, tzinfo=UTC)
    deadlines.beat(tmp_path, at, timedelta(hours=6))

    def after(*hours: int) -> bool:
        nonlocal at
        for each in hours:
            at += timedelta(hours=each)
            deadlines.beat(tmp_path, at)
        found = deadlines.read(tmp_path)
        assert found
        return found.regular

    assert not after(6, 6, 6)
    assert after(6)
    assert after(48)
    assert not after(48)
    assert after(6, 6, 6, 6)
