"""The ladder acts: rungs, and the moderator's word."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Literal

from msgspec.structs import replace

from pbem.errors import Refusal
from pbem.referee import play, submissions
from pbem.referee.deadlines import faulty
from pbem.referee.deadlines.edited_rules import AgendaItem, AgendaSource
from pbem.referee.deadlines.ladder_steps import (
    LadderStep,
    Unanswered,
    acts,
    by_absence,
    excused,
    missed_of,
    open_stages,
    proposals,
    steps,
    stopped,
    times,
    unanswered,
)
from pbem.referee.deadlines.reminders import of_overdue
from pbem.referee.game import Clock, Game, behind
from pbem.referee.people import changes
from pbem.referee.people.holders import HandOver
from pbem.referee.play import of_round
from pbem.referee.stage import SeatStage
from pbem.settings.ladder import RungChoice
from pbem.store.facts import DeadlineMissed, LadderTime, Reminded, Rung, RungDeclined, RungProposed, RungTaken, Why
from pbem.store.facts import Rung as RungName


def possible(
    game: Game,
    about: RungProposed,
    rung: RungName,
    *,
    by: Literal["ladder", "absence", "moderator"] = "ladder",
    reason: str = "",
) -> RungTaken | None:
    """*rung* for the questions that a proposal is *about*, if it can be taken now."""
    stages = _lacking(game, about.seat, about.keys)
    if not stages or not _POSSIBLE[rung](game, stages):
        return None
    return RungTaken(
        round=about.round,
        seat=about.seat,
        keys=tuple(stage.decision.key for stage in stages),
        due=about.due,
        rung=rung,
        at=about.at,
        came=about.came,
        times=about.times,
        by=by,
        reason=reason,
        item=faulty.newest(game, about.seat) if rung == "last faulty sheet" else 0,
    )


def take(game: Game, taken: RungTaken, at: datetime) -> RungTaken:
    """Take a rung: it is a fact first, and its effect follows from that."""
    game.note(taken, at)
    carry_out(game, taken, at)
    return taken


def carry_out(game: Game, taken: RungTaken, at: datetime) -> None:
    """Do what follows from a rung of the present round, unless it is done."""
    stages = _lacking(game, taken.seat, taken.keys)
    if taken.rung == "default":
        for stage in stages:
            by: submissions.By = "default" if taken.by == "moderator" else "ladder"
            submissions.put_instead(game, stage, at, by, _note(game, taken))
    elif taken.rung == "last faulty sheet":
        for stage in stages:
            by = "agreed" if taken.by == "moderator" else "ladder"
            order = faulty.good_part(game, stage, taken.item)
            submissions.put_instead(game, stage, at, by, _note(game, taken), order, taken.item)
    elif taken.rung == "remind":
        _remind(game, taken, at)
    elif taken.rung == "vacant" and not _changed_hands_since(game, taken):
        changes.vacate(game, taken.seat, lambda: at, by=taken.by, reason=taken.reason)


def repeat(game: Game, at: datetime) -> None:
    """Carry out whatever the log says was begun, in case the program was killed before it was done."""
    for taken in [*of_round(game, RungTaken)]:
        carry_out(game, taken, at)


def _remind(game: Game, taken: RungTaken, at: datetime) -> None:
    """Let the seat be reminded, once, unless there is no need any more."""
    facts = [*game.facts]
    done = (isinstance(fact, Reminded) and fact.seat == taken.seat for fact in facts[facts.index(taken) :])
    reminder = of_overdue(game, taken.seat, taken.due, at)
    if reminder is not None and not any(done):
        game.note(reminder, at)


def _changed_hands_since(game: Game, taken: RungTaken) -> bool:
    """Whether the seat has changed hands since the rung was taken."""
    facts = [*game.facts]
    return any(isinstance(fact, HandOver) and fact.seat == taken.seat for fact in facts[facts.index(taken) :])


def _note(game: Game, taken: RungTaken) -> str:
    """What the log says beside the answer: the moderator's reason, or when the rung was due.

    Where a faulty sheet may count it says so of a default, too, so that no one learns which of them it was.
    """
    if taken.by == "moderator":
        return taken.reason
    return f"{taken.at} either" if faulty.wanted(game) else taken.at


def _lacking(game: Game, seat: str, keys: tuple[str, ...]) -> tuple[SeatStage, ...]:
    """The stages of *keys* that are open and for which nothing was submitted that counts."""
    return tuple(s for s in open_stages(game, seat, keys) if submissions.counting(game, seat, *s.put) is None)


def _always(_game: Game, _stages: Sequence[SeatStage]) -> bool:
    return True


def _never(_game: Game, _stages: Sequence[SeatStage]) -> bool:
    return False


def _has_defaults(_game: Game, stages: Sequence[SeatStage]) -> bool:
    return all(stage.decision.default is not None for stage in stages)


def _has_bot(game: Game, stages: Sequence[SeatStage]) -> bool:
    return all(play.bot_answer(game, stage.decision).answer is not None for stage in stages)


def _is_held(game: Game, stages: Sequence[SeatStage]) -> bool:
    return not game.holders[stages[0].seat].vacant


def _has_good_part(game: Game, stages: Sequence[SeatStage]) -> bool:
    item = faulty.newest(game, stages[0].seat)
    parts = [faulty.good_part(game, stage, item) for stage in stages] if item else []
    rest = [stage for stage, part in zip(stages, parts, strict=False) if part is None]
    return any(part is not None for part in parts) and _has_defaults(game, rest)


_POSSIBLE: dict[RungName, Callable[[Game, Sequence[SeatStage]], bool]] = {
    "remind": _always,
    "wait": _always,
    "ask the moderator": _never,
    "standing orders": _never,
    "last faulty sheet": _has_good_part,
    "bot": _has_bot,
    "default": _has_defaults,
    "vacant": _is_held,
}
"""Whether a rung can be taken for stages of one seat. Standing orders that answer have done so before any rung."""


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
    repeat(game, at)
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
    away = excused(game, about.seat, about.due) or by_absence(game, about)
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
    taken = possible(game, proposed, choice.rung, by=by)
    if taken is None:
        return False
    held = choice.rung not in ("remind", "wait") and _holds_mail(game, proposed.seat)
    if choice.asks or held:
        game.note(replace(proposed, rung=choice.rung, why="ladder" if choice.asks else "held"), at)
    elif choice.rung != "wait":
        take(game, taken, at)
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


class NothingProposed(Refusal):
    """The ladder proposes nothing for the seat, or it has no answer of its own."""


def approve(game: Game, seat: str, clock: Clock, reason: str = "") -> RungTaken:
    """Agree to what the ladder proposes for *seat*, and do it; the *reason* is told to everyone.

    Raises `NothingProposed`, and what `guard` does.
    """
    game.guard()
    proposed = proposed_for(game, seat)
    if proposed.rung == "ask the moderator":
        raise NothingProposed(
            f"the ladder proposes nothing for {seat}, it asks you: `pbem deadline extend 24h --as {seat}`, "
            f"`pbem play --default {seat} --reason WHY`, `pbem submit FILE --as {seat}`, or "
            f"`pbem ladder decline {seat} --wait`"
        )
    at = clock()
    taken = possible(game, proposed, proposed.rung, by="moderator", reason=reason)
    if taken is None:
        raise NothingProposed(
            f"`{proposed.rung}` cannot be done for {seat} now; `pbem ladder decline {seat}` goes on to what is next, "
            f"or `pbem play --default {seat} --reason WHY`"
        )
    return take(game, taken, at)


def decline(game: Game, seat: str, clock: Clock, *, wait: bool = False, reason: str = "") -> RungDeclined:
    """Do not agree to what the ladder proposes for *seat*: it goes on to what is next, or lets the game *wait*.

    Raises `NothingProposed`, and what `guard` does.
    """
    game.guard()
    at: datetime = clock()
    one = proposed_for(game, seat)
    declined = RungDeclined(
        round=one.round, seat=seat, keys=one.keys, due=one.due, rung=one.rung, wait=wait, reason=reason
    )
    game.note(declined, at)
    return declined


def proposed_for(game: Game, seat: str) -> RungProposed:
    """What the ladder proposes for *seat*; raises `NothingProposed`."""
    found = next((one for one in proposals(game) if one.seat == seat), None)
    if found is None:
        raise NothingProposed(f"the ladder proposes nothing for {seat} now; `pbem ladder` says what comes when")
    return found
