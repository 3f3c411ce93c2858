"""From a changed field to changes of the sheet's text, of which nothing else is touched."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.desk import Edit
from pbem.engine.problem import OrderPath
from pbem.sheet.writer import write_plain
from pbem.web.forms.values import RawText, is_empty


def written(plain: Any) -> str:
    """Plain data as lines of a sheet, with raw texts as they are."""
    raws: list[str] = []
    text = write_plain(_marked(plain, raws)).rstrip("\n")
    for number, raw in reversed(list(enumerate(raws))):
        text = text.replace(f"raw0text{number}", raw)
    return text


def _marked(plain: Any, raws: list[str]) -> Any:
    """*plain* with a plain word in place of each raw text."""
    if isinstance(plain, RawText):
        raws.append(str(plain))
        return f"raw0text{len(raws) - 1}"
    if isinstance(plain, dict):
        return {key: _marked(value, raws) for key, value in plain.items()}
    if isinstance(plain, list):
        return [_marked(item, raws) for item in plain]
    return plain


def edits_for(old: Any, new: Any, path: OrderPath) -> Iterator[Edit]:
    """The changes by which what is at *path* says *new* where it said *old*."""
    if old == new and type(old) is type(new):
        return
    if new is None:
        if old is not None:
            yield Edit(path=path, how="remove")
    elif is_empty(new):
        yield Edit(path=path, text="[]" if isinstance(new, list) else "{}" if isinstance(new, dict) else "''")
    elif isinstance(old, dict) and isinstance(new, dict) and old:
        gone = [key for key in old if key not in new]
        for key in gone:
            yield Edit(path=(*path, key), how="remove")
        for key, value in new.items():
            if key in old:
                yield from edits_for(old[key], value, (*path, key))
            else:
                yield Edit(path=(*path, key), text=_value(value))
    elif isinstance(old, list) and isinstance(new, list) and old:
        yield from _in_list(old, new, path)
    else:
        yield Edit(path=path, text=_value(new))


def _in_list(old: list[Any], new: list[Any], path: OrderPath) -> Iterator[Edit]:
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    before, after = old[first : len(old) - last], new[first : len(new) - last]
    both = min(len(before), len(after))
    for number in range(both):
        yield from edits_for(before[number], after[number], (*path, first + number))
    for number in reversed(range(both, len(before))):
        yield Edit(path=(*path, first + number), how="remove")
    for number in range(both, len(after)):
        at = first + number
        how: Any = "insert" if last else "put"
        yield Edit(path=(*path, at), text=_value(after[number]), how=how)


def _value(plain: Any) -> str:
    """*plain* as the text of a value: one line if it is short."""
    if isinstance(plain, (dict, list)):
        return written(plain)
    return written({"k": plain}).removeprefix("k:").strip()
