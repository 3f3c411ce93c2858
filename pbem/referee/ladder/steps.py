"""The steps of the ladder for a question that is not answered in time: what is to be done, and when."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from pbem.referee.game import Game
from pbem.referee.ladder.received import QuestionStatus, came, questions_of
from pbem.referee.ladder.record import of_round, open_stages
from pbem.settings.ladder import Choices
from pbem.store.facts.ladder import Came, LadderTime, RungDeclined


class LadderStep(msgspec.Struct, frozen=True):
    """What the ladder does *at* a point of it, which comes at a *time*: the first of *choices* that can be done."""

    at: LadderTime
    time: datetime
    choices: Choices


class Unanswered(msgspec.Struct, frozen=True):
    """The questions of *seat*, by their *keys*, that are *due* at a time and of which the same is held against it.

    The grace *closes* later, or at that time if there is none.
    """

    seat: str
    keys: tuple[str, ...]
    due: datetime
    closes: datetime
    came: Came


def steps(game: Game, about: Unanswered, times: int) -> tuple[LadderStep, ...]:
    """The steps for questions whose deadline is missed for the *times*-th time in a row, but for empty ones."""
    ladder = game.settings.ladder
    if ladder is None:
        return ()
    wanted = ladder.of(about.came).steps(times)
    found = (LadderStep("deadline", about.due, wanted.deadline), LadderStep("grace", about.closes, wanted.grace))
    return tuple(one for one in found if one.choices)


def unanswered(game: Game, at: datetime) -> Iterator[Unanswered]:
    """The questions with a deadline, past or to come, to which the game lacks answers of people; of all seats.

    A seat that a bot plays is no one's to remind: its questions are left out.
    """
    verdicts = game.inbox.verdicts()
    for seat in game.titles:
        stages = () if game.settings.seats[seat].bot else open_stages(game, seat)
        if stages:
            yield from _grouped(game, seat, questions_of(game, stages, verdicts, at))


def _grouped(game: Game, seat: str, questions: Sequence[QuestionStatus]) -> Iterator[Unanswered]:
    pause = game.pause
    ends = {one.key: pause.closes(one) for one in pause.waits if one.seat == seat} if pause else {}
    found: dict[tuple[datetime, datetime, Came], list[str]] = {}
    for one in questions:
        kind, closes = came(one.received), ends.get(one.key)
        if kind is not None and one.deadline is not None and closes is not None:
            found.setdefault((one.deadline, closes, kind), []).append(one.key)
    for (due, closes, kind), keys in sorted(found.items()):
        yield Unanswered(seat, tuple(keys), due, closes, kind)


def stopped(game: Game, about: Unanswered) -> bool:
    """Whether the moderator has let the game wait for these questions."""
    declined = of_round(game, RungDeclined, seat=about.seat)
    return any(one.wait and one.due == about.due and {*one.keys} & {*about.keys} for one in declined)
