"""What players may ask of time: extensions out of a budget, and what follows from an absence."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Literal, Self

import msgspec

from pbem.engine.order import Problem
from pbem.engine.reading import Node, Reader, Speller, TextNode, late_pattern
from pbem.settings.ladder import has_times
from pbem.settings.rules_of_time import Deadlines
from pbem.settings.times import Duration

Period = Literal["game", "year", "turn"]
"""What a budget is for; a year is one of the calendar, in the zone of the game."""

Granted = Literal["by rule", "by the moderator"]
"""Who grants an extension that the budget allows."""

_SHIFT = late_pattern(r"shift(?: (?:of|by))? up to (\d{1,3}) days?(?: (?:a|per|each) year)?")
_MOST_SHIFT = 60
_EACH = Duration(3, "day")


class ExtensionSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How often each player may ask for an extension, and how long it may be: all of them together, and *each*.

    *times* and *in_all* are *per* period. Others are told who asked only if the *asker* is named.
    """

    times: int | None = None
    in_all: Duration | None = None
    each: Duration = _EACH
    per: Period = "game"
    granted: Granted = "by rule"
    asker: Literal["secret", "named"] = "secret"


Follows = Literal["nothing", "shift", "standing orders", "stand-in"]
"""What may follow from an absence."""


class AbsenceRule(msgspec.Struct, frozen=True):
    """What *follows* from an absence: nothing, a shift by so many *days* a year, standing orders, a stand-in."""

    follows: Follows = "nothing"
    days: int = 0

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        text = " ".join(node.text.casefold().split()) if isinstance(node, TextNode) else ""
        if text in ("nothing", "no"):
            return cls()
        if text in ("standing orders", "standing orders only"):
            return cls("standing orders")
        if text.replace(" ", "-") == "stand-in":
            return cls("stand-in")
        found = _SHIFT.fullmatch(text)
        if found and 1 <= int(found[1]) <= _MOST_SHIFT:
            return cls("shift", int(found[1]))
        raise reader.blame(node, "not-an-absence-rule", text=text, most=_MOST_SHIFT)

    def spell(self, speller: Speller) -> str:
        return f"shift up to {self.days} days a year" if self.days else self.follows


def wrong_allowances(
    extensions: ExtensionSettings | None, absence: AbsenceRule, deadlines: Deadlines
) -> Iterator[Problem]:
    """What is wrong with these settings beyond their form."""
    never = not has_times(deadlines)
    if absence.follows == "shift" and never:
        yield Problem("absence-without-deadline", ("absence",))
    if extensions is None:
        return
    if never:
        yield Problem("extensions-without-deadline", ("extensions",))
    if extensions.times is None and extensions.in_all is None:
        yield Problem("extensions-without-end", ("extensions",))
    if extensions.times is not None and extensions.times < 1:
        yield Problem("too-small", ("extensions", "times"), args={"number": extensions.times, "least": 1})
    said, most = extensions.each != _EACH, extensions.in_all
    if said and most is not None and most.length < extensions.each.length:
        args = {"each": str(extensions.each), "in_all": str(most)}
        yield Problem("extension-longer-than-all", ("extensions", "each"), args=args)
    for field, length in (("each", extensions.each), ("in_all", extensions.in_all)):
        if length is not None and not length.length:
            yield Problem("length-zero", ("extensions", field), args={"text": str(length)})


_USUAL = Duration(6, "hour")
_NEVER = "never"
_LEAST, _MOST = timedelta(hours=2), timedelta(days=31)


class OutageLimit(msgspec.Struct, frozen=True):
    """A *length*, or none for never.

    One that game.yaml *names* always holds. The usual one holds once turns have come for a whole day without such a
    gap: where someone runs them by hand now and then, nothing can be said of a gap.
    """

    length: Duration | None = _USUAL
    named: bool = False

    @classmethod
    def read(cls, node: Node, reader: Reader) -> Self:
        if isinstance(node, TextNode) and node.text.strip().casefold() in (_NEVER, "no"):
            return cls(None, named=True)
        length = Duration.read(node, reader)
        if not _LEAST <= length.length <= _MOST:
            raise reader.blame(node, "outage-out-of-bounds", text=str(length))
        return cls(length, named=True)

    def spell(self, speller: Speller) -> str:
        return str(self.length) if self.length else _NEVER

    @property
    def longest(self) -> timedelta:
        """The longest gap between two turns that is none."""
        return (self.length or _USUAL).length

    def holds(self, *, regular: bool) -> bool:
        """Whether a gap counts where turns have been *regular*, or not."""
        return self.length is not None and (self.named or regular)
