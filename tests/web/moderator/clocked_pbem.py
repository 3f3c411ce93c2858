"""The command line with the toy rules and a clock that tests set in a file: `python -m ... COMMAND...`."""

import os
from datetime import datetime
from pathlib import Path

from pbem.cli.main import main
from pbem.cli.options import Host
from tests.toy.game import RULESETS


def _now() -> datetime:
    return datetime.fromisoformat(Path(os.environ["PBEM_TEST_CLOCK"]).read_text())


if __name__ == "__main__":
    main(obj=Host(_now, RULESETS))
