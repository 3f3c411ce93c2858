"""What may be chosen: the desk's and the forms' records.

The sheet stays the only order there is: a choice changes an order, which changes its text, and what that comes to is
read and checked as any sheet is. A game looks at nothing but the *view* of the seat and what the sheet orders so far.

What a type of order holds is found in its types. For a type that reads itself from text, a game says which fields
make that text: `Belle-Isle > Khevenhüller` is the sentence `{attacker} > {defender}` of two names.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final, Generic, Literal

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.order import Order, OrderPath, without
from pbem.engine.play import faults, top
from pbem.engine.position import Position, S
from pbem.engine.table import Chance, Step


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A few words on the desk: the phrase *code* of the group `desk`, filled with *args*."""

    code: str
    args: Mapping[str, Any] = {}


GONE: Final = msgspec.UNSET
"""In place of a value: what is at the path is taken out."""


class Put(msgspec.Struct, frozen=True):
    """A change of an order: *value* at *path*, in place of what is there or with *insert* before it.

    In a list, one more than its last number adds to its end.
    """

    path: OrderPath
    value: Any = GONE
    insert: bool = False


PASS: Final = Put(("passes",), value=True)
"""Who chooses this orders nothing."""

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
    """Something that can be ordered: its *puts* make an order say it.

    *place* is where to point for it, if it is about a place; *steps* is how far that is. Choices of the same *group*
    are listed together, and marked by the *signs* of what they lead to. One that *clears* takes back what is ordered.
    Of one that is not *sure* the game knows only that it is plausible: the check is asked.
    """

    said: Said
    puts: tuple[Put, ...]
    group: Said
    place: str = ""
    steps: int = 0
    signs: tuple[DeskSign, ...] = ()
    clears: bool = False
    sure: bool = True


class DeskBar(msgspec.Struct, frozen=True):
    """A *place* that a subject cannot enter or pass, and in a few words who is in the way there."""

    place: str
    said: Said


def _nothing(*_: Any) -> tuple[Any, ...]:
    return ()


class Menu(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What can be ordered in answer to decisions that take one type of order.

    Each function takes the view of the seat that is asked, the decision, and the order as far as the sheet has one.
    """

    subjects: Callable[[S, Decision, Any], Iterable[DeskSubject]] = _nothing
    """What the decision lets the seat give orders to, in the order in which a letter lists it."""
    choices: Callable[[S, Decision, Any, str], Iterable[DeskChoice]]
    """All that can be ordered of the subject with an id, its lines replaced; with none, what is about no subject."""
    bars: Callable[[S, Decision, Any, str], Iterable[DeskBar]] = _nothing
    """What is in the way of the subject with an id, as the sheet stands."""
    notes: Callable[[S, Decision, Any, str], Iterable[DeskNote]] = _nothing
    """What the sheet as it stands comes to for the subject with an id: a fight, say, for which something is missing."""


class Desk(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """How orders are made by pointing: a menu for each type of order that has one."""

    menus: Mapping[type[Order], Menu[S]]
    facts: Callable[[S, str, str, str], Iterable[Said]]
    """What a seat knows of anything on the board, by its kind of name and its id."""

    def subjects(self, view: S, decision: Decision, draft: Order | None) -> tuple[DeskSubject, ...]:
        """What the seat can give orders to."""
        return self._all("subjects", view, decision, draft)

    def choices(
        self, step: Step, view: S, decision: Decision, draft: Order | None, subject: str = ""
    ) -> Iterator[DeskChoice]:
        """What can be ordered of a subject: exactly what the check of the *step* lets pass beside the *draft*."""
        before: set[tuple[str, OrderPath]] | None = None
        for choice in self.plausible(view, decision, draft, subject):
            if not choice.sure:
                before = stops(step, view, decision, drafted(decision, draft)) if before is None else before
                after = stops(step, view, decision, applied(decision, draft, choice))
                if any(_refuses(path, new, choice) for path, new in ((each[1], each not in before) for each in after)):
                    continue
            yield choice

    def plausible(self, view: S, decision: Decision, draft: Order | None, subject: str = "") -> tuple[DeskChoice, ...]:
        """What the game offers of a subject, with what the check may refuse."""
        return self._all("choices", view, decision, draft, subject)

    def bars(self, view: S, decision: Decision, draft: Order | None, subject: str) -> tuple[DeskBar, ...]:
        """What is in the way of a subject."""
        return self._all("bars", view, decision, draft, subject)

    def notes(self, view: S, decision: Decision, draft: Order | None, subject: str) -> tuple[DeskNote, ...]:
        """What the sheet comes to for a subject."""
        return self._all("notes", view, decision, draft, subject)

    def _all(self, part: str, view: S, decision: Decision, draft: Order | None, *subject: str) -> tuple[Any, ...]:
        menu = self.menus.get(decision.takes)
        return tuple(getattr(menu, part)(view, decision, drafted(decision, draft), *subject)) if menu else ()


def stops(step: Step, view: Position, decision: Decision, order: Any) -> set[tuple[str, OrderPath]]:
    """What is refused of an order, by codes and paths; nothing of one that is not there yet."""
    return {(each.code, each.path) for each in faults(step, view, decision, order)} if order else set()


def _refuses(path: OrderPath, new: bool, choice: DeskChoice) -> bool:  # noqa: FBT001 - called in one place
    """Whether a problem at *path* is about what a choice puts there, or if it is *new* about what holds that."""
    puts = [put.path for put in choice.puts if put.value is not GONE]
    return any(path[: len(put)] == put or (new and path and put[: len(path)] == path) for put in puts)


def drafted(decision: Decision, draft: Order | None) -> Any:
    """*draft*, or an order that says nothing; None if its type has no such order."""
    takes: Any = decision.takes
    if isinstance(draft, takes):
        return draft
    needs = any(field.required for field in msgspec.structs.fields(takes))
    return None if needs else takes()


def applied(decision: Decision, draft: Order | None, choice: DeskChoice) -> Any:
    """The order that a choice makes of a draft; one that comes to nothing passes if that is an answer."""
    before = drafted(decision, draft)
    order = before or decision.takes(**{str(put.path[0]): put.value for put in choice.puts})
    for put in choice.puts:
        order = changed(order, put.path, put)
    if hasattr(order, "passes") and PASS not in choice.puts:
        order = msgspec.structs.replace(order, passes=False)
        may = getattr(decision.default, "passes", False)
        return msgspec.structs.replace(order, passes=may and order == decision.takes())
    return order


def changed(value: Any, path: OrderPath, put: Put) -> Any:
    """*value* with what is put at *path* in it."""
    step, rest = path[0], path[1:]
    if isinstance(value, msgspec.Struct):
        if isinstance(step, int):  # a list that reads itself is a struct with one field
            name, below = value.__struct_fields__[0], path
        elif rest or put.value is not GONE:
            name, below = step, rest
        else:
            return without(value, [path])
        new = changed(getattr(value, name), below, put) if below else put.value
        return msgspec.structs.replace(value, **{name: new})
    if isinstance(value, tuple):
        at = int(step)
        held = () if put.insert and not rest else value[at : at + 1]
        new = changed(held[0], rest, put) if rest else put.value
        return (*value[:at], *(() if new is GONE else (new,)), *value[at + len(held) :])
    new = changed(value[step], rest, put) if rest else put.value
    left = {key: each for key, each in value.items() if key != step or new is not GONE}
    return left if new is GONE else {**left, step: new}


_TRIES = 4
"""So many choices of a subject are tried at most."""
_SKIPPED = 5
"""One subject of so many gets no order."""


def pick_order(desk: Desk[S], view: S, decision: Decision, chance: Chance) -> Order | None:
    """A choice for most subjects of a decision; None if nothing on the menu makes an order that counts.

    What brings a new problem is not taken: each group of choices is as likely as any other, however many it has.
    """
    step, order = top(view), drafted(decision, None)
    wrong = stops(step, view, decision, order)
    for subject in ("", *chance.shuffled([each.id for each in desk.subjects(view, decision, None)])):
        skipped = order is not None and not wrong and not chance.below(_SKIPPED)
        offered = () if skipped else desk.plausible(view, decision, order, subject)
        groups = [list(some) for _, some in groupby(_kept(offered), lambda each: each.group)]
        for _ in range(_TRIES if groups else 0):
            after = applied(decision, order, chance.choice(chance.choice(groups)))
            now = stops(step, view, decision, after)
            if now <= wrong:
                order, wrong = after, now
                break
    return decision.default if wrong or order in (None, drafted(decision, None)) else order


def _kept(offered: tuple[DeskChoice, ...]) -> list[DeskChoice]:
    return sorted((each for each in offered if not each.clears), key=lambda each: repr(each.group))


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


class TypeField(FormField, frozen=True):
    """The field that the `WAYS` of a type make; as a way without a word, one way for each of them."""

    of: type[msgspec.Struct]


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
