"""What the installed rules cannot read in an undamaged line of a log."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from pbem.engine.kit.renaming import KINDS, modern
from pbem.engine.ruleset import Ruleset

_UNKNOWN = re.compile(rf"Invalid value '([^']*)' - at `.*\.({'|'.join(KINDS)})`")
_PLACE = re.compile(r" - at `\$(?:\.([^`]*))?`$")


def misread(text: bytes, ruleset: Ruleset, error: Exception) -> str:
    """What *ruleset* cannot read in the line *text*, where reading failed with *error*: a type or field."""
    for kind, types, value in _parts(msgspec.json.decode(text)):
        try:
            msgspec.json.decode(msgspec.json.encode(modern(value, ruleset.renamed)), type=getattr(ruleset, types))
        except msgspec.ValidationError as wrong:
            return _said(str(wrong), kind, str(value.get(kind)))
    return f"cannot read it ({_told(str(error))})"


def _parts(line: Any) -> Iterator[tuple[str, str, Any]]:
    """Every event and order in a line, with its kind and the field of the ruleset that has its types."""
    entry = line.get("entry") or {}
    for event in entry.get("events", ()):
        yield "event", "events", event
    answers = entry.get("answers", [])
    for answer in answers.values() if isinstance(answers, dict) else answers:
        yield "order", "orders", answer.get("order")


def _said(wrong: str, kind: str, tag: str) -> str:
    unknown = _UNKNOWN.match(wrong)
    if unknown:
        return f"do not know its {unknown[2]} `{unknown[1]}`"
    return f"cannot read its {kind} `{tag}` ({_told(wrong)})"


def _told(wrong: str) -> str:
    """The message of msgspec, with the place in words."""
    place = _PLACE.search(wrong)
    if place is None:
        return wrong
    where = f" in `{place[1]}`" if place[1] else ""
    return f"{wrong[: place.start()]}{where}"
