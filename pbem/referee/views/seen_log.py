"""The log of a game as a seat sees it, or everyone does."""

from collections.abc import Sequence

import msgspec

from pbem.engine.event import Event
from pbem.engine.table import Entry
from pbem.referee.game import Game


class SeenEntry(msgspec.Struct, frozen=True):
    """The events of an entry of the log that someone saw, and the step that led to them."""

    step: str
    events: Sequence[Event]


def seen_log(game: Game, who: str) -> list[SeenEntry]:
    """The log as *who* saw it: no answers, for they are told by events if at all.

    What it saw nothing of is left out and not counted either: that someone sent a sheet out of turn is a secret.
    """
    return [SeenEntry(entry.step, events) for entry in game.log.entries if (events := seen_events(entry, who))]


def seen_events(entry: Entry, who: str) -> list[Event]:
    """The events of an entry as *who* saw them."""
    return [seen for event in entry.events if (seen := event.seen_by(who)) is not None]
