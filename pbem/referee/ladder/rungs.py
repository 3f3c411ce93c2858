"""The rungs: whether one can be taken now, and taking it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

from pbem.referee import bots, submissions
from pbem.referee.game import Game
from pbem.referee.ladder import faulty
from pbem.referee.ladder.record import of_round, open_stages
from pbem.referee.seats import changes
from pbem.referee.seats.holders import HandOver
from pbem.referee.stage import SeatStage
from pbem.referee.timekeeping.reminders import of_overdue
from pbem.store.facts.ladder import Rung as RungName
from pbem.store.facts.ladder import RungProposed, RungTaken
from pbem.store.facts.reminders import Reminded


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
    return all(bots.asked(game, stage.decision).answer is not None for stage in stages)


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
