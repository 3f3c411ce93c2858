"""The one account of a game's status; all that informs people uses it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from pbem.engine.event import PUBLIC
from pbem.errors import Refusal
from pbem.referee.deadlines.deadlines import StoppedClock, stopped
from pbem.referee.deadlines.edited_rules import AgendaItem, ChangedRule, changed_since_letters
from pbem.referee.deadlines.received import WAITED_FOR, QuestionStatus, SeatStatus, seat_statuses
from pbem.referee.game import Clock, Game, behind, differing
from pbem.referee.need import Need
from pbem.referee.play import continues
from pbem.store import editions
from pbem.store.inbox import Verdict
from pbem.store.log import VersionChange
from pbem.store.outbox import Lacking, QueuedMail, noted_lacking
from pbem.store.posts import NAME, PostBook

SOON = timedelta(hours=6)
"""So long before a deadline that a seat has to meet nothing for it waits any more."""


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
    to_post: tuple[str, ...] = ()
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
    seats, held = seat_statuses(game, clock()), held_back(game, clock())
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
        to_post=tuple(one for one in game.outbox.listed("post") if one not in held),
        trying=tuple(game.outbox.listed("trying")),
        refused=tuple(game.outbox.listed("refused")),
        outcome=game.outcome,
        torn=game.log.torn,
        other=differing(game.log.versions, game.versions) if game.log.entries else (),
        behind=behind(game),
        shortfall=noted_lacking(game.folder),
        opens=continues(game, clock()),
        stopped=stopped(game.log.facts) if game.outcome is None else (),
        new_rules=changed_since_letters(game, clock()),
        since=next((line.at for line in reversed(game.log.lines) if line.pause), None),
    )


def held_back(game: Game, at: datetime) -> frozenset[str]:
    """The posts for seats that *at* a time can wait for one that cannot; a program that posts lets none wait."""
    posts = game.outbox.listed("post")
    if not posts or not game.settings.forum.by_hand:
        return frozenset()
    taken = {ident for one in PostBook(game.folder / NAME).waiting() if one.taken for ident in one.messages}
    found: dict[str, dict[str, QueuedMail]] = {}
    for ident in posts:
        envelope = game.outbox.envelope(ident)
        if envelope and envelope.meant and ident not in taken:
            found.setdefault(envelope.meant[0], {})[ident] = envelope
    return frozenset(ident for seat, of in found.items() if _can_wait(game, seat, of.values(), at) for ident in of)


def _can_wait(game: Game, seat: str, posts: Collection[QueuedMail], at: datetime) -> bool:
    """Whether *posts* for *seat* can: all that asks nothing, unless the seat is asked and they are of that stage.

    Of these only a receipt in one line can, far from the deadline. Older news goes with the letter that asks.
    """
    if not all(one.waits for one in posts):
        return False
    stage = game.stage(seat)
    if stage is None or not stage.pending or game.pause is None:
        return True
    since = next((line.at for line in game.log.noted if line.pause and line.pause.entry >= stage.put[1]), None)
    due = game.pause.due_for(seat)
    far = due is None or due - at > SOON
    return all((since and one.time <= since) or (far and one.waits == "receipt") for one in posts)


def _awaited(seats: Iterable[SeatStatus]) -> Iterator[QuestionStatus]:
    """The questions to which the game waits for answers."""
    return (one for seat in seats for one in seat.questions if one.received in WAITED_FOR)


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
