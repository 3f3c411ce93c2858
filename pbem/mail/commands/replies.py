"""What commands by mail have in common: whose they are, and how their answers are put into words."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.position import Position
from pbem.mail.outgoing import writing
from pbem.referee.game import Clock, Game
from pbem.referee.requests import RequestOrigin
from pbem.referee.stage import SeatStage
from pbem.report.context import LetterContext
from pbem.report.letter import question
from pbem.report.words import Words


class CommandRequest(msgspec.Struct, frozen=True):
    """Who gives commands, and what is known of the email (item *number*, called *name*) that they are in.

    *proven* says that the email satisfied the game's policy, *waits* that the moderator has to confirm it first,
    *outdated* that it replies to the letter of a stage that is over. *stage* and *view* are the seat's present ones.
    """

    seat: str
    number: int
    name: str
    arrived: datetime
    stage: SeatStage | None
    view: Position
    proven: bool
    outdated: bool = False
    waits: bool = False


class CommandReply(msgspec.Struct, frozen=True):
    """The answer to one command, *code* in a word; *subject* is that of a letter which is the whole answer."""

    code: str
    heading: str
    text: str
    subject: str = ""


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
    def pending(self) -> SeatStage | None:
        """The stage that the game waits for."""
        stage = self.asked.stage
        return stage if stage and stage.pending else None

    @property
    def deadline(self) -> datetime | None:
        """When the seat's answer is due."""
        return (
            self.game.pause.due_for(self.seat, self.pending.decision.key) if self.game.pause and self.pending else None
        )

    @property
    def late(self) -> bool:
        """Whether the email arrived after the deadline."""
        return self.deadline is not None and self.asked.arrived >= self.deadline

    @property
    def today(self) -> date:
        """The day on which the email arrived, where the game is at home."""
        return self.asked.arrived.astimezone(self.game.settings.deadlines.zone.info).date()

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
        game, stage, view = self.game, self.asked.stage, self.asked.view
        context = LetterContext(
            me=self.seat,
            view=view,
            titles=game.titles,
            game=game.name,
            title=writing.title(game),
            player=game.settings.seats[self.seat].player,
            decision=stage.decision if stage else None,
            question=question(self.words, stage.decision, self.seat) if stage else "",
            asked=self.pending is not None,
            deadline=self.deadline,
            late=self.late,
            zone=game.settings.deadlines.zone.name,
            subject=writing.subject(game, self.words, stage, self.seat),
            form=writing.form(game, stage, view) if stage else "",
        )
        blank = self.words.render("form.txt.j2", context).strip("\n") if context.form else ""
        return replace(context, parts={"form": blank})
