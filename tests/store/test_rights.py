from pathlib import Path

from pbem.referee import opening
from pbem.referee.opening import FOLDERS
from pbem.referee.play import play_on
from tests.toy.game import RULESETS, Clock, new_game


def test_what_is_secret_in_a_game_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    new_game(folder)
    with opening.held(folder, RULESETS) as game:
        play_on(game, Clock())
    for name in (*FOLDERS, "log.jsonl", "secret"):
        assert (folder / name).stat().st_mode & 0o077 == 0, name
