"""What commands by mail have in common: whose they are, and how their answers are put into words."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.picture import Picture
from pbem.engine.position import Position
from pbem.referee import submissions
from pbem.referee.game import Clock, Game
from pbem.referee.letter import present_context
from pbem.referee.stage import SeatStage
from pbem.referee.submissions import HoldRequest, RequestOrigin
from pbem.report.context import LetterContext
from pbem.report.tree import Content
from pbem.report.words import Words


class CommandRequest(msgspec.Struct, frozen=True):
    """Who gives commands, and what is known of the email (item *number*, called *name*) that they are in.

    *proven* says that the email satisfied the game's policy, *waits* that the moderator has to confirm it first,
    *outdated* that it replies to the letter of a stage that is over; *words* are its writer's own, *settles* is
    the item whose sheet a button says yes or no to. *stages* and *view* are the seat's present ones.
    """

    seat: str
    number: int
    name: str
    arrived: datetime
    stages: tuple[SeatStage, ...]
    view: Position
    proven: bool
    outdated: bool = False
    waits: bool = False
    words: str = ""
    settles: int = 0


class CommandReply(msgspec.Struct, frozen=True):
    """The answer to one command, *code* in a word; *text* is a part of a letter, with its marks.

    *whole* is a letter which is the whole answer if there is no other, with its *subject*. *pictures* go below.
    """

    code: str
    heading: str
    text: str
    subject: str = ""
    whole: Content = ()
    pictures: tuple[Picture, ...] = ()


class CommandCase(msgspec.Struct, frozen=True):
    """One command as it is carried out; *done* has the codes of those before it in the email."""

    game: Game
    asked: CommandRequest
    clock: Clock
    words: Words
    origin: RequestOrigin
    done: tuple[str, ...] = ()

    @property
    def seat(self) -> str:
        return self.asked.seat

    @property
    def pending(self) -> tuple[SeatStage, ...]:
        """The stages that the game waits for."""
        return tuple(stage for stage in self.asked.stages if stage.pending)

    @property
    def first(self) -> SeatStage | None:
        """The first of the stages that the game waits for, which names the letter that asks them all."""
        return next(iter(self.pending), None)

    @property
    def deadline(self) -> datetime | None:
        """When the seat's answer is due."""
        return self.game.pause.due_for(self.seat) if self.game.pause and self.pending else None

    @property
    def deadlines(self) -> tuple[datetime | None, ...]:
        """When each of its answers is due."""
        pause = self.game.pause
        return tuple(pause.due_for(self.seat, stage.decision.key) if pause else None for stage in self.pending)

    @property
    def last_deadline(self) -> datetime | None:
        """When the last of its answers is due; none if one of them never is."""
        dues = [due for due in self.deadlines if due is not None]
        return max(dues) if dues and len(dues) == len(self.deadlines) else None

    @property
    def hold(self) -> HoldRequest | None:
        """The request by which the seat holds the game, as far as this email goes and no deadline ended it."""
        until = self.last_deadline
        if until is not None and self.asked.arrived >= until:
            return None
        known = (submissions.hold_of(self.game, stage, self.asked.arrived, self.origin) for stage in self.pending)
        return next(filter(None, known), None)

    @property
    def own_hold(self) -> str:
        """That the seat itself holds the game, and until when, in words."""
        if self.hold is None:
            return ""
        zone = self.game.settings.zone_of(self.seat).name
        args = {"ends": self.hold.until, "zone": zone, "deadline": self.last_deadline}
        return self.words.phrase("commands", "status-holds", args)

    @property
    def late(self) -> bool:
        """Whether the email arrived after the deadline."""
        return self.deadline is not None and self.asked.arrived >= self.deadline

    @property
    def today(self) -> date:
        """The day on which the email arrived, where its player lives."""
        return self.asked.arrived.astimezone(self.game.settings.zone_of(self.seat).info).date()

    def told(
        self, code: str, args: Mapping[str, Any] | None = None, *, due: bool = False, more: str = ""
    ) -> CommandReply:
        """The answer for which the phrases have *code*, with the deadline if it is *due*, and *more* below."""
        context = replace(self.context(), code=code, args=args or {}, due=due, more=more.strip("\n"))
        return self.rendered("commands/section.txt.j2", code, context)

    def rendered(self, template: str, code: str, context: LetterContext, heading: str = "") -> CommandReply:
        """The answer that *template* gives, under the heading for *code* or for another one."""
        above = self.words.phrase("commands", f"{heading or code}-heading")
        return CommandReply(code, above, self.words.render(template, context).strip("\n"))

    def day(self, day: date) -> str:
        """*day* in words."""
        month = self.words.phrase("labels", f"month-{day.month}")
        weekday = self.words.phrase("labels", f"weekday-{day.isoweekday()}")
        return self.words.phrase("commands", "day", {"weekday": weekday, "day": day, "month": month})

    def context(self) -> LetterContext:
        """What the templates of answers draw on: what letters to the seat do, and nothing else."""
        asked = self.asked
        return present_context(self.game, self.words, self.seat, asked.stages, asked.view, asked.arrived)
