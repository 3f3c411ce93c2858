"""What counts for a seat now, in the words in which the command `status` says it."""

from datetime import datetime

import msgspec

from pbem.referee.status import WAITED_FOR, QuestionStatus, seat_status
from pbem.report.content import marks
from pbem.report.several import question
from pbem.web.seat.desk import SeatDesk


class CountingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """What counts: in *brief*, and in *lines*, one for each question; *missing* if the game waits for the seat.

    *item* is the number of the newest sheet that counts.
    """

    brief: str = ""
    lines: tuple[str, ...] = ()
    missing: bool = False
    item: int = 0


def counting(desk: SeatDesk) -> CountingSheet:
    """What counts now for the seat of *desk*."""
    found = seat_status(desk.game, desk.seat, lambda: desk.at)
    item = max((one.counts or 0 for one in found.questions), default=0)
    missing = any(one.received in WAITED_FOR for one in found.questions)
    if not found.questions:
        return CountingSheet()
    if len(found.questions) == 1:
        said = _said(desk, "received", found.questions[0], found.newest)
        if found.held:
            said = desk.words.phrase("commands", "received-held", _times(desk, held_at=_arrived(desk, found.held)))
        return CountingSheet(brief=said, lines=(said,), missing=missing, item=item)
    lines = tuple(_line(desk, one) for one in found.questions)
    left = sum(one.received in WAITED_FOR for one in found.questions)
    brief = desk.words.phrase("seat", "counts-several", {"left": left, "count": len(lines)})
    return CountingSheet(brief=brief, lines=lines, missing=missing, item=item)


def _line(desk: SeatDesk, one: QuestionStatus) -> str:
    stage = next(stage for stage in desk.stages if stage.decision.key == one.key)
    asked = marks.plain(question(desk.words, stage.decision, desk.seat))
    return f"{asked[:1].upper()}{asked[1:]}: {_said(desk, 'state', one, None)}"


def _said(desk: SeatDesk, kind: str, one: QuestionStatus, newest: int | None) -> str:
    args = _times(desk, counted_at=_arrived(desk, one.counts), newest_at=_arrived(desk, newest))
    return desk.words.phrase("commands", f"{kind}-{one.received.replace(' ', '-')}", args)


def _times(desk: SeatDesk, **times: datetime | None) -> dict[str, object]:
    return {**times, "zone": desk.game.settings.zone_of(desk.seat).name}


def _arrived(desk: SeatDesk, number: int | None) -> datetime | None:
    item = desk.game.inbox.numbered(number) if number else None
    return item.arrived if item else None
