"""The game's own part of game.yaml: edition, scenario, number of players, options."""

from typing import Annotated, Literal, TypeVar

import msgspec

INTRODUCTORY, ADVANCED, TWO_PLAYERS = "introductory", "advanced", "two-player"

T = TypeVar("T")
AdvancedOnly = Annotated[T, ADVANCED]
"""An option that does not matter in the introductory game."""
TwoPlayersOnly = Annotated[T, TWO_PLAYERS]
"""An option that matters in the two-player game only."""


class Options(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The disputed readings; phrases below `readings` say what the values mean."""

    hussar_shortfall: Literal["spend-all", "keep"] = "spend-all"
    march_onto_train: Literal["no", "yes"] = "no"
    munich_reentry: AdvancedOnly[Literal["introductory", "always"]] = "introductory"
    silesia_markers: AdvancedOnly[Literal["pool", "extra"]] = "pool"
    empty_pool: AdvancedOnly[Literal["owes", "keeps"]] = "owes"
    politics_placement: AdvancedOnly[Literal["simultaneous", "in-order"]] = "simultaneous"
    partial_shift: AdvancedOnly[Literal["no", "yes"]] = "no"
    italy_star: AdvancedOnly[Literal["crossed", "stopped"]] = "crossed"
    half: AdvancedOnly[Literal["up", "down"]] = "up"
    saxony_returns: AdvancedOnly[Literal["yes", "no"]] = "yes"
    neutral_saxony: AdvancedOnly[Literal["moves", "stays"]] = "moves"
    arenberg_returns: AdvancedOnly[Literal["home-too", "netherlands"]] = "home-too"
    two_player_borders: TwoPlayersOnly[Literal["fight", "part"]] = "fight"
    bluff_cost: AdvancedOnly[Literal["off", "on"]] = "off"


SEATS = {
    3: {"maria-theresa": "Maria Theresa", "frederick": "Frederick", "louis": "Louis XV"},
    2: {"maria-theresa": "Maria Theresa", "coalition": "The coalition"},
}
"""Seat ids and titles by number of players (1, 24)."""

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
