"""The game's own part of game.yaml: edition, scenario, number of players."""

from typing import Literal

import msgspec

SEATS = {
    3: {"maria-theresa": "Maria Theresa", "frederick": "Frederick", "louis": "Louis XV"},
    2: {"maria-theresa": "Maria Theresa", "coalition": "The coalition"},
}
"""Seat ids and titles by number of players (1, 24)."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The choices that a game is set up with."""

    edition: str = "historical"
    scenario: Literal["introductory"] = "introductory"
    players: Literal["3", "2"] = "3"

    @property
    def two_players(self) -> bool:
        """Whether the two-player form is played (24)."""
        return self.players == "2"


def seats(settings: Settings) -> dict[str, str]:
    """Seat ids and titles, in the order in which letters list them."""
    return SEATS[int(settings.players)]


def seat_of_player(player: str, *, two_players: bool) -> str:
    """The seat that runs the powers of *player* (maria-theresa, frederick, louis)."""
    return "coalition" if two_players and player != "maria-theresa" else player
