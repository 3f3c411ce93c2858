"""The one account of a game's status; all that informs people uses it."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from pbem.engine.event import PUBLIC
from pbem.errors import Refusal
from pbem.referee import requests
from pbem.referee.deadlines.deadlines import StoppedClock, stopped
from pbem.referee.deadlines.edited_rules import AgendaItem, ChangedRule, changed_since_letters
from pbem.referee.deadlines.received import SILENT, WAITED_FOR, QuestionStatus, Received, questions_of, sheets_for
from pbem.referee.game import Clock, Game, differing
from pbem.referee.history import behind
from pbem.referee.need import Lacking, Need, noted_lacking
from pbem.referee.play import continues
from pbem.referee.submissions import waiting_sheet
from pbem.store import editions
from pbem.store.facts import Reminded
from pbem.store.inbox import Verdict
from pbem.store.log import VersionChange

__all__ = [
    "SILENT",
    "WAITED_FOR",
    "QuestionStatus",
    "SeatStatus",
    "Status",
    "notes",
    "seat_status",
    "shortcomings",
    "status",
]


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
    absent: tuple[requests.AbsenceRequest, ...] = ()
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


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game stands; *turn* as its players call it (`lap 3`).

    *unread* items were not processed yet. Of the emails that wait for the moderator, *unclaimed* have no seat, *held*
    need a confirmation that they are from theirs, *words* have a note for the moderator, and at *failed* ones
    pbem failed.
    *other* versions than the log names are here now: the game is not played on with them unless it is upgraded.
    It is *late* when a deadline has passed: the *deadline* of the letters, or that of a question with one of its own
    that is still to answer. Some of the unread ones may show that the game is *behind* letters of that round.
    *shortfall* says what the last letters went without, and why. *needs* are all that waits for the moderator.
    Play that waits only for the rules of time continues by itself when it *opens*. *new_rules* are those that hold from
    the next questions on, as game.yaml was edited.
    The last letters were written *since*.
    """

    game: str
    rules: str
    round: int
    turn: str
    entry: int
    seats: tuple[SeatStatus, ...]
    deadline: datetime | None
    zone: str
    late: bool
    unread: tuple[str, ...]
    unclaimed: tuple[Verdict, ...]
    held: tuple[Verdict, ...]
    words: tuple[Verdict, ...]
    failed: tuple[Verdict, ...]
    queued: tuple[str, ...]
    trying: tuple[str, ...]
    refused: tuple[str, ...]
    outcome: Mapping[str, Any] | None = None
    torn: int = 0
    other: tuple[VersionChange, ...] = ()
    behind: int = 0
    shortfall: Mapping[Lacking, str] = {}
    stopped: tuple[StoppedClock, ...] = ()
    coming: tuple[AgendaItem, ...] = ()
    needs: tuple[Need, ...] = ()
    opens: datetime | None = None
    new_rules: tuple[ChangedRule, ...] = ()
    since: datetime | None = None

    @property
    def missing(self) -> tuple[SeatStatus, ...]:
        """The seats that the game waits for."""
        return tuple(seat for seat in self.seats if seat.waited_for)

    @property
    def dues(self) -> Mapping[datetime | None, tuple[tuple[str, QuestionStatus], ...]]:
        """The deadlines of all questions, the earliest first, each with the seats and the questions that it is for."""
        asked = [(one.deadline, seat.seat, one) for seat in self.seats for one in seat.questions]
        times = sorted({due for due, _, _ in asked if due}) + [None for due, _, _ in asked if not due][:1]
        return {time: tuple((seat, one) for due, seat, one in asked if due == time) for time in times}

    @property
    def next_due(self) -> datetime | None:
        """The first deadline of an answer that the game waits for, otherwise that of the letters."""
        return min((one.deadline for one in _awaited(self.seats) if one.deadline), default=self.deadline)


def status(game: Game, clock: Clock) -> Status:
    """Where *game* stands now, without its needs: `needs.of_game.whole_status` has these too."""
    pause = game.pause
    deadline = pause.deadline if pause else None
    verdicts = game.inbox.verdicts()
    seats = tuple(_seat(game, seat, verdicts, clock) for seat in game.titles)
    return Status(
        game=game.name,
        rules=f"{game.ruleset.name} {game.ruleset.version}",
        round=pause.round if pause else 0,
        turn=game.ruleset.turn_named(game.turn()),
        entry=len(game.table.entries),
        seats=seats,
        deadline=deadline,
        zone=game.settings.deadlines.zone.name,
        late=(deadline is not None and clock() > deadline) or any(one.late for one in _awaited(seats)),
        unread=tuple(item.name for item in game.inbox.waiting()),
        unclaimed=tuple(verdict for verdict in verdicts if verdict.state == "unclaimed"),
        held=tuple(verdict for verdict in verdicts if verdict.state == "held"),
        words=tuple(verdict for verdict in verdicts if verdict.state == "words" or verdict.beside),
        failed=tuple(verdict for verdict in verdicts if verdict.state == "failed"),
        queued=tuple(game.outbox.listed("queued")),
        trying=tuple(game.outbox.listed("trying")),
        refused=tuple(game.outbox.listed("refused")),
        outcome=game.outcome,
        torn=game.log.torn,
        other=differing(game.log.versions, game.versions) if game.log.entries else (),
        behind=behind(game),
        shortfall=noted_lacking(game.folder),
        opens=continues(game, clock()),
        stopped=stopped(game.log.lines) if game.outcome is None else (),
        new_rules=changed_since_letters(game, clock()),
        since=next((line.at for line in reversed(game.log.lines) if line.pause), None),
    )


def _awaited(seats: Iterable[SeatStatus]) -> Iterator[QuestionStatus]:
    """The questions to which the game waits for answers."""
    return (one for seat in seats for one in seat.questions if one.received in WAITED_FOR)


def seat_status(game: Game, seat: str, clock: Clock) -> SeatStatus:
    """How far *seat* is now."""
    return _seat(game, seat, game.inbox.verdicts(), clock)


def notes(game: Game) -> Iterator[str]:
    """What the moderator should know of the versions and the edition that *game* is played with."""
    try:
        game.guard()
    except Refusal as refusal:
        yield f"Play cannot continue: {refusal}."
    if game.log.entries and editions.named(game.ruleset, game.settings.settings) not in ("", game.edition):
        yield (
            "game.yaml names another edition than the game's own copy, which is in use; "
            "`pbem upgrade --edition` switches to it."
        )
    yield from shortcomings(game)


def shortcomings(game: Game) -> Iterator[str]:
    """What makes the game's pictures worse than they could be, in sentences."""
    view = game.view(PUBLIC)
    for problem in game.ruleset.drawing.shortcomings(view) if game.ruleset.drawing else ():
        from pbem.referee import letter  # noqa: PLC0415 - a status that lacks nothing needs no templates

        said = letter.words_for(game, view, PUBLIC).phrase("edition", problem.code, problem.args)
        yield f"{said[:1].upper()}{said[1:]}."


def _seat(game: Game, seat: str, verdicts: list[Verdict], clock: Clock) -> SeatStatus:
    stages = [stage for stage in game.stages(seat) if stage.pending]
    who = game.settings.seats[seat]
    today = clock().astimezone(game.settings.deadlines.zone.info).date()
    found = SeatStatus(
        seat=seat,
        title=game.titles[seat],
        player=who.player,
        asked=None,
        since=0,
        received="not asked",
        bot=who.bot,
        vacant=game.holders[seat].empty,
        absent=requests.absences(game, seat, today),
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
    questions = questions_of(game, stages, verdicts, clock())
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
        holds=seat in requests.holding(game, clock()),
        holds_until=max(
            (one.until for stage in stages if (one := requests.hold_of(game, stage, clock())) and one.until),
            default=None,
        ),
        held=max(held, default=None),
        doubted=doubted.item if (doubted := waiting_sheet(game, seat)) else None,
        reminded=_reminded(game, seat),
        questions=questions,
    )


def _reminded(game: Game, seat: str) -> tuple[datetime, ...]:
    """When *seat* was reminded of what the last letters ask."""
    present = (seat, game.pause.round if game.pause else 0)
    found = ((line.at, line.fact) for line in game.log.facts)
    return tuple(at for at, fact in found if isinstance(fact, Reminded) and (fact.seat, fact.round) == present)


def _bounced(seat: str, address: str, verdicts: list[Verdict]) -> str:
    """What came back with the last letter to *address*, unless something came from its player since."""
    for verdict in reversed(verdicts):
        if verdict.seat != seat:
            continue
        if verdict.state == "bounce":
            if verdict.why == "failed" and verdict.answered.casefold() == address.casefold():
                return verdict.says or verdict.why
        elif verdict.credible and verdict.sender.casefold() == address.casefold():
            return ""
    return ""
