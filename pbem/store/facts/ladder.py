"""Facts about who did not answer in time: misses, the rungs of the ladder that were taken, the moderator's word."""

from datetime import datetime
from typing import Literal

import msgspec

Came = Literal["nothing", "faulty"]
"""What a seat without a valid answer has sent: nothing at all, or only what was refused or does not fit any more."""

Rung = Literal[
    "remind",
    "wait",
    "ask the moderator",
    "last faulty sheet",
    "standing orders",
    "bot",
    "default",
    "vacant",
]
"""What may be done about a question that a seat has not answered in time."""

LadderTime = Literal["deadline", "grace"]
"""When a rung is due: at the deadline of a question, or when the grace after it is over."""

Why = Literal["ladder", "impossible", "held", "vacant"]
"""Why the moderator is asked."""


class _OfLadder(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What all of these say: the questions of *seat*, by their *keys*, that *round* asks and that were *due*."""

    round: int
    seat: str
    keys: tuple[str, ...]
    due: datetime


class DeadlineMissed(_OfLadder, frozen=True, tag="deadline-missed"):
    """*seat* had no valid answer at the deadline; *excused* says why that does not count, if it does not."""

    came: Came
    excused: Literal["", "absent"] = ""


class RungTaken(_OfLadder, frozen=True, tag="rung-taken"):
    """What was done about it: *rung*, which is that of *at* for a seat that misses for the *times*-th time in a row.

    The ladder of game.yaml took it, or its rule for an `absence`, or the moderator agreed to it for a *reason*. *item*
    is the inbox item of the faulty sheet that counts as far as it is good.
    """

    rung: Rung
    at: LadderTime
    came: Came
    times: int = 1
    by: Literal["ladder", "absence", "moderator"] = "ladder"
    reason: str = ""
    item: int = 0


class RungProposed(_OfLadder, frozen=True, tag="rung-proposed"):
    """A rung that the moderator must agree to; with `ask the moderator`, they must find one.

    *why*: the `ladder` asks for their word, no rung of it can be taken (`impossible`), an email of the seat is `held`
    or was set aside, or no one holds the seat any more (`vacant`).
    """

    rung: Rung
    at: LadderTime
    came: Came
    times: int = 1
    why: Why = "ladder"


class RungDeclined(_OfLadder, frozen=True, tag="rung-declined"):
    """The moderator has not agreed to *rung*; if the game is to *wait*, the ladder does nothing more about it."""

    rung: Rung
    wait: bool = False
    reason: str = ""


LadderFact = DeadlineMissed | RungDeclined | RungProposed | RungTaken
