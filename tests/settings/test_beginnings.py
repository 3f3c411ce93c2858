"""A game keeps the name, the rules and the settings that it began with."""

from pathlib import Path

import pytest

from pbem.referee import opening
from pbem.referee.play import play_on
from pbem.settings import beginnings
from pbem.settings.game import NAME, BadSettings, read_settings
from tests.toy import TOY
from tests.toy.game import RULESETS, Clock, new_game, opened


def begun(folder: Path) -> Path:
    new_game(folder)
    with opening.held(folder, RULESETS) as game:
        play_on(game, Clock())
    return folder


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "game.yaml"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "before"),
    [
        ("rounds: 1", "rounds: 2", "1"),
        ("game: toy-1", "game: toy-2", "toy-1"),
        ("settings: {rounds: 1}\n", "", "1"),
    ],
)
def test_what_it_began_with_cannot_be_changed(tmp_path: Path, old: str, new: str, before: str) -> None:
    folder = begun(tmp_path / "game")
    change(folder, old, new)
    with pytest.raises(BadSettings) as told:
        opened(folder)
    (fault,) = told.value.faults
    assert (fault.problem.code, fault.problem.args["text"]) == ("not-as-begun", before)
    if new:
        assert new in told.value.text.splitlines()[fault.place.line - 1]
    change(folder, new or "moderator:", f"{old}{'' if new else 'moderator:'}")
    opened(folder)


def test_before_it_begins_all_can_be_changed(tmp_path: Path) -> None:
    new_game(tmp_path / "game")
    change(tmp_path / "game", "rounds: 1", "rounds: 2")
    change(tmp_path / "game", "game: toy-1", "game: toy-2")
    opened(tmp_path / "game")


def test_the_rest_of_game_yaml_stays_the_moderators_to_edit(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    change(folder, "game@example.org", "other@example.org")
    change(folder, "ben@example.org", "ben@elsewhere.example")
    change(folder, "48 hours", "2 days")
    opened(folder)


def test_a_folder_that_moved_is_no_other_choice(tmp_path: Path) -> None:
    folder = begun(tmp_path / "game")
    noted = beginnings.noted(folder)
    assert noted
    (folder / beginnings.BEGAN).unlink()
    beginnings.note(folder, {**noted.choices, "settings.rounds": "/home/games/mine"}, noted.commitment)
    game = read_settings(folder / NAME, TOY)
    assert game.settings.rounds == 1
