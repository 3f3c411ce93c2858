"""A choice as changes of a sheet's text: what it puts into the order, in the words that a player would type."""

from collections.abc import Iterator
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.menu import GONE, PASS, DeskChoice, Put, applied
from pbem.engine.order import Order
from pbem.engine.reading import type_info
from pbem.sheet.edit import Edit
from pbem.sheet.pieces import Wanted, kind_at
from pbem.sheet.writer import spelled, value_text, write_plain


def edits(choice: DeskChoice, decision: Decision, draft: Order | None, wanted: Wanted) -> tuple[Edit, ...]:
    """The changes of a text that says *draft* which make it say what a choice makes of it."""
    return tuple(_edits(choice, applied(decision, draft, choice), wanted))


def _edits(choice: DeskChoice, after: Any, wanted: Wanted) -> Iterator[Edit]:
    passes = getattr(after, "passes", None)
    if passes is False:
        yield Edit(path=PASS.path, how="remove")
    for put in choice.puts:
        if put.value is GONE:
            yield Edit(path=put.path, how="remove")
        else:
            yield Edit(path=put.path, text=_text(put, after, wanted), how="insert" if put.insert else "put")
    if passes and PASS not in choice.puts:
        yield Edit(path=PASS.path, text="yes")


def _text(put: Put, after: Any, wanted: Wanted) -> str:
    """How what is put into the order *after* is written."""
    holder: Any = after
    for step in put.path[:-1]:
        holder = getattr(holder, str(step)) if isinstance(holder, msgspec.Struct) else holder[step]
    if isinstance(holder, msgspec.Struct) and isinstance(put.path[-1], int):  # a list that reads itself
        plain = spelled(type(holder)((put.value,)), type_info(type(holder)), wanted.lexicon)[0]
    else:
        base = (wanted.heading,) if wanted.heading else ()
        kind = kind_at(wanted, (*base, *put.path))
        plain = spelled(put.value, kind or type_info(type(put.value)), wanted.lexicon)
    return write_plain(plain).rstrip("\n") if isinstance(plain, dict) else value_text(plain)
