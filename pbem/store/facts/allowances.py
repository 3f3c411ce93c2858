"""Facts about what players ask of time: an extension asked for, and one refused.

One that is granted is a `DeadlineMoved` that names the request.
"""

from datetime import datetime
from typing import Literal

import msgspec


class ExtensionAsked(msgspec.Struct, frozen=True, tag="extension-asked", omit_defaults=True, kw_only=True):
    """*seat* asks in *line* of inbox item *item* to extend the deadline of *round*: by a *length*, or *until* a time.

    *length* is as in game.yaml: `24 hours`. One on which *voters* voted in an older log is the moderator's.
    """

    round: int
    seat: str
    item: int
    line: int
    length: str = ""
    until: datetime | None = None
    granted: Literal["by rule", "by the moderator", "by vote"] = "by rule"
    voters: tuple[str, ...] = ()


class VoteCast(msgspec.Struct, frozen=True, tag="vote-cast", omit_defaults=True, kw_only=True):
    """*seat* voted on the request in line *request* of the log, which it can no longer; so this has no effect."""

    seat: str
    request: int
    yes: bool
    item: int
    line: int = 0


class ExtensionRefused(msgspec.Struct, frozen=True, tag="extension-refused", omit_defaults=True, kw_only=True):
    """The request in line *request* of the log is not granted; the *reason* is told to its player."""

    request: int
    reason: str = ""
    by: Literal["moderator", "vote"] = "moderator"


AllowanceFact = ExtensionAsked | ExtensionRefused | VoteCast
