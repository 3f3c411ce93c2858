"""How a chapter deals with a type of line."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.position.state import WarState


class LineRules(msgspec.Struct, frozen=True):
    """How a chapter deals with a type of line, of which nothing more is known here.

    *problems* says why *nation* cannot do it now, in a view or a state: the first of them skips the line when its time
    comes, and the sheet's checker and the forecast ask it as well. *carry_out* does it, by events and by boxes that it
    enters; points are spent there. *foreseen*, where it differs, says what is wrong further on if no one intervenes,
    such as with the third step of a move: the checker asks that instead.
    """

    problems: Callable[[WarState, str, Any], Iterator[Problem]]
    carry_out: Callable[[Table[WarState], str, Any], None]
    foreseen: Callable[[WarState, str, Any], Iterator[Problem]] | None = None
