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
    empty_pool: Literal["owes", "keeps"] = "owes"
    """Whether a marker that returns makes up for one that a conquest with an empty pool lacked (10.3, 15, 23)."""
    politics_placement: Literal["simultaneous", "in-order"] = "simultaneous"
    """How the TCs for the political display are placed (17)."""
    partial_shift: Literal["no", "yes"] = "no"
    """Whether an arrow of several boxes may be moved in part (17)."""
    italy_star: Literal["crossed", "stopped"] = "crossed"
    """Whether Italy's marker brings the victory marker home by crossing the star, or only by stopping on it (17)."""
    half: Literal["up", "down"] = "up"
    """How half of the markers that are set aside is rounded (19.1, 19.2)."""
    saxony_returns: Literal["yes", "no"] = "yes"
    """Whether Saxony's marker may be pushed back to the left (19.3)."""
    neutral_saxony: Literal["moves", "stays"] = "moves"
    """Whether points that Prussia loses move the marker of a neutral Saxony (19.3)."""
    arenberg_returns: Literal["home-too", "netherlands"] = "home-too"
    """Whether Arenberg returns as other Austrians do, besides in the Netherlands (22)."""
    two_player_borders: Literal["fight", "part"] = "fight"
    """Whether two players' generals fight across the maps (24)."""
    bluff_cost: Literal["off", "on"] = "off"
    """Whether bluffing costs (25)."""
