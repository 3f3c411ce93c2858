"""Holds and absences."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from pbem.engine.table import Answer, decisions_of
from pbem.referee import opening, submissions
from pbem.referee.game import Game
from pbem.referee.play import apply_default, play_on, rewind
from pbem.referee.stage import SeatStage
from pbem.referee.submissions import AbsenceRequest, RequestOrigin
from tests.toy.game import RULESETS, START, Clock, new_game
from tests.toy.state import Bid, Standing
from tests.toy.steps import Anytime

TODAY = date(2026, 11, 21)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A toy game that waits for three bids."""
    new_game(tmp_path / "game")
    game = again(tmp_path / "game")
    play_on(game, Clock())
    return game


def again(folder: Path) -> Game:
    return opening.look(folder, RULESETS)


def stage(game: Game, seat: str) -> SeatStage:
    found = game.stage(seat)
    assert found is not None
    return found


def bid(game: Game, *seats: str, item: int = 1) -> None:
    for seat in seats:
        submissions.accept(game, stage(game, seat), item, START, Bid(bid=1), "bid: 1\n")


def hold(game: Game, seat: str, item: int = 1, line: int = 1, *, held: bool = True) -> None:
    submissions.put_hold(game, [stage(game, seat)], RequestOrigin(item, line), START, held=held)


def away(game: Game, seat: str, first: date | None, last: date | None, item: int) -> None:
    submissions.put_absence(game, RequestOrigin(item, 1), AbsenceRequest(seat, START, first, last))


def test_a_held_stage_is_not_processed_before_its_deadline(game: Game) -> None:
    bid(game, "ann", "ben", "cid")
    hold(game, "ben")
    assert game.pause
    assert game.pause.deadline
    early = Clock(game.pause.deadline)
    early.wind(seconds=-1)
    assert submissions.holding(game, early()) == ("ben",)
    assert play_on(game, early) == 0
    assert len(game.log.pauses) == 1, "nobody gets a letter for it"
    assert submissions.holding(game, game.pause.deadline) == ()
    assert play_on(game, Clock(game.pause.deadline)) > 0


def test_a_hold_may_come_before_the_sheets_and_lasts_through_new_ones(game: Game) -> None:
    hold(game, "ben")
    bid(game, "ann", "ben", "cid")
    bid(game, "ben", item=9)
    assert play_on(game, Clock()) == 0


def test_what_is_released_goes_on_and_may_be_held_again(game: Game) -> None:
    bid(game, "ann", "ben", "cid")
    hold(game, "ben", 1)
    hold(game, "ben", 2, held=False)
    assert submissions.hold_of(game, stage(game, "ben"), START) is None
    assert submissions.hold_of(game, stage(game, "ben"), START, RequestOrigin(2, 1))
    hold(game, "ben", 3)
    assert play_on(game, Clock()) == 0
    hold(game, "ben", 3, 2, held=False)
    assert play_on(game, Clock()) > 0


def test_each_seat_holds_for_itself(game: Game) -> None:
    bid(game, "ann", "ben", "cid")
    hold(game, "ann", 1)
    hold(game, "ben", 2)
    hold(game, "ben", 3, held=False)
    assert submissions.holding(game, START) == ("ann",)
    assert play_on(game, Clock()) == 0


def test_the_moderator_goes_on_anyway(game: Game) -> None:
    bid(game, "ann", "ben", "cid")
    hold(game, "ben")
    assert play_on(game, Clock(), anyway=True) > 0


def test_a_default_that_the_moderator_applies_is_not_held(game: Game) -> None:
    bid(game, "ann", "cid")
    hold(game, "ben")
    apply_default(game, "ben", "gone for long", Clock())
    assert play_on(game, Clock()) > 0


def test_a_hold_is_for_one_stage(game: Game) -> None:
    bid(game, "ann", "ben", "cid")
    hold(game, "ann")
    play_on(game, Clock(), anyway=True)
    assert submissions.holding(game, START) == ()
    default = stage(game, "ann").decision.default
    assert default
    submissions.accept(game, stage(game, "ann"), 5, START, default, "card:\n")
    assert play_on(game, Clock()) > 0


def test_a_stage_put_anew_has_no_holds(game: Game) -> None:
    hold(game, "ann")
    rewind(game, 2, "once more", Clock())
    bid(game, "ann", "ben", "cid")
    assert play_on(game, Clock()) > 0


def test_without_a_deadline_a_hold_lasts_until_it_is_released(tmp_path: Path) -> None:
    new_game(tmp_path)
    file = tmp_path / "game.yaml"
    file.write_text(file.read_text().replace('at: ["Wednesday 20:00", "Sunday 20:00"], ', ""))
    game = again(tmp_path)
    play_on(game, Clock())
    assert game.pause
    assert game.pause.deadline is None
    bid(game, "ann", "ben", "cid")
    hold(game, "ben")
    assert play_on(game, Clock(datetime(2027, 12, 1, tzinfo=UTC))) == 0
    hold(game, "ben", 2, held=False)
    assert play_on(game, Clock()) > 0


def test_a_hold_does_not_stop_what_needs_nobody(game: Game) -> None:
    bid(game, "ann", "ben", "cid")
    hold(game, "ben")
    play_on(game, Clock(), anyway=True)
    for seat in ("ben", "cid"):
        step = Anytime(seat=seat)
        (decision,) = decisions_of(step, game.view(seat))
        game.append(game.table.run(step, {decision: Answer(Standing(reactions="never"), "sheet")}), START, "test")
    impulse = stage(game, "ann")
    card = game.view("ann").hands["ann"].known[-1]
    submissions.accept(game, impulse, 7, START, impulse.decision.takes(card=card), "")
    assert play_on(game, Clock()) == 2, "the card, and the rivals' standing answers to it"


def test_a_hold_of_a_seat_that_the_program_plays_stops_the_program(tmp_path: Path) -> None:
    new_game(tmp_path)
    game = again(tmp_path)
    play_on(game, Clock())
    hold(game, "ben")
    bid(game, "ann", "cid")
    file = tmp_path / "game.yaml"
    file.write_text(file.read_text().replace("ben: {", "ben: {bot: yes, "))
    game = again(tmp_path)
    assert play_on(game, Clock()) == 0
    assert play_on(game, Clock(), anyway=True) > 0


def test_the_moderators_wish_follows_what_came_before_it(game: Game) -> None:
    item, _ = game.inbox.keep(b"hold", START, seat="ann")
    hold(game, "ann", item.number)
    first = submissions.next_of_moderator(game)
    submissions.put_hold(game, [stage(game, "ann")], first, START, held=False)
    second = submissions.next_of_moderator(game)
    assert RequestOrigin(item.number, 1) < first < second
    assert first.item == item.number
    assert submissions.hold_of(game, stage(game, "ann"), START) is None


def test_absences_add_up_until_they_are_over_or_taken_back(game: Game) -> None:
    away(game, "ann", date(2026, 12, 24), date(2027, 1, 2), 1)
    away(game, "ann", date(2026, 11, 22), date(2026, 11, 22), 2)
    away(game, "ben", date(2026, 11, 23), date(2026, 11, 24), 3)
    days = [(one.start, one.end) for one in submissions.absences(game, "ann", TODAY)]
    assert days == [(date(2026, 11, 22), date(2026, 11, 22)), (date(2026, 12, 24), date(2027, 1, 2))]
    assert len(submissions.absences(game, "ann", date(2026, 11, 23))) == 1
    assert len(submissions.absences(game, "ann", date(2027, 1, 2))) == 1
    assert submissions.absences(game, "ann", date(2027, 1, 3)) == ()
    away(game, "ann", None, None, 4)
    assert submissions.absences(game, "ann", TODAY) == ()
    assert len(submissions.absences(game, "ann", TODAY, RequestOrigin(4, 1))) == 2
    assert len(submissions.absences(game, "ben", TODAY)) == 1


def test_the_same_wish_twice_is_one_wish(game: Game) -> None:
    for _ in range(2):
        away(game, "ann", date(2026, 12, 24), date(2027, 1, 2), 1)
        hold(game, "ann")
    assert len(list((game.folder / "wishes").iterdir())) == 2
    assert len(submissions.absences(game, "ann", TODAY)) == 1


def test_what_is_withdrawn_counts_no_longer_and_a_later_sheet_does(game: Game) -> None:
    here = stage(game, "ann")
    at = ("ann", here.decision.key, here.asked)
    bid(game, "ann", item=1)
    bid(game, "ann", item=2)
    bid(game, "ben", item=3)
    submissions.withdraw(game, here, 4, START)
    assert submissions.counting(game, *at) is None
    assert submissions.withdrawn(game, *at) == 4
    assert submissions.stood(game, *at, 4)
    assert not submissions.stood(game, *at, 5)
    assert submissions.counting(game, "ben", stage(game, "ben").decision.key, here.asked) is not None
    bid(game, "ann", item=5)
    found = submissions.counting(game, *at)
    assert found is not None
    assert found.item == 5


def test_a_default_outlives_a_withdrawal(game: Game) -> None:
    here = stage(game, "ann")
    bid(game, "ann")
    apply_default(game, "ann", "late", Clock())
    submissions.withdraw(game, here, 4, START)
    found = submissions.counting(game, "ann", here.decision.key, here.asked)
    assert found is not None
    assert found.by == "default"
