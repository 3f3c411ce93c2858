"""A form as controls: what a template draws, and nothing that it would have to work out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from pbem.engine.desk import Said
from pbem.engine.forms.fields import (
    EitherField,
    EntryField,
    FixedField,
    KeysField,
    ListField,
    NameField,
    NumberField,
    RowsField,
    SentenceField,
    TextField,
    TickField,
    WordField,
)
from pbem.engine.problem import OrderPath
from pbem.report.words import Words
from pbem.sheet.writer import one_line
from pbem.web.forms.choosing import NEW, WAY, FormOffers, control, entry_of, is_flat
from pbem.web.forms.values import FilledField, empty, literals_of, plain_of, steps_below

ControlKind = Literal["tick", "number", "pick", "text", "fixed", "list", "keys", "row", "either"]
MOST_PICKED = 40
"""More choices than this are not listed at once: a few letters are written, and a list of what fits appears."""
MOST_OFFERED = 12
"""So many entries are offered by buttons."""
FEW_KEYS = 4
"""So many keys are always shown; of more, those without a value are folded away."""


class ShownOption(msgspec.Struct, frozen=True):
    """Something to be chosen: its *value* in the sheet, and what it is called."""

    value: str
    says: str
    chosen: bool = False


class ShownControl(msgspec.Struct, frozen=True, kw_only=True):
    """A control, or several together.

    *first* are the choices that can be made now, *others* all that there are. *kinds* names the list of all names from
    which a text is completed. *between* are the words around the parts of a row. *offered* are entries that can be
    added at once; *new* is for another one. *folded* are keys without a value.
    """

    kind: ControlKind
    name: str
    label: str = ""
    shows_label: bool = False
    help: str = ""
    notes: tuple[str, ...] = ()
    value: str = ""
    given: bool = False
    raw: bool = False
    optional: bool = False
    first: tuple[ShownOption, ...] = ()
    others: tuple[ShownOption, ...] = ()
    kinds: str = ""
    least: int = 0
    most: int | None = None
    parts: "tuple[ShownControl, ...]" = ()
    folded: "tuple[ShownControl, ...]" = ()
    between: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    new: "ShownControl | None" = None
    may_add: bool = False
    faults: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id of its element in the page."""
        return "form-" + "".join(c if c.isalnum() else "-" for c in self.name)


class FormWords:
    """The words of a game for its forms; without one for a key, the key itself."""

    def __init__(self, words: Words, tag: str, remarks: Mapping[str, str]) -> None:
        self.words, self.tag, self.remarks = words, tag, remarks

    def label(self, step: str) -> str:
        """What a key or a gap is called."""
        return self._found("form-labels", step) or step[:1].upper() + step[1:].replace("-", " ").replace("_", " ")

    def way(self, word: str) -> str:
        """What one of several ways is called."""
        return self._found("form-ways", word) or word[:1].upper() + word[1:].replace("-", " ")

    def help(self, key: str) -> str:
        """A sentence about a key."""
        return self._found("form-help", key) or self.remarks.get(key, "")

    def note(self, said: Said) -> str:
        """A few words of the game."""
        return self.words.phrase("form-notes", said.code, said.args)

    def _found(self, group: str, step: str) -> str:
        keys = (f"{self.tag}-{step}".replace(" ", "-"), step.replace(" ", "-"))
        return next((self.words.phrase(group, key) for key in keys if self.words.has(group, key)), "")


class FormShower:
    """Turns filled fields into controls."""

    def __init__(self, offers: FormOffers, words: FormWords) -> None:
        self.offers, self.words = offers, words
        self.kinds: dict[str, tuple[ShownOption, ...]] = {}

    def key(self, name: str, filled: FilledField, faults: Mapping[OrderPath, Sequence[str]]) -> ShownControl:
        """The control of the key *name*; *faults* are what is wrong, by the path of the entry it is about."""
        self.faults = faults
        shown = self.show(filled, (name,))
        return msgspec.structs.replace(
            shown, label=self.words.label(name), help=self.words.help(name), faults=tuple(faults.get((name,), ()))
        )

    def show(self, filled: FilledField, path: OrderPath, *, optional: bool = True) -> ShownControl:
        """The control of a field at *path*, which may be empty if it is *optional*."""
        field, name = filled.field, control(path)
        common: dict[str, Any] = {
            "name": name,
            "label": self.words.label(self._step(path)),
            "notes": tuple(map(self.words.note, self.offers.notes(path))),
            "given": filled.given,
            "optional": optional,
            "faults": tuple(self.faults.get(path, ())) if len(path) > 1 else (),
        }
        if filled.raw:
            return ShownControl(kind="text", value=filled.text, raw=True, **common)
        match field:
            case ListField() | RowsField():
                return self._list(filled, path, common)
            case KeysField(keys=keys):
                parts = [
                    msgspec.structs.replace(
                        self.show(part, (*path, key.name), optional=not key.required),
                        shows_label=True,
                        help=self.words.help(key.name),
                    )
                    for key, part in zip(keys, filled.parts, strict=True)
                ]
                many = len(keys) > FEW_KEYS
                shown = [p for p, key in zip(parts, keys, strict=True) if not many or p.given or key.required]
                folded = tuple(p for p in parts if p not in shown)
                return ShownControl(kind="keys", parts=tuple(shown), folded=folded, **common)
            case SentenceField():
                parts = [self.show(part, (*path, *s), optional=not filled.given) for s, part in steps_below(filled)]
                return ShownControl(kind="row", parts=tuple(parts), between=literals_of(field), **common)
            case EntryField():
                parts = [self.show(part, (*path, *s), optional=False) for s, part in steps_below(filled)]
                return ShownControl(kind="row", parts=tuple(parts), between=("", ":", ""), **common)
            case EitherField():
                return self._either(filled, field, path, common)
            case _:
                return self._leaf(filled, path, common)

    @staticmethod
    def _step(path: OrderPath) -> str:
        """The step of *path* by which its field is called."""
        return next((step for step in reversed(path) if isinstance(step, str) and step not in (NEW, WAY)), "")

    def _list(self, filled: FilledField, path: OrderPath, common: dict[str, Any]) -> ShownControl:
        field = filled.field
        item = entry_of(field)
        assert item is not None  # noqa: S101 lists and rows have entries
        parts = [self.show(part, (*path, *s), optional=False) for s, part in steps_below(filled)]
        offered = self.offers.entries(field, path)
        new = None
        if is_flat(item):
            fresh = self.offers.fresh(item, (*path, NEW)) or empty(item)
            new = self.show(fresh, (*path, NEW), optional=False)
        there = [plain_of(part) for part in filled.parts]
        says = tuple("" if plain_of(each) in there else said(plain_of(each)) for each in offered[:MOST_OFFERED])
        most = field.most if isinstance(field, ListField) else 100
        full = len(parts) >= most
        return ShownControl(
            kind="list",
            parts=tuple(parts),
            offered=() if full else says,
            new=None if full else new,
            may_add=not full and (new is not None or self.offers.fresh(item, (*path, NEW)) is not None),
            **common,
        )

    def _either(self, filled: FilledField, field: EitherField, path: OrderPath, common: dict[str, Any]) -> ShownControl:
        ways = tuple(
            ShownOption(str(number), self.words.way(way.word), chosen=number == filled.way)
            for number, way in enumerate(field.ways)
            if number == filled.way or self.offers.fresh(way.field, (*path, way.word)) is not None
        )
        parts = tuple(
            self.show(part, (*path, *steps), optional=False)
            for steps, part in steps_below(filled)
            if not isinstance(part.field, FixedField)
        )
        return ShownControl(kind="either", first=ways, parts=parts, **common)

    def _leaf(self, filled: FilledField, path: OrderPath, common: dict[str, Any]) -> ShownControl:
        field, text = filled.field, filled.text
        offered = self.offers.texts(field, path)
        match field:
            case TickField():
                return ShownControl(kind="tick", value=text, **common)
            case NumberField(least=least, most=most):
                return ShownControl(kind="number", value=text, least=least, most=most, **common)
            case WordField(words=words):
                options = _options(words, text)
                return ShownControl(kind="pick", value=text, first=options, **common)
            case FixedField(word=word):
                return ShownControl(kind="fixed", value=word, **common)
            case NameField():
                return self._name(field, text, offered, common)
            case TextField():
                first = _options(offered, "")
                return ShownControl(kind="text", value=text, first=first, **common)
            case _:
                return ShownControl(kind="text", value=text, **common)

    def _name(self, field: NameField, text: str, offered: tuple[str, ...], common: dict[str, Any]) -> ShownControl:
        names = self.offers.all_names(field)
        called = dict(names)
        if len(names) > MOST_PICKED and not (offered and len(offered) <= MOST_PICKED):
            kinds = "-".join(field.kinds)
            self.kinds.setdefault(kinds, tuple(ShownOption(value, says) for value, says in names))
            return ShownControl(kind="text", value=text, kinds=kinds, **common)
        first = tuple(ShownOption(value, called.get(value, value), chosen=value == text) for value in offered)
        rest = names if len(names) <= MOST_PICKED or not offered else [n for n in names if n[0] == text]
        others = tuple(ShownOption(value, says, chosen=value == text) for value, says in rest if value not in offered)
        if text and text not in called:
            others = (ShownOption(text, text, chosen=True), *others)
        return ShownControl(kind="pick", value=text, first=first, others=others, **common)


def _options(words: Iterable[str], chosen: str) -> tuple[ShownOption, ...]:
    return tuple(ShownOption(word, word, chosen=word == chosen) for word in words)


def said(plain: Any) -> str:
    """Plain data in a few words, for people: entries with commas, keys with colons, no brackets."""
    if plain is None:
        return ""
    if isinstance(plain, dict):
        return "; ".join(f"{key}: {said(value)}" for key, value in plain.items())
    if isinstance(plain, list):
        inner = [said(item) for item in plain]
        return ("; " if any(":" in one or "," in one for one in inner) else ", ").join(inner)
    return one_line(plain)
