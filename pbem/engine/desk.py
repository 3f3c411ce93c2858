"""The order desk of a game: what a seat can point at, what it can choose for it, and what a choice writes in the sheet.

The sheet stays the only order there is: a choice is a change of its text, and what it comes to is read and checked as
any sheet is. A game looks at nothing but the *view* of the seat and what the sheet orders so far.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Literal

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.order import Order
from pbem.engine.position import Position, S
from pbem.engine.problem import OrderPath


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A few words on the desk: the phrase *code* of the group `desk`, filled with *args*."""

    code: str
    args: Mapping[str, Any] = {}


class Edit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of a sheet's text, as a player would make it.

    *put* writes *text* at *path* in place of what is there, or adds it; *insert* makes room for it in a list before the
    entry of that number; *remove* takes out what is at *path*, and the key of a list of which nothing is left. In a
    list, one more than its last number adds to its end.
    """

    path: OrderPath
    text: str = ""
    how: Literal["put", "insert", "remove"] = "put"


DeskSign = Literal["fight", "no-supply", "needs-others", "fortress", "risk"]
"""What a choice leads to that a player should not overlook; each has a shape of its own, and the phrase `sign-SIGN`."""


class DeskNote(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A few words on what the orders of a subject come to; *key* is the key of the sheet that has yet to answer it."""

    said: Said
    sign: DeskSign | None = None
    key: str = ""


class DeskSubject(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that a seat may give orders to: a general, say, by its id and its kind of name in the lexicon.

    It is at the *place* with that id and goes *way*, the places in order, as the sheet has it. *paths* are the entries
    of the order that are about it, *now* says in a few words what they do with it, and *signs* what they lead to.
    Entries of a list that are its own by their number are *numbered*: they do not change places.

    What is of a kind that no sheet names is called by the phrase `called-KIND` of the group `desk`, with its `id`.
    """

    id: str
    kind: str
    place: str = ""
    way: tuple[str, ...] = ()
    paths: tuple[OrderPath, ...] = ()
    now: Said
    signs: tuple[DeskSign, ...] = ()
    numbered: bool = False


class DeskChoice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that can be ordered: its *edits* make the sheet order it.

    *place* is where to point for it, if it is about a place; *steps* is how far that is. Choices of the same *group*
    are listed together, and marked by the *signs* of what they lead to. One that *clears* takes back what is ordered.
    """

    said: Said
    edits: tuple[Edit, ...]
    group: Said
    place: str = ""
    steps: int = 0
    signs: tuple[DeskSign, ...] = ()
    clears: bool = False


class DeskBar(msgspec.Struct, frozen=True):
    """A *place* that a subject cannot enter or pass, and in a few words who is in the way there."""

    place: str
    said: Said


def _no_bars(
    _view: Position, _seat: str, _decision: Decision, _order: Order | None, _subject: str
) -> tuple[DeskBar, ...]:
    return ()


def _no_notes(
    _view: Position, _seat: str, _decision: Decision, _order: Order | None, _subject: str
) -> tuple[DeskNote, ...]:
    return ()


def _no_choices(_view: Position, _seat: str, _decision: Decision, _order: Order | None) -> tuple[DeskChoice, ...]:
    return ()


class Desk(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How orders are made by pointing; each function takes a seat's view, and the order as far as the sheet has one."""

    subjects: Callable[[S, str, Decision, Order | None], Iterable[DeskSubject]]
    """What the decision lets the seat give orders to, in the order in which a letter lists it."""
    choices: Callable[[S, str, Decision, Order | None, str], Iterable[DeskChoice]]
    """All that can be ordered of the subject with an id, its lines replaced: exactly what the check lets pass."""
    others: Callable[[S, str, Decision, Order | None], Iterable[DeskChoice]] = _no_choices
    """What can be ordered that is about no subject: to pass, say."""
    bars: Callable[[S, str, Decision, Order | None, str], Iterable[DeskBar]] = _no_bars
    """What is in the way of the subject with an id, as the sheet stands."""
    notes: Callable[[S, str, Decision, Order | None, str], Iterable[DeskNote]] = _no_notes
    """What the sheet as it stands comes to for the subject with an id: a fight, say, for which something is missing."""
    facts: Callable[[S, str, str, str], Iterable[Said]]
    """What the seat knows of anything on the board, by its kind of name and its id."""
