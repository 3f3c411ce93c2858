"""What follows a missing sheet is told alike by letters, reminders, `status` and `ladder`, and is what is done."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.engine.bot import BotAnswer
from pbem.referee import play
from pbem.referee.deadlines.agenda import tick
from pbem.referee.deadlines.ladder_steps import of_seats, steps_to_come
from pbem.referee.letter import dossier
from pbem.referee.people.changes import finish, take, vacate
from pbem.referee.submissions import AbsenceRequest, next_of_moderator, put_absence
from pbem.report.plain import text
from pbem.store.facts import RungTaken
from tests.campaign.ladder.late import DUE, LateGame
from tests.campaign.ladder.test_rungs import without_default
from tests.campaign.world import unwrapped
from tests.toy import steps

ROWS = "{nothing: {grace: default, second: {deadline: bot}, third: {deadline: vacant}}}"


def late(tmp_path: Path, ladder: str = ROWS) -> LateGame:
    world = LateGame(tmp_path / "g", ladder)
    world.send("ann", "bid: 1")
    world.send("ben", "bid: 1")
    return world


def told(world: LateGame) -> tuple[str, ...]:
    """The rungs that `ladder` tells for Cid, which are those that reminders and `status` tell."""
    with world.game() as game:
        rows = of_seats(game, world.clock(), ("cid",), ("nothing",))
        steps = steps_to_come(game, "cid", world.clock())
        assert [row.does for row in rows] == [tuple(map(str, choices)) for _, choices in steps]
        return tuple(does for row in rows for does in row.does)


def asked_again(world: LateGame) -> str:
    """The letter that asks Cid something after the others have passed."""
    for seat in ("ann", "ben"):
        world.send(seat, "pass")
    return unwrapped(world.letter("cid"))


def test_after_an_excused_miss_the_letter_announces_what_a_first_miss_leads_to(tmp_path: Path) -> None:
    world = late(tmp_path)
    day = DUE.date()
    with world.game() as game:
        put_absence(game, next_of_moderator(game), AbsenceRequest("cid", world.clock(), day, day))
    world.at(DUE, hours=24)
    letter = unwrapped(world.letter("cid"))
    assert "the default counted for you" in letter
    assert "next time" not in letter
    letter = asked_again(world)
    assert "by a bot" not in letter
    assert "If your sheet is missing at the deadline, this follows: the default." in letter
    assert told(world) == ("default",)


@pytest.mark.parametrize("known", ["before the letter", "after it"])
def test_while_a_player_is_away_all_announce_what_a_first_miss_leads_to(tmp_path: Path, known: str) -> None:
    world = late(tmp_path)
    world.at(DUE, hours=24)

    def away() -> None:
        with world.game() as game:
            days = AbsenceRequest("cid", world.clock(), DUE.date() + timedelta(days=2), DUE.date() + timedelta(days=9))
            put_absence(game, next_of_moderator(game), days)

    if known == "before the letter":
        away()
    letter = asked_again(world)
    if known == "after it":
        away()
    else:
        assert "If your sheet is missing at the deadline, this follows: the default." in letter
    assert told(world) == ("default",)
    world.at(world.due(), hours=24)
    assert world.done()[-1] == "RungTaken cid grace default"


def test_of_a_seat_that_no_one_holds_it_is_told_that_the_moderator_is_asked(tmp_path: Path) -> None:
    world = late(tmp_path, "{nothing: {deadline: remind, grace: default}}")
    with world.game() as game:
        vacate(game, "cid", world.clock, by="moderator")
    assert told(world) == ("ask the moderator",)
    world.at(DUE)
    assert world.done() == ["RungProposed cid deadline ask the moderator"]


def test_after_a_miss_that_counts_it_announces_what_the_second_leads_to(tmp_path: Path) -> None:
    world = late(tmp_path)
    world.at(DUE, hours=24)
    letter = unwrapped(world.letter("cid"))
    assert "If nothing comes the next time, this follows: an answer by a bot." in letter
    letter = asked_again(world)
    assert "If your sheet is missing at the deadline, this follows: an answer by a bot." in letter
    assert told(world) == ("bot",)


def test_of_several_rungs_at_one_time_the_later_ones_are_told_as_what_comes_in_place_of_the_first(
    tmp_path: Path,
) -> None:
    world = late(tmp_path, "{nothing: {deadline: remind, grace: [bot if the moderator agrees, default]}}")
    letter = unwrapped(world.letter("cid"))
    assert "a reminder, then an answer by a bot, if the moderator agrees, or else the default." in letter


def test_where_the_bot_cannot_answer_no_one_is_told_that_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "bot_answer", lambda *_: BotAnswer(trouble="it crashed"))
    world = late(tmp_path, "{nothing: {deadline: remind, grace: [bot, default]}}")
    assert "this follows: a reminder, then the default." in unwrapped(world.letter("cid"))
    assert told(world) == ("remind", "default")


def test_a_new_player_is_told_what_a_first_miss_leads_to(tmp_path: Path) -> None:
    world = late(tmp_path, "{nothing: {grace: default, second: {deadline: vacant}}}")
    world.at(DUE, hours=24)
    assert "this follows: the loss of the seat." in asked_again(world)
    with world.game() as game:
        take(game, "cid", "Dora", "dora@example.org", world.clock)
        finish(game, world.clock())
        made = dossier(game, "cid")
        assert made
        says = unwrapped(text(made.content))
    assert "the loss of the seat" not in says
    assert "You had no valid sheet" not in says
    assert "this follows: the default." in says
    assert told(world) == ("default",)


def test_what_was_held_against_the_player_before_is_in_no_letter_to_the_new_one(tmp_path: Path) -> None:
    world = late(tmp_path)
    world.clock.at = DUE
    world.clock.wind(hours=24)
    with world.game() as game:
        game.mail_is_in = True
        tick(game, world.clock)
        assert any(isinstance(fact, RungTaken) for fact in game.facts)
        take(game, "cid", "Dora", "dora@example.org", world.clock, orders="keep")
        finish(game, world.clock())
    world.turn()
    assert "You had no valid sheet" not in unwrapped(world.letter("cid"))


def test_no_default_is_announced_for_a_question_that_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps.Bids, "ask", without_default)
    world = LateGame(tmp_path / "g", "{nothing: {grace: default}}")
    letter = unwrapped(world.letter("cid"))
    assert "If your sheet is missing at the deadline, this follows: a decision of the moderator." in letter
    assert told(world) == ("ask the moderator",)
    world.at(DUE, hours=24)
    assert world.done()[-1] == "RungProposed cid grace ask the moderator"
