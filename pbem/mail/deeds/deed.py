"""A deed of the moderator: one object that says how it is asked for, when it is offered, and what it does.

A deed is made from the function that does it by `deed`, whose docstring is the help of its command. Commands, lines of
emails, buttons with their forms, and `pbem help deeds` all follow from it once it is in the list in `table`; its words
are the phrases `NAME-...` of the group `deeds`.
"""

import inspect
import re
import shlex
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pbem.errors import Refusal
from pbem.mail.deeds.fields import FIELDS, Decided, FieldName
from pbem.referee.deadlines.received import SeatStatus
from pbem.referee.game import Clock, Game
from pbem.referee.need import NeedKind
from pbem.referee.status import Status
from pbem.settings.times import Zone
from pbem.store.facts import PendingOrders

_Kind = TypeVar("_Kind", bound=msgspec.Struct)


class NotComplete(Refusal):
    """Something is missing from what the moderator filled in, or cannot be read."""


class DeedCase(msgspec.Struct, frozen=True):
    """A game, and what was filled in to do something to it; *cause* tells it from every other time.

    If an email asks for it, times are seen from when that *arrived*; and if the program died over it, what was done
    then is in the log after the line *retried*.
    """

    game: Game
    clock: Clock
    given: Mapping[str, str] = {}
    cause: str = ""
    arrived: datetime | None = None
    retried: int | None = None

    @property
    def at(self) -> datetime:
        """When it was asked for."""
        return self.arrived or self.clock()

    @property
    def zone(self) -> Zone:
        """On whose clock times are meant: the moderator's in emails, and elsewhere that of the deadlines."""
        settings = self.game.settings
        return settings.moderators_zone if self.arrived else settings.deadlines.zone

    def done_before(self, kind: type[_Kind]) -> _Kind | None:
        """What it led to for its seat before the program died."""
        lines = self.game.log.lines if self.retried is not None else ()
        known = (one.fact for one in lines if one.seq > (self.retried or 0) and isinstance(one.fact, kind))
        return next((fact for fact in known if getattr(fact, "seat", "") == self.seat), None)

    @property
    def seat(self) -> str:
        """The seat that is meant; raises `NotComplete`."""
        seat = self.given.get("seat", "")
        if seat not in self.game.titles:
            raise NotComplete(f"there is no seat {seat!r}; the seats are {', '.join(self.game.titles)}")
        return seat

    @property
    def seat_or_none(self) -> str:
        """The seat that is meant, if any is named."""
        return self.seat if self.text("seat") else ""

    @property
    def item(self) -> int:
        """The number of the email that is meant."""
        return self.number("item", "an email")

    @property
    def reason(self) -> str:
        """Why it is done, if anything says so."""
        return self.text("reason")

    def text(self, name: FieldName) -> str:
        """What was written into a field."""
        return self.given.get(name, "").strip()

    def day(self, name: FieldName) -> date | None:
        """The day in a field; raises `NotComplete`."""
        text = self.text(name)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            raise NotComplete(f"{text!r} is not a day; write it like 2026-12-24") from None

    @property
    def orders(self) -> PendingOrders:
        """Whether what was sent for the open questions counts: it does if anything says so."""
        return "keep" if self.text("orders") else "void"

    def number(self, name: FieldName, what: str) -> int:
        """The number in a field; raises `NotComplete`."""
        text = self.text(name)
        if not re.fullmatch(FIELDS[name].pattern, text):
            raise NotComplete(f"{text!r} is not the number of {what}")
        return int(text.removeprefix("r"))

    def number_or_none(self, name: FieldName, what: str) -> int | None:
        """The number in a field, if anything is in it; raises `NotComplete`."""
        return self.number(name, what) if self.text(name) else None


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a moderator does: the fields that it *needs* and those that it *may* have, and what *does* it.

    The *command* like it has the fields in braces; `[--option?field]` is there if anything is in the field, and
    `[--option={field}]` may be left out there only. A page and an email have what is *fixed* besides. *helps* says of
    options of the command what others do not. *line* is the pattern of its line in an email; one that *asks* is told
    back, and waits for a `yes`.

    A button is offered for the needs that it *settles*, for a game as *of_game* says, and for a seat as *of_seat*; what
    takes it back is another deed, *undone_by*. Afterwards it *plays* on, *sends* all that waits, or *turns*: does all
    that a turn does. It is *quiet* if its messages have words that only their readers may know. Mail that waits is
    *judged first* if it says so, and after one that *confirms* an email.
    """

    name: str
    does: Callable[[DeedCase], Decided]
    command: str
    needs: tuple[FieldName, ...] = ()
    may: tuple[FieldName, ...] = ()
    fixed: tuple[FieldName, ...] = ()
    helps: Mapping[str, str] = {}
    line: str = ""
    asks: bool = False
    settles: tuple[NeedKind, ...] = ()
    of_game: Callable[[Game, Status], bool] | None = None
    of_seat: Callable[[Game, SeatStatus], bool] | None = None
    undone_by: str = ""
    plays: bool = False
    sends: bool = False
    turns: bool = False
    quiet: bool = False
    confirms: bool = False
    judged_first: Callable[[DeedCase], bool] = lambda _case: True

    @property
    def fields(self) -> tuple[FieldName, ...]:
        """All that may be filled in."""
        return (*self.needs, *self.may)

    @property
    def found(self) -> frozenset[str]:
        """The fields that a command or an email may leave out, for they can be found."""
        return frozenset(re.findall(r"\[\S+=\{(\w+)\}\]", self.command))

    @property
    def help(self) -> str:
        """What the help of its command says."""
        return inspect.getdoc(self.does) or ""

    def case(self, game: Game, clock: Clock, given: Mapping[str, str] = {}, cause: str = "") -> DeedCase:
        """What a page or an email asks for, with what is fixed."""
        return DeedCase(game, clock, {**given, **dict.fromkeys(self.fixed, "yes")}, cause)

    def lacks(self, given: Mapping[str, str]) -> tuple[FieldName, ...]:
        """The fields that it needs and that were not filled in."""
        return tuple(name for name in self.needs if not given.get(name, "").strip())

    def typed(self, given: Mapping[str, str], folder: Path | None = None) -> str:
        """The command that does the same, to the game in *folder* if it is named."""
        words = []
        for part in self.command.split(" "):
            if "?" in part:
                option, _, field = part.strip("[]").partition("?")
                words += [option] if field in self.fixed or given.get(field, "").strip() else []
                continue
            whole = part.strip("[]")
            name, _, field = whole.partition("=") if whole.startswith("--") else ("", "", whole)
            if field == "{overrule}":
                words += [word for each in names_in(given.get("overrule", "")) for word in (name, shlex.quote(each))]
            elif not (field.startswith("{") and field.endswith("}")):
                words.append(part)
            elif value := given.get(field[1:-1], "").strip():
                words += [name, shlex.quote(value)] if name else [shlex.quote(value)]
        return " ".join([*words, *(["--game", shlex.quote(str(folder))] if folder else [])])


def deed(command: str, name: str = "", **more: Any) -> Callable[[Callable[[DeedCase], Decided]], Deed]:
    """Make a deed of the function that does it, which has its *name* unless another is given."""

    def made(does: Callable[[DeedCase], Decided]) -> Deed:
        return Deed(name=name or does.__name__.rstrip("_").replace("_", "-"), does=does, command=command, **more)

    return made


def names_in(text: str) -> tuple[str, ...]:
    """The names in a text: `cards, hands and scores`."""
    return tuple(word for word in re.split(r"[\s,]+", text) if word and word != "and")
