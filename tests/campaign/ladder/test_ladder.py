"""The ladder: what is done about a seat that does not answer in time."""

from pathlib import Path

import pytest

from tests.campaign.ladder.late import DUE, LateGame

PLAIN = "{nothing: {deadline: remind, grace: default}, faulty: {deadline: remind, grace: default}}"


def two_of_three(world: LateGame) -> LateGame:
    """Ann and Ben have bid, Cid has not."""
    world.send("ann", "bid: 1")
    world.send("ben", "bid: 1")
    return world


def test_without_a_ladder_nothing_happens_by_itself(tmp_path: Path) -> None:
    world = two_of_three(LateGame(tmp_path / "g"))
    world.at(DUE, days=30)
    assert world.done() == []
    assert world.asked() == ["1.bid.ann", "1.bid.ben", "1.bid.cid"]


def test_the_rungs_are_taken_at_their_times_and_once(tmp_path: Path) -> None:
    world = two_of_three(LateGame(tmp_path / "g", PLAIN))
    world.at(DUE, seconds=-1)
    assert world.done() == []
    world.at(DUE)
    world.at(DUE, hours=1)
    assert world.done() == ["DeadlineMissed cid", "RungTaken cid deadline remind"]
    world.at(DUE, hours=24)
    assert world.done()[2:] == ["RungTaken cid grace default"]
    assert world.asked() == ["1.impulse.ann"]


def test_a_sheet_that_comes_before_the_rung_counts_instead(tmp_path: Path) -> None:
    world = two_of_three(LateGame(tmp_path / "g", PLAIN))
    world.at(DUE, hours=23)
    world.clock.wind(hours=2)
    world.send("cid", "bid: 1")
    assert world.done() == ["DeadlineMissed cid", "RungTaken cid deadline remind"]
    assert world.asked() == ["1.impulse.ann"]


@pytest.mark.parametrize("text", ["pass", "bid: 0"])
def test_an_explicit_pass_is_never_a_miss(tmp_path: Path, text: str) -> None:
    world = LateGame(tmp_path / "g", PLAIN)
    for seat in ("ann", "ben", "cid"):
        world.send(seat, text if seat == "cid" else "bid: 1")
    assert world.asked() == ["1.impulse.ann"]
    world.send("ann", "{}")
    assert world.asked() == ["1.impulse.ben"]
    assert world.done() == []


FULL = """
  nothing: {deadline: remind, grace: default, second: {deadline: bot}, third: vacant}
  faulty: {grace: [last faulty sheet, default]}
"""


def test_a_late_seat_is_reminded_and_then_told_exactly_what_counted_and_what_comes_next(tmp_path: Path) -> None:
    world = two_of_three(LateGame(tmp_path / "g", FULL))
    world.at(DUE)
    (reminder,) = [mail for mail in world.mails("cid") if "REMINDER: THE DEADLINE HAS PASSED" in mail]
    assert "this follows on Thursday 26 November 2026, 20:00 (Europe/Berlin): the default." in oneline(reminder)
    assert "the moderator decides" not in reminder
    assert not [mail for seat in ("ann", "ben") for mail in world.mails(seat) if "REMINDER" in mail]
    world.at(DUE, hours=24)
    told = oneline(world.letter("cid"))
    assert "nothing had come from you. By this game's rules for late sheets, the default counted for you." in told
    assert "If nothing comes the next time, this follows: an answer by a bot." in told
    for other in ("ann", "ben", "public"):
        letter = oneline(world.letter(other))
        assert "nothing had come" not in letter
        assert (
            "Cid of the Shore had no valid sheet when the grace was over; by this game's rules for late sheets, the "
            "default or what is valid in its last sheet counts." in letter
        )


def test_a_reminder_by_the_ladder_waits_for_the_morning_of_its_reader(tmp_path: Path) -> None:
    ladder = "{nothing: {deadline: remind, grace: default}}"
    world = LateGame(tmp_path / "g", ladder, swap={"player: Cid,": "zone: Asia/Tokyo, player: Cid,"})
    two_of_three(world)
    world.at(DUE)  # 4:00 in Tokyo
    assert world.done() == ["DeadlineMissed cid"]
    world.at(DUE, hours=4)
    assert world.done() == ["DeadlineMissed cid", "RungTaken cid deadline remind"]


def oneline(text: str) -> str:
    return " ".join(text.split())
