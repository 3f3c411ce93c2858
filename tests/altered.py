"""Orders that differ from a given one in one thing: what a receipt says must differ, too."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect as types
from msgspec.structs import replace

from pbem.engine.reading import Lexicon

Altered = tuple[str, Any]
"""Where the order differs, such as `MoveLine.path`, and the order."""


def altered(order: Any, lexicon: Lexicon) -> Iterator[Altered]:
    """*order* without one of the things that it says, or with another name, number or word in its place."""
    yield from _in_struct(order, lexicon)


def _in_struct(value: msgspec.Struct, lexicon: Lexicon) -> Iterator[Altered]:
    info = types.type_info(type(value))
    assert isinstance(info, types.StructType)
    for field in info.fields:
        now = getattr(value, field.name)
        default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        place = f"{type(value).__name__}.{field.name}"
        others = [] if field.required or now == default else [(place, default)]
        others += _others(now, field.type, place, lexicon)
        for where, other in others:
            try:
                yield where, replace(value, **{field.name: other})
            except ValueError:  # no order can be so
                continue


def _others(now: Any, wanted: types.Type, place: str, lexicon: Lexicon) -> list[Altered]:
    """What could be in the place of *now*, with where it differs."""
    if isinstance(now, msgspec.Struct):
        return list(_in_struct(now, lexicon))
    if isinstance(now, tuple):
        less = [(place, (*now[:n], *now[n + 1 :])) for n in range(len(now))]
        inner = [
            (where, (*now[:n], other, *now[n + 1 :]))
            for n, each in enumerate(now)
            for where, other in _others(each, wanted, place, lexicon)
        ]
        return less + inner
    if isinstance(now, Mapping):
        fewer = [(place, {key: each for key, each in now.items() if key != gone}) for gone in now]
        within = [
            (where, {**now, key: other})
            for key, each in now.items()
            for where, other in _others(each, wanted, place, lexicon)
        ]
        return fewer + within
    if isinstance(now, str):
        words = _literals(wanted) or next((sorted(ids) for ids in lexicon.kinds.values() if now in ids), [])
        return [(place, word) for word in words if word != now][:1]
    return [(place, now + 1)] if isinstance(now, int) and not isinstance(now, bool) else []


def _literals(wanted: types.Type) -> list[str]:
    match wanted:
        case types.LiteralType(values=values):
            return [value for value in values if isinstance(value, str)]
        case types.UnionType(types=members):
            return [word for member in members for word in _literals(member)]
        case types.Metadata(type=inner) | types.VarTupleType(item_type=inner) | types.DictType(value_type=inner):
            return _literals(inner)
    return []
