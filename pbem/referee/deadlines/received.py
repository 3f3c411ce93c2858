"""How far each seat is, and what came from it for each of its questions: the account that all others use.

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
from pbem.referee.game import Clock, Game
from pbem.referee.play import over
from pbem.referee.stage import SeatStage
from pbem.referee.submissions import waiting_sheet
from pbem.store.facts import Came, Reminded
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


class SeatStatus(msgspec.Struct, frozen=True, kw_only=True):
    """How far a seat is with its present questions.

    *counts* is the inbox item whose sheet counts, *newest* the last item for this stage, whatever became of it;
    *versions* counts them all. *bot* is true if a bot plays, *vacant* if no one holds the seat, and *trouble* says why
    the bot does not answer what the game now waits for. *holds* means that the seat holds the stage, *holds_until* when
    that ends as it wished, before its deadline. *absent* is when its player is away, *bounced* what a mail server says
    when letters to the seat bounce. *held* is the newest item for this stage that has the seat's token and waits for
    the moderator, *doubted* the one that waits for the seat's yes, *reminded* when the seat was reminded since its
    letter. Of several *questions* the first that lacks an answer is told as the seat's, else the first.
    """

    seat: str
    title: str
    player: str
    asked: str | None
    since: int
    received: Received
    counts: int | None = None
    newest: int | None = None
    versions: int = 0
    bot: bool = False
    vacant: bool = False
    trouble: str = ""
    holds: bool = False
    holds_until: datetime | None = None
    absent: tuple[submissions.AbsenceRequest, ...] = ()
    bounced: str = ""
    held: int | None = None
    doubted: int | None = None
    reminded: tuple[datetime, ...] = ()
    questions: tuple[QuestionStatus, ...] = ()

    @property
    def waited_for(self) -> bool:
        """Whether the game waits for it."""
        return self.received in WAITED_FOR

    @property
    def grace(self) -> datetime | None:
        """The end of the grace that it has left for what it lacks, once a deadline has passed."""
        ends = (one.grace for one in self.questions if one.late and one.grace and one.received in WAITED_FOR)
        return max(ends, default=None)


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


def seat_status(game: Game, seat: str, clock: Clock) -> SeatStatus:
    """How far *seat* is now."""
    return _seat(game, seat, game.inbox.verdicts(), clock())


def seat_statuses(game: Game, at: datetime) -> tuple[SeatStatus, ...]:
    """How far all seats are."""
    verdicts = game.inbox.verdicts()
    return tuple(_seat(game, seat, verdicts, at) for seat in game.titles)


def _seat(game: Game, seat: str, verdicts: list[Verdict], at: datetime) -> SeatStatus:
    stages = [stage for stage in game.stages(seat) if stage.pending]
    who = game.settings.seats[seat]
    today = at.astimezone(game.settings.deadlines.zone.info).date()
    found = SeatStatus(
        seat=seat,
        title=game.titles[seat],
        player=who.player,
        asked=None,
        since=0,
        received="not asked",
        bot=who.bot,
        vacant=game.holders[seat].empty,
        absent=submissions.absences(game, seat, today),
        bounced=_bounced(seat, who.address, verdicts),
    )
    if not stages:
        return found
    put = stages[0].put
    verdicts = [one for one in verdicts if one.item > game.tenure(seat).voided.get(put, 0)]  # of whoever held it before
    sheets = [one.item for one in sheets_for(stages, verdicts)]
    held = [
        one.item
        for one in verdicts
        if (one.seat, one.key, one.asked) == (seat, *put) and one.state == "held" and one.credible
    ]
    questions = questions_of(game, stages, verdicts, at)
    told = next((one for one in questions if one.received in WAITED_FOR), questions[0])
    return msgspec.structs.replace(
        found,
        asked=told.key,
        since=told.since,
        received=told.received,
        counts=told.counts,
        newest=sheets[-1] if sheets else None,
        versions=len(sheets),
        trouble=told.trouble,
        holds=seat in submissions.holding(game, at),
        holds_until=max(
            (one.until for stage in stages if (one := submissions.hold_of(game, stage, at)) and one.until),
            default=None,
        ),
        held=max(held, default=None),
        doubted=doubted.item if (doubted := waiting_sheet(game, seat)) else None,
        reminded=_reminded(game, seat),
        questions=questions,
    )


def _bounced(seat: str, address: str, verdicts: list[Verdict]) -> str:
    """What came back with the last letter to *address*, unless something came from its player since."""
    for verdict in reversed(verdicts):
        if says := verdict.failed(seat, address):
            return says
        answers = verdict.seat == seat and verdict.state != "bounce" and verdict.credible
        if answers and verdict.sender.casefold() == address.casefold():
            return ""
    return ""


def _reminded(game: Game, seat: str) -> tuple[datetime, ...]:
    """When *seat* was reminded of what the last letters ask."""
    present = (seat, game.pause.round if game.pause else 0)
    found = ((line.at, line.fact) for line in game.log.facts)
    return tuple(at for at, fact in found if isinstance(fact, Reminded) and (fact.seat, fact.round) == present)
