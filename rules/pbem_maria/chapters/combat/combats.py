"""The combats that a reader saw, with the numbers that the story and the pictures give them."""

from collections.abc import Iterable

import msgspec

from pbem.engine.event import Event
from pbem_maria.chapters.combat.events import CardPlayed, FightBegan, FightEnded
from pbem_maria.position.state import Pair


class SeenCombat(msgspec.Struct, frozen=True, kw_only=True):
    """A combat as it was seen: *pair* is unknown if it began before and is not over; *ended* says whether it is."""

    number: int
    pair: Pair | None = None
    ended: bool = False


def combats(events: Iterable[Event]) -> tuple[SeenCombat, ...]:
    """The combats among *events*, those that a reader saw since the last letter, numbered from 1 in their order.

    The story of a letter and the marks in its pictures have these numbers. A combat under way since before is the
    first. What a rewind has undone does not belong among *events*.
    """
    found: list[SeenCombat] = []
    for event in events:
        if isinstance(event, FightBegan):
            found.append(SeenCombat(number=len(found) + 1, pair=event.pair))
        elif isinstance(event, CardPlayed | FightEnded):
            if not is_open(found):
                found.append(SeenCombat(number=len(found) + 1))
            if isinstance(event, FightEnded):
                found[-1] = SeenCombat(number=found[-1].number, pair=event.pair, ended=True)
    return tuple(found)


def is_open(found: Iterable[SeenCombat]) -> bool:
    """Whether the last of *found* is not over."""
    last = next(reversed([*found]), None)
    return last is not None and not last.ended
