"""No player makes everyone's letters long, or holds the game up, by writing too much."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.intake.case import MOST_OUT_OF_TURN
from pbem.mail.judges import HandledMail
from pbem.mail.outgoing.letters import make_letters
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.play import apply_default, play_on
from pbem_maria.chapters.agreements import MOST_OPEN, MOST_STANDING
from tests.maria.game_yaml import game_yaml
from tests.maria.robustness.hostile import sheets
from tests.toy.game import Clock

CLOCK = Clock()
LONGEST_ANSWER = 40_000
"""Bytes; a sheet with a hundred faults is answered with sixty of them."""


def play(game: Game) -> None:
    play_on(game, CLOCK)
    make_letters(game)


def defaults(game: Game) -> None:
    """Let everyone who is asked give the plain answer."""
    for seat in game.titles:
        stage = game.stage(seat)
        if stage and stage.pending:
            apply_default(game, seat, "test", CLOCK)
    play(game)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    """A game in which France's first stage is asked of Louis."""
    create(tmp_path / "game", game_yaml("vienna"), None, "22" * 32)
    with opening.held(tmp_path / "game") as held:
        play(held)
        while not ((stage := held.stage("louis")) and stage.decision.key == "1.france"):
            defaults(held)
        yield held


def hand_in(game: Game, seat: str, text: str) -> HandledMail:
    count = len(game.inbox.items())
    item, _ = game.inbox.keep(text.encode(), CLOCK(), seat=seat, source=str(count))
    return judges.handle(game, item, CLOCK)


def size(game: Game, seat: str) -> int:
    """The size of the newest letter to *seat*, in characters."""
    assert game.pause
    return len((game.folder / "letters" / f"{game.pause.round:04d}" / f"{seat}.txt").read_text())


def proposals(count: int, first: int = 0) -> str:
    text = "x" * 390
    lines = (f"- {{with: Frederick, kind: other, text: {number} {text}}}\n" for number in range(first, first + count))
    return "propose:\n" + "".join(lines)


@pytest.mark.slow
def test_every_hostile_sheet_is_answered_and_shortly(game: Game) -> None:
    for name, text in sheets(game.view("louis"), "louis").items():
        handled = hand_in(game, "louis", text)
        assert handled.verdict.state in ("accepted", "refused"), name
        assert len(handled.answer.encode()) < LONGEST_ANSWER, name


def test_21_a_sheet_proposes_no_more_than_six_agreements(game: Game) -> None:
    handled = hand_in(game, "louis", proposals(1000).replace("x" * 390, ""))
    assert handled.verdict.problems == ("too-many-parts",)
    handled = hand_in(game, "louis", proposals(7))
    assert handled.verdict.problems == ("too-many",)
    assert "There are 7 entries here; only the first 6 were read." in handled.answer
    assert hand_in(game, "louis", proposals(6)).verdict.state == "accepted"


def test_21_a_player_has_no_more_than_six_proposals_open(game: Game) -> None:
    assert hand_in(game, "frederick", proposals(3).replace("Frederick", "Louis XV")).verdict.state == "accepted"
    more = proposals(4, 3).replace("Frederick", "Louis XV")
    handled = hand_in(game, "frederick", more)
    assert handled.verdict.problems == ("register-full",)
    assert "3 proposals of yours await an answer, 3 with those in force" in " ".join(handled.answer.split())
    assert hand_in(game, "frederick", more + "decline: [1]\n").verdict.state == "accepted"
    register = [each.status for each in game.table.state.agreements]
    assert register.count("proposed") == MOST_OPEN
    assert hand_in(game, "frederick", "decline: [2]\n").verdict.state == "accepted"


def test_21_two_players_cannot_fill_the_register_together(game: Game) -> None:
    refused: set[str] = set()
    for number in range(0, 60, 3):
        if not (number + 3) % (3 * MOST_OUT_OF_TURN):
            defaults(game)
        refused.update(
            hand_in(game, "frederick", proposals(3, number).replace("Frederick", "Louis XV")).verdict.problems
        )
        waiting = [each.number for each in game.table.state.agreements if each.status == "proposed"]
        if waiting and game.stage("louis"):
            hand_in(game, "louis", f"accept: {waiting}\n")
            defaults(game)
    standing = [each for each in game.table.state.agreements if each.status in ("proposed", "in force")]
    assert len(standing) == MOST_STANDING
    assert "register-full" in refused


def test_what_counts_at_once_counts_so_often_between_two_letters(game: Game, tmp_path: Path) -> None:
    before = size(game, "maria-theresa")
    states = []
    for number in range(3 * MOST_OUT_OF_TURN):
        text = (
            proposals(3)
            if number % 2 == 0
            else f"decline: {[each.number for each in game.table.state.agreements][-3:]}\n"
        )
        handled = hand_in(game, "frederick", text.replace("Frederick", "Louis XV"))
        states.append(handled.verdict.state)
    assert states == ["accepted"] * MOST_OUT_OF_TURN + ["refused"] * 2 * MOST_OUT_OF_TURN
    assert handled.verdict.problems == ("too-many-out-of-turn",)
    assert "You have sent 10 sheets that take effect at once" in " ".join(handled.answer.split())
    assert hand_in(game, "maria-theresa", "standing: {}\n").verdict.state == "accepted"
    hand_in(game, "louis", "pass")
    play(game)
    assert size(game, "maria-theresa") < before + 20_000
    assert hand_in(game, "frederick", "decline: [1]\n").verdict.problems != ("too-many-out-of-turn",)
