"""Facts about appeals: what a player asks the moderator to decide, and that it was decided."""

from typing import Literal

import msgspec

AppealEnd = Literal["dismissed", "ruled"]
"""How an appeal was settled other than by a reply to its email."""


class AppealMade(msgspec.Struct, frozen=True, tag="appeal-made", omit_defaults=True, kw_only=True):
    """*seat* appeals by inbox item *item* against what it read in the letter of *round*; the item is its number.

    The *text* is secret to the seat, and empty where sheets are sealed.
    """

    item: int
    seat: str
    round: int
    text: str = ""


class AppealSettled(msgspec.Struct, frozen=True, tag="appeal-settled", omit_defaults=True, kw_only=True):
    """The moderator settled the appeal *item*, for a *reason* that its player is told."""

    item: int
    how: AppealEnd
    reason: str = ""


AppealFact = AppealMade | AppealSettled
