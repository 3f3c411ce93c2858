"""Words to players in a sheet file or forum post that is submitted: taken out and passed on, as in an email."""

from pathlib import Path

import pytest

from pbem.mail import judges
from pbem.mail.intake.sheet_files import look_at
from pbem.referee.opening import look
from pbem.store.facts import WordsPassed
from pbem.store.inbox import Verdict
from tests.mail.words.world import World
from tests.toy.game import RULESETS

QUOTE = "[quote=Ben]to cid: bid: 0[/quote]\n"
"""What makes a text a forum post; nothing in it is Ann's."""
WORDS = "to ben: Shall we bid nothing?\n"


def submitted(world: World, text: str) -> tuple[Verdict, str]:
    with world.game() as game:
        handled, _ = judges.submit_sheet(game, "ann", text.encode(), world.clock)
    return handled.verdict, " ".join(handled.answer.split())


def passed(world: World) -> list[tuple[tuple[str, ...], str]]:
    with world.game() as game:
        return [(one.to, one.text) for one in game.facts if isinstance(one, WordsPassed)]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path / "game")


@pytest.mark.parametrize("before", ["", QUOTE], ids=["file", "post"])
def test_words_alone_are_passed_on_once_and_answered(world: World, before: str) -> None:
    for _ in range(2):
        verdict, answer = submitted(world, before + WORDS)
        assert verdict.state == "command", answer
        assert "WORDS SENT" in answer.upper()
    assert passed(world) == [(("ben",), "Shall we bid nothing?")]
    world.turn()
    assert "> Shall we bid nothing?" in world.texts("ben", "fact")[-1]


@pytest.mark.parametrize("before", ["", QUOTE], ids=["file", "post"])
@pytest.mark.parametrize("sheet", ["---\nbid: 1\n...\n", "bid: 1\n"], ids=["marked", "without-marks"])
def test_a_sheet_beside_words_counts_and_both_are_told(world: World, before: str, sheet: str) -> None:
    verdict, answer = submitted(world, f"{before}{sheet}\n{WORDS}")
    assert verdict.state == "accepted", answer
    assert "Shall we bid nothing?" in answer
    assert passed(world) == [(("ben",), "Shall we bid nothing?")]


@pytest.mark.parametrize("mode", ["none", "public", "private", "anonymous"])
@pytest.mark.parametrize("before", ["", QUOTE], ids=["file", "post"])
def test_no_line_of_words_is_an_order_in_any_mode(tmp_path: Path, before: str, mode: str) -> None:
    world = World(tmp_path / "game", f"press: {mode}\n")
    text = f"{before}{WORDS}bid: 2\n"
    verdict, answer = submitted(world, text)
    assert verdict.state in ("command", "words"), answer
    assert not passed(world)
    with world.game() as game:
        assert not [one for one in game.inbox.verdicts() if one.state == "accepted"]
    game = look(world.folder, RULESETS)
    seen = look_at(game, "ann", text.encode(), as_mail=False)
    assert seen.fate.value == "words"
    assert not seen.sheet.good


def test_without_press_the_moderator_reads_them(tmp_path: Path) -> None:
    world = World(tmp_path / "game", "press: none\n")
    verdict, answer = submitted(world, f"---\nbid: 1\n...\n\n{WORDS}")
    assert verdict.state == "accepted", answer
    assert verdict.beside
    assert "players do not write to each other through this game" in answer


def test_a_look_at_a_file_says_which_lines_are_for_players(world: World) -> None:
    game = look(world.folder, RULESETS)
    seen = look_at(game, "ann", f"bid: 1\n\n{WORDS}bid: 2\n".encode(), as_mail=False)
    assert "words-apart" in {note.code for note in seen.notes}
    assert len(seen.sheet.good) == 1
    assert not passed(world)
