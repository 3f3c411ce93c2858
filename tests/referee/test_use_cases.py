"""What can be done to a game: one function for each thing, of which the packages have lists."""

import importlib
import re
from datetime import date
from pathlib import Path

import pytest

import pbem.mail
import pbem.referee
from pbem.engine.event import PUBLIC
from pbem.referee import moderator
from pbem.referee.deadlines.received import seat_status
from pbem.referee.game import Game
from pbem.referee.play import NoLogEntry, apply_default, entry_of_round, play_on, rewind
from pbem.referee.stage import NotAsked
from pbem.referee.views import check, seen_log
from tests.toy.game import Clock, new_game

CHRISTMAS = date(2026, 12, 24), date(2026, 12, 26)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A toy game that waits for three bids."""
    game = new_game(tmp_path / "game")
    play_on(game, Clock())
    return game


@pytest.mark.parametrize("package", [pbem.referee, pbem.mail], ids=lambda package: str(package.__name__))
def test_the_functions_that_a_package_lists_are_there(package: object) -> None:
    listed = re.findall(r"^    ([a-z_.]+)\.(\w+)  +(\S.*)$", package.__doc__ or "", re.MULTILINE)
    assert len(listed) > 10
    name = str(vars(package)["__name__"])
    found = [getattr(importlib.import_module(f"{name}.{module}"), function) for module, function, _ in listed]
    assert all(callable(one) and one.__doc__ for one in found)


def test_a_stage_is_held_for_a_seat_once_and_released(game: Game) -> None:
    stage = moderator.hold(game, "ann", Clock())
    assert moderator.hold(game, "ann", Clock()) == stage
    assert seat_status(game, "ann", Clock()).received == "nothing"
    assert len(list((game.folder / "wishes").iterdir())) == 1
    moderator.release(game, "ann", Clock())
    moderator.release(game, "ann", Clock())
    assert len(list((game.folder / "wishes").iterdir())) == 2


def test_a_seat_that_has_nothing_to_answer_holds_nothing(tmp_path: Path) -> None:
    with pytest.raises(NotAsked):
        moderator.hold(new_game(tmp_path / "game"), "ann", Clock())


def test_an_absence_is_noted_once_and_taken_back(game: Game) -> None:
    assert [(one.start, one.end) for one in moderator.away(game, "ben", *CHRISTMAS, Clock())] == [CHRISTMAS]
    assert len(moderator.away(game, "ben", *CHRISTMAS, Clock())) == 1
    assert moderator.back(game, "ben", Clock()) == ()
    assert moderator.back(game, "ben", Clock()) == ()
    assert len(list((game.folder / "wishes").iterdir())) == 2


def test_a_game_is_rewound_to_the_letters_of_a_round(game: Game) -> None:
    for seat in ("ann", "ben", "cid"):
        apply_default(game, seat, "they are away", Clock())
    play_on(game, Clock())
    back = entry_of_round(game, 1)
    rewind(game, back, "once more", Clock())
    assert game.table.state == game.table.at(back)[0]
    with pytest.raises(NoLogEntry, match="there is no round 9; the last is 2"):
        entry_of_round(game, 9)


def test_a_sheet_is_checked_against_what_its_seat_knows(game: Game) -> None:
    before = sorted(game.folder.rglob("*"))
    assert check(game, "ann", "bid: 1\n").valid
    wrong = check(game, "ann", "bid: many\n")
    assert not wrong.valid
    assert wrong.sheet.every_fault
    assert sorted(game.folder.rglob("*")) == before


def test_the_log_shows_a_seat_what_is_its_own(game: Game) -> None:
    own, public = (seen_log(game, who) for who in ("ann", PUBLIC))
    assert [one.step for one in own] == [one.step for one in public]
    assert [one.events for one in own] != [one.events for one in public]
