"""What a moderator fills in to do something, how each field is written, and what became of it.

Fields are the same for commands, emails and forms.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec

FieldName = Literal[
    "seat",
    "item",
    "ident",
    "round",
    "sheet",
    "ruling",
    "reason",
    "text",
    "length",
    "when",
    "player",
    "address",
    "forum",
    "first",
    "last",
    "until",
    "turn",
    "orders",
    "overrule",
    "appeal",
    "this_round",
    "far",
    "tried",
]
FieldKind = Literal["line", "lines", "sheet", "number", "day", "address", "seat", "consent"]
"""What is in a field: a line of text, several, a sheet, a number, a day, an address, a seat, or that it is so."""
MOST_LINE, _MOST_LINES, _MOST_ADDRESS = 2000, 20_000, 254
"""Characters of a line, of a text, and of an address."""
_NUMBER = "[1-9][0-9]{0,8}"


class FieldForm(msgspec.Struct, frozen=True, kw_only=True):
    """How a field is written: the *kind*, the *pattern* that all of it fits, and how many characters it has at *most*.

    A day in one that is *ahead* is not over.
    """

    kind: FieldKind = "line"
    pattern: str = ""
    most: int = MOST_LINE
    ahead: bool = False


_LINE, _DAY, _COUNT = FieldForm(), FieldForm(kind="day"), FieldForm(kind="number", pattern=_NUMBER)
_SHEET, _CONSENT = FieldForm(kind="sheet", most=_MOST_LINES), FieldForm(kind="consent")
FIELDS: Mapping[FieldName, FieldForm] = {
    "seat": FieldForm(kind="seat"),
    "item": _COUNT,
    "ident": _LINE,
    "round": FieldForm(kind="number", pattern=f"r?{_NUMBER}"),
    "sheet": _SHEET,
    "ruling": _SHEET,
    "reason": _LINE,
    "text": FieldForm(kind="lines", most=_MOST_LINES),
    "length": _LINE,
    "when": _LINE,
    "player": _LINE,
    "address": FieldForm(kind="address", most=_MOST_ADDRESS),
    "forum": _LINE,
    "first": _DAY,
    "last": _DAY,
    "until": FieldForm(kind="day", ahead=True),
    "turn": _COUNT,
    "orders": _CONSENT,
    "overrule": _LINE,
    "appeal": _COUNT,
    "this_round": _COUNT,
    "far": _CONSENT,
    "tried": _CONSENT,
}


def too_long(given: Mapping[str, str]) -> tuple[FieldName, ...]:
    """The fields of what was *given* that have more characters than they may."""
    return tuple(name for name, form in FIELDS.items() if len(given.get(name, "")) > form.most)


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What was done, as lines that *say* it and as *data*; whether what is queued now *goes* out at once.

    A *page* says it in other lines, where those of the command are for a shell; *ahead* of it, when it is only asked
    for, it may say something else again.
    """

    says: tuple[str, ...]
    page: tuple[str, ...] | None = None
    ahead: tuple[str, ...] | None = None
    data: Any = None
    goes: bool = False

    @property
    def shown(self) -> tuple[str, ...]:
        """The lines for a page."""
        return self.says if self.page is None else self.page


NEVER = "no deadline"


def moment(time: datetime, zone: str) -> str:
    """A time as clocks in *zone* show it."""
    return f"{time.astimezone(ZoneInfo(zone)):%A %Y-%m-%d %H:%M} {zone}"
