"""One line of the moderator and the game that it is about: what the reply to it says, and the seat that it names."""

from datetime import datetime
from typing import Any

import msgspec

from pbem.mail.intake.moderator.lines import ModeratorLine
from pbem.referee.game import Clock, Game
from pbem.report.words import Words
from pbem.store.refusal import Refusal

ALL = "all"
ASKED = frozenset({"asked", "asked-again", "asked-text"})
"""The codes of replies that wait for a `yes`."""
NOT_DONE = ASKED | {"refused", "dropped"}
"""The codes of replies to lines that are not carried out, or not yet."""


class UnclearLine(Refusal):
    """A line whose seat or time is not clear, or whose words are missing."""

    code = "unclear-line"


class LineReply(msgspec.Struct, frozen=True):
    """What became of a line: the code, a sentence with its marks, and whether it was carried out.

    *more* are lines that say it in detail.
    """

    said: str
    code: str
    text: str
    done: bool = True
    more: tuple[str, ...] = ()


class LineCase(msgspec.Struct, frozen=True):
    """Line *number* of inbox item *item*, which *arrived* at a time."""

    game: Game
    clock: Clock
    words: Words
    item: int
    number: int
    arrived: datetime

    @property
    def cause(self) -> str:
        """By what the log knows the line."""
        return f"mail {self.item}.{self.number}"

    def told(self, line: ModeratorLine, code: str, **args: Any) -> LineReply:
        """The reply for which the phrases of the moderator have *code*."""
        return LineReply(line.said, code, self.words.say("moderator", f"line-{code}", args), code not in NOT_DONE)

    def moment(self, time: datetime | None) -> str:
        """A time in words, on the moderator's clocks."""
        return self.words.moment(time, self.game.settings.moderators_zone.name) if time else ""


def seat_named(game: Game, text: str) -> str:
    """The seat that *text* names, by its id, title or player, or by the beginning of one; raises `UnclearLine`."""
    wanted = " ".join(text.casefold().replace("-", " ").split())
    names = {
        seat: [
            " ".join(name.casefold().replace("-", " ").split())
            for name in (seat, title, game.settings.seats[seat].player)
            if name
        ]
        for seat, title in game.titles.items()
    }
    whole = [seat for seat, known in names.items() if wanted in known]
    begun = [seat for seat, known in names.items() if any(name.startswith(wanted) for name in known)]
    found = whole or (begun if len(wanted) > 1 else [])
    if len(found) != 1:
        there = ", ".join(game.titles)
        several = f"{text} may be {' or '.join(found)}" if found else f"there is no seat {text}"
        raise UnclearLine(f"{several}; the seats are {there}")
    return found[0]


def names_a_seat(game: Game, text: str) -> bool:
    """Whether *text* names a seat, or all."""
    try:
        return text.casefold() == ALL or bool(seat_named(game, text))
    except UnclearLine:
        return False
