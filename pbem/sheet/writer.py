"""Write an order as the sheet that a player would send; `read_sheet` gives the same order back."""

import re
import unicodedata
from collections.abc import Container
from typing import Any

import msgspec
from msgspec import inspect as types

from pbem.engine.reading import Lexicon, type_info
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
            return self.fields(value)
        if isinstance(wanted, types.DictType):
            pairs = value.items()
            return {_as_key(self.plain(k, wanted.key_type)): self.plain(v, wanted.value_type) for k, v in pairs}
        if isinstance(wanted, (types.VarTupleType, types.ListType, types.FrozenSetType, types.SetType)):
            return [self.plain(item, wanted.item_type) for item in value]
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(getattr(value, "value", value))

    def fields(self, value: msgspec.Struct) -> dict[str, Any]:
        info = type_info(type(value))
        assert isinstance(info, types.StructType)  # noqa: S101 a struct's info is of no other type
        written = {}
        for field in info.fields:
            held = getattr(value, field.name)
            default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
            if field.required or held != default:
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
_PLAIN = re.compile(rf"[^\W_](?:[\w .+>{_SIGN}/()'-]*[\w).+{_SIGN}])?|{_SIGN}\w+")


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
