"""A form as controls: what a template draws, and nothing that it would have to work out."""

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from pbem.engine.menu import (
    EitherField,
    EntryField,
    FixedField,
    FormField,
    KeysField,
    ListField,
    NameField,
    NumberField,
    RowsField,
    Said,
    SentenceField,
    TextField,
    TickField,
    WordField,
)
from pbem.engine.order import OrderPath
from pbem.report.words import Words
from pbem.sheet.writer import one_line
from pbem.web.forms.choosing import WAY, control
from pbem.web.forms.fields import FilledField, empty, is_bare, literals_of, plain_of, steps_below
from pbem.web.forms.offering import MOST_PICKED, NEW, FormOffers, entry_of, is_flat

ControlKind = Literal["tick", "number", "pick", "text", "fixed", "list", "chips", "keys", "row", "either"]
MOST_OFFERED = 12
"""So many entries are offered by buttons."""
_SLOT, _NO_LETTER = re.compile(r"\{(\w+)\}"), re.compile(r"[\W_]+")
FEW_KEYS = 4
"""So many keys are always shown; of more, those without a value are folded away."""


class ShownOption(msgspec.Struct, frozen=True):
    """Something to be chosen: its *value* in the sheet, and what it is called."""

    value: str
    says: str
    chosen: bool = False


class ShownFault(msgspec.Struct, frozen=True):
    """What is wrong at a control, or with a *warning* only unwise."""

    says: str
    warning: bool = False


class ShownGroup(msgspec.Struct, frozen=True):
    """Choices under a name; those without one are by themselves."""

    says: str
    options: tuple[ShownOption, ...]


class ShownControl(msgspec.Struct, frozen=True, kw_only=True):
    """A control, or several together.

    *first* are the choices that can be made now, *others* all that there are, *groups* those of several ways. *kinds*
    names the list of all names from which a text is completed. *between* are the words around the parts of a row.
    *offered* are entries that can be added at once; *new* is for another one. *folded* are keys without a value. A
    *bare* one is there with nothing in it. Entries change their places *elsewhere* if the board has a list for that.
    """

    kind: ControlKind
    name: str
    label: str = ""
    help: str = ""
    notes: tuple[str, ...] = ()
    value: str = ""
    given: bool = False
    raw: bool = False
    bare: bool = False
    may_be_bare: bool = False
    optional: bool = False
    first: tuple[ShownOption, ...] = ()
    others: tuple[ShownOption, ...] = ()
    groups: tuple[ShownGroup, ...] = ()
    kinds: str = ""
    least: int = 0
    most: int | None = None
    parts: "tuple[ShownControl, ...]" = ()
    folded: "tuple[ShownControl, ...]" = ()
    between: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    new: "ShownControl | None" = None
    may_add: bool = False
    elsewhere: bool = False
    faults: tuple[ShownFault, ...] = ()

    @property
    def wrong(self) -> bool:
        """Whether something is wrong that keeps the sheet from being accepted."""
        return any(not fault.warning for fault in self.faults)

    @property
    def id(self) -> str:
        """The id of its element in the page."""
        return id_of(self.name)


def id_of(name: str) -> str:
    """The id of the element of a control."""
    return "form-" + "".join(c if c.isalnum() else "-" for c in name)


class FormWords:
    """The words of a game for its forms; without one for a key, the key itself."""

    def __init__(self, words: Words, tag: str, remarks: Mapping[str, str]) -> None:
        self.words, self.tag, self.remarks = words, tag, remarks
        self._known: dict[tuple[str, str], str] = {}

    def label(self, step: str) -> str:
        """What a key or a gap is called."""
        return self._found("form-labels", step) or step[:1].upper() + step[1:].replace("-", " ").replace("_", " ")

    def way(self, word: str) -> str:
        """What one of several ways is called."""
        told = _SLOT.sub("…" if _SLOT.sub("", word).strip() else r"\1", word)
        return self._found("form-ways", word) or told.replace("-", " ")

    def help(self, key: str) -> str:
        """A sentence about a key."""
        return self._found("form-help", key) or self.remarks.get(key, "")

    def note(self, said: Said) -> str:
        """A few words of the game."""
        return self.words.phrase("form-notes", said.code, said.args)

    def _found(self, group: str, step: str) -> str:
        if (group, step) not in self._known:
            said = _NO_LETTER.sub("-", step).strip("-")
            keys = (f"{self.tag}-{said}", said)
            told = (self.words.phrase(group, key) for key in keys if self.words.has(group, key))
            self._known[group, step] = next(told, "")
        return self._known[group, step]


class FormShower:
    """Turns filled fields into controls."""

    def __init__(
        self,
        offers: FormOffers,
        words: FormWords,
        prefix: str = "",
        short: Callable[[str, Any], Any] | None = None,
        elsewhere: Container[str] = (),
    ) -> None:
        self.offers, self.words, self.prefix, self.short, self.elsewhere = offers, words, prefix, short, elsewhere
        self.kinds: dict[str, tuple[ShownOption, ...]] = {}

    def key(self, name: str, filled: FilledField, faults: Mapping[OrderPath, Sequence[ShownFault]]) -> ShownControl:
        """The control of the key *name*; *faults* are what is wrong, by the path of the entry it is about."""
        self.faults = faults
        shown = self.show(filled, (name,))
        return msgspec.structs.replace(
            shown, label=self.words.label(name), help=self.words.help(name), faults=tuple(faults.get((name,), ()))
        )

    def show(self, filled: FilledField, path: OrderPath, *, optional: bool = True) -> ShownControl:
        """The control of a field at *path*, which may be empty if it is *optional*."""
        field, name = filled.field, control(path, self.prefix)
        common: dict[str, Any] = {
            "name": name,
            "label": self.words.label(self._step(path)),
            "notes": tuple(map(self.words.note, self.offers.notes(path))),
            "given": filled.given,
            "bare": is_bare(filled),
            "may_be_bare": not filled.given and is_bare(msgspec.structs.replace(empty(field), given=True)),
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
                        help=self.words.help(key.name),
                    )
                    for key, part in zip(keys, filled.parts, strict=True)
                    if part.given or not self.offers.is_closed((*path, key.name))
                ]
                needed = {control((*path, key.name), self.prefix) for key in keys if key.required or key.often}
                shown = [p for p in parts if p.given or p.name in needed]
                if len(parts) <= FEW_KEYS or not shown:
                    shown = parts
                folded = tuple(p for p in parts if p not in shown)
                return ShownControl(kind="keys", parts=tuple(shown), folded=folded, **common)
            case SentenceField():
                parts = [self.show(part, (*path, *s), optional=not filled.given) for s, part in steps_below(filled)]
                return ShownControl(kind="row", parts=tuple(parts), between=literals_of(field), **common)
            case EntryField():
                parts = [self.show(part, (*path, *s), optional=False) for s, part in steps_below(filled)]
                simple = all(part.kind in ("number", "pick", "text", "row", "fixed") for part in parts)
                colon = ":" if simple else ""
                return ShownControl(kind="row", parts=tuple(parts), between=("", colon, ""), **common)
            case EitherField():
                return self._either(filled, field, path, common)
            case _:
                return self._leaf(filled, path, common)

    def shorten(self, field: FormField, path: OrderPath, plain: Any) -> Any:
        """An entry of the list or rows at *path* as a player would write it, in short."""
        if self.short is None or len(path) != 1:
            return plain
        whole = self.short(str(path[0]), plain if isinstance(field, RowsField) else [plain])
        return whole[0] if isinstance(whole, list) and len(whole) == 1 else whole

    @staticmethod
    def _step(path: OrderPath) -> str:
        """The step of *path* by which its field is called."""
        return next((step for step in reversed(path) if isinstance(step, str) and step not in (NEW, WAY)), "")

    def _list(self, filled: FilledField, path: OrderPath, common: dict[str, Any]) -> ShownControl:
        field = filled.field
        item = entry_of(field)
        assert item is not None  # noqa: S101 lists and rows have entries
        if self.offers.is_one_text(field):
            plain = plain_of(filled)
            return ShownControl(kind="text", value=plain or "", kinds=self._kinds(item), **common)
        if chips := self._chips(filled, path):
            return ShownControl(kind="chips", first=chips, **common)
        parts = [self.show(part, (*path, *s), optional=False) for s, part in steps_below(filled)]
        offered = self.offers.entries(field, path)
        new = None
        fresh = self.offers.fresh_entry(filled, path)
        if is_flat(item, self.offers):
            new = self._open(self.show(fresh or empty(item), (*path, NEW), optional=False))
        says = tuple(
            "" if is_there(filled, each) else said(self.shorten(field, path, plain_of(each)))
            for each in offered[:MOST_OFFERED]
        )
        most = field.most if isinstance(field, ListField) else 100
        full = len(parts) >= most
        return ShownControl(
            kind="list",
            parts=tuple(parts),
            offered=() if full else says,
            new=None if full else new,
            may_add=not full and (new is not None or fresh is not None),
            elsewhere=len(path) == 1 and len(parts) > 1 and path[0] in self.elsewhere,
            **common,
        )

    def _open(self, new: ShownControl) -> ShownControl:
        """A new entry without names that no one would have guessed."""
        if new.kind == "text" and new.kinds and not new.first:
            return msgspec.structs.replace(new, value="")
        return msgspec.structs.replace(new, parts=tuple(map(self._open, new.parts)))

    def _chips(self, filled: FilledField, path: OrderPath) -> tuple[ShownOption, ...]:
        """All that a list of names may have as buttons, those that it has with their number; nothing if it has more."""
        offered = self.offers.chips(filled.field, path)
        held = [part.text for part in filled.parts]
        if any(part.raw for part in filled.parts) or any(held.count(name) > offered.count(name) for name in held):
            return ()
        found: list[ShownOption] = []
        item = entry_of(filled.field)
        called = self.offers.called(item) if isinstance(item, NameField) else {}
        for number, name in enumerate(offered):
            chosen = offered[: number + 1].count(name) <= held.count(name)
            at = [place for place, other in enumerate(held, 1) if other == name]
            order = str(at[offered[:number].count(name)]) if chosen and len(held) > 1 else ""
            found.append(ShownOption(order, called.get(name, name), chosen=chosen))
        return tuple(found)

    def _either(self, filled: FilledField, field: EitherField, path: OrderPath, common: dict[str, Any]) -> ShownControl:
        now = filled.parts[0] if filled.parts else None
        inside = False
        groups: list[ShownGroup] = []
        for number, way in enumerate(field.ways):
            chosen = number == filled.way
            words = self._at_once(way.field, (*path, way.word), now.text if chosen and now is not None else "")
            if words is not None and not (chosen and now is not None and now.raw):
                inside = inside or chosen
                text = now.text if chosen and now is not None else None
                options = tuple(ShownOption(f"{number}={value}", says, chosen=value == text) for value, says in words)
                if isinstance(way.field, FixedField):
                    options = tuple(ShownOption(one.value, self.words.way(way.word), one.chosen) for one in options)
                    groups.append(ShownGroup("", options))
                elif options:
                    groups.append(ShownGroup(self.words.way(way.word), options))
            elif chosen or self.offers.fresh(way.field, (*path, way.word)) is not None:
                groups.append(ShownGroup("", (ShownOption(str(number), self.words.way(way.word), chosen=chosen),)))
        if len(groups) == 1:
            groups = [ShownGroup("", groups[0].options)]
        below = () if inside else tuple(steps_below(filled))
        parts = tuple(self.show(part, (*path, *steps), optional=False) for steps, part in below)
        return ShownControl(kind="either", groups=tuple(groups), parts=parts, **common)

    def _at_once(self, field: FormField, path: OrderPath, text: str) -> Sequence[tuple[str, str]] | None:
        """All choices of a way that is a word or a name, to be listed with those of the other ways."""
        match field:
            case FixedField(word=word):
                return ((word, word),)
            case WordField(words=words):
                return tuple((word, word) for word in words)
            case NameField():
                names, offered = self.offers.all_names(field), self.offers.texts(field, path)
                called = self.offers.called(field)
                if offered and len(offered) <= MOST_PICKED:
                    mine = (text,) if text and text not in offered else ()
                    return tuple((name, called.get(name, name)) for name in (*offered, *mine))
                return names if len(names) <= MOST_PICKED else None
            case _:
                return None

    def _kinds(self, field: FormField) -> str:
        """The name of the list of all names that may be in a field."""
        ways = [way.field for way in field.ways] if isinstance(field, EitherField) else [field]
        name = next(way for way in ways if isinstance(way, NameField))
        kinds = "-".join(name.kinds)
        if kinds not in self.kinds:
            self.kinds[kinds] = tuple(ShownOption(value, says) for value, says in self.offers.all_names(name))
        return kinds

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
        called = self.offers.called(field)
        if len(names) > MOST_PICKED and not (offered and len(offered) <= MOST_PICKED):
            first = _options(offered, "")
            return ShownControl(kind="text", value=text, kinds=self._kinds(field), first=first, **common)
        first = tuple(ShownOption(value, called.get(value, value), chosen=value == text) for value in offered)
        many = len(names) > MOST_PICKED
        rest = [(text, called[text])] if many and text in called else [] if many else names
        others = tuple(ShownOption(value, says, chosen=value == text) for value, says in rest if value not in offered)
        if text and text not in called:
            others = (ShownOption(text, text, chosen=True), *others)
        kinds = self._kinds(field) if many else ""
        return ShownControl(kind="pick", value=text, first=first, others=others, kinds=kinds, **common)


def is_there(filled: FilledField, entry: FilledField) -> bool:
    """Whether a list has an entry, or one with the same name."""
    if isinstance(entry.field, EntryField):
        return any(part.parts[:1] == entry.parts[:1] for part in filled.parts)
    return entry in filled.parts


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
