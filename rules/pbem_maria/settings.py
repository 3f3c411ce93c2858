"""The game's own part of game.yaml: edition, scenario, number of players, options."""

from typing import Literal

import msgspec

from pbem_maria.options import Options

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
