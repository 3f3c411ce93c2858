"""The game's own part of game.yaml: edition, scenario, number of players, options."""

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


SEATS = {
    3: {"maria-theresa": "Maria Theresa", "frederick": "Frederick", "louis": "Louis XV"},
    2: {"maria-theresa": "Maria Theresa", "coalition": "The coalition"},
}
"""Seat ids and titles by number of players (1, 24)."""

ADVANCED = "advanced"
INTRODUCTORY = "introductory"

Scenario = Literal["introductory", "advanced", "two-player"]
"""`two-player` is short for the advanced game with two players (24)."""


class MariaSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The choices that a game is set up with."""

    edition: str = "historical"
    scenario: Scenario = "introductory"
    players: Literal["3", "2"] = "3"
    options: Options = Options()

    @property
    def two_players(self) -> bool:
        """Whether a two-player form is played (24)."""
        return self.players == "2" or self.scenario == "two-player"

    @property
    def game(self) -> str:
        """Which of the two games is played: `introductory` or `advanced`."""
        return INTRODUCTORY if self.scenario == INTRODUCTORY else ADVANCED


def seats(settings: MariaSettings) -> dict[str, str]:
    """Seat ids and titles, in the order in which letters list them."""
    return SEATS[2 if settings.two_players else 3]


def seat_of_player(player: str, *, two_players: bool) -> str:
    """The seat that runs the powers of *player* (maria-theresa, frederick, louis)."""
    return "coalition" if two_players and player != "maria-theresa" else player
