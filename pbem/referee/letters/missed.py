"""What the ladder did for a seat that did not answer in time, and what it would do next: for that seat alone."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from pbem.engine.bot import BY, BY_LADDER
from pbem.referee.game import Game
from pbem.referee.ladder.misses import in_a_row
from pbem.referee.ladder.steps import of_letter
from pbem.report.words import Words
from pbem.settings.ladder import CAME, RungChoice
from pbem.store.facts.ladder import RungTaken
from pbem.store.facts.seats import SeatTaken
from pbem.store.pause import Pause

_BY = frozenset({"ladder", "agreed", "default", BY, BY_LADDER})
"""The sources of answers that the ladder gave."""


def missed(game: Game, words: Words, pause: Pause, seat: str) -> tuple[str, ...]:
    """What counted for *seat* since its last letter, and why, for its letter of *pause*: a sentence or two for each."""
    zone = game.settings.zone_of(seat).name
    return tuple(
        line
        for taken in _since_last_letter(game, pause, seat)
        for line in (
            words.say("labels", "missed", {"taken": taken, "due": taken.due, "zone": zone}),
            next_time(game, words, taken.times, in_a_row(game, seat, pause)) if taken.by != "absence" else "",
        )
        if line
    )


def next_time(game: Game, words: Words, times: int, row: int) -> str:
    """What a miss after *row* in a row would lead to; nothing if that is no more than what this one did.

    This one was treated like the *times*-th, which is more than *row* where it was excused, or a sheet came since.
    """
    ladder = game.settings.ladder
    if ladder is None or row < times:
        return ""
    then = {came: ladder.of(came).steps(row + 1) for came in CAME}
    if all(then[came] == ladder.of(came).steps(times) for came in CAME):
        return ""
    done = {came: in_words(words, (*one.deadline, *one.grace)) for came, one in then.items()}
    return words.say("labels", "missed-next", {"nothing": done["nothing"], "faulty": done["faulty"]})


def overdue(game: Game, words: Words, pause: Pause, seat: str, row: int | None = None) -> str:
    """What will follow if *seat* sends nothing that the letter of *pause* asks; empty if the moderator decides.

    It has missed *row* in a row; those before the letter if nothing is said.
    """
    found = of_letter(game, pause, seat, (in_a_row(game, seat, pause) if row is None else row) + 1)
    choices = [one for step in found for one in step.choices]
    ladder = game.settings.ladder
    unsaid = ladder is not None and ladder.nothing is None and all(one.rung == "ask the moderator" for one in choices)
    return in_words(words, choices) if choices and not unsaid else ""


def in_words(words: Words, choices: Sequence[RungChoice]) -> str:
    """What is done, one after the other: `a reminder, then the default`."""
    said = (words.phrase("labels", f"rung-{one.rung.replace(' ', '-')}", {"asks": one.asks}) for one in choices)
    return words.phrase("labels", "rungs", {"rungs": [*said]})


def to_come(game: Game, words: Words, seat: str, steps: Sequence[tuple[datetime, Sequence[RungChoice]]]) -> list[str]:
    """What will happen to *seat*, and when, if it sends no valid sheet."""
    zone = game.settings.zone_of(seat).name
    return [
        words.say(
            "labels", "missed-coming", {"at": at, "zone": zone, "done": in_words(words, choices), "first": number == 0}
        )
        for number, (at, choices) in enumerate(steps)
    ]


def _since_last_letter(game: Game, pause: Pause, seat: str) -> Iterator[RungTaken]:
    """The rungs by which something counted for *seat* between its last letter and that of *pause*."""
    earlier = game.last_letter(seat, pause)
    taken: list[RungTaken] = []
    counted: set[str] = set()
    within = False
    for line in game.log.lines:
        if line.pause and line.pause.round == pause.round:
            break
        if line.pause and earlier and line.pause.round == earlier.round:
            within = True
        elif within and isinstance(line.fact, SeatTaken) and line.fact.seat == seat:
            taken.clear()  # it was held against who had the seat before
        elif within and isinstance(line.fact, RungTaken) and line.fact.seat == seat:
            taken.append(line.fact)
        elif within and line.entry:
            counted |= {one.key for one in line.entry.answers if one.seat == seat and one.by in _BY}
    return (one for one in taken if one.rung not in ("remind", "wait") and counted & {*one.keys})
