"""Facts about time: what moves a deadline, and why."""

from datetime import datetime

import msgspec


class DeadlineMoved(msgspec.Struct, frozen=True, tag="deadline-moved", omit_defaults=True, kw_only=True):
    """The questions of *round* are due at another time, *to*; of *seats* only, or of all if none is named.

    *by* is a seat, `moderator`, or the setting that did it. The *reason* is words typed by a person, told to everyone
    concerned.
    """

    round: int
    to: datetime | None
    by: str
    seats: tuple[str, ...] = ()
    reason: str = ""
