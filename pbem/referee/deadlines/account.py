"""An account of the deadlines of a game: each question's, why it is so, and what came for it."""

from datetime import datetime

import msgspec

from pbem.referee.deadlines import deadlines, edited_rules
from pbem.referee.deadlines.deadlines import StoppedClock
from pbem.referee.deadlines.ladder_steps import steps_to_come
from pbem.referee.deadlines.received import WAITED_FOR, Received, seat_statuses
from pbem.referee.game import Clock, Game
from pbem.settings.rules_of_time import TimeRule
from pbem.store.facts import ClockResumed, DeadlineMoved
from pbem.store.log import OpenQuestion


class WhyDue(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something is due when it is: the rule for a *kind* of question, spelled, or what was done *at* a time.

    *what* is `rule`, `extend`, `set`, `stopped`, `resumed`, or whatever else moved it.
    """

    what: str
    rule: str = ""
    by: str = ""
    at: datetime | None = None
    reason: str = ""


class QuestionAccount(msgspec.Struct, frozen=True, kw_only=True):
    """When a question is due, in UTC, and on the clocks of its seat's *zone*; *why*, and what was received for it.

    It is *awaited* if the game waits for it. At its deadline *silence* answers it if nothing came, or else the *ladder*
    says what happens, unless it has come to its end.
    """

    seat: str
    title: str
    key: str
    due: datetime | None
    zone: str
    why: WhyDue
    received: Received
    awaited: bool
    late: bool
    silence: bool
    ladder: bool = False


class DeadlineAccount(msgspec.Struct, frozen=True, kw_only=True):
    """All open questions of *round*, and the clocks that stand."""

    round: int
    zone: str
    questions: tuple[QuestionAccount, ...]
    stopped: tuple[StoppedClock, ...] = ()
    over: bool = False


def account(game: Game, clock: Clock) -> DeadlineAccount:
    """The deadlines of *game* as they are now."""
    seats, pause = seat_statuses(game, clock()), game.pause
    open_questions = {(one.seat, one.key): one for one in pause.waits} if pause else {}
    decisions = {stage.decision.name: stage.decision for seat in game.titles for stage in game.stages(seat)}
    questions = tuple(
        QuestionAccount(
            seat=seat.seat,
            title=seat.title,
            key=one.key,
            due=one.deadline,
            zone=game.settings.zone_of(seat.seat).name,
            why=_why(game, open_questions.get((seat.seat, one.key))),
            received=one.received,
            awaited=one.received in WAITED_FOR,
            late=one.late,
            silence=decisions[seat.seat, one.key].silence is not None,
            ladder=bool(steps_to_come(game, seat.seat, clock())),
        )
        for seat in seats
        for one in seat.questions
    )
    return DeadlineAccount(
        round=pause.round if pause else 0,
        zone=game.settings.deadlines.zone.name,
        questions=questions,
        stopped=deadlines.stopped(game.log.facts) if game.outcome is None else (),
        over=game.outcome is not None,
    )


def _why(game: Game, question: OpenQuestion | None) -> WhyDue:
    """The last thing that decided when *question* is due."""
    pause = game.pause
    if question is None or pause is None:
        return WhyDue("rule")
    for one in deadlines.stopped(game.log.facts):
        if not one.seats or question.seat in one.seats:
            return WhyDue("stopped", by=one.by, at=one.since, reason=one.reason)
    for line in reversed(game.log.lines):
        fact = line.fact
        if not isinstance(fact, DeadlineMoved | ClockResumed) or fact.round != pause.round:
            continue
        if not fact.seats or question.seat in fact.seats:
            what = "resumed" if isinstance(fact, ClockResumed) else fact.asked or "moved"
            return WhyDue(what, by=fact.by, at=line.at, reason=fact.reason)
    rule = game.settings.deadlines.rule_for(edited_rules.rule_of(game, question))
    return WhyDue("rule", rule=spelled(rule))


def spelled(rule: TimeRule) -> str:
    """A rule of time in the words of game.yaml; empty if by it nothing is ever due."""
    if rule.after is not None:
        return f"{rule.after} after the question"
    times = ", ".join(map(str, rule.at))
    return f"{times}, notice {rule.notice}" if times else ""
