"""Facts about seats: who holds one from when on, who may come next, and who takes over for a time.

Where a fact says `instead` it is what game.yaml named for the seat then, the player and the address: it overrides
game.yaml for as long as that still says the same. `last_item` is the newest item of the inbox, and `open` are the keys
of the questions that the seat was asked then, with their asking entries: with orders `void`, no sheet up to that item
counts for them any more. *forum* is what the player is called on the forum, if that is another name.
"""

from datetime import datetime
from typing import Literal

import msgspec

PendingOrders = Literal["void", "keep"]
"""What becomes of the orders that the seat has given and that were not carried out yet."""
Named = tuple[str, str]
"""A player and an address."""


class SeatTaken(msgspec.Struct, frozen=True, tag="seat-taken", omit_defaults=True, kw_only=True):
    """*player* at *address* holds *seat* from now on.

    *by* is `moderator`, or `invitation` if the player accepted one.
    """

    seat: str
    player: str
    address: str
    instead: Named
    by: str = "moderator"
    last_item: int = 0
    open: tuple[tuple[str, int], ...] = ()
    orders: PendingOrders = "void"
    forum: str = ""


class SeatVacated(msgspec.Struct, frozen=True, tag="seat-vacated", omit_defaults=True, kw_only=True):
    """No one holds *seat* from now on. *by* is `moderator`, `player`, or the setting that did it."""

    seat: str
    by: str
    instead: Named
    reason: str = ""
    last_item: int = 0
    open: tuple[tuple[str, int], ...] = ()
    orders: PendingOrders = "void"


class SeatPromised(msgspec.Struct, frozen=True, tag="seat-promised", omit_defaults=True, kw_only=True):
    """*player* at *address* will hold *seat* when turn *from_turn* begins; a later promise of the seat replaces it."""

    seat: str
    player: str
    address: str
    from_turn: int
    by: str = "moderator"
    orders: PendingOrders = "void"
    forum: str = ""


class SeatInvited(msgspec.Struct, frozen=True, tag="seat-invited", omit_defaults=True, kw_only=True):
    """*player* at *address* may have *seat* by answering until the time *until*; *number* counts invitations from 1."""

    seat: str
    player: str
    address: str
    number: int
    until: datetime
    from_turn: int = 0
    orders: PendingOrders = "void"
    forum: str = ""


class InvitationClosed(msgspec.Struct, frozen=True, tag="invitation-closed", kw_only=True):
    """Invitation *number* to *seat* is open no longer."""

    seat: str
    number: int
    why: Literal["accepted", "declined", "expired", "withdrawn"]


class ResignationAsked(msgspec.Struct, frozen=True, tag="resignation-asked", kw_only=True):
    """The player of *seat* wrote `resign` in *item* of the inbox and was asked for the word that confirms it."""

    seat: str
    item: int


class StandInNamed(msgspec.Struct, frozen=True, tag="stand-in-named", omit_defaults=True, kw_only=True):
    """*player* at *address* may be the stand-in for *seat*; without an address no one may.

    *instead* is the stand-in that game.yaml named for the seat then.
    """

    seat: str
    player: str
    address: str
    instead: Named
    forum: str = ""


class StandInBegun(msgspec.Struct, frozen=True, tag="stand-in-begun", omit_defaults=True, kw_only=True):
    """*player* at *address* plays *seat* for its player from now on, *until* a time or until someone ends it.

    *by* is `moderator`, or `absence` if the player is away.
    """

    seat: str
    player: str
    address: str
    instead: Named
    by: str = "moderator"
    until: datetime | None = None
    last_item: int = 0
    open: tuple[tuple[str, int], ...] = ()
    orders: PendingOrders = "keep"
    forum: str = ""


class StandInEnded(msgspec.Struct, frozen=True, tag="stand-in-ended", omit_defaults=True, kw_only=True):
    """*seat* is its own player's again.

    *by* is `moderator`, `player`, `time` if the stand-in's time was over, or `absence` if the player is back.
    """

    seat: str
    by: str
    last_item: int = 0
    open: tuple[tuple[str, int], ...] = ()
    orders: PendingOrders = "keep"


class WaitingListed(msgspec.Struct, frozen=True, tag="waiting-listed", kw_only=True):
    """*player* at *address* would take a seat; of a list that is kept no longer, so this has no effect."""

    player: str
    address: str


class WaitingRemoved(msgspec.Struct, frozen=True, tag="waiting-removed", kw_only=True):
    """Who waits at *address* is on that list no longer; this has no effect, either."""

    address: str


SeatFact = (
    InvitationClosed
    | ResignationAsked
    | SeatInvited
    | SeatPromised
    | SeatTaken
    | SeatVacated
    | StandInBegun
    | StandInEnded
    | StandInNamed
    | WaitingListed
    | WaitingRemoved
)
