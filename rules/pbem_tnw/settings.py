"""The game's own part of game.yaml: edition, number of players, seats, options."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem_tnw.options import TnwOptions

RUN_BY: Mapping[int, Mapping[str, tuple[str, ...]]] = {
    5: {"france": ("france",), "austria": ("austria",), "britain": ("britain",), "russia": ("russia",),
        "prussia": ("prussia",)},
    4: {"france": ("france",), "austria": ("austria",), "britain": ("britain",), "russia": ("russia",)},
    3: {"france": ("france",), "emperors": ("austria", "russia"), "britain": ("britain",)},
    2: {"france": ("france",), "coalition": ("austria", "britain", "russia")},
}  # fmt: skip
"""The Powers of each seat by number of players (4.3)."""

TITLES: Mapping[str, str] = {
    "france": "France", "austria": "Austria", "britain": "Britain", "russia": "Russia", "prussia": "Prussia",
    "emperors": "The two emperors", "coalition": "The Coalition",
}  # fmt: skip


class TnwSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The choices that a game is set up with."""

    edition: str = "historical"
    players: Literal["2", "3", "4", "5"] = "2"
    seats: Literal["assigned", "drawn"] = "assigned"
    """Whether the seats have their Powers from the start, or draw them; two players bid for their Camp then (4.3)."""
    options: TnwOptions = TnwOptions()


def seats_of(players: int, *, drawn: bool) -> Mapping[str, str]:
    """Seat ids and titles by number of players; those that draw their Powers have numbers."""
    run_by = RUN_BY[players]
    if drawn:
        return {f"player-{number}": f"Player {number}" for number in range(1, len(run_by) + 1)}
    return {seat: TITLES[seat] for seat in run_by}


def seats(settings: TnwSettings) -> Mapping[str, str]:
    """Seat ids and titles, in the order in which letters list them."""
    return seats_of(int(settings.players), drawn=settings.seats == "drawn")
