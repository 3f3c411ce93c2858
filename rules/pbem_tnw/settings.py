"""The game's own part of game.yaml: edition, number of players, seats, options."""

from collections.abc import Mapping
from typing import Literal

import msgspec


class TnwOptions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a group may settle otherwise than we do; phrases below `readings` say what the values mean."""

    mail_pace: Literal["round", "camp", "impulse"] = "round"
    holds: Literal["2", "0", "1"] = "2"
    par: Literal["none", "by-players", "france-3"] = "none"
    conquest_resource: Literal["1", "2"] = "1"
    attrition_loss: Literal["1", "2"] = "1"
    neutral_hands: Literal["red", "dump", "keep"] = "red"
    neutral_hands_count: Literal["no", "yes"] = "no"
    interceptor: Literal["with-general", "any-army"] = "with-general"
    flag_beside_fleet: Literal["yes", "no"] = "yes"
    last_card: Literal["keeps", "plays"] = "keeps"
    six_points: Literal["after-spoils", "before-spoils"] = "after-spoils"
    reinforcement_cp: Literal["draw-number", "2", "0"] = "draw-number"
    first_resource: Literal["major", "any"] = "major"
    mulligan_floor: Literal["1", "0"] = "1"
    bought_card_counts: Literal["yes", "no"] = "yes"
    peace_at: Literal["6", "7"] = "6"
    several_powers: Literal["sum", "best"] = "sum"
    proxy_prussia_point: Literal["no", "yes"] = "no"
    proxy_prussia_war: Literal["0", "7"] = "0"
    turn_begins: Literal["next-box", "france"] = "next-box"
    responses: Literal["fifo", "lifo"] = "fifo"
    war_card: Literal["pile", "deck"] = "pile"
    regroup_cost: Literal["strength", "counter"] = "strength"
    ally_cp_right: Literal["no", "yes"] = "no"
    vassal: Literal["client-or-ally", "ally"] = "client-or-ally"
    resource_income: Literal["0", "1"] = "0"


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
