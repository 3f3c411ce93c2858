"""Orders that differ from a given one in one thing: what a receipt says must differ, too."""

from collections.abc import Iterable, Iterator, Mapping
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
        of = _items_of(wanted)
        less = [(place, (*now[:n], *now[n + 1 :])) for n in range(len(now)) if of]
        inner = [
            (where, (*now[:n], other, *now[n + 1 :]))
            for n, each in enumerate(now)
            for where, other in _others(each, of or wanted, place, lexicon)
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


def _items_of(wanted: types.Type) -> types.Type | None:
    """The type of the items of a list; None for a tuple of so many."""
    if isinstance(wanted, types.UnionType):
        return next(filter(None, map(_items_of, wanted.types)), None)
    return _items_of(wanted.type) if isinstance(wanted, types.Metadata) else getattr(wanted, "item_type", None)


def _literals(wanted: types.Type) -> list[str]:
    match wanted:
        case types.LiteralType(values=values):
            return [value for value in values if isinstance(value, str)]
        case types.UnionType(types=members):
            return [word for member in members for word in _literals(member)]
        case types.Metadata(type=inner) | types.VarTupleType(item_type=inner) | types.DictType(value_type=inner):
            return _literals(inner)
    return []


def never_said(orders: Iterable[Any]) -> set[str]:
    """The fields of the types of *orders*, and of all types below them, that none of *orders* says anything of."""
    seen, said = dict[str, type](), set[str]()
    for order in orders:
        _look_at(order, types.type_info(type(order)), seen, said)
    return seen.keys() - said


def _look_at(value: Any, wanted: types.Type, seen: dict[str, type], said: set[str]) -> None:
    """Note the fields of *wanted*, and those that *value*, if it is there, says something of."""
    match wanted:
        case types.StructType(cls=cls, fields=fields):
            names = {field.name: f"{cls.__name__}.{field.name}" for field in fields}
            new = not seen.keys() >= set(names.values())
            seen |= dict.fromkeys(names.values(), cls)
            for field in fields if new or value is not None else ():
                held = getattr(value, field.name, None)
                default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
                if value is not None and held != default:
                    said.add(names[field.name])
                _look_at(held, field.type, seen, said)
        case types.UnionType(types=members):
            for each in members:
                is_it = not isinstance(each, types.StructType) or isinstance(value, each.cls)
                _look_at(value if is_it else None, each, seen, said)
        case types.Metadata(type=inner):
            _look_at(value, inner, seen, said)
        case types.VarTupleType(item_type=item):
            for held in value or (None,):
                _look_at(held, item, seen, said)
        case types.DictType(value_type=inner):
            for held in (value or {None: None}).values():
                _look_at(held, inner, seen, said)
