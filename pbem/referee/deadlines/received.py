"""What came from a seat for each of its questions: the account that all others use.

Four facts are kept apart: nothing came, what came is faulty, a valid sheet counts, the seat passes. Only the first two
may cost a seat anything (`came`).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from pbem.engine.bot import BotAnswer
from pbem.engine.play import faults, policies
from pbem.referee import play, submissions
from pbem.referee.game import Game
from pbem.referee.history import over
from pbem.referee.stage import SeatStage
from pbem.store.facts import Came
from pbem.store.inbox import OPEN, Verdict, VerdictState

Received = Literal[
    "not asked",
    "nothing",
    "errors",
    "withdrawn",
    "valid",
    "passed",
    "default",
    "faulty sheet",
    "standing",
    "bot",
    "no longer legal",
    "silent",
]
"""What a seat has sent; `standing` if its standing orders will answer, `bot` if a bot will; `faulty sheet` if what is
good of one counts.

It is `silent` if nothing that counts came until the deadline of a question, and silence answers that by itself.
"""


SILENT = "silent"
WAITED_FOR = frozenset({"nothing", "errors", "withdrawn", "no longer legal"})


class QuestionStatus(msgspec.Struct, frozen=True, kw_only=True):
    """How far a seat is with one decision, asked *since* an entry; *counts* is the inbox item whose sheet counts.

    It is *late* when its *deadline* has passed; in the *grace*, up to that time, a sheet still counts as any other.
    """

    key: str
    since: int
    received: Received
    counts: int | None = None
    trouble: str = ""
    deadline: datetime | None = None
    late: bool = False
    grace: datetime | None = None


_NO_SHEETS: frozenset[VerdictState] = OPEN | {"doubted", "dismissed", "failed"}
"""What became of emails of which no one can say that the seat has sent a faulty sheet."""


def came(received: Received) -> Came | None:
    """What is held against a seat that the game waits for; None if it has answered, or need not."""
    if received not in WAITED_FOR:
        return None
    return "faulty" if received in ("errors", "no longer legal") else "nothing"


def sheets_for(stages: Sequence[SeatStage], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """What became of the sheets that came for *stages* of one seat, which were asked together."""
    seat, put = stages[0].seat, stages[0].put
    return [one for one in verdicts if (one.seat, one.key, one.asked) == (seat, *put) and one.state not in _NO_SHEETS]


def questions_of(
    game: Game, stages: Sequence[SeatStage], verdicts: Sequence[Verdict], at: datetime
) -> tuple[QuestionStatus, ...]:
    """How far a seat is with each of its *stages*, of which there is at least one."""
    void = game.tenure(stages[0].seat).voided.get(stages[0].put, 0)  # from someone who held the seat before
    found = [one for one in sheets_for(stages, verdicts) if one.item > void]
    # a sheet without a fault says nothing of a question that it leaves open
    tried = [one.item for one in found if one.state != "accepted" or len(stages) == 1]
    return tuple(_question(game, stage, tried, at) for stage in stages)


def _question(game: Game, stage: SeatStage, sheets: list[int], at: datetime) -> QuestionStatus:
    """How far a seat is with *stage*, after the *sheets* that came for it and its like."""
    counting = submissions.counting(game, stage.seat, *stage.put)
    received = _received(game, stage, counting, sheets)
    due = game.pause.due_for(stage.seat, stage.decision.key) if game.pause else None
    if received in WAITED_FOR and stage.decision.silence is not None and over(game, at)(stage.decision):
        received = "silent"
    tried = play.tried(game, stage.decision) if received in WAITED_FOR else BotAnswer()
    return QuestionStatus(
        key=stage.decision.key,
        since=stage.asked,
        received="bot" if tried.answer else received,
        counts=counting.item if counting and counting.by == "sheet" else None,
        trouble=tried.trouble,
        deadline=due,
        late=due is not None and at > due,
        grace=_grace(game, stage, at),
    )


def _grace(game: Game, stage: SeatStage, at: datetime) -> datetime | None:
    """The end of the grace for *stage*, if it has one that is not over."""
    pause = game.pause
    own = (one for one in pause.waits if (one.seat, one.key) == (stage.seat, stage.decision.key)) if pause else ()
    ends = (pause.closes(one) for one in own if pause and one.grace)
    return next((end for end in ends if end and end > at), None)


def _received(game: Game, stage: SeatStage, counting: submissions.Submission | None, sheets: list[int]) -> Received:
    view = game.view(stage.seat)
    if counting is not None and counting.sealed:
        counting = submissions.opened(game, counting)
        legal = counting.order is None or not faults(stage.step, view, stage.decision, counting.order)
        return "valid" if legal else "no longer legal"
    legal = counting is not None and not faults(stage.step, view, stage.decision, counting.order)
    if counting is None or not legal:
        standing = policies(game.ruleset.policies)(stage.decision, view)
        if standing is not None and not faults(stage.step, view, stage.decision, standing.order):
            return "standing"
        return "no longer legal" if counting else _without_sheet(game, stage, sheets)
    if counting.by != "sheet":
        return "faulty sheet" if counting.item else "default"
    order = counting.order
    return "passed" if getattr(order, "passes", False) or order == stage.decision.default else "valid"


def _without_sheet(game: Game, stage: SeatStage, sheets: list[int]) -> Received:
    gone = submissions.withdrawn(game, stage.seat, stage.decision.key, stage.asked)
    if gone and gone >= max(sheets, default=0):
        return "withdrawn"
    return "errors" if sheets else "nothing"
