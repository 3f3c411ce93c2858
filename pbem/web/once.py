"""What parts of a page need is worked out once: for one answer, or for a game as long as it stays as it was read.

For one answer anything may be remembered, as nothing changes meanwhile. With a game stays only what follows from its
log, its settings and its templates alone: not from emails that came, nor from the clock.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from pbem.referee.game import Game
from pbem.report.word_files import files_looked_at_once

P = ParamSpec("P")
R = TypeVar("R")
_known: ContextVar[dict[Any, Any] | None] = ContextVar("known", default=None)
_kept: WeakKeyDictionary[Game, dict[Any, tuple[Any, Any]]] = WeakKeyDictionary()
_keeping = Lock()


@contextmanager
def one_answer() -> Iterator[None]:
    """While one answer is made."""
    before = _known.set({})
    try:
        with files_looked_at_once():
            yield
    finally:
        _known.reset(before)


def once_an_answer(function: Callable[P, R]) -> Callable[P, R]:
    """The same *function*, called once in an answer for the same arguments; without an answer, each time."""

    @wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        known = _known.get()
        if known is None:
            return function(*args, **kwargs)
        key = (function, args, *sorted(kwargs.items()))
        if key not in known:
            known[key] = function(*args, **kwargs)
        found: R = known[key]
        return found

    return called


def kept_with(game: Game, what: tuple[str, ...], of: Any, make: Callable[[], R]) -> R:
    """*what* there is for *game*, made again only once it is *of* something else."""
    with _keeping:
        kept = _kept.setdefault(game, {})
    before = kept.get(what)
    if before is None or before[0] != of:
        before = kept[what] = (of, make())
    found: R = before[1]
    return found
