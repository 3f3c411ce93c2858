"""What each seat is shown in random games, each time that sheets are waited for."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.event import PUBLIC, Event
from pbem.engine.picture import Picture
from pbem.engine.play import play, policies
from pbem.engine.table import Answer, Chance
from pbem.playtest.recorded import table_for
from pbem_maria.drawing.choice import choices, named, pictures
from pbem_maria.drawing.page import PAGES
from pbem_maria.guess import guess
from pbem_maria.position.state import State
from pbem_maria.ruleset import MARIA


class Shown(msgspec.Struct, frozen=True):
    """What a seat knows when it gets a letter, what it saw since the one before, and what it is asked."""

    view: State
    seat: str
    seen: Sequence[Event[State]]
    asked: tuple[Decision[Any], ...]

    def of_letter(self) -> tuple[Picture, ...]:
        return pictures(self.view, self.seat, self.seen, self.asked)

    def every(self) -> Iterator[Picture]:
        """The pictures of the letter, and all that may be asked for."""
        yield from self.of_letter()
        yield from PAGES.whole(self.view, self.seat)
        for word in ("board", "tracks", "map"):
            found = named(self.view, self.seat, word, "")
            if isinstance(found, Picture):
                yield found
        for word in ("map", "reach"):
            for name in choices(self.view, self.seat, word):
                found = named(self.view, self.seat, word, name)
                assert isinstance(found, Picture), (word, name)
                yield found


def letters(settings: Mapping[str, Any], seed: str, most: int = 40) -> Iterator[Shown]:
    """The letters of a random game, all seats' and then the public's at each of at most so many pauses."""
    table = table_for(MARIA, settings, seed)
    chance = Chance(seed, "guesses")
    answers: dict[tuple[str, str], Answer[Any]] = {}
    last = 0
    for _ in range(most):
        waiting = play(table, (lambda d, _: answers.get((d.seat, d.key)), policies(lambda *_: ())))
        for seat in (*table.seats, PUBLIC):
            events = (event.seen_by(seat) for entry in table.entries[last:] for event in entry.events)
            seen = [event for event in events if event is not None]
            yield Shown(table.views[seat], seat, seen, tuple(each for each in waiting if each.seat == seat))
        last = len(table.entries)
        if not waiting:
            return
        answers.clear()
        for decision in waiting:
            order = guess(table.views[decision.seat], decision, chance)
            answers[decision.seat, decision.key] = Answer(order, "sheet")


@cache
def sample() -> tuple[Shown, ...]:
    """Letters from the middle of two random games, some of each seat."""
    games = [*letters({"scenario": "advanced"}, "drawn", 30), *letters({"scenario": "introductory"}, "drawn", 14)]
    return tuple(games[3::9])
