"""The fields of a form, from types, and what they hold."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec
from msgspec import inspect as types

from pbem.engine.menu import (
    EitherField,
    EntryField,
    FixedField,
    FormField,
    FormHints,
    FormKey,
    FormWay,
    KeysField,
    ListField,
    NameField,
    NumberField,
    RowsField,
    SentenceField,
    TextField,
    TickField,
    TypeField,
    WordField,
)
from pbem.engine.order import OrderPath
from pbem.engine.reading import type_info
from pbem.sheet.fault import MOST_ENTRIES
from pbem.sheet.names import Names, folded, key_of, kinds_of
from pbem.sheet.writer import WrittenWay, between, one_line, ways_of

NO_HINTS: FormHints[Any] = FormHints()
YES_OR_NO = ("yes", "no")
_LISTS = (types.VarTupleType, types.ListType, types.FrozenSetType, types.SetType)


def form_of(order: type[msgspec.Struct], hints: FormHints[Any] = NO_HINTS) -> KeysField:
    """The keys of a sheet for *order*, each with its field."""
    return _Deriving(hints).keys(order, str(order.__struct_config__.tag or ""))


class _Deriving:
    """Makes fields; a type that holds itself becomes free text where it does so."""

    def __init__(self, hints: FormHints[Any]) -> None:
        self.hints = hints
        self.within: list[type] = []

    def keys(self, struct: type[msgspec.Struct], tag: str = "") -> KeysField:
        self.within.append(struct)
        try:
            return KeysField(tuple(self._keys(struct, tag)))
        finally:
            self.within.pop()

    def _keys(self, struct: type[msgspec.Struct], tag: str) -> Iterator[FormKey]:
        info = type_info(struct)
        fields = info.fields if isinstance(info, types.StructType) else ()
        for field in sorted(fields, key=lambda each: _height(struct, each.name)) if tag else fields:
            name = key_of(field)
            told = self.hints.fields.get(f"{tag}/{name}", self.hints.fields.get(name) if tag else None)
            shown = self._of_key(field) if told is None else bare(told) if field.default is None else told
            yield FormKey(name, shown, field.required)

    def _of_key(self, field: types.Field) -> FormField:
        found = self.field(field.type)
        if isinstance(found, TickField) and field.default is not False:
            return WordField(YES_OR_NO)
        return bare(found) if field.default is None else found

    def field(self, wanted: types.Type, most: int = MOST_ENTRIES) -> FormField:
        if isinstance(wanted, types.Metadata):
            if kinds := kinds_of(wanted):
                return NameField(kinds)
            told = wanted.extra or {}
            if "words" in told:
                return WordField(told["words"])
            return NumberField(told["least"]) if "least" in told else self.field(wanted.type, told.get("most", most))
        if isinstance(wanted, types.UnionType):
            members = [each for each in wanted.types if not isinstance(each, types.NoneType)]
            return self.field(members[0], most) if len(members) == 1 else TextField()
        if isinstance(wanted, types.StructType):
            return self._struct(wanted.cls)
        if isinstance(wanted, _LISTS):
            return ListField(self.field(wanted.item_type), most=most)
        if isinstance(wanted, types.DictType):
            return RowsField(self.field(wanted.key_type), self.field(wanted.value_type))
        return _scalar(wanted)

    def _struct(self, struct: type[msgspec.Struct]) -> FormField:
        if (told := self.hints.shapes.get(struct)) is not None:
            field: FormField = self._resolved(told)
            return field
        if struct in self.within:
            return TextField()
        if struct in self.hints.by_keys or not hasattr(struct, "read"):
            return self.keys(struct)
        return self._declared(struct) if ways_of(struct) else TextField()

    def _declared(self, struct: type[msgspec.Struct]) -> FormField:
        return self._either({way.pattern: way for way in ways_of(struct)})

    def _resolved(self, told: Any) -> Any:
        """*told* with the fields that types make in it."""
        match told:
            case TypeField(of=struct):
                return self._declared(struct)
            case EitherField(ways=ways):
                each = ((way, self._resolved(way.field)) for way in ways)
                whole = ((msgspec.structs.replace(way, field=at),) if way.word else at.ways for way, at in each)
                return EitherField(tuple(chain.from_iterable(whole)))
            case FormField() | FormWay() | FormKey():
                parts = {name: self._resolved(getattr(told, name)) for name in told.__struct_fields__}
                return msgspec.structs.replace(told, **parts)
            case tuple():
                return tuple(map(self._resolved, told))
            case Mapping():
                return {name: self._resolved(part) for name, part in told.items()}
        return told

    def _either(self, ways: Mapping[str, WrittenWay]) -> FormField:
        """What is written in one of *ways*; those with a colon have the same before it."""
        entries = [pattern.partition(": ") for pattern in ways]
        if all(colon for _, colon, _ in entries):
            both = list(zip(entries, ways.values(), strict=True))
            key, value = (self._either({entry[side]: way for entry, way in both}) for side in (0, 2))
            return EntryField(key, value)
        fields = [FormWay(pattern, self._way(pattern, way)) for pattern, way in ways.items()]
        match [each.field for each in fields]:
            case [FixedField(word=none), ListField() as many] | [ListField() as many, FixedField(word=none)]:
                return msgspec.structs.replace(many, none=none)
            case [only]:
                return only
            case found if all(isinstance(each, FixedField) for each in found):
                return WordField(tuple(ways))
        return EitherField(tuple(fields))

    def _way(self, pattern: str, way: WrittenWay) -> FormField:
        slots = {name: self._slot(way.slots[name]) for name in _gaps(pattern)}
        if not slots:
            return FixedField(pattern)
        alone = slots.get(pattern[1:-1])
        if alone is None:
            return SentenceField(pattern, slots)
        return msgspec.structs.replace(alone, alone=not alone.between) if isinstance(alone, ListField) else alone

    def _slot(self, field: types.Field) -> FormField:
        found, mark = self.field(field.type), between(field.type)
        return msgspec.structs.replace(found, between=mark) if mark and isinstance(found, ListField) else found


def bare(field: FormField) -> FormField:
    """*field*, which may also be there with nothing in it: it has another meaning if it is left out."""
    return msgspec.structs.replace(field, bare=True) if isinstance(field, ListField | RowsField | KeysField) else field


def _height(struct: type, name: str) -> int:
    """How far above *struct* a field is declared: what is its own comes first in a form, what it shares comes last."""
    return next(at for at, each in enumerate(struct.__mro__) if name in getattr(each, "__annotations__", {}))


def own_keys(order: type[msgspec.Struct]) -> frozenset[str]:
    """The keys that only sheets for *order* have, not those that it shares with others."""
    info = type_info(order)
    fields = info.fields if isinstance(info, types.StructType) else ()
    return frozenset(key_of(field) for field in fields if not _height(order, field.name))


def _scalar(wanted: types.Type) -> FormField:
    match wanted:
        case types.BoolType():
            return TickField()
        case types.IntType():
            return NumberField(least=wanted.ge if wanted.ge is not None else 0, most=wanted.le)
        case types.LiteralType():
            return WordField(tuple(map(str, wanted.values)))
        case types.EnumType():
            return WordField(tuple(str(member.value) for member in wanted.cls))
        case _:
            return TextField(quoted=True)


YES, NO = "yes", "no"
KEY, VALUE = "name", "value"
"""The steps of a path to both sides of an entry."""
_NUMBER = re.compile(r"-?\d{1,9}")
_GAP = re.compile(r"\{(\w+)\}")


class FilledField(msgspec.Struct, frozen=True):
    """A field with what is in it: a *text*, or *parts*; of several ways the part is that of number *way*.

    What is not *given* is empty. A *raw* text could not be read.
    """

    field: FormField
    given: bool = False
    text: str = ""
    parts: "tuple[FilledField, ...]" = ()
    way: int = -1
    raw: bool = False


class RawText(str):
    """A piece of a sheet that is written as it is, brackets and all."""

    __slots__ = ()


def empty(field: FormField) -> FilledField:
    """A field with nothing in it."""
    match field:
        case KeysField(keys=keys):
            return FilledField(field, parts=tuple(empty(key.field) for key in keys))
        case SentenceField():
            return FilledField(field, parts=tuple(empty(field.slots[name]) for name in slots_of(field)))
        case _:
            return FilledField(field)


def unread(field: FormField, text: str) -> FilledField:
    """A field with a text that could not be read as what it is for."""
    return FilledField(field, given=True, text=text, raw=True)


@lru_cache(maxsize=1024)
def _gaps(pattern: str) -> tuple[str, ...]:
    return tuple(_GAP.findall(pattern))


def slots_of(field: SentenceField) -> tuple[str, ...]:
    """The names of the gaps of a sentence, in their order."""
    return _gaps(field.pattern)


def literals_of(field: SentenceField) -> tuple[str, ...]:
    """What is around the gaps of a sentence: one more than there are gaps."""
    return tuple(piece.strip() for piece in _GAP.split(field.pattern)[::2])


@lru_cache(maxsize=1024)
def _expression(pattern: str) -> "re.Pattern[str]":
    """What a sentence looks like."""
    pieces = _GAP.split(pattern)
    return re.compile("".join("(.+?)" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces)))


def steps_below(filled: FilledField) -> Iterator[tuple[OrderPath, FilledField]]:
    """The parts of a field, each with the steps that lead to it."""
    field = filled.field
    match field:
        case KeysField(keys=keys):
            yield from (((key.name,), part) for key, part in zip(keys, filled.parts, strict=False))
        case SentenceField():
            yield from (((name,), part) for name, part in zip(slots_of(field), filled.parts, strict=False))
        case EntryField():
            yield from (((step,), part) for step, part in zip((KEY, VALUE), filled.parts, strict=False))
        case EitherField(ways=ways):
            yield from (((ways[filled.way].word,), part) for part in filled.parts)
        case _:
            yield from (((number,), part) for number, part in enumerate(filled.parts))


class PlainReader:
    """Reads plain data, spelled as the program itself spells it, as filled fields; *names* are those of the reader."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def read(self, field: FormField, plain: Any) -> FilledField | None:
        """*field* with what *plain* says; None if that is nothing that it can hold."""
        if isinstance(plain, RawText):
            return unread(field, plain)
        match field:
            case ListField():
                return self._list(field, plain)
            case RowsField():
                return self._rows(field, plain)
            case KeysField():
                return self._keys(field, plain)
            case EitherField(ways=ways):
                for number, way in enumerate(ways):
                    if (found := self.read(way.field, plain)) is not None:
                        return FilledField(field, given=True, parts=(found,), way=number)
                return None
            case EntryField(key=key, value=value):
                if not isinstance(plain, dict) or len(plain) != 1:
                    return None
                (name, said), *_ = plain.items()
                return self._whole(field, (self.read(key, name), self.read(value, said)))
            case TextField():
                return FilledField(field, given=True, text=plain if isinstance(plain, str) else one_line(plain))
            case _:
                return self._text(field, plain) if isinstance(plain, str) else None

    def _text(self, field: FormField, plain: str) -> FilledField | None:
        said: str | None = None
        match field:
            case TickField():
                said = plain if plain in (YES, NO) else None
            case NumberField():
                said = plain if _NUMBER.fullmatch(plain) else None
            case WordField(words=words):
                said = next((word for word in words if folded(word) == folded(plain)), None)
            case FixedField(word=word):
                said = plain if plain == word else None
            case NameField(kinds=kinds):
                found = self.names.find(plain, *kinds)
                said = self.names.spell(found[0], *kinds) if len(found) == 1 else None
            case SentenceField():
                return self._sentence(field, plain)
        return None if said is None else FilledField(field, given=True, text=said)

    def _sentence(self, field: SentenceField, plain: str) -> FilledField | None:
        found = _expression(field.pattern).fullmatch(plain)
        if found is None:
            return None
        texts = zip(slots_of(field), found.groups(), strict=True)
        return self._whole(field, tuple(self.read(field.slots[name], text) for name, text in texts))

    def _list(self, field: ListField, plain: Any) -> FilledField | None:
        if field.none and plain == field.none:
            return FilledField(field, given=True)
        if field.between:
            items = plain.split(field.between) if isinstance(plain, str) else None
        else:
            items = plain if isinstance(plain, list) else [plain] if field.alone else None
        return None if items is None else self._whole(field, tuple(self.read(field.item, item) for item in items))

    def _rows(self, field: RowsField, plain: Any) -> FilledField | None:
        entry = EntryField(field.key, field.value)
        if isinstance(plain, dict):
            rows = self._whole(field, tuple(self.read(entry, {name: said}) for name, said in plain.items()))
            if rows is not None:
                return rows
        return self._whole(field, (self.read(entry, {field.alone: plain}),)) if field.alone else None

    def _keys(self, field: KeysField, plain: Any) -> FilledField | None:
        names = {key.name for key in field.keys}
        if field.main and not (isinstance(plain, dict) and plain.keys() <= names):
            plain = {field.main: plain}
        if not isinstance(plain, dict) or not plain.keys() <= names:
            return None
        if any(key.required and key.name not in plain for key in field.keys):
            return None
        parts = (self.read(key.field, plain[key.name]) if key.name in plain else empty(key.field) for key in field.keys)
        return self._whole(field, tuple(parts))

    @staticmethod
    def _whole(field: FormField, parts: tuple[FilledField | None, ...]) -> FilledField | None:
        """*field* with its parts, if all of them could be read."""
        read = tuple(part for part in parts if part is not None)
        return FilledField(field, given=True, parts=read) if len(read) == len(parts) else None


def plain_of(filled: FilledField) -> Any:
    """What a field holds, as plain data; None for what is empty."""
    field = filled.field
    if not filled.given:
        return None
    if filled.raw or is_bare(filled):
        return RawText(filled.text if filled.raw else "[]" if isinstance(field, ListField) else "{}")
    match field:
        case KeysField(keys=keys):
            plains = ((key.name, plain_of(part)) for key, part in zip(keys, filled.parts, strict=True) if part.given)
            said = {name: plain for name, plain in plains if not is_empty(plain)}
            return said[field.main] if field.main and said.keys() == {field.main} else said
        case ListField():
            return _plain_list(field, [plain_of(part) for part in filled.parts])
        case RowsField():
            rows = {_as_text(plain_of(part.parts[0])): plain_of(part.parts[1]) for part in filled.parts}
            return rows[field.alone] if field.alone and rows.keys() == {field.alone} else rows
        case EntryField():
            return {_as_text(plain_of(filled.parts[0])): plain_of(filled.parts[1])}
        case EitherField():
            return plain_of(filled.parts[0])
        case SentenceField():
            texts = dict(zip(slots_of(field), (_as_text(plain_of(part)) for part in filled.parts), strict=True))
            return _GAP.sub(lambda gap: texts[gap[1]], field.pattern)
        case TextField(quoted=False) if filled.text[:1] in ("[", "{"):
            return RawText(filled.text)
        case _:
            return filled.text


def is_bare(filled: FilledField) -> bool:
    """Whether a field is there with nothing in it, and that means something."""
    field = filled.field
    may = isinstance(field, ListField | RowsField | KeysField) and field.bare
    named = isinstance(field, ListField) and (field.none or field.between)
    return may and not named and filled.given and not filled.raw and not any(part.given for part in filled.parts)


def _plain_list(field: ListField, items: list[Any]) -> Any:
    if not items and field.none:
        return field.none
    if field.between:
        return field.between.join(map(_as_text, items)) if items else None
    return items[0] if field.alone and len(items) == 1 else items


def _as_text(plain: Any) -> str:
    return plain if isinstance(plain, str) else "" if plain is None else one_line(plain)


def is_empty(plain: Any) -> bool:
    """Whether nothing of *plain* would be written: empty, or a list, or rows or keys, without an entry."""
    return plain is None or plain in ([], {}, "")
