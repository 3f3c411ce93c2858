"""Facts about what players ask of time: an extension asked for, refused or withdrawn, and votes on it.

One that is granted is a `DeadlineMoved` that names the request.
"""

from datetime import datetime
from typing import Literal

import msgspec


class ExtensionAsked(msgspec.Struct, frozen=True, tag="extension-asked", omit_defaults=True, kw_only=True):
    """*seat* asks in *line* of inbox item *item* to extend the deadline of *round*: by a *length*, or *until* a time.

    *length* is as in game.yaml: `24 hours`. If it is to be granted by vote, the *voters* are asked.
    """

    round: int
    seat: str
    item: int
    line: int
    length: str = ""
    until: datetime | None = None
    granted: Literal["by rule", "by the moderator", "by vote"] = "by rule"
    voters: tuple[str, ...] = ()


class ExtensionRefused(msgspec.Struct, frozen=True, tag="extension-refused", omit_defaults=True, kw_only=True):
    """The request in line *request* of the log is not granted: by the moderator, or by a vote."""

    request: int
    by: Literal["moderator", "vote"]
    reason: str = ""


class VoteCast(msgspec.Struct, frozen=True, tag="vote-cast", omit_defaults=True, kw_only=True):
    """*seat* agrees to the request in line *request* of the log, or does not; a later vote replaces it."""

    request: int
    seat: str
    agrees: bool


AllowanceFact = ExtensionAsked | ExtensionRefused | VoteCast
