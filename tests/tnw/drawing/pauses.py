"""What each seat is shown in games of the bot, each time that sheets are waited for."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC, Event
from pbem.engine.picture import Picture
from pbem.engine.play import play
from pbem.engine.table import Answer, Chance
from pbem.playtest.recorded import table_for
from pbem_tnw.bot import play as bot
from pbem_tnw.drawing.choice import choices, named, pictures
from pbem_tnw.drawing.page import PAGES
from pbem_tnw.position.state import WarState
from pbem_tnw.ruleset import TNW


class ShownToSeat(msgspec.Struct, frozen=True):
    """What a seat knows when it gets a letter, what it saw since the one before, and what it is asked."""

    view: WarState
    seat: str
    seen: Sequence[Event[WarState]]
    asked: tuple[Decision[Any], ...]

    def of_letter(self) -> tuple[Picture, ...]:
        return pictures(self.view, self.seat, self.seen, self.asked)

    def every(self) -> Iterator[Picture]:
        """The pictures of the letter, and all that may be asked for."""
        yield from self.of_letter()
        yield from PAGES.whole(self.view, self.seat)
        for word in ("board", "tracks", "map"):
            found = named(self.view, self.seat, word, "")
            assert isinstance(found, Picture), word
            yield found
        for word in ("map", "reach"):
            for name in choices(self.view, self.seat, word):
                found = named(self.view, self.seat, word, name)
                assert isinstance(found, Picture), (word, name)
                yield found


def letters(settings: Mapping[str, Any], seed: str, most: int) -> Iterator[ShownToSeat]:
    """The letters of a game, all seats' and then the public's at each of at most so many pauses."""
    table = table_for(TNW, settings, seed)
    chance = Chance(seed, "bots")
    answers: dict[tuple[str, str], Answer[Any]] = {}
    last = 0
    for _ in range(most):
        waiting = play(table, (lambda d, _: answers.get((d.seat, d.key)),))
        for seat in (*table.seats, PUBLIC):
            events = (event.seen_by(seat) for entry in table.entries[last:] for event in entry.events)
            seen = [event for event in events if event is not None]
            yield ShownToSeat(table.views[seat], seat, seen, tuple(each for each in waiting if each.seat == seat))
        last = len(table.entries)
        if not waiting:
            return
        answers.clear()
        for decision in waiting:
            answers[decision.seat, decision.key] = Answer(bot(table.views[decision.seat], decision, chance), "sheet")


@cache
def sample() -> tuple[ShownToSeat, ...]:
    """Letters from a game of two players and one of four, some of each seat."""
    frozen = {"edition": "demo"}  # a card more is another game, and another sample
    games = [*letters({"players": "4", **frozen}, "drawn", 9), *letters({"players": "2", **frozen}, "drawn", 6)]
    return tuple(games[8::7])
