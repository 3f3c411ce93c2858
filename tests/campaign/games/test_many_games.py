"""Many games of one moderator: what happens by itself when one of them cannot be read."""

from pathlib import Path

import msgspec

from pbem.referee.opening import create
from tests.cli.conftest import Pbem, pbem
from tests.toy.game import GAME_YAML, RULESETS, SEED

__all__ = ["pbem"]


def test_situation_one_of_many_games_cannot_be_read(pbem: Pbem, tmp_path: Path) -> None:
    top = tmp_path / "games"
    for name in ("a", "b", "c"):
        create(top / name, GAME_YAML.replace("OUT", "{folder: out}"), RULESETS, SEED)
    (top / "b" / "secret").unlink()
    done = pbem("turn", "--all", str(top), code=1)
    assert [(top / name / "letters" / "0001").exists() for name in "abc"] == [True, False, True]
    assert f"{top / 'b'}:" in done.stderr
    found = pbem.json("games", str(top), "--needing", code=1)
    assert [one["folder"] for one in found] == [str(top / "b")]
    assert "secret" in msgspec.json.encode(found).decode()
