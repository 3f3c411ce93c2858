"""What a moderator fills in to do something, how each field is written, and what became of it.

Fields are the same for commands, emails and forms.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec

FieldName = Literal[
    "seat", "item", "ident", "round", "sheet", "ruling", "reason", "text", "length", "when", "player", "address",
    "forum", "first", "last", "until", "turn", "orders", "overrule", "appeal", "this_round", "far", "tried", "again",
    "play_on", "now", "name", "key",
]  # fmt: skip
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
    "again": _CONSENT,
    "play_on": _CONSENT,
    "now": _CONSENT,
    "name": _CONSENT,
    "key": _LINE,
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


REASON = r"(?:\s*[,;-]?\s*because:?\s+(?P<text>.+?))?"
BECAUSE = r"(?:\s*[,:;-]?\s*because:?\s+(?P<text>.+?)|\s*:\s*(?P<colon>.+?))?"
SEAT = r"(?P<seat>[^:]{1,60}?)"
FOR = rf"(?:\s+for\s+{SEAT})?"
SETTLES = r"(?:\s*,?\s+settling\s+appeal\s+#?(?P<appeal>\d{1,9}))?"
OVERRULES = r"(?:\s*,?\s+overruling\s+(?P<overrule>[\w, -]{1,120}?))?"
MORE = r"(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s+)"
AT = r"[<(]?(?P<address>[^\s<>()@,:;]{1,80}@[^\s<>()@,:;]{1,160})(?:\s?<mailto:[^\s<>]{1,250}>)?[>)]?"
PERSON = rf"(?P<player>[^<>()@:]{{1,80}}?)[\s,]*{AT}"
WITH = r"(?:\s*:\s*|\s+(?:with|by|to)\s+)"
UNTIL = r"(?:\s*,?\s+until\s+(?P<until>[^:]{1,40}?))?"
FROM = r"(?:\s*,?\s+from\s+turn\s+(?P<turn>\d{1,4}))?"
FORUM = r"(?:\s*,?\s+(?:on\s+the\s+)?forum:?\s+(?:as\s+)?(?P<forum>[^\s:<>][^:<>\n]{0,60}?))?"
LASTING = r"(?:\s*,?\s+(?:(?:until|for)\s+|(?=\d))(?P<when>[^\n]{1,40}?))?"
MESSAGE = r"(?:message\s+)?(?P<ident>\w{1,60}-[\w-]{1,120}(?:\.\d{1,3})?)"
KEEP = r"(?P<orders>\s*,?\s+(?:and\s+)?keep(?:ing)?\s+(?:the\s+)?orders)?"
NEW = r"(?P<new>,?\s+(?:and|with)\s+new\s+address)?"
"""Parts of the lines of emails; each group is a field, or what one is made from."""
