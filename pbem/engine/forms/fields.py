"""The fields of a form: each stands for a piece of a sheet's text that can be chosen instead of written.

What a type of order holds is found in its types. For a type that reads itself from text, a game says which fields
make that text: `Belle-Isle > Khevenhüller` is the sentence `{attacker} > {defender}` of two names.
"""

from collections.abc import Mapping

import msgspec


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
