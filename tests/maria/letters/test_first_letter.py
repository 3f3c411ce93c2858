"""The first letter: how a game by email goes, with a sheet of this very game as an example."""

import re
from pathlib import Path

import pytest

from pbem.mail.exchange import exchange
from pbem.referee import opening
from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.sheet.check import check_sheet
from tests.maria.game_yaml import game_yaml
from tests.toy.game import Clock, drop, mail


@pytest.fixture(params=["introductory", "advanced"], scope="module")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("first") / "vienna"
    create(folder, game_yaml("vienna", request.param), None, "22" * 32)
    turn(folder)
    return folder


def turn(folder: Path) -> Game:
    with opening.held(folder) as game:
        exchange(game, Clock())
    return opening.look(folder)


def letter(folder: Path, seat: str, number: int = 1) -> str:
    return (folder / "letters" / f"{number:04d}" / f"{seat}.txt").read_text(encoding="utf-8")


def page(text: str) -> str:
    """How it goes, without the rest of a letter."""
    return text.partition("HOW IT GOES\n")[2].partition("\n\nWHAT HAPPENED\n")[0]


def worked(text: str) -> list[str]:
    """The lines of the sheet in the example."""
    example = page(text).partition("For example")[2]
    return re.findall(r"^- `([^`]*)`: ", example, re.MULTILINE)


def seats(folder: Path) -> list[str]:
    return list(opening.look(folder).titles)


def test_the_example_is_legal_and_of_the_readers_own_generals(folder: Path) -> None:
    game = opening.look(folder)
    for seat in game.titles:
        lines, stage = worked(letter(folder, seat)), game.stage(seat)
        assert stage is not None
        assert lines[0] == "troops:"
        view = game.view(seat)
        found = check_sheet("\n".join(lines) + "\n", stage.step, stage.decision, view, game.ruleset.lexicon(view, seat))
        assert not found.faults, seat
        assert found.order is not None
        assert found.order != stage.decision.default, "it shows a change"
        own = {general for power in view.powers_of(seat) for general in view.theatre.powers[power].generals}
        assert {*found.order.troops} == {general.id for general in own}


def test_the_example_sent_as_it_says_is_accepted(folder: Path) -> None:
    game = opening.look(folder)
    who, lines = game.settings.seats["louis"].address, worked(letter(folder, "louis"))
    token = re.search(r"\{\w{4}-\w{4}\}", letter(folder, "louis"))
    assert token is not None
    number = len(game.inbox.items()) + 1
    drop(folder, f"{number}.eml", mail(who, f"Re: {token.group()}", "\n".join(("---", *lines, "...", ""))))
    verdict = turn(folder).inbox.verdicts()[-1]
    assert (verdict.seat, verdict.state) == ("louis", "accepted")


def test_a_page_says_what_to_do_without_a_word_of_formats(folder: Path) -> None:
    for seat in seats(folder):
        said = page(letter(folder, seat))
        assert 20 < said.count("\n") < 50
        assert not re.search(r"yaml|syntax|markup|parse|indent", said, re.IGNORECASE)
        for word in ("`---`", "`...`", "`pass`", "`help`", "`try`", "`status`"):
            assert word in said


def test_a_letter_that_comes_back_is_not_read_for_its_example(folder: Path) -> None:
    game = opening.look(folder)
    for quote in ("", "> "):
        number = len(game.inbox.items()) + 1
        back = "".join(f"{quote}{line}\n" for line in letter(folder, "frederick").split("\n"))
        who = game.settings.seats["frederick"].address
        token = re.search(r"\{\w{4}-\w{4}\}", back)
        assert token is not None
        raw = mail(who, f"Re: {token.group()}", f"Thank you, I will look at it.\n\nOn Sunday the game wrote:\n{back}")
        drop(folder, f"{number}.eml", raw)
        game = turn(folder)
        assert game.inbox.verdicts()[-1].state != "accepted"


def test_only_the_first_letter_has_the_page(folder: Path) -> None:
    for seat in seats(folder):
        assert "HOW IT GOES" in letter(folder, seat)
    game = opening.look(folder)
    for seat in seats(folder):
        number = len(game.inbox.items()) + 1
        token = re.search(r"\{\w{4}-\w{4}\}", letter(folder, seat))
        assert token is not None
        drop(folder, f"{number}.eml", mail(game.settings.seats[seat].address, f"Re: {token.group()}", "pass\n"))
        game = turn(folder)
    assert len(game.log.pauses) == 2
    for seat in seats(folder):
        assert "HOW IT GOES" not in letter(folder, seat, 2)
        assert "send `help`, or `help moves`" in " ".join(letter(folder, seat, 2).split())
