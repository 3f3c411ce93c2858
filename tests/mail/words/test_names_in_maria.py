"""Whom players of Maria mean by a name: seats, and the powers that they run."""

from pathlib import Path

import pytest

from pbem.referee.game import Game
from pbem.referee.opening import create
from pbem.referee.people.words import people

YAML = """\
game: vienna-1741
rules: maria
pictures: none
settings: {players: 3, scenario: advanced}
moderator: {name: Rosa, address: rosa@example.org}
words: {between players: BETWEEN}
seats:
  maria-theresa: {player: Anna}
  frederick: {player: Ben}
  louis: {player: Chloé}
"""


def game(folder: Path, between: str) -> Game:
    return create(folder, YAML.replace("BETWEEN", between), None, "00" * 32)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("louis", ("louis",)),
        ("Louis XV", ("louis",)),
        ("France", ("louis",)),
        ("Bavaria", ("louis",)),
        ("Preussen", ("frederick",)),
        ("the Pragmatic Army", ("frederick",)),
        ("Maria Theresa", ("maria-theresa",)),
        ("austria", ("maria-theresa",)),
        ("Prussia and Austria", ("frederick", "maria-theresa")),
        ("Chloe", ("louis",)),
        ("all", ("maria-theresa", "frederick")),
        ("Rosa", ()),
        ("be clear", ()),
    ],
)
def test_names_of_seats_powers_and_players(tmp_path: Path, name: str, seats: tuple[str, ...]) -> None:
    assert people(game(tmp_path / "game", "named"), "louis", name).seats == seats


def test_without_names_no_player_is_found_by_theirs(tmp_path: Path) -> None:
    assert people(game(tmp_path / "game", "anonymous"), "louis", "Anna").kind == "unknown"
