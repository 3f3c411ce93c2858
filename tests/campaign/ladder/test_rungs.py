"""Each rung: what it does, when it cannot be taken, and what is done then."""

from datetime import datetime
from pathlib import Path

import pytest

from pbem.engine.decision import Decision, SoFar
from pbem.engine.ruleset import Ruleset
from pbem.referee.deadlines.ladder import NothingProposed, approve, decline
from pbem.referee.people.changes import take
from pbem.store.facts import DeadlineMissed, RungProposed, RungTaken, SeatVacated
from tests.campaign.ladder.late import DUE, LateGame
from tests.toy import steps
from tests.toy.duet import DUET
from tests.toy.ruleset import TOY
from tests.toy.state import Bid, Toy

ROW = "{nothing: {grace: default, second: {deadline: bot}, third: vacant}}"


def oneline(text: str) -> str:
    return " ".join(text.split())


def all_but(world: LateGame, *late: str) -> None:
    """Let everyone answer what the game waits for, but for those who are *late*."""
    for key in world.asked():
        seat, text = key.rpartition(".")[2], "bid: 1" if ".bid." in key else "pass"
        if seat not in late:
            world.send(seat, text, turn=False)
    world.turn()


def until_asked(world: LateGame, seat: str) -> datetime:
    """Play until *seat* is asked something, and everyone else has answered; its deadline."""
    while not any(key.endswith(f".{seat}") for key in world.asked()):
        all_but(world, seat)
    all_but(world, seat)
    return world.due()


def test_the_second_and_the_third_time_in_a_row_have_rungs_of_their_own(tmp_path: Path) -> None:
    world = LateGame(tmp_path / "g", ROW, more="vacant seats: bot\n")
    world.at(until_asked(world, "cid"), hours=24)
    assert world.done() == ["DeadlineMissed cid", "RungTaken cid grace default"]
    due = until_asked(world, "cid")
    world.at(due)
    assert world.done()[2:] == ["DeadlineMissed cid", "RungTaken cid deadline bot"]
    assert (
        "Cid of the Shore had no valid sheet at the deadline; by this game's rules for late sheets, a bot answered"
        in (oneline(world.letter("ann")))
    )
    assert "That was the 2nd time in a row." in oneline(world.letter("cid"))
    due = until_asked(world, "cid")
    world.at(due)
    assert world.done()[4:] == ["DeadlineMissed cid"], "vacant replaces the last step, after the grace"
    world.at(due, hours=24)
    assert world.done()[4:] == ["DeadlineMissed cid", "RungTaken cid grace vacant"]
    with world.game() as game:
        assert [fact.seat for fact in game.facts if isinstance(fact, SeatVacated)] == ["cid"]
        assert game.holders["cid"].vacant
    assert not any(".cid" in key for key in world.asked()), "the bot plays on"


def test_a_sheet_ends_the_row_and_so_does_a_new_player(tmp_path: Path) -> None:
    world = LateGame(tmp_path / "g", ROW)
    world.at(until_asked(world, "cid"), hours=24)
    until_asked(world, "cid")
    world.send("cid", "pass")
    world.at(until_asked(world, "cid"), hours=24)
    assert [one.times for one in world.facts() if isinstance(one, RungTaken)] == [1, 1]
    with world.game() as game:
        take(game, "cid", "Dan", "dan@example.org", world.clock, orders="void")
    world.at(until_asked(world, "cid"), hours=24)
    assert [one.times for one in world.facts() if isinstance(one, RungTaken)] == [1, 1, 1]


def test_a_sheet_in_the_grace_ends_the_row(tmp_path: Path) -> None:
    world = LateGame(tmp_path / "g", ROW)
    world.at(until_asked(world, "cid"), hours=24)
    world.at(until_asked(world, "cid"), hours=-1)
    world.clock.wind(minutes=30)
    world.send("cid", "pass")
    world.at(until_asked(world, "cid"), hours=24)
    assert [one.times for one in world.facts() if isinstance(one, RungTaken)] == [1, 1]


def test_nothing_and_faulty_have_ladders_of_their_own(tmp_path: Path) -> None:
    world = LateGame(tmp_path / "g", "{nothing: {deadline: default}, faulty: {grace: default}}")
    world.send("ann", "bid: 1")
    world.send("ben", "bid: 99")
    world.at(DUE)
    assert world.done() == ["DeadlineMissed ben", "DeadlineMissed cid", "RungTaken cid deadline default"]
    assert [one.came for one in world.facts() if isinstance(one, DeadlineMissed)] == ["faulty", "nothing"]
    world.at(DUE, hours=24)
    assert world.done()[3:] == ["RungTaken ben grace default"]


def test_a_faulty_sheet_without_a_good_part_leads_to_what_is_next(tmp_path: Path) -> None:
    world = LateGame(tmp_path / "g", "{faulty: {grace: [last faulty sheet, default]}}")
    world.send("ann", "bid: 1")
    world.send("ben", "bid: 1")
    world.send("cid", "bid: 99")
    world.at(DUE, hours=24)
    assert world.done() == ["DeadlineMissed cid", "RungTaken cid grace default"]


def test_what_the_ladder_does_not_name_is_asked_of_the_moderator(tmp_path: Path) -> None:
    world = LateGame(tmp_path / "g", "{nothing: {grace: default}}")
    world.send("ann", "bid: 1")
    world.send("ben", "bid: 1")
    world.send("cid", "bid: 99")
    world.at(DUE, days=3)
    assert world.done() == ["DeadlineMissed cid", "RungProposed cid deadline ask the moderator"]


def without_default(step: steps.Bids, state: Toy, _so_far: SoFar[Bid]) -> tuple[Decision[Bid], ...]:
    lap = step.round
    return tuple(Decision(key=f"{lap}.bid.{seat}", seat=seat, takes=Bid, turn=lap) for seat in state.seats)


def test_a_rung_that_cannot_be_taken_leads_to_the_next_and_at_last_to_the_moderator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps.Bids, "ask", without_default)
    world = LateGame(tmp_path / "g", "{nothing: {grace: [default, bot]}, faulty: {grace: default}}")
    world.hand_in("ann", "bid: 1")
    world.hand_in("ben", "bid: 99")
    world.at(DUE, hours=24)
    done = [one for one in world.done() if "Missed" not in one]
    assert done == ["RungProposed ben grace ask the moderator", "RungTaken cid grace bot"]
    assert [one.why for one in world.facts() if isinstance(one, RungProposed)] == ["impossible"]


AGREE = "{nothing: {deadline: [bot if the moderator agrees, default if the moderator agrees], grace: default}}"


def proposed(tmp_path: Path, rules: Ruleset = TOY) -> LateGame:
    world = LateGame(tmp_path / "g", AGREE, rules=rules)
    world.send("ann", "bid: 1")
    world.send("ben", "bid: 1")
    world.at(DUE)
    assert world.done() == ["DeadlineMissed cid", "RungProposed cid deadline bot"]
    world.turn()
    assert len(world.done()) == 2, "it is proposed once"
    return world


def test_the_moderator_agrees(tmp_path: Path) -> None:
    world = proposed(tmp_path)
    with world.game() as game:
        approve(game, "cid", world.clock, "Cid is in hospital")
        with pytest.raises(NothingProposed):
            approve(game, "cid", world.clock)
    world.turn()
    assert world.done()[2:] == ["RungTaken cid deadline bot"]
    assert world.asked() == ["1.impulse.ann"]
    assert "A bot played for Cid of the Shore (Cid is in hospital)." in oneline(world.letter("ann"))
    assert "by this game's rules for late sheets and with the moderator's consent, a bot answered" in oneline(
        world.letter("cid")
    ).replace("By", "by")


def test_the_moderator_declines_and_the_ladder_goes_on(tmp_path: Path) -> None:
    world = proposed(tmp_path)
    for expected in ("RungProposed cid deadline default", ""):
        with world.game() as game:
            decline(game, "cid", world.clock)
        world.turn()
        assert (world.done()[-1] == expected) == bool(expected)
    assert world.asked() == ["1.bid.ann", "1.bid.ben", "1.bid.cid"]
    world.at(DUE, hours=24)
    assert world.done()[-1] == "RungTaken cid grace default"


def test_the_moderator_declines_and_the_game_waits(tmp_path: Path) -> None:
    world = proposed(tmp_path)
    with world.game() as game:
        decline(game, "cid", world.clock, wait=True)
    world.at(DUE, days=9)
    assert world.done()[2:] == ["RungDeclined cid bot"]
    world.send("cid", "bid: 1")
    assert world.asked() == ["1.impulse.ann"]


def test_a_proposal_without_an_answer_gives_way_to_the_next_step(tmp_path: Path) -> None:
    world = proposed(tmp_path)
    world.at(DUE, hours=24)
    assert world.done()[2:] == ["RungTaken cid grace default"]


def test_of_several_questions_only_what_is_missing_is_answered_by_rule(tmp_path: Path) -> None:
    world = LateGame(tmp_path / "g", "{nothing: {grace: default}, faulty: {grace: default}}", rules=DUET)
    world.send("ann", "bid: 1\nprize: no")
    world.send("ben", "bid: 1\nprize: no")
    world.send("cid", "prize: no")
    world.at(DUE, hours=24)
    assert [(one.rung, one.keys) for one in world.facts() if isinstance(one, RungTaken)] == [("default", ("1.bid",))]
    told = oneline(world.letter("ann"))
    assert "had not answered everything when the grace was over; by this game's rules for late sheets, the" in told
    assert "counts for the rest" in told
