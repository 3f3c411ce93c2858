"""What counts for a seat now, in the words in which the command `status` says it, and whether anything has changed."""

import hashlib
from datetime import datetime

import msgspec

from pbem.referee.ladder.received import Received
from pbem.referee.status import WAITED_FOR, QuestionStatus, seat_status
from pbem.referee.waiting_sheets import open_sheet
from pbem.report.content import marks
from pbem.report.several import question
from pbem.web.seat.desk import SeatDesk, stage_name
from pbem.web.seat.press import how_many


class CountingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """What counts: in *brief*, and in *lines*, one for each question; *missing* if the game waits for the seat.

    *item* is the number of the newest sheet that counts, which tells how many emails came from others: a page says
    instead which of the seat's own it is in their *order*. In a few characters it is *short*, and *same* says it of a
    sheet that is on the page; both are empty where nothing does.
    """

    brief: str = ""
    short: str = ""
    same: str = ""
    lines: tuple[str, ...] = ()
    missing: bool = False
    item: int = 0
    order: int = 0


def counting(desk: SeatDesk) -> CountingSheet:
    """What counts now for the seat of *desk*."""
    found = seat_status(desk.game, desk.seat, lambda: desk.at)
    item = max((one.counts or 0 for one in found.questions), default=0)
    order = sum(one.item <= item for one in desk.game.inbox.answered_to(desk.seat)) if item else 0
    waits = _arrived(desk, found.doubted)
    doubted = (f"{desk.words.phrase('seat', 'waits-doubted', {'at': short_moment(desk, waits)})}.",) if waits else ()
    missing = any(one.received in WAITED_FOR for one in found.questions)
    if not found.questions:
        return CountingSheet()
    if len(found.questions) == 1:
        said = " ".join((_said(desk, "received", found.questions[0], found.newest), *doubted))
        if found.held:
            said = desk.words.phrase("commands", "received-held", _times(desk, held_at=_arrived(desk, found.held)))
            return CountingSheet(
                brief=said, short=said, same=said, lines=(said,), missing=missing, item=item, order=order
            )
        return _shortly(
            desk, CountingSheet(brief=said, lines=(said,), missing=missing, item=item, order=order), found.received
        )
    lines = (*(_line(desk, one) for one in found.questions), *doubted)
    left = sum(one.received in WAITED_FOR for one in found.questions)
    brief = desk.words.phrase("seat", "counts-several", {"left": left, "count": len(found.questions)})
    return _shortly(desk, CountingSheet(brief=brief, lines=lines, missing=missing, item=item, order=order), "valid")


def state_of(desk: SeatDesk) -> str:
    """A word, always as long, that changes with what is asked of the seat of *desk*, what counts, and its letters.

    An open page asks for it now and then.
    """
    game, letter = desk.game, desk.game.last_letter(desk.seat)
    counts, pause = counting(desk), game.pause
    due = pause.due_for(desk.seat) if pause and any(stage.pending for stage in desk.stages) else None
    known = (
        stage_name(desk.stages),
        [stage.pending for stage in desk.stages],
        letter.round if letter else 0,
        due and due.isoformat(),
        (counts.lines, counts.order, counts.missing),
        undecided.received.isoformat() if (undecided := open_sheet(game, desk.seat)) else "",
        game.outcome is not None,
        game.tenure(desk.seat).generation,
        how_many(desk),
    )
    return hashlib.sha256(repr(known).encode()).hexdigest()[:32]


def _shortly(desk: SeatDesk, counts: CountingSheet, received: Received) -> CountingSheet:
    """*counts* in a few characters, too."""
    arrived = _arrived(desk, counts.item)
    if arrived is None:
        return msgspec.structs.replace(counts, short="" if received == "nothing" else counts.brief)
    at = desk.words.brief_moment(arrived, desk.game.settings.zone_of(desk.seat).name)
    kind = "passed" if received == "passed" else "valid"
    short, same = (desk.words.phrase("seat", f"{one}-{kind}", {"at": at}) for one in ("short", "same"))
    return msgspec.structs.replace(counts, short=short if received in ("valid", "passed") else counts.brief, same=same)


def short_moment(desk: SeatDesk, moment: datetime) -> str:
    """*moment* in a few characters: without the day if that is today, where the player lives."""
    zone = desk.game.settings.zone_of(desk.seat)
    there = moment.astimezone(zone.info)
    today = there.date() == desk.at.astimezone(zone.info).date()
    return f"{there:%H:%M}" if today else desk.words.brief_moment(moment, zone.name)


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
