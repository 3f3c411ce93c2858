"""Pauses: where play stops for answers, what is asked, and when it is due."""

from datetime import datetime, timedelta

import msgspec


class OpenQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision that a pause waits for: its key, its seat and the entry after which it was asked.

    *bot* is true if the game does not wait, because the seat's bot had an answer. With a *rule* of time of its own it
    is
    *due* then, or never; otherwise when the pause is. Though all answers are in it is not played before it *opens*, and
    if *early* is false not before it is due; in the *grace* after that an answer counts as any other.
    """

    key: str
    seat: str
    asked: int
    bot: bool = False
    rule: str = ""
    due: datetime | None = None
    early: bool = True
    opens: datetime | None = None
    grace: timedelta = timedelta(0)


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """Play stopped here for lack of answers; letters are sent.

    *round* counts the pauses from 1, *entry* is the last entry before it, *deadline* is none
    when the game has no deadlines or is over. Letters go *to* the seats that it concerns, and the others read of it in
    their next ones; if none is named it concerns everyone, and there is a public report.
    """

    round: int
    entry: int
    waits: tuple[OpenQuestion, ...] = ()
    deadline: datetime | None = None
    to: tuple[str, ...] = ()

    def tells(self, seat: str) -> bool:
        """Whether *seat* is sent a letter; for the public, whether there is a report."""
        return not self.to or seat in self.to

    def due(self, question: OpenQuestion) -> datetime | None:
        """When the answer to one of its questions is due."""
        return question.due if question.rule else self.deadline

    def due_for(self, seat: str, key: str = "") -> datetime | None:
        """When *seat* must have answered: the first of its questions, or the one called *key*.

        For a seat without a question it is when the others must.
        """
        own = [one for one in self.waits if one.seat == seat and key in ("", one.key)]
        return min(filter(None, map(self.due, own)), default=None) if own else self.deadline

    def dues(self) -> tuple[datetime, ...]:
        """All times at which something is due, earliest first."""
        return tuple(sorted({*filter(None, map(self.due, self.waits))}))

    def closes(self, question: OpenQuestion) -> datetime | None:
        """Until when an answer to one of its questions counts as any other: when it is due, or the end of the grace.

        What is done about a missing answer is done then and not before.
        """
        due = self.due(question)
        return due + question.grace if due else None

    def graces(self, at: datetime | None = None) -> dict[datetime, datetime]:
        """The end of the grace after each deadline that has one, of two the earlier; only those to come *at* a time."""
        found = sorted((due, due + one.grace) for one in self.waits if one.grace and (due := self.due(one)))
        return {due: end for due, end in reversed(found) if at is None or end > at}

    def shuts_out(self, question: OpenQuestion, at: datetime) -> bool:
        """Whether one of its questions may not be played yet, though answers are there; what a bot answers may."""
        opens = None if question.bot else self._opens(question)
        return opens is not None and at < opens

    def not_before(self, at: datetime | None = None) -> datetime | None:
        """When play may continue at the earliest, if that is to come *at* a time; None if once all answers are in."""
        found = max((each for one in self.waits if not one.bot and (each := self._opens(one))), default=None)
        return found if found and (at is None or found > at) else None

    def _opens(self, question: OpenQuestion) -> datetime | None:
        due = self.due(question)
        if not question.early:
            return due
        return min(question.opens, due) if question.opens and due else question.opens
