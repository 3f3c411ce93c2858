"""The command line with the toy rules and a clock that tests set in a file: `python -m ... COMMAND...`."""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.engine.playtest import Playtest, registered
from tests.toy.game import RULESETS
from tests.toy.playtest import PLAYTEST

BOT_FAILS = "PBEM_TEST_BOT_FAILS"
"""Set in the environment if the bot is to crash."""


def let_the_bot_fail(put: Callable[[Playtest[Any]], object]) -> None:
    """Give the toy, by *put*, a bot that crashes."""
    put(msgspec.structs.replace(PLAYTEST, bot=_crashes))


def _now() -> datetime:
    return datetime.fromisoformat(Path(os.environ["PBEM_TEST_CLOCK"]).read_text())


def _crashes(*_asked: object) -> Any:
    raise KeyError("no bid")


if __name__ == "__main__":
    if os.environ.get(BOT_FAILS):
        let_the_bot_fail(lambda bot: registered.update(toy=bot))
    main(obj=Host(_now, RULESETS))
