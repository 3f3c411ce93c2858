"""What counts, until when, what else can be done.

Whether others have sent their sheets is not said: only what the rules of time, the letter and the seat's own hold make
sure.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Literal

import msgspec

from pbem.mail.intake.requests import sheet_of_pass
from pbem.referee import submissions
from pbem.referee.deadlines import deadlines
from pbem.referee.deadlines.received import WAITED_FOR, QuestionStatus, Received, seat_status
from pbem.referee.people import words
from pbem.referee.people.words import reads
from pbem.referee.stage import folder_name
from pbem.referee.submissions import open_sheet
from pbem.report import tree
from pbem.report.letter import question
from pbem.settings.game import Press
from pbem.store.facts import WordsPassed
from pbem.store.log import OpenQuestion
from pbem.web.seat.desk import SeatDesk, is_from_here, kept_text, stage_name

ALL = "all"
_MOST = 50
"""The newest messages, which the page shows."""


class PressMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message: whether it is *mine*, who wrote it if that is told, to whom, when it came, and its lines."""

    mine: bool
    writer: str
    to: tuple[str, ...]
    to_all: bool
    at: str
    lines: tuple[str, ...]


class PressPart(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the page: *seats* are those that can be written to alone, by their names.

    *left* messages of at most *length* characters may still be sent today. The moderator can read them if it is *open*.
    """

    mode: Press
    seats: tuple[str, ...]
    left: int
    most: int
    length: int
    zone: str
    open: bool
    messages: tuple[PressMessage, ...]


def press_part(desk: SeatDesk) -> PressPart | None:
    """What the page of *desk* has about it; None where players do not write to each other."""
    game, settings = desk.game, desk.game.settings
    if settings.press_mode == "none":
        return None
    others = (seat for seat in game.titles if seat != desk.seat and reads(game, seat))
    return PressPart(
        mode=settings.press_mode,
        seats=() if settings.press_mode == "public" else tuple(game.titles[seat] for seat in others),
        left=max(0, words.left_on_day_of(game, desk.seat, desk.at)),
        most=settings.words.a_day,
        length=settings.words.length,
        zone=settings.deadlines.zone.name,
        open=not words.is_private(game),
        messages=tuple(_message(desk, fact, at) for fact, at in reversed(_known(desk)[-_MOST:])),
    )


def how_many(desk: SeatDesk) -> int:
    """How many messages came to and from the player of *desk*."""
    return len(_known(desk))


def _known(desk: SeatDesk) -> list[tuple[WordsPassed, datetime]]:
    """The messages to and from whoever holds the seat of *desk* now, the oldest first."""
    since = desk.game.tenure(desk.seat).line
    lines = (line for line in desk.game.log.facts if line.seq > since)
    return [
        (line.fact, line.at)
        for line in lines
        if isinstance(line.fact, WordsPassed) and desk.seat in (line.fact.sender, *line.fact.to)
    ]


def _message(desk: SeatDesk, fact: WordsPassed, at: datetime) -> PressMessage:
    titles, mine = desk.game.titles, fact.sender == desk.seat
    text = words.text_of(desk.game, fact)
    return PressMessage(
        mine=mine,
        writer="" if fact.anonymous and not mine else titles.get(fact.sender, ""),
        to=tuple(titles[seat] for seat in fact.to if seat in titles),
        to_all=fact.to_all,
        at=desk.words.brief_moment(at, desk.game.settings.zone_of(desk.seat).name),
        lines=tuple(text.split("\n")) if text else (),
    )


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
    asked = tree.plain(question(desk.words, stage.decision, desk.seat))
    return f"{asked[:1].upper()}{asked[1:]}: {_said(desk, 'state', one, None)}"


def _said(desk: SeatDesk, kind: str, one: QuestionStatus, newest: int | None) -> str:
    args = _times(desk, counted_at=_arrived(desk, one.counts), newest_at=_arrived(desk, newest))
    return desk.words.phrase("commands", f"{kind}-{one.received.replace(' ', '-')}", args)


def _times(desk: SeatDesk, **times: datetime | None) -> dict[str, object]:
    return {**times, "zone": desk.game.settings.zone_of(desk.seat).name}


def _arrived(desk: SeatDesk, number: int | None) -> datetime | None:
    item = desk.game.inbox.numbered(number) if number else None
    return item.arrived if item else None


EndCode = Literal["confirmed", "stopped", "held", "opens", "sealed", "grace", "alone", "last"]
"""Why what is sent can be replaced, or perhaps not: the moderator confirms it first, the clock of the game stands, the
seat holds the game, play continues only at a time, or once the sheets are opened, or some time after the last sheet,
the game waits for no one else, or perhaps for others."""
EndedCode = Literal["played", "played-earlier", "played-without", "over", "asked"]
"""What became of what a page was written for: it was played with the sheet on the page, or with an earlier one, or with
none of the seat's; or it is not known to have been asked; or there was nothing, and now there is something to do."""


class StageEnd(msgspec.Struct, frozen=True):
    """Until when what a seat sends can be replaced: in short, and after it is *sent*."""

    code: EndCode
    says: str
    sent: str


class EndedStage(msgspec.Struct, frozen=True):
    """What became of a stage that is over, with what the page says of it."""

    code: EndedCode
    heading: str
    says: str

    @property
    def good(self) -> bool:
        """Whether nothing on the page was lost."""
        return self.code in ("played", "asked")


def stage_end(desk: SeatDesk) -> StageEnd | None:
    """Until when the seat of *desk* can replace what it sends; None if the game does not wait for it."""
    pause = desk.game.pause
    if pause is None or not any(stage.pending for stage in desk.stages):
        return None
    opens, due = pause.not_before(desk.at), pause.due_for(desk.seat)
    code: EndCode = "last"
    if "moderator confirms" in desk.game.settings.mail.trust.policy:
        code = "confirmed"
    elif deadlines.standing_still(desk.game.log.facts, desk.seat) == "play":
        code = "stopped"
    elif holds(desk):
        code, opens = "held", _hold_ends(desk) or due
    elif opens is not None:
        code = "opens"
    elif desk.game.settings.mail.sealed is not None and desk.game.identity is None:
        code = "sealed"
    elif (ends := desk.game.settings.plays_if_last(due, _came(desk))) is not None:
        code, opens = "grace", ends
    elif {one.seat for one in pause.waits if not one.bot} == {desk.seat} and pause.tells(desk.seat):
        code = "alone"
    when = short_moment(desk, opens) if opens else ""
    says, sent = (desk.words.phrase("seat", f"{kind}-{code}", {"when": when}) for kind in ("end", "sent-end"))
    return StageEnd(code, says, sent)


def _came(desk: SeatDesk) -> datetime:
    """When the sheet on the page came, if it was sent from there; otherwise now."""
    item = desk.game.inbox.numbered(submissions.last(desk.game, desk.stages[0])) if desk.mine else None
    return item.arrived if item and is_from_here(desk, item.number) else desk.at


def _hold_ends(desk: SeatDesk) -> datetime | None:
    """When the hold of the seat of *desk* ends, where it named a time."""
    held = (submissions.hold_of(desk.game, stage, desk.at) for stage in desk.stages if stage.pending)
    return max((one.until for one in held if one and one.until), default=None)


def holds(desk: SeatDesk) -> bool:
    """Whether the seat of *desk* holds the game, and no deadline has ended that."""
    return desk.seat in submissions.holding(desk.game, desk.at)


def ended(desk: SeatDesk) -> EndedStage | None:
    """What became of what the page of *desk* was written for; None while that is still asked."""
    if not desk.over:
        return None
    if not desk.stage:
        return _told(desk, "asked")
    put = _put(desk)
    if put is None:
        return _told(desk, "over")
    counted = submissions.counting(desk.game, desk.seat, put.key, put.asked)
    if counted is None or counted.by != "sheet":
        return _told(desk, "played-without")
    text = "" if counted.sealed else kept_text(desk.game, desk.seat, desk.stage, counted.item)
    same = text.split() == desk.text.split() if text else is_from_here(desk, counted.item)
    return _told(desk, "played" if same else "played-earlier", short_moment(desk, counted.received))


def _told(desk: SeatDesk, code: EndedCode, at: str = "") -> EndedStage:
    heading = desk.words.phrase("seat", "ended-asked" if code == "asked" else "ended")
    return EndedStage(code, heading, desk.words.phrase("seat", f"ended-{code}-help", {"at": at}))


def _put(desk: SeatDesk) -> OpenQuestion | None:
    """The question that the page was written for."""
    asked = (one for pause in reversed(desk.game.log.pauses) for one in pause.waits if one.seat == desk.seat)
    return next((one for one in asked if folder_name(one.key, one.asked) == desk.stage), None)


_WORDS = frozenset({"pass", "withdraw", "hold", "release"})
HOLDS = {"10": "hold 10 minutes", "confirm": "confirm"}
"""The commands that may be chosen beside the button that sends a sheet."""
_EXTEND = "extend"
_LONGEST = 40
"""Characters of a length of time."""


class MoreCommands(msgspec.Struct, frozen=True, kw_only=True):
    """The commands that make sense now; *who* decides about a later deadline is said with the button that asks."""

    passes: bool = False
    withdraw: bool = False
    hold: bool = False
    release: bool = False
    extend: bool = False
    who: str = ""

    @property
    def any(self) -> bool:
        """Whether there are any."""
        return self.passes or self.withdraw or self.hold or self.release or self.extend


def more_commands(desk: SeatDesk, counts: CountingSheet, *, passing: bool) -> MoreCommands:
    """The commands that make sense for the seat of *desk*, for which *counts* counts.

    If its page is *passing*, there is a button for that already.
    """
    game, at = desk.game, desk.at
    pending = [stage for stage in desk.stages if stage.pending]
    if desk.over or not desk.stages:
        return MoreCommands()
    pause, allowed = game.pause, game.settings.extensions
    dues = [pause.due_for(desk.seat, stage.decision.key) if pause else None for stage in pending]
    due = min(filter(None, dues), default=None)
    ends = max(filter(None, dues), default=None) if None not in dues else None
    held = bool(pending) and holds(desk)
    lexicon = game.ruleset.lexicon(game.view(desk.seat), desk.seat)
    return MoreCommands(
        passes=bool(pending) and not passing and all(sheet_of_pass(stage.decision, lexicon) for stage in pending),
        withdraw=bool(pending) and (counts.item > 0 or bool(game.view(desk.seat).kept)),
        hold=bool(pending) and not held and (ends is None or at < ends),
        release=held,
        extend=due is not None and at < due and not deadlines.standing_still(game.log.facts, desk.seat),
        who=desk.words.phrase("seat", f"extend-{allowed.granted if allowed else 'here-no-rule'}".replace(" ", "-")),
    )


def command_in(fields: Mapping[str, str]) -> str:
    """The line of the command that a button sends; empty if it has none of those above."""
    word = fields.get("command", "")
    if word in _WORDS:
        return word
    length = " ".join(fields.get("length", "").split())[:_LONGEST]
    return f"{_EXTEND} {length}" if word == _EXTEND and length and length.isprintable() else ""
