"""What a sheet would do, in a few words: made of the keys of its order, by what the game calls them."""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from pbem.report.words import Words, tag
from pbem.sheet.parts import Parts
from pbem.sheet.shape import type_info
from pbem.sheet.word_reader import PASS_FIELD
from pbem.sheet.writer import one_line, spelled
from pbem.web.forms.showing import FormWords

_Kind = Literal["passes", "prefilled", "orders"]
_SHORT = 28
"""Characters of a value that is shown as it is."""


class SheetSaying(msgspec.Struct, frozen=True):
    """A sheet in *brief*; it *passes* if that is all that it does, and is *as prefilled* if no one chose anything."""

    brief: str = ""
    passes: bool = False
    as_prefilled: bool = False


def saying(words: Words, sheet: Parts) -> SheetSaying:
    """What *sheet* would do, if it counts."""
    said: list[str] = []
    kinds = set[_Kind]()
    for part, read in sheet.good:
        kind, found = _part(words, read.order, part.decision.default)
        kinds.add(kind)
        said += [f"{part.heading}: {', '.join(found)}"] if part.heading and found else found
    more = []
    if sheet.plans.plans:
        more.append(words.phrase("seat", "says-plans", {"count": len(sheet.plans.plans)}))
    if sheet.spoken.words:
        more.append(words.phrase("seat", "says-words"))
    if kinds == {"passes"} and not more:
        return SheetSaying(words.phrase("seat", "says-pass", {"how": said[0] if len(said) == 1 else ""}), passes=True)
    plain = bool(kinds) and kinds <= {"passes", "prefilled"} and not more
    return SheetSaying("; ".join([*said, *more]) or words.phrase("seat", "says-nothing"), as_prefilled=plain)


def _part(words: Words, order: Any, default: Any) -> tuple[_Kind, list[str]]:
    """Whether *order* only passes, or is what its form had, and what it says key by key."""
    plain = spelled(order, type_info(type(order)), words.lexicon)
    found = list(_keys(words, tag(order), plain))
    if not found or (getattr(order, PASS_FIELD, False) is True and set(plain) <= {PASS_FIELD}):
        return "passes", found
    return "prefilled" if order == default else "orders", found


def _keys(words: Words, kind: str, plain: Any) -> Iterator[str]:
    called = FormWords(words, kind, {})
    for key, value in plain.items() if isinstance(plain, dict) else ():
        label = called.label(key)
        if value == "yes":
            yield label
        elif isinstance(value, (list, dict)) and len(one_line(value)) > _SHORT:
            yield f"{label}: {len(value)}"
        elif value not in (None, [], {}):
            text = one_line(value).strip("[]{}'\"")
            yield f"{label}: {text}" if len(text) <= _SHORT else label
