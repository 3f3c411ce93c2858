"""Questions with a rule of time of their own, and what silence means when they are due."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.engine.play import waiting
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.play import play_on, ready
from pbem.referee.submissions import RequestOrigin, put_hold
from tests.toy.game import START, Clock
from tests.toy.islands import ISLANDS
from tests.toy.islands.ruleset import NAMES
from tests.toy.islands.state import Reinforce, Sail

GAME = """\
game: isles-1
rules: islands
settings: {players: 5, turns: 2}
seats:
SEATS
mail:
  from: game@example.org
  in: {folder: in}
  out: {folder: out}
deadlines:
  zone: UTC
  at: [Sunday 20:00]
  notice: 48 hours
RULES
"""
SHORT = "  rules: {short: {at: [daily 20:00], notice: 6 hours}}"
USUAL_DEADLINE = datetime.fromisoformat("2026-11-29T20:00:00+00:00")
SHORT_DEADLINE = datetime.fromisoformat("2026-11-21T20:00:00+00:00")


def new(folder: Path, rules: str = SHORT) -> Game:
    seats = "\n".join(f"  {seat}: {{player: {name}, address: {seat}@example.org}}" for seat, name in NAMES.items())
    return create(folder, GAME.replace("SEATS", seats).replace("RULES", rules), {"islands": ISLANDS}, "00" * 32)


def send(game: Game, orders: Mapping[str, Sail | Reinforce], at: datetime = START, item: int = 1) -> None:
    for seat, order in orders.items():
        stage = game.stage(seat)
        assert stage
        submissions.accept(game, stage, item, at, order, "")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """All ships have met, and may play a card."""
    found = new(tmp_path)
    play_on(found, Clock())
    send(found, {seat: Sail(to="reef") for seat in NAMES})
    play_on(found, Clock())
    return found


def letter(game: Game, seat: str) -> str:
    make_letters(game)
    assert game.pause
    text = (game.folder / "letters" / f"{game.pause.round:04d}" / f"{seat}.txt").read_text(encoding="utf-8")
    return " ".join(text.split())


def test_a_question_is_due_by_its_own_rule_and_others_by_the_usual_one(tmp_path: Path, game: Game) -> None:
    first, window = game.log.pauses
    assert {first.due_for(seat) for seat in NAMES} == {USUAL_DEADLINE}
    assert {window.due_for(seat) for seat in NAMES} == {SHORT_DEADLINE}
    assert "By Saturday 21 November 2026, 20:00" in letter(game, "ann")


def test_a_rule_that_game_yaml_does_not_name_is_the_usual_one(tmp_path: Path) -> None:
    game = new(tmp_path / "other", rules="")
    play_on(game, Clock())
    send(game, {seat: Sail(to="reef") for seat in NAMES})
    play_on(game, Clock())
    assert {game.log.pauses[1].due_for(seat) for seat in NAMES} == {USUAL_DEADLINE}


def test_nothing_counts_by_itself_before_the_deadline(game: Game) -> None:
    clock = Clock(SHORT_DEADLINE - timedelta(seconds=1))
    assert not ready(game, clock)
    assert play_on(game, clock) == 0


def test_at_the_deadline_silence_counts_and_everybody_is_told(game: Game) -> None:
    assert "If no valid sheet of yours is there by then, this counts: Red plays no card." in letter(game, "ann")
    send(game, {"ben": Reinforce(passes=True)})
    clock = Clock(SHORT_DEADLINE)
    assert ready(game, clock)

    assert play_on(game, clock) > 0
    battle = next(entry for entry in game.table.entries if entry.step == "battle")
    assert {one.seat: one.by for one in battle.answers} == {
        "ann": "silence", "ben": "sheet", "cid": "silence", "dora": "silence", "eve": "silence",
    }  # fmt: skip
    told = letter(game, "eve")
    assert "Ann had sent no valid sheet at the deadline" in told
    assert "Ben had sent no valid sheet" not in told


def test_a_question_without_silence_waits_for_the_moderator(tmp_path: Path) -> None:
    game = new(tmp_path / "other")
    play_on(game, Clock())
    assert play_on(game, Clock(USUAL_DEADLINE + timedelta(days=9))) == 0
    assert len(waiting(game.table)) == 5


def test_a_hold_ends_with_the_deadline_of_its_own_question(game: Game) -> None:
    stage = game.stage("ann")
    assert stage
    put_hold(game, [stage], RequestOrigin(9, 1), START, held=True)
    everyone = {seat: Reinforce(passes=True) for seat in NAMES}
    send(game, everyone)

    assert play_on(game, Clock(SHORT_DEADLINE - timedelta(hours=1))) == 0
    assert play_on(game, Clock(SHORT_DEADLINE)) > 0


def test_the_first_sheet_with_a_card_closes_the_window_and_the_later_one_is_told_so(game: Game) -> None:
    cards = {seat: game.view(seat).hands[power].known[0] for seat, power in (("ann", "red"), ("dora", "gold"))}
    send(game, {"ann": Reinforce(card=cards["ann"])}, START + timedelta(hours=2), item=3)
    send(game, {"dora": Reinforce(card=cards["dora"])}, START + timedelta(hours=1), item=4)

    assert play_on(game, Clock(START + timedelta(hours=3))) > 0
    assert "Your answer arrived after the question was closed, so it does not count." in letter(game, "ann")
    for seat in ("dora", "eve", "public"):
        assert "after the question was closed" not in letter(game, seat)
    assert game.log.entries == Game(game.folder, {"islands": ISLANDS}).log.entries


@pytest.mark.parametrize(("between", "first"), [(False, "dora"), (True, "ann")])
def test_a_sheet_that_is_sent_again_counts_from_when_it_first_came(game: Game, between: bool, first: str) -> None:
    cards = {seat: game.view(seat).hands[power].known[0] for seat, power in (("ann", "red"), ("dora", "gold"))}
    send(game, {"dora": Reinforce(card=cards["dora"])}, START + timedelta(hours=1), item=3)
    if between:
        send(game, {"dora": Reinforce(passes=True)}, START + timedelta(hours=2), item=4)
    send(game, {"ann": Reinforce(card=cards["ann"])}, START + timedelta(hours=3), item=5)
    send(game, {"dora": Reinforce(card=cards["dora"])}, START + timedelta(hours=4), item=6)
    play_on(game, Clock(START + timedelta(hours=5)))

    late = "ann" if first == "dora" else "dora"
    assert "after the question was closed" in letter(game, late)
    assert "after the question was closed" not in letter(game, first)


def test_a_plan_that_is_kept_is_in_the_log_and_answers(tmp_path: Path) -> None:
    game = new(tmp_path / "other")
    game.table.keep("ann", "sail", Sail(to="cove"), power="red", stays=True)
    game.append(game.table.tell("plans", ()), START, "0001")
    play_on(game, Clock())
    again = Game(game.folder, {"islands": ISLANDS})

    assert [plan.order for plan in again.view("ann").kept] == [Sail(to="cove")]
    send(again, {seat: Sail(to="reef") for seat in NAMES if seat != "ann"})
    assert play_on(again, Clock()) > 0
    assert again.table.state.at["red"] == "cove"
