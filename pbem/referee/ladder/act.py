"""What the ladder does by itself: it notes who misses a deadline, takes rungs, and asks the moderator."""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from msgspec.structs import replace

from pbem.referee import requests
from pbem.referee.game import Game
from pbem.referee.ladder import rungs
from pbem.referee.ladder.record import missed_of, of_round
from pbem.referee.ladder.steps import LadderStep, Unanswered, acts, by_absence, steps, stopped, times, unanswered
from pbem.referee.restored import behind
from pbem.referee.timekeeping.agenda_item import AgendaItem, AgendaSource
from pbem.settings.ladder import RungChoice
from pbem.store.facts.ladder import DeadlineMissed, LadderTime, Rung, RungDeclined, RungProposed, RungTaken, Why

KIND = "ladder"
"""What the agenda calls a step of the ladder."""


def coming(game: Game, at: datetime) -> Iterator[AgendaItem]:
    """The steps to come for the seats that have not answered yet."""
    if not acts(game) or game.outcome is not None:
        return
    for about in unanswered(game, at):
        for step in steps(game, about, times(game, about)) if not stopped(game, about) else ():
            if step.time > at:
                yield AgendaItem(step.time, KIND, (about.seat,))


def act(game: Game, at: datetime) -> bool:
    """Do what the ladder says for every seat that has not answered in time; whether there was anything to do.

    Nothing counts against a seat while mail that came before may not have been read.
    """
    if not acts(game) or game.outcome is not None:
        return False
    rungs.repeat(game, at)
    if not game.mail_is_in or game.inbox.waiting() or behind(game):
        return False
    before = len(game.log.lines)
    for about in [one for one in unanswered(game, at) if one.due <= at]:
        if game.holders[about.seat].vacant:
            _ask_for_vacant(game, about, at)
        elif game.settings.ladder is not None or by_absence(game, about):
            _note_miss(game, about, at)
            _climb(game, about, at)
    return len(game.log.lines) > before


SOURCE = AgendaSource(coming, act)
"""The ladder as a cause of things that happen by themselves."""


def _note_miss(game: Game, about: Unanswered, at: datetime) -> None:
    if missed_of(game, about.seat, about.keys, about.due) is not None or game.pause is None:
        return
    day = about.due.astimezone(game.settings.deadlines.zone.info).date()
    known = any(one.start and one.start <= day for one in requests.absences(game, about.seat, day))
    away = known or by_absence(game, about)
    missed = DeadlineMissed(
        round=game.pause.round,
        seat=about.seat,
        keys=about.keys,
        due=about.due,
        came=about.came,
        excused="absent" if away else "",
    )
    game.note(missed, at)


def _ask_for_vacant(game: Game, about: Unanswered, at: datetime) -> None:
    """Let the ladder ask the moderator, once, what to do about the questions of a seat that no one holds."""
    if game.settings.ladder is None:
        return
    asked = of_round(game, RungProposed, seat=about.seat)
    if game.pause is not None and not any(one.why == "vacant" and one.keys == about.keys for one in asked):
        game.note(_proposal(game.pause.round, about, why="vacant"), at)


def _proposal(
    number: int, about: Unanswered, why: Why = "ladder", at: LadderTime = "deadline", times: int = 1
) -> RungProposed:
    """The proposal that the moderator finds something for questions that round *number* asks."""
    return RungProposed(
        round=number,
        seat=about.seat,
        keys=about.keys,
        due=about.due,
        rung="ask the moderator",
        at=at,
        came=about.came,
        times=times,
        why=why,
    )


def _climb(game: Game, about: Unanswered, at: datetime) -> None:
    """Take the rung that is due for these questions, or propose it, unless that is done; of several only the last."""
    missed = missed_of(game, about.seat, about.keys, about.due)
    if missed is None or stopped(game, about):
        return
    number = times(game, about)
    due = [step for step in steps(game, about, number) if step.time <= at]
    if not due:
        return
    step = due[-1]
    choices = _left(game, about, step)
    proposed = _proposal(missed.round, about, at=step.at, times=number)
    for choice in choices or ():
        if _chosen(game, proposed, choice, at, "absence" if by_absence(game, about) else "ladder"):
            return
    if choices:
        game.note(replace(proposed, why="impossible"), at)


def _chosen(
    game: Game, proposed: RungProposed, choice: RungChoice, at: datetime, by: Literal["ladder", "absence"]
) -> bool:
    """Take a rung, or propose it to the moderator; False if it cannot be taken."""
    if choice.rung == "ask the moderator":
        game.note(proposed, at)
        return True
    taken = rungs.possible(game, proposed, choice.rung, by=by)
    if taken is None:
        return False
    held = choice.rung not in ("remind", "wait") and _holds_mail(game, proposed.seat)
    if choice.asks or held:
        game.note(replace(proposed, rung=choice.rung, why="ladder" if choice.asks else "held"), at)
    elif choice.rung != "wait":
        rungs.take(game, taken, at)
    return True


def _left(game: Game, about: Unanswered, step: LadderStep) -> tuple[RungChoice, ...]:
    """The choices of a step that are still to be tried; none if something was done, or is proposed, at it."""
    here, left = {*about.keys}, step.choices
    at: LadderTime | None = None
    for fact in of_round(game, RungTaken, RungProposed, RungDeclined, seat=about.seat):
        if fact.due != about.due or not here & {*fact.keys}:
            continue
        if isinstance(fact, RungTaken | RungProposed):
            at, left = fact.at, () if fact.at == step.at else left
        elif isinstance(fact, RungDeclined) and at == step.at:
            left = _after(step, fact.rung)
    return left


def _after(step: LadderStep, rung: Rung) -> tuple[RungChoice, ...]:
    """The choices of *step* that come after *rung*."""
    names = [one.rung for one in step.choices]
    return step.choices[names.index(rung) + 1 :] if rung in names else ()


def _holds_mail(game: Game, seat: str) -> bool:
    """Whether an email of *seat* waits for the moderator or was set aside: a sheet may be in it."""
    return any(one.seat == seat and one.state in ("held", "failed") for one in game.inbox.verdicts())
