"""An edition: a game's board and pieces as files that a person can edit, and how they are checked."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec

from pbem.engine.problem import Problem

Check = Callable[[Any, Collection[str]], Iterable[Problem]]


class EditionType(msgspec.Struct, frozen=True):
    """What the files of an edition hold.

    *files* is a struct with a field for each file, of the type of what `FIELD.yaml` must hold. *check* is given all of
    it, and finds what types cannot say; the path of a problem begins with the name of its file. It is also given the
    ids of entries that could not be read and so are missing: whatever refers to them is not a problem.
    """

    files: type[msgspec.Struct]
    check: Check
