"""pbem with a line in its log for each type of records that msgspec looks at while other threads may read it."""

import sys
import threading
from typing import Any

from msgspec import _utils

from pbem.cli.main import main
from pbem.web.server.serving import ONE_AT_A_TIME

_look: Any = getattr(_utils, "_get_class_mro_and_typevar_mappings")  # noqa: B009


def watched(kind: Any) -> Any:
    owner: Any = ONE_AT_A_TIME
    alone = threading.current_thread() is threading.main_thread() or owner._is_owned()
    asks = sys._getframe(2).f_globals["__name__"]
    if not alone and not asks.startswith("msgspec"):  # its functions in Python keep nothing
        print(f"looked at in a thread: {kind}", file=sys.stderr, flush=True)
    return _look(kind)


setattr(_utils, "_get_class_mro_and_typevar_mappings", watched)  # noqa: B010

if __name__ == "__main__":
    main()
