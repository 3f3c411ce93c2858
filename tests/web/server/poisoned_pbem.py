"""The command line with the toy rules, in which some sheets never end, and one kills the process that reads it."""

import os
from typing import Any

from pbem.cli.main import main
from pbem.cli.options import Host
from pbem.mail.intake import case
from pbem.referee import views
from pbem.sheet.parts import check_parts
from tests.toy.game import RULESETS

ENDLESS, DEADLY = "666", "999"


def _poisoned(text: str, *args: Any, **more: Any) -> Any:
    while ENDLESS in text:
        pass
    if DEADLY in text:
        os._exit(9)
    return check_parts(text, *args, **more)


if __name__ == "__main__":
    for module in (case, views):
        setattr(module, "check_parts", _poisoned)  # noqa: B010
    main(obj=Host(rulesets=RULESETS))
