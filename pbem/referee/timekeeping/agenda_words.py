"""What will happen by itself, in words for the moderator: the phrases of the group `agenda`, one for each kind."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from pbem.engine.kit.lexicon import NO_NAMES
from pbem.referee.timekeeping.agenda_item import AgendaItem

if TYPE_CHECKING:
    from pbem.report.words import Words


def said(items: Sequence[AgendaItem], titles: Mapping[str, str]) -> list[str]:
    """What *items* are, without their times: those of one kind and time together, with the *titles* of their seats."""
    seats: dict[tuple[object, str], list[str]] = {}
    for one in items:
        there = seats.setdefault((one.at, one.kind), [])
        there += [title for seat in one.seats if (title := titles.get(seat, seat)) not in there]
    return [_said(kind, named) for (_, kind), named in seats.items()]


def _said(kind: str, seats: list[str]) -> str:
    words = _words()
    return words.phrase("agenda", kind if words.has("agenda", kind) else "other", {"kind": kind, "seats": seats})


@cache
def _words() -> "Words":
    from pbem.report.words import Words  # noqa: PLC0415 - only what is told needs them

    return Words((), NO_NAMES)
