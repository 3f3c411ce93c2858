"""The disputed points of the rules that groups play differently; docs/rulings.md says what each means."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One option for each disputed reading; the defaults are what most editions say."""

    hussar_shortfall: Literal["spend-all", "keep"] = "spend-all"
    """What becomes of a hand that is worth less than its hussar bills (9)."""
    march_onto_train: Literal["no", "yes"] = "no"
    """Whether a force march that starts next to an enemy train may enter its city (10.1)."""
    munich_reentry: Literal["introductory", "always"] = "introductory"
    """When French generals may return in München (13)."""
    silesia_markers: Literal["pool", "extra"] = "pool"
    """Whether the markers in Silesia at the start come out of the pools (4, 15)."""
    politics_placement: Literal["simultaneous", "in-order"] = "simultaneous"
    """How the TCs for the political display are placed (17)."""
    partial_shift: Literal["no", "yes"] = "no"
    """Whether an arrow of several boxes may be moved in part (17)."""
    half: Literal["up", "down"] = "up"
    """How half of the markers that are set aside is rounded (19.1, 19.2)."""
    saxony_returns: Literal["yes", "no"] = "yes"
    """Whether Saxony's marker may be pushed back to the left (19.3)."""
    bluff_cost: Literal["off", "on"] = "off"
    """Whether bluffing costs (25)."""
