"""Until when what a seat sends can be replaced, as far as it may know, and what became of a stage that is over.

Whether others have sent their sheets is not said: only what the rules of time, the letter and the seat's own hold make
sure.
"""

from datetime import datetime
from typing import Literal

import msgspec

from pbem.referee import pauses, requests, submissions
from pbem.referee.stage import folder_name
from pbem.referee.timekeeping import deadlines
from pbem.store.pause import OpenQuestion
from pbem.web.seat.counting import short_moment
from pbem.web.seat.desk import SeatDesk, is_from_here, kept_text

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
    elif deadlines.standing_still(desk.game.log.lines, desk.seat) == "play":
        code = "stopped"
    elif holds(desk):
        code, opens = "held", _hold_ends(desk) or due
    elif opens is not None:
        code = "opens"
    elif desk.game.settings.mail.sealed is not None and desk.game.identity is None:
        code = "sealed"
    elif (ends := pauses.plays_if_last(desk.game, due, _came(desk))) is not None:
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
    held = (requests.hold_of(desk.game, stage, desk.at) for stage in desk.stages if stage.pending)
    return max((one.until for one in held if one and one.until), default=None)


def holds(desk: SeatDesk) -> bool:
    """Whether the seat of *desk* holds the game, and no deadline has ended that."""
    return desk.seat in requests.holding(desk.game, desk.at)


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
