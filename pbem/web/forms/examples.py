"""What a written form shows of each key: a remark above it, and examples that could be ordered now."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.forms.fields import FixedField, ListField, RowsField
from pbem.engine.problem import OrderPath
from pbem.sheet.shape import folded
from pbem.web.forms.reading import FormReader
from pbem.web.forms.values import FilledField, plain_of, steps_below

_KEY = re.compile(r"([^\W\d][\w ]*?):(?:\s|$)")


class WrittenExamples(msgspec.Struct, frozen=True):
    """Remarks by key, and examples by the path of a field with `*` for the number of an entry."""

    remarks: Mapping[str, str] = {}
    plains: Mapping[str, tuple[Any, ...]] = {}


def examples_in(form: str, reader: FormReader) -> WrittenExamples:
    """What *form*, with its comments, shows of the keys that *reader* reads."""
    remarks: dict[str, str] = {}
    plains: dict[str, list[Any]] = {}
    for key, remark, block in _blocks(form, frozenset(reader.types)):
        if remark and not set(remark) & set("`#"):
            remarks.setdefault(key, remark.rstrip(":"))
        filled = reader.read(block).keys.get(key)
        if filled is not None and filled.given:
            for path, plain in _shown(filled, (key,)):
                plains.setdefault(path, []).append(plain)
    return WrittenExamples(remarks, {path: tuple(found) for path, found in plains.items()})


def _blocks(form: str, keys: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """Each key of a form with the remark above it and its lines, out of comments or not."""
    remark: list[str] = []
    block: list[str] = []
    key = ""
    for line in form.splitlines():
        commented = line.startswith("#")
        bare = re.sub(r"^# ?", "", line) if commented else line
        found = _KEY.match(bare)
        if found and folded(found[1]) in keys:
            if key:
                yield key, " ".join(remark), "\n".join(block)
                remark = []
            key, block, last = found[1].casefold(), [bare], remark
            remark = last
        elif key and (bare.startswith((" ", "- ")) or not bare.strip()):
            block.append(bare)
        else:
            if key:
                yield key, " ".join(remark), "\n".join(block)
                key, remark = "", []
            remark = [bare.strip()] if commented else []
    if key:
        yield key, " ".join(remark), "\n".join(block)


def _shown(filled: FilledField, path: OrderPath) -> Iterator[tuple[str, Any]]:
    """Every part of an example by its path, with the entries of lists each by itself."""
    if filled.raw or not filled.given:
        return
    if isinstance(filled.field, ListField | RowsField):
        for part in filled.parts:
            if not part.raw:
                yield "/".join(map(str, path)), plain_of(part)
            yield from _shown(part, (*path, "*"))
        return
    if not filled.parts and not isinstance(filled.field, FixedField):
        yield "/".join(map(str, path)), plain_of(filled)
    for steps, below in steps_below(filled):
        yield from _shown(below, (*path, *steps))
