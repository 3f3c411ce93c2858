"""What may be chosen: the desk's and the forms' records.

The sheet stays the only order there is: a choice is a change of its text, and what it comes to is read and checked as
any sheet is. A game looks at nothing but the *view* of the seat and what the sheet orders so far.

What a type of order holds is found in its types. For a type that reads itself from text, a game says which fields
make that text: `Belle-Isle > Khevenhüller` is the sentence `{attacker} > {defender}` of two names.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Literal

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.order import Order, OrderPath
from pbem.engine.position import Position, S


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


class FormField(msgspec.Struct, frozen=True):
    """A piece of a sheet that can be chosen."""


class TickField(FormField, frozen=True):
    """Yes or no."""


class NumberField(FormField, frozen=True):
    """A whole number within bounds."""

    least: int = 0
    most: int | None = None


class WordField(FormField, frozen=True):
    """One of several words."""

    words: tuple[str, ...]


class FixedField(FormField, frozen=True):
    """A word that is always the same: one of several ways to write something."""

    word: str


class NameField(FormField, frozen=True):
    """The name of one thing of some kinds."""

    kinds: tuple[str, ...]


class TextField(FormField, frozen=True):
    """Text in a small language of its own, with examples; *quoted* where anything may be written."""

    examples: tuple[str, ...] = ()
    quoted: bool = False


class ListField(FormField, frozen=True):
    """Any number of entries: a list of the sheet, or one text with a mark *between* them.

    A list with one entry is written without brackets if an entry may be there *alone*. *none* is what stands for no
    entry at all. A new one has so many entries at *least*.
    """

    item: FormField
    between: str = ""
    alone: bool = False
    most: int = 100
    none: str = ""
    least: int = 1
    bare: bool = False


class RowsField(FormField, frozen=True):
    """Values by name; what is for the name *alone* is written without it if there is no other.

    *Bare* ones may be there without a row.
    """

    key: FormField
    value: FormField
    alone: str = ""
    bare: bool = False


class EntryField(FormField, frozen=True):
    """A name and its value in one line, `Neipperg: Grulich`: an entry of a list."""

    key: FormField
    value: FormField


class FormKey(msgspec.Struct, frozen=True):
    """A key and what may be below it; one that is used *often* is shown before it has a value."""

    name: str
    field: FormField
    required: bool = False
    often: bool = False


class KeysField(FormField, frozen=True):
    """Keys, each with its own field; the value of *main* is written alone if no other key has one.

    *Bare* ones may be there without a value.
    """

    keys: tuple[FormKey, ...]
    main: str = ""
    bare: bool = False


class SentenceField(FormField, frozen=True):
    """A text with gaps: `{attacker} > {defender}`, and the field of each gap by its name."""

    pattern: str
    slots: Mapping[str, FormField]


class FormWay(msgspec.Struct, frozen=True):
    """One of several ways to write something; *word* names it on the page, as a phrase of the group `form-ways`."""

    word: str
    field: FormField


class EitherField(FormField, frozen=True):
    """One of several ways; a text is of the first way that fits."""

    ways: tuple[FormWay, ...]


class FormOffer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What can be chosen now at some fields, to be shown before all else that is possible.

    *at* leads to them: keys as a sheet has them, `*` for any one step, `attacks/*/attacker`. For a name *values* are
    ids; for a list or rows they are whole entries, values of the type that it holds, or plain data as a sheet has it.
    *note*, a phrase of the group `form-notes`, is said beside the field.
    """

    at: str
    values: tuple[Any, ...] = ()
    note: Said | None = None
    only: bool = False
    """Whether nothing else can be chosen now: a key for which there is nothing is not shown."""


def _no_offers(_view: Position, _seat: str, _decision: Decision, _order: Order | None) -> tuple[FormOffer, ...]:
    return ()


class FormHints(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How forms for a game's orders are better than their types alone can say; each field of it is optional."""

    shapes: Mapping[type, FormField] = {}
    """By types that read themselves: the fields that make their text."""
    by_keys: frozenset[type] = frozenset()
    """Types that read themselves, of which a sheet may have the keys all the same."""
    fields: Mapping[str, FormField] = {}
    """Fields in place of those that types say, by order and key: `politics-orders/take`, or by key alone."""
    offers: Callable[[S, str, Decision, Order | None], Iterable[FormOffer]] = _no_offers
    """What can be chosen now, by the seat's view and the order as far as the sheet has one."""
