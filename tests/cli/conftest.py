import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pbem.cli.main import main
from pbem.cli.options import Host
from tests.toy.game import RULESETS, Clock, new_game


class Pbem:
    """The command line, at work on one toy game."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self.folder = folder
        self.clock = clock
        self.rulesets = dict(RULESETS)

    def __call__(self, *args: str, code: int = 0, typed: str | None = None) -> Result:
        runner = CliRunner()
        result = runner.invoke(
            main,
            list(args),
            obj=Host(self.clock, self.rulesets),
            env={"PBEM_GAME": str(self.folder)},
            input=typed,
            catch_exceptions=False,
        )
        assert result.exit_code == code, result.output
        return result

    def json(self, *args: str, code: int = 0, typed: str | None = None) -> Any:
        return json.loads(self(*args, "--json", code=code, typed=typed).stdout)


@pytest.fixture
def pbem(tmp_path: Path) -> Pbem:
    folder = tmp_path / "toy-1"
    new_game(folder)
    return Pbem(folder, Clock())
