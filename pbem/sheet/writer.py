"""Write an order as the sheet that a player would send; `read_sheet` gives the same order back."""

import unicodedata
from collections.abc import Container, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as types

from pbem.engine.reading import Lexicon, late_pattern, type_info
from pbem.sheet.names import names_of
from pbem.sheet.repair import DOUBLE, INVISIBLE, SELECTORS, SINGLE, WIDE

SHORT = 60
"""A list of words is written in brackets up to this length."""
WIDE_ENTRY = 72
"""An entry of a list is written in one line up to this length."""
MENDED = frozenset(DOUBLE + SINGLE) | INVISIBLE | SELECTORS | frozenset(WIDE)
"""Characters that would not be read as they stand."""


def write_sheet(order: msgspec.Struct, lexicon: Lexicon) -> str:
    """The text of a sheet with *order*, or of other typed data such as settings; defaults are left out."""
    return write_plain(_Speller(lexicon).plain(order, type_info(type(order))))


def write_keys(order: msgspec.Struct, lexicon: Lexicon) -> dict[str, str]:
    """The keys of a sheet with *order*, each with the text of its value."""
    plain = _Speller(lexicon).plain(order, type_info(type(order)))
    return {key: value_text(value) for key, value in plain.items()}


def value_text(plain: Any) -> str:
    """Plain dicts, lists and texts as the value of a key: in one line if that is short."""
    return "\n".join(_block(plain, 0)) if _wide(plain) else _short(plain) or ""


def _wide(value: Any) -> bool:
    """Whether a value takes lines of its own."""
    return bool(value) and isinstance(value, (dict, list)) and len(_short(value) or " " * WIDE_ENTRY) > SHORT


def spelled(value: Any, wanted: types.Type, lexicon: Lexicon, by_keys: Container[type] = ()) -> Any:
    """*value* as plain texts, lists and dicts; types in *by_keys* with all their keys, however short they could be."""
    return _Speller(lexicon, by_keys).plain(value, wanted)


def write_plain(plain: Any) -> str:
    """Plain dicts, lists and texts as a tidy sheet."""
    if not plain:
        return "[]\n" if isinstance(plain, list) else "{}\n"
    return "\n".join(_block(plain, 0)) + "\n"


def one_line(plain: Any) -> str:
    """Plain dicts, lists and texts in one line, as a sheet may have them behind a colon; a text as it is."""
    return plain if isinstance(plain, str) else _flow(plain)


_SLOT = late_pattern(r"\{(\w+)\}")
_NOTHING: tuple[Any, ...] = (None, "", (), {})


class WrittenWay(msgspec.Struct, frozen=True):
    """One way to write a struct: a *pattern* with fields in its slots; the others are as *said*."""

    pattern: str
    slots: Mapping[str, types.Field]
    said: Mapping[str, Any]

    def filled(self, texts: Mapping[str, str]) -> str:
        """The pattern with *texts* in its slots."""
        return _SLOT.sub(lambda slot: texts[slot[1]], self.pattern)

    def tells(self, value: msgspec.Struct) -> bool:
        """Whether it says all of *value*, and has no slot for what is not there."""
        held = {name: getattr(value, name) for name in self.slots}
        nothing = (each in _NOTHING or (not each and each == self.slots[name].default) for name, each in held.items())
        return not any(nothing) and all(getattr(value, name) == each for name, each in self.said.items())


@cache
def ways_of(struct: type) -> tuple[WrittenWay, ...]:
    """The ways to write *struct*, as its `WAYS` have them."""
    return tuple(_way(struct, *((each, {}) if isinstance(each, str) else each)) for each in getattr(struct, "WAYS", ()))


def _way(struct: type, pattern: str, said: Mapping[str, Any]) -> WrittenWay:
    info = type_info(struct)
    fields = {field.name: field for field in info.fields} if isinstance(info, types.StructType) else {}
    slots = {name: fields.pop(name) for name in _SLOT.findall(pattern)}
    return WrittenWay(pattern, slots, {name: said.get(name, _default(field)) for name, field in fields.items()})


def _default(field: types.Field) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def between(wanted: types.Type) -> str:
    """What is written between the items of a list within a text; empty if the list is not a text."""
    items = getattr(wanted, "item_type", None)
    marks = (items.extra or {}).get("between", ()) if isinstance(items, types.Metadata) else ()
    mark = marks[0].strip() if marks else ""
    return ", " if mark == "," else f" {mark} " if mark else ""


class _Speller:
    """Turns typed values into plain ones; implements `engine.reading.Speller`."""

    def __init__(self, lexicon: Lexicon, by_keys: Container[type] = ()) -> None:
        self._names, self._by_keys = names_of(lexicon), by_keys

    def name(self, kind: str, identifier: str) -> str:
        return self._names.spell(identifier, *kind.split())

    def plain(self, value: Any, wanted: types.Type) -> Any:
        while isinstance(wanted, types.Metadata):
            if wanted.extra and "kinds" in wanted.extra:
                return self.name(wanted.extra["kinds"], value)
            wanted = wanted.type
        if value is None:
            return None
        if isinstance(wanted, types.UnionType):
            return self.plain(value, next(m for m in wanted.types if _fits(value, m)))
        if hasattr(value, "spell") and type(value) not in self._by_keys:
            return value.spell(self)
        if isinstance(value, msgspec.Struct):
            ways = () if type(value) in self._by_keys else ways_of(type(value))
            way = next((way for way in ways if way.tells(value)), None)
            return self._said(value, way) if way else self.fields(value)
        if isinstance(wanted, types.DictType):
            pairs = value.items()
            return {_as_key(self.plain(k, wanted.key_type)): self.plain(v, wanted.value_type) for k, v in pairs}
        if isinstance(wanted, (types.VarTupleType, types.ListType, types.FrozenSetType, types.SetType)):
            return [self.plain(item, wanted.item_type) for item in value]
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(getattr(value, "value", value))

    def struct(self, value: msgspec.Struct) -> Any:
        return self.plain(value, type_info(type(value)))

    def _said(self, value: msgspec.Struct, way: WrittenWay) -> Any:
        """*value* in one way to write it."""
        said = {name: self.plain(getattr(value, name), field.type) for name, field in way.slots.items()}
        joined = {name: between(field.type) for name, field in way.slots.items()}
        texts = {name: joined[name].join(each) if joined[name] else each for name, each in said.items()}
        if len(texts) == 1 and way.pattern == f"{{{(name := next(iter(texts)))}}}":
            return texts[name][0] if isinstance(texts[name], list) and len(texts[name]) == 1 else texts[name]
        key, colon, rest = (way.filled({name: one_line(each) for name, each in texts.items()})).partition(": ")
        return {key: rest} if colon else key

    def fields(self, value: msgspec.Struct) -> dict[str, Any]:
        info = type_info(type(value))
        assert isinstance(info, types.StructType)  # noqa: S101 a struct's info is of no other type
        written = {}
        for field in info.fields:
            held = getattr(value, field.name)
            if field.required or held != _default(field):
                written[field.encode_name.replace("_", " ")] = self.plain(held, field.type)
        return written


def _fits(value: Any, wanted: types.Type) -> bool:
    while isinstance(wanted, types.Metadata):
        wanted = wanted.type
    match wanted:
        case types.StructType():
            return isinstance(value, wanted.cls)
        case types.DictType():
            return isinstance(value, dict)
        case types.VarTupleType() | types.ListType():
            return isinstance(value, (tuple, list))
        case types.NoneType():
            return value is None
        case types.BoolType():
            return isinstance(value, bool)
        case types.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case _:
            return isinstance(value, str)


def _as_key(spelled: Any) -> str:
    if not isinstance(spelled, str):
        raise TypeError(f"{spelled!r} cannot be the key of a mapping")
    return spelled


def _block(plain: Any, indent: int) -> list[str]:
    """The lines of a mapping or list, one entry to a line."""
    lines: list[str] = []
    pad = " " * indent
    if isinstance(plain, dict):
        for key, value in plain.items():
            short = _short(value)
            if short is not None and (len(short) <= SHORT or not isinstance(value, (dict, list))):
                lines.append(f"{pad}{_scalar(key)}: {short}".rstrip())
            else:
                lines += [f"{pad}{_scalar(key)}:", *_block(value, indent + 2)]
        return lines
    for item in plain:
        short = _short(item)
        alone = _short(next(iter(item.values()))) if isinstance(item, dict) and len(item) == 1 else None
        if alone is not None:
            lines.append(f"{pad}- {_scalar(next(iter(item)))}: {alone}")
        elif short is not None and (len(short) <= WIDE_ENTRY or not isinstance(item, dict)):
            lines.append(f"{pad}- {short}")
        else:
            first, *rest = _block(item, indent + 2)
            lines += [f"{pad}- {first.lstrip()}", *rest]
    return lines


def _short(plain: Any) -> str | None:
    """The value on one line, None for a list that reads better as a block."""
    if isinstance(plain, dict):
        return "{" + ", ".join(f"{_scalar(k)}: {_flow(v)}" for k, v in plain.items()) + "}"
    if isinstance(plain, list):
        if any(isinstance(item, dict) for item in plain):
            return None
        return "[" + ", ".join(map(_flow, plain)) + "]"
    return _scalar(plain)


def _flow(plain: Any) -> str:
    return _short(plain) or "[" + ", ".join(map(_flow, plain)) + "]"


_SIGN = "◆"
"""Stands for any sign that is neither letter, digit nor punctuation, as games have them."""
_PLAIN = late_pattern(rf"[^\W_](?:[\w .+>{_SIGN}/()'-]*[\w).+{_SIGN}])?|{_SIGN}\w+")


def _scalar(plain: Any) -> str:
    """*plain* as it is where that is safe; otherwise in quotes."""
    text = "" if plain is None else str(plain)
    if _PLAIN.fullmatch("".join(_SIGN if unicodedata.category(c) == "So" else c for c in text)):
        return text
    if any(character in MENDED or not character.isprintable() for character in text):
        return '"' + "".join(map(_escaped, text)) + '"'
    return "'" + text.replace("'", "''") + "'" if text else "''"


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if " " <= character <= "~" else f"\\U{ord(character):08x}"
