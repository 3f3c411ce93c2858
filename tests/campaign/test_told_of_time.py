"""Everyone whose deadline moves is told once, on their own clock; what is about one seat is told to that seat alone."""

import email
from email import policy
from itertools import chain
from pathlib import Path

from pbem.mail.outgoing.told import tell_facts
from pbem.mail.send import send
from pbem.referee import opening
from pbem.referee.deadlines.moving import extend, resume_clock, stop_clock
from pbem.settings.times import Duration, UntilTime
from tests.campaign.world import World, unwrapped
from tests.referee.killer import deaths
from tests.toy.game import GAME_YAML, RULESETS, Clock

ABROAD = GAME_YAML.replace("ben@example.org}", "ben@example.org, zone: America/New_York}")


def told(world: World, seat: str) -> list[str]:
    """What *seat* was told of facts, each after its subject, without the ends of its lines."""
    found = []
    for path in sorted(world.folder.glob(f"out/fact-*-{seat}.eml")):
        one = email.message_from_bytes(path.read_bytes(), policy=policy.default)
        body = one.get_body(("plain",))
        found.append(f"{one['Subject']} | {unwrapped(body.get_content() if body else '')}")
    return found


def test_situation_a_deadline_is_moved_or_the_clock_stopped(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1", text=ABROAD)
    with world.game() as game:
        extend(game, world.clock, Duration(2, "day"), reason="*exams*")
        assert len(tell_facts(game)) == 3
        assert tell_facts(game) == []
    world.turn()
    (ann,), (ben,), (cid,) = (told(world, seat) for seat in ("ann", "ben", "cid"))
    assert "deadline moved - your bid by Fri 27 Nov 20:00 {" in ann
    assert "By Friday 27 November 2026, 20:00 (Europe/Berlin) The moderator moved the deadline. > *exams*" in ann
    assert "By Friday 27 November 2026, 14:00 (America/New_York) = Friday 27 November 2026, 20:00 (Europe" in ben
    assert "It was Wednesday 25 November 2026, 14:00 (America/New_York)." in ben
    assert "Sheets that were accepted still count" in cid


def test_it_says_until_when_a_sheet_counts_after_the_deadline(tmp_path: Path) -> None:
    text = GAME_YAML.replace("notice: 48 hours", "notice: 48 hours, grace: 12 hours")
    world = World(tmp_path / "toy-1", text=text)
    with world.game() as game:
        extend(game, world.clock, Duration(2, "day"))
    world.turn()
    counts = "A sheet that comes by Saturday 28 November 2026, 08:00 (Europe/Berlin) still counts in full."
    assert counts in told(world, "ann")[0]


def test_who_is_asked_nothing_is_told_so(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1")
    world.bid("ann", "ben", "cid")
    world.turn()
    asked = {one.seat for one in world.pause.waits}
    with world.game() as game:
        extend(game, world.clock, Duration(2, "day"))
    world.turn()
    nothing = {seat: "You are asked nothing now" in told(world, seat)[-1] for seat in ("ann", "ben", "cid")}
    assert asked
    assert nothing == {seat: seat not in asked for seat in nothing}
    assert any(nothing.values())


def test_what_is_about_one_seat_changes_nothing_for_the_others(tmp_path: Path) -> None:
    world = World(tmp_path / "one")
    other = world.copy(tmp_path / "two")
    for each, seats in ((world, ("ben",)), (other, ())):
        with each.game() as game:
            if seats:
                extend(game, each.clock, Duration(3, "day"), seats=seats, reason="flu")
                stop_clock(game, each.clock, seats=seats)
        for seat in ("ann", "cid"):
            each.send(seat, "status")
        each.turn()
        each.bid("ann", "ben", "cid")
        each.turn()
        if seats:
            with each.game() as game:
                resume_clock(game, each.clock, seats=seats)
        each.turn()
    assert "This is about your deadline alone; no other player is told." in told(world, "ben")[0]
    theirs, same = (
        {name: text for name, text in each.letters().items() if "ben" not in name and "\nTo: Ben" not in text}
        for each in (world, other)
    )
    assert {name for name in theirs if "fact" in name} == set()
    assert theirs == same


def test_a_clock_that_is_stopped_and_runs_again_is_told_to_everyone(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1", text=ABROAD)
    with world.game() as game:
        stop_clock(game, world.clock, reason="summer")
    world.turn()
    (stopped,) = told(world, "cid")
    assert "the clock is stopped - your bid {" in stopped
    assert "The moderator stopped the clock. > summer Nothing is due until" in stopped
    assert "Play waits, even if all of them are in." in stopped
    world.clock.wind(days=10)
    with world.game() as game:
        resume_clock(game, world.clock)
    world.turn()
    assert "By Sunday 6 December 2026, 14:00 (America/New_York)" in told(world, "ben")[1]


def test_of_a_stop_that_is_over_before_anyone_was_told_no_one_is(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1")
    with world.game() as game:
        stop_clock(game, world.clock)
        stop_clock(game, world.clock, by="appeals")
        resume_clock(game, world.clock, by="appeals")
    world.turn()
    assert [len(told(world, seat)) for seat in ("ann", "ben", "cid")] == [1, 1, 1]


def test_a_request_that_is_killed_anywhere_is_done_once_and_told_once(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1", "reminders: no\n")
    wanted: set[str] = set()

    def ask(folder: Path, clock: Clock = world.clock) -> None:
        with opening.held(folder, RULESETS) as game:
            extend(game, clock, Duration(2, "day"), reason="exams")
            tell_facts(game)
            send(game, clock)

    instant = 0
    for instant, folder in chain([(0, world.copy(tmp_path / "whole").folder)], deaths(world.folder, tmp_path, ask)):
        killed = world.found_in(folder)
        ask(killed.folder)
        killed.turn()
        assert killed.due() == "2026-11-27 19:00"
        assert len(killed.facts()) == 1
        wanted = wanted or set(killed.letters())
        assert set(killed.letters()) == wanted, instant
        assert [len(told(killed, seat)) for seat in ("ann", "ben", "cid")] == [1, 1, 1]
    assert instant > 10


def test_whose_deadline_does_not_move_is_not_told(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1")
    with world.game() as game:
        extend(game, world.clock, Duration(3, "day"), seats=("ben",))
        extend(game, world.clock, UntilTime("Europe/Berlin", weekday=4))
    world.turn()
    assert [len(told(world, seat)) for seat in ("ann", "ben", "cid")] == [1, 1, 1]
    assert "This is about your deadline alone" in told(world, "ben")[0]


def test_of_a_stage_that_was_played_meanwhile_no_one_is_told(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1")
    with world.game() as game:
        extend(game, world.clock, Duration(3, "day"))
    world.bid("ann", "ben", "cid")
    assert world.turn().played > 0
    assert [told(world, seat) for seat in ("ann", "ben", "cid")] == [[], [], []]


def out(world: World, kind: str) -> list[str]:
    """What went out with names that start with *kind*, without the ends of its lines."""
    found = []
    for path in sorted(world.folder.glob(f"out/{kind}*.eml")):
        body = email.message_from_bytes(path.read_bytes(), policy=policy.default).get_body(("plain",))
        found.append(unwrapped(body.get_content() if body else ""))
    return found


def test_what_goes_out_while_the_clock_is_stopped_says_so(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1")
    with world.game() as game:
        stop_clock(game, world.clock)
    for text in ("bid: 1\n", "pass", "status"):
        world.send("ann", text)
        world.turn()
    says = "The clock of the game is stopped, and play waits for it, even if all sheets are in."
    for one in out(world, "receipt-"):
        assert says in one
        assert "There is no deadline, as the clock is stopped." in one
        assert "perhaps at once" not in one
        assert "as soon as all" not in one
    assert len(out(world, "receipt-")) == 3


def test_a_letter_that_is_made_again_still_says_that_the_clock_stood(tmp_path: Path) -> None:
    world = World(tmp_path / "toy-1")
    with world.game() as game:
        stop_clock(game, world.clock, plays=True)
    world.bid("ann", "ben", "cid")
    world.turn()
    path = world.folder / "letters/0002/ann.txt"
    before = path.read_text()
    assert "There is no deadline, as the clock is stopped." in unwrapped(before)
    with world.game() as game:
        resume_clock(game, world.clock)
    path.unlink()
    world.turn()
    assert path.read_text() == before
