"""From the type of an order to the fields of its form."""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
from msgspec import inspect as types

from pbem.engine.forms.fields import (
    FormField,
    FormKey,
    KeysField,
    ListField,
    NameField,
    NumberField,
    RowsField,
    TextField,
    TickField,
    WordField,
)
from pbem.engine.forms.hints import FormHints
from pbem.sheet.bounds import MOST_ENTRIES
from pbem.sheet.shape import key_of, kinds_of, type_info

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
            return self.field(wanted.type, (wanted.extra or {}).get("most", most))
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
            return told
        if struct in self.within or (hasattr(struct, "read") and struct not in self.hints.by_keys):
            return TextField()
        return self.keys(struct)


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


def orders_of(union: Any) -> tuple[type[msgspec.Struct], ...]:
    """The order types of a game, of which there may be one only."""
    return get_args(union) or (union,)
