"""Renamed types and fields: what an older version of the rules wrote is read by its new names."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

Renaming = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Renames a JSON object, with its tag, to its present names."""

KINDS = ("event", "step", "order")


def became(tag: str, /, **fields: str) -> Renaming:
    """The renaming to *tag*, and of each old field to its new name: `became("point-won", who="seat")`.

    *tag* may be the old one, where only fields were renamed.
    """
    return partial(_renamed, tag, fields)


def _renamed(tag: str, fields: Mapping[str, str], old: Mapping[str, Any]) -> Mapping[str, Any]:
    kind = next(kind for kind in KINDS if kind in old)
    return {fields.get(name, name): value for name, value in old.items()} | {kind: tag}


def modern(value: Any, renamed: Mapping[str, Renaming]) -> Any:
    """*value*, any JSON, with everything in it by its new name; *renamed* is that of a `Ruleset`."""
    if isinstance(value, list):
        return [modern(one, renamed) for one in value]
    if not isinstance(value, dict):
        return value
    found = {name: modern(one, renamed) for name, one in value.items()}
    for _ in renamed:  # a name may have changed more than once
        name = next((f"{kind} {found[kind]}" for kind in KINDS if kind in found), "")
        if name not in renamed:
            break
        found = dict(renamed[name](found))
    return found
