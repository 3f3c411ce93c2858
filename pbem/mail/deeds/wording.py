"""What became of time and holds, in whole sentences for a page."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache

from pbem.engine.reading import NO_NAMES
from pbem.mail.outgoing import to_moderator
from pbem.referee.deadlines.moving import MovedDeadline
from pbem.referee.game import Game
from pbem.report.letter import question
from pbem.report.words import Plain, Words

_GROUP = "moderating"


def of_moved(game: Game, moved: Sequence[MovedDeadline]) -> Iterator[str]:
    """Which deadlines are others now: one line for a seat, or one for each question if they differ."""
    words = to_moderator.words_of(game)
    for seat in dict.fromkeys(one.seat for one in moved):
        own = [one for one in moved if one.seat == seat]
        asked = {stage.decision.key: question(words, stage.decision, seat) for stage in game.stages(seat)}
        alike = len({(one.before, one.after) for one in own}) == 1
        zone = game.settings.zone_of(seat).name
        for one in own[:1] if alike else own:
            before, after = (words.moment(due, zone) if due else "" for due in (one.before, one.after))
            about = "" if alike else asked.get(one.key, one.key)
            was = before if before != after else ""
            yield say("moved", title=game.titles[seat], question=about, before=was, after=after)


def of_hold(game: Game, seat: str, *, release: bool, lasting: bool, until: datetime | None = None) -> str:
    """That *seat* holds what it is asked now, or does so no longer; *until* a time, or *lasting* without an end."""
    ends = to_moderator.words_of(game).moment(until, game.settings.moderators_zone.name) if until else ""
    return say("released" if release else "held", title=game.titles[seat], lasting=lasting, until=ends)


def of_message(game: Game, ident: str, phrase: str) -> str:
    """That a message goes out again, or does not, as the *phrase* says."""
    envelope = game.outbox.envelope(ident)
    return say(phrase, to=envelope.recipient if envelope else ident)


def say(phrase: str, **args: Plain) -> str:
    """A sentence on what became of something."""
    return _words().phrase(_GROUP, phrase, args)


@cache
def _words() -> Words:
    return Words((), NO_NAMES)
