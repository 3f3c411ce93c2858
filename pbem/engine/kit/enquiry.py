"""What a player may ask before ordering, in a word and names: `reach Belle-Isle`."""

from collections.abc import Callable
from typing import Any, Generic

import msgspec

from pbem.engine.drawing import Picture
from pbem.engine.event import Event
from pbem.engine.position import S
from pbem.engine.problem import Problem


class Enquiry(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How a game answers one word, from what a seat sees and from nothing else.

    Its words are in the template `enquiries/WORD.txt.j2`, as `found`.
    """

    answer: Callable[[S, str, tuple[str, ...]], Any]
    """What the template is to say, by the view, the seat and the ids that were named; a `Problem` says why nothing."""
    names: tuple[tuple[str, ...], ...] = ()
    """For each name that may come after the word, the kinds of names in the lexicon that it can be of."""
    least: int = 0
    """How many names there must be."""
    picture: Callable[[S, Any], Picture | tuple[str, str]] | None = None
    """The picture that goes with an answer, or the word and the id by which the game's drawing names it; by default
    those of the enquiry itself, if its word is one of the drawing's."""


class Foreseen(msgspec.Struct, Generic[S], frozen=True):
    """What an order would lead to: the *events* that its seat can foresee, and the view after them.

    The events are worded as in a story, and the template `enquiries/foreseen.txt.j2` may say more of the view.
    """

    events: tuple[Event[S], ...]
    view: S


class EnquiryRead(msgspec.Struct, frozen=True):
    """The ids that an enquiry names, or what is wrong with it."""

    ids: tuple[str, ...] = ()
    problem: Problem | None = None
