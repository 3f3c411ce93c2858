"""The ladder of a game as a table: what happens to whom, and when, in the present stage; and a rehearsal of it."""

from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec

from pbem.referee import bots
from pbem.referee.game import Game
from pbem.referee.ladder import misses
from pbem.referee.ladder.record import missed_of, open_stages
from pbem.referee.ladder.steps import Unanswered, asked_with_deadlines, foreseen, stopped, times
from pbem.referee.stage import SeatStage
from pbem.settings.ladder import CAME, TIMES, RungChoice
from pbem.store.facts.ladder import Came, LadderTime

MOST_TIMES = 3
"""From this time in a row on, everything is the same."""


class LadderRow(msgspec.Struct, frozen=True, kw_only=True):
    """What the ladder does *at* a point if a seat has *came* so much, for the *times*-th time in a row.

    *does* are the rungs to choose from; *time* is when, in the present stage, none if nothing is due. It is of one
    *seat*, as often as that has missed now, or of any.
    """

    came: Came
    times: int
    at: LadderTime
    does: tuple[str, ...]
    time: datetime | None = None
    seat: str = ""


def of_game(game: Game) -> tuple[LadderRow, ...]:
    """What happens to any seat, by what came from it and how often in a row; the times are those of the usual question.

    What is the same as for the time before is left out.
    """
    ladder, pause = game.settings.ladder, game.pause
    if ladder is None:
        return ()
    due = pause.deadline if pause else None
    usual = next((one for one in pause.waits if pause.due(one) == due), None) if pause else None
    when: dict[LadderTime, datetime | None] = {
        "deadline": due,
        "grace": pause.closes(usual) if pause and usual else None,
    }
    rows: list[LadderRow] = []
    for came in CAME:
        for number in range(1, MOST_TIMES + 1):
            found = ladder.of(came).steps(number)
            if number > 1 and found == ladder.of(came).steps(number - 1):
                continue
            rows += [
                LadderRow(came=came, times=number, at=at, does=does, time=when[at])
                for at in TIMES
                if (does := tuple(map(str, found.at(at))))
            ]
    return tuple(rows)


def of_seats(game: Game, at: datetime, seats: Iterable[str], came: Iterable[Came] = CAME) -> tuple[LadderRow, ...]:
    """What will happen to *seats* that are asked something now and send no valid answer; in the order of time."""
    rows = [row for about in asked_with_deadlines(game, seats, came) for row in _rows(game, about, at)]
    return tuple(sorted(rows, key=lambda row: (row.seat, CAME.index(row.came), row.time or at)))


def _rows(game: Game, about: Unanswered, at: datetime) -> Iterator[LadderRow]:
    if stopped(game, about):
        return
    number = times(game, about)
    stages = open_stages(game, about.seat, about.keys)
    for step in foreseen(game, about, number, stages):
        if step.time > at or missed_of(game, about.seat, about.keys, about.due) is None:
            does = tuple(str(one) for one in step.choices if _can_be(game, one, stages)) or ("ask the moderator",)
            yield LadderRow(came=about.came, times=number, at=step.at, does=does, time=step.time, seat=about.seat)


def _can_be(game: Game, choice: RungChoice, stages: Iterable[SeatStage]) -> bool:
    """Whether a rung can be taken, as far as that can be known before."""
    if choice.rung == "bot":
        return all(bots.asked(game, stage.decision).answer is not None for stage in stages)
    return True


def row_of_misses(game: Game) -> dict[str, int]:
    """How often in a row each seat that someone holds has missed its deadline."""
    return {seat: misses.in_a_row(game, seat) for seat in game.titles if not game.holders[seat].empty}
