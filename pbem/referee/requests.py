"""Requests: what seats ask of the play itself, not to go on early and to be known as away.

Each request is one file, named after the inbox item and the line of it that it came from; the newest one counts.

    wishes/0012.01-louis-hold.json       line 1 of item 12
    wishes/0012.90-louis-absent.json     by the moderator, when item 12 was the last
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.play import Source, waiting
from pbem.engine.position import Position
from pbem.engine.table import Answer
from pbem.referee import submissions
from pbem.referee.game import Game
from pbem.referee.stage import SeatStage, asked_after
from pbem.store import files

FIRST_OF_MODERATOR = 90
LAST = 99
_FOLDER = "wishes"
_NAME = re.compile(r"(\d+)\.(\d+)-")
_WITHOUT = "that request is forgotten"


class RequestOrigin(msgspec.Struct, frozen=True, order=True):
    """Where a request came from: the inbox item, and its line."""

    item: int
    line: int


class HoldRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether *seat* holds a stage: it is then not processed before its deadline, even if all sheets are in.

    *others* are the further decisions that the seat had open, by key and asking entry: each is held until its own
    deadline, or *until* an earlier time that the seat named.
    """

    seat: str
    key: str
    asked: int
    received: datetime
    held: bool = True
    others: tuple[tuple[str, int], ...] = ()
    until: datetime | None = None

    def lasts(self, at: datetime) -> bool:
        """Whether it holds *at* a time, if no deadline has ended it."""
        return self.held and (self.until is None or at < self.until)

    @property
    def stages(self) -> tuple[tuple[str, str, int], ...]:
        """All that it is about: seat, key and asking entry of each decision."""
        return tuple((self.seat, key, asked) for key, asked in ((self.key, self.asked), *self.others))


class AbsenceRequest(msgspec.Struct, frozen=True):
    """The days, first and last included, on which *seat* is away; none cancel all earlier ones."""

    seat: str
    received: datetime
    start: date | None = None
    end: date | None = None


def put_hold(
    game: Game,
    stages: Sequence[SeatStage],
    origin: RequestOrigin,
    received: datetime,
    *,
    held: bool,
    until: datetime | None = None,
) -> None:
    """Keep the request of a seat to hold all of its open *stages*, *until* a time or not, or to hold them no longer."""
    first, *others = stages
    hold = HoldRequest(first.seat, *first.put, received, held, tuple(other.put for other in others), until)
    _write(game, origin, first.seat, "hold", hold)


def put_absence(game: Game, origin: RequestOrigin, absence: AbsenceRequest) -> None:
    """Store the days of an absence, or that its seat is back."""
    _write(game, origin, absence.seat, "absent", absence)


def next_of_moderator(game: Game) -> RequestOrigin:
    """The origin of a request that the moderator enters now."""
    item = max((item.number for item in game.inbox.items()), default=0)
    lines = [origin.line for origin, _ in _found(game) if origin.item == item]
    return RequestOrigin(item, min(LAST, max(FIRST_OF_MODERATOR - 1, *lines, 0) + 1))


def hold_of(game: Game, stage: SeatStage, at: datetime, before: RequestOrigin | None = None) -> HoldRequest | None:
    """The request by which the seat of *stage* holds it *at* a time, if no deadline has ended that.

    Only what came *before* an origin counts, if that is named.
    """
    wanted = (stage.seat, *stage.put)
    newest = [one for one in _holds(game, before) if wanted in one.stages][-1:]
    return next((one for one in newest if one.lasts(at)), None)


def hold_ends(game: Game, at: datetime) -> tuple[datetime, ...]:
    """The times at which what is held *at* a time is held no longer, as their seats wished: no deadlines."""
    held = _held(game, at)
    ends = {stage: one.until for one in _holds(game) for stage in one.stages}
    return tuple(sorted({end for stage, end in ends.items() if end and stage in held}))


def holding(game: Game, at: datetime) -> tuple[str, ...]:
    """The seats whose request keeps the game, if all its sheets are there, from going on now."""
    held = _held(game, at)
    seats = (decision.seat for decision in waiting(game.table) if _is_held(game, decision, held))
    return tuple(dict.fromkeys(seats))


def absences(game: Game, seat: str, today: date, before: RequestOrigin | None = None) -> tuple[AbsenceRequest, ...]:
    """The absences of *seat* that are not over *today*, the earliest first; of the same days, what was told first."""
    found: list[AbsenceRequest] = []
    for origin, path in _found(game, "absent"):
        if before is not None and origin >= before:
            continue
        one = files.read(path, AbsenceRequest, _WITHOUT)
        if one.seat != seat or _of_former(game, one):
            continue
        found = [*found, one] if one.end else []
    days = {(one.start, one.end): one for one in reversed(found) if one.start and one.end and one.end >= today}
    return tuple(days[each] for each in sorted(days))


def respecting(game: Game, source: Source, at: datetime) -> Source:
    """*source* without what a seat holds; but a default that the moderator applied to that seat counts."""
    held = _held(game, at)
    if not held:
        return source

    def answer(decision: Decision, view: Position) -> Answer | None:
        if not _is_held(game, decision, held):
            return source(decision, view)
        counts = submissions.counting(game, decision.seat, decision.key, asked_after(game.table, decision.key))
        return source(decision, view) if counts and counts.by != "sheet" else None

    return answer


def _held(game: Game, at: datetime) -> frozenset[tuple[str, str, int]]:
    """What is held: seats, keys and asking entries, up to their deadlines."""
    newest = {stage: one for one in _holds(game) for stage in one.stages}
    return frozenset(stage for stage, one in newest.items() if one.lasts(at) and not _is_due(game, stage, at))


def _is_due(game: Game, stage: tuple[str, str, int], at: datetime) -> bool:
    seat, key, _ = stage
    due = game.pause.due_for(seat, key) if game.pause else None
    return due is not None and at >= due


def _is_held(game: Game, decision: Decision, held: frozenset[tuple[str, str, int]]) -> bool:
    if not any((decision.seat, decision.key) == (seat, key) for seat, key, _ in held):
        return False
    return (decision.seat, decision.key, asked_after(game.table, decision.key)) in held


def _holds(game: Game, before: RequestOrigin | None = None) -> Iterator[HoldRequest]:
    for origin, path in _found(game, "hold"):
        if before is None or origin < before:
            hold = files.read(path, HoldRequest, _WITHOUT)
            if not _of_former(game, hold):
                yield hold


def _of_former(game: Game, request: HoldRequest | AbsenceRequest) -> bool:
    """Whether it was the wish of someone who held the seat before."""
    since = game.tenure(request.seat).before
    return since is not None and request.received < since


def _found(game: Game, kind: str = "") -> list[tuple[RequestOrigin, Path]]:
    """The files of a kind of request, or of all kinds, the newest last."""
    folder, ending = game.folder / _FOLDER, f"-{kind}.json" if kind else ".json"
    named = (_NAME.match(name) for name in files.names(folder) if name.endswith(ending))
    return sorted((RequestOrigin(int(name[1]), int(name[2])), folder / name.string) for name in named if name)


def _write(game: Game, origin: RequestOrigin, seat: str, kind: str, request: HoldRequest | AbsenceRequest) -> None:
    name = f"{origin.item:04d}.{origin.line:02d}-{seat}-{kind}.json"
    files.write(game.folder / _FOLDER / name, msgspec.json.encode(request) + b"\n")
