"""Facts about time: what moves a deadline, stops the clock of a game and lets it run again, and why."""

from datetime import datetime

import msgspec


class OwnDeadline(msgspec.Struct, frozen=True, omit_defaults=True):
    """When one question of a seat is due, where that is another time than for the rest; never without a time."""

    seat: str
    key: str
    to: datetime | None = None


class AbsenceCharge(msgspec.Struct, frozen=True):
    """By how many *days* the absence of *seat* moved a deadline of a *year*: its player has as many fewer left."""

    seat: str
    year: int
    days: int


class DeadlineMoved(msgspec.Struct, frozen=True, tag="deadline-moved", omit_defaults=True, kw_only=True):
    """The questions of *round* are due at another time, *to*; of *seats* only, or of all if none is named.

    *own* are those that are due at yet another time. *by* is a seat, `moderator`, or the setting that did it. The
    *reason* is words typed by a person, told to everyone concerned; *asked* is what was typed to move it; *since* is
    when mail was last received, if that is why. *request* is the line of the log with the player's request that it
    grants, *away* whose absence did it; *in_letters* says that the letters of the round already tell it.
    """

    round: int
    to: datetime | None
    by: str
    seats: tuple[str, ...] = ()
    reason: str = ""
    own: tuple[OwnDeadline, ...] = ()
    asked: str = ""
    since: datetime | None = None
    request: int = 0
    away: AbsenceCharge | None = None
    in_letters: bool = False


class ClockStopped(msgspec.Struct, frozen=True, tag="clock-stopped", omit_defaults=True, kw_only=True):
    """From now on nothing is due, for *seats* only, or for all if none is named, until `ClockResumed` ends this.

    Play waits, too, if it is for all, unless it *plays* as soon as all answers are in. *by* and *reason* as above.
    """

    by: str
    seats: tuple[str, ...] = ()
    reason: str = ""
    plays: bool = False


class ClockResumed(msgspec.Struct, frozen=True, tag="clock-resumed", omit_defaults=True, kw_only=True):
    """The stops in the lines *ended* of the log are over; *to* and *own* are the deadlines of *round* from now on."""

    ended: tuple[int, ...]
    round: int
    to: datetime | None
    by: str
    seats: tuple[str, ...] = ()
    reason: str = ""
    own: tuple[OwnDeadline, ...] = ()
