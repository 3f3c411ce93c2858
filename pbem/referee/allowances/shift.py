"""Deadlines that move because a player is away, by no more than so many days a year for each.

One moves as soon as it is known that it falls into an absence of a player who must answer by it: with the question, or
when the absence is told. It does so whatever came from that player, so that no one learns that. What the moderator has
said of a deadline since the absence was told stays.
"""

from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import replace

from pbem.engine.decision import MODERATOR
from pbem.referee.allowances.away import Away, away_at
from pbem.referee.allowances.budget import days_left, whole_days, year_of
from pbem.referee.game import Game
from pbem.referee.timekeeping import by_rule, deadlines
from pbem.referee.timekeeping.agenda_item import AgendaItem, AgendaSource
from pbem.store.facts.time import AbsenceCharge, DeadlineMoved, OwnDeadline
from pbem.store.pause import OpenQuestion, Pause

BY = "absence"
"""What moved a deadline, if an absence did."""


def act(game: Game, at: datetime) -> bool:
    """Move the deadlines of the present round that fall into absences; whether any was."""
    moved = False
    while game.pause is not None and (fact := _needed(game, game.pause, at)) is not None:
        game.note(fact, at)
        moved = True
    return moved


def _coming(_game: Game, _at: datetime) -> Iterator[AgendaItem]:
    """Nothing: a deadline moves as soon as its absence is known."""
    yield from ()


SOURCE = AgendaSource(_coming, act)


def with_the_question(game: Game, pause: Pause, at: datetime) -> Pause:
    """*pause*, which is not in the log yet, with its deadlines out of absences; that they moved is noted before it."""
    pause = deadlines.underlying(pause, game.log.facts)  # a kill may have come after the facts
    while (fact := _needed(game, pause, at)) is not None:
        fact = replace(fact, in_letters=True)
        game.note(fact, at)
        pause = deadlines.underlying(pause, game.log.facts)
    return pause


def moved_to(game: Game, pause: Pause, away: Away, question: OpenQuestion) -> datetime | None:
    """When *question* would be due if its deadline moved because of an absence; None if it cannot move so far."""
    due = pause.due(question)
    new = game.settings.deadlines.due(away.ends, by_rule.rule_of(game, question))
    if due is None or new is None or new <= due:
        return None
    return new if whole_days(new - due) <= days_left(game, away.seat, year_of(game, due)) else None


def _needed(game: Game, pause: Pause, at: datetime) -> DeadlineMoved | None:
    """The next deadline that has to move: that of everything due then, once the last of those away is back."""
    if game.settings.absence.follows != "shift" or game.outcome is not None:
        return None
    for due in pause.dues():
        moves = [
            (new, one.seat)
            for one in pause.waits
            if due > at and pause.due(one) == due and _answers(game, one)
            if (away := away_at(game, one.seat, due, at)) and not _said_since(game, pause, away)
            if (new := moved_to(game, pause, away, one)) is not None
        ]
        if moves:
            return _moved(game, pause, due, *max(moves))
    return None


def _moved(game: Game, pause: Pause, due: datetime, new: datetime, seat: str) -> DeadlineMoved:
    """The fact by which all that was *due* is due at a *new* time, because *seat* is away."""
    to = new if pause.deadline == due else pause.deadline
    after = {(one.seat, one.key): new if pause.due(one) == due else pause.due(one) for one in pause.waits}
    own = tuple(OwnDeadline(who, key, time) for (who, key), time in after.items() if time != to)
    charge = AbsenceCharge(seat, year_of(game, due), whole_days(new - due))
    return DeadlineMoved(round=pause.round, to=to, by=BY, own=own, away=charge)


def _answers(game: Game, question: OpenQuestion) -> bool:
    """Whether the player of the seat has to answer *question*: no bot does, and someone holds the seat."""
    return not (question.bot or game.settings.seats[question.seat].bot or game.holders[question.seat].vacant)


def _said_since(game: Game, pause: Pause, away: Away) -> bool:
    """Whether the moderator has moved the deadline since the absence was told."""
    return any(
        isinstance(line.fact, DeadlineMoved)
        and (line.fact.by, line.fact.round) == (MODERATOR, pause.round)
        and line.at >= away.told
        for line in game.log.lines
    )
