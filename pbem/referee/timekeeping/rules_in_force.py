"""What the rules of time let happen by themselves: play that waited for its time, and the end of a grace."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime

from pbem.referee import requests, submissions
from pbem.referee.game import Game
from pbem.referee.timekeeping.agenda_item import AgendaItem, AgendaSource

PLAY = "play"
GRACE = "grace"


def continues(game: Game, at: datetime) -> datetime | None:
    """When play continues by itself, where only time keeps it waiting; None if it does not wait for that alone.

    All answers are in, and no seat holds the stage longer than until then.
    """
    from pbem.referee.pauses import wait_after_last_sheet  # noqa: PLC0415 - play itself asks for what is here
    from pbem.referee.play import ready  # noqa: PLC0415

    opens = game.pause.not_before(at) if game.pause else None
    waits = (end for end in wait_after_last_sheet(game).values() if end > at)
    times = sorted({*waits, *requests.hold_ends(game, at), *((opens,) if opens else ())})

    def plays(then: datetime) -> bool:
        return ready(game, lambda: then)

    if not times or plays(at):
        return None
    return next(filter(plays, times), None)


def _coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    opens = continues(game, at)
    if opens is not None:
        yield AgendaItem(opens, PLAY)
    ends: dict[datetime, list[str]] = defaultdict(list)
    pause = game.pause
    for one in pause.waits if pause else ():
        closes = pause.closes(one) if pause and one.grace and not one.bot else None
        if closes and submissions.counting(game, one.seat, one.key, one.asked) is None:
            ends[closes].append(one.seat)
    yield from (AgendaItem(end, GRACE, tuple(dict.fromkeys(seats))) for end, seats in ends.items())


def _act(_game: Game, _at: datetime) -> bool:
    """Nothing: play itself looks at the time."""
    return False


SOURCE = AgendaSource(_coming, _act)
