import shutil
from pathlib import Path

import pytest

from pbem.store.game import CannotPlay, Game, create, now
from pbem.store.playing import play_on
from pbem_maria.edition import EDITIONS
from pbem_maria.ruleset import MARIA

GAME_YAML = """\
game: own-board
rules: maria
settings: {{edition: {edition}}}
moderator: {{name: Mo, address: mo@example.org}}
seats:
  maria-theresa: {{player: Anna, address: anna@example.org}}
  frederick: {{player: Ben, address: ben@example.org}}
  louis: {{player: Chloe, address: chloe@example.org}}
mail: {{from: game@example.org}}
deadlines: {{zone: Europe/Vienna, at: ["Sunday 20:00"], notice: 48 hours}}
"""


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EDITIONS / "historical", tmp_path / "printed"))


@pytest.fixture
def folder(tmp_path: Path, edition: Path) -> Path:
    folder = tmp_path / "game"
    create(folder, GAME_YAML.format(edition=edition), {"maria": MARIA}, "33" * 32)
    with Game.held(folder, {"maria": MARIA}) as game:
        play_on(game, now)
    return folder


def test_a_game_is_played_on_an_edition_of_ones_own(folder: Path) -> None:
    assert Game.open(folder, {"maria": MARIA}).table.state.edition.startswith("printed-")


def test_an_edition_that_was_changed_stops_the_game_with_a_reason(folder: Path, edition: Path) -> None:
    file = edition / "map.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("name: Montargis", "name: Montargys"), encoding="utf-8")

    with pytest.raises(CannotPlay, match="the files of the edition have been changed"):
        Game.open(folder, {"maria": MARIA})


def test_an_edition_that_is_gone_stops_the_game_with_a_reason(folder: Path, edition: Path) -> None:
    (edition / "map.yaml").unlink()

    with pytest.raises(CannotPlay, match="cannot be read"):
        Game.open(folder, {"maria": MARIA})
