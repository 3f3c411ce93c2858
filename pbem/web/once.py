"""Worked out once for a page; what a seat is asked and its sheet says.

For one answer anything may be remembered, as nothing changes meanwhile. With a game stays only what follows from its
log, its settings and its templates alone: not from emails that came, nor from the clock.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from pbem.referee import letter
from pbem.referee.game import Game
from pbem.referee.letter import present_context
from pbem.referee.views import CheckedSheet, check
from pbem.report.template_files import files_looked_at_once

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


@once_an_answer
def check_once(game: Game, seat: str, text: str) -> CheckedSheet:
    """Check a sheet against what *seat* knows now; raises `NotAsked` if it can send nothing."""
    return check(game, seat, text)


def present_form(game: Game, seat: str, at: datetime) -> str:
    """The form of what *seat* may send *at* a time, with its marks; empty if that is nothing."""
    stages, view = game.stages(seat), game.view(seat)
    words = letter.words_for(game, view, seat)

    def made() -> str:
        parts = present_context(game, words, seat, stages, view, at).parts
        return str(parts["form"]) if isinstance(parts, Mapping) else ""

    asked = tuple((one.name, one.decision.key, one.pending) for one in stages)
    return kept_with(game, ("form", seat), (asked, _passed(game, at), words.made), made) if stages else ""


def _passed(game: Game, at: datetime) -> tuple[object, ...]:
    """All that a form may say of a time, as it is *at* that time."""
    if game.pause is None:
        return ()
    dues = [due for one in game.pause.waits if (due := game.pause.due(one))]
    return game.pause.not_before(at), *(due <= at for due in dues), *game.pause.graces(at).items()
