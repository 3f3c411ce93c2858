"""What the boxes of the political tracks show, and what holds while a marker lies in one (17)."""

from collections.abc import Mapping
from typing import Any

from pbem_maria.edition import Edition
from pbem_maria.state import State

Box = Mapping[str, Any]

TC, EXPEDITION, VICTORY = "tc", "expedition", "victory"


def boxes(edition: Edition, track: str) -> dict[int, Box]:
    """The boxes of *track* by their numbers, from left to right."""
    found = next(each for each in edition.tracks["tracks"] if each["id"] == track)
    return {box["box"]: box for box in found["boxes"]}


def star(edition: Edition, track: str) -> int:
    """The box of *track* with the star, in which its marker starts (4)."""
    return next(number for number, box in boxes(edition, track).items() if box.get("star"))


def shown(state: State, track: str) -> tuple[Box, ...]:
    """The icons of the box in which the marker of *track* lies."""
    return tuple(boxes(state.theatre.edition, track)[state.tracks[track]]["icons"])


def income(state: State, power: str) -> int:
    """The cards by which the icons under the markers raise the income of *power*; below zero they lower it."""
    icons = (icon for track in state.tracks for icon in shown(state, track))
    return sum(icon["n"] for icon in icons if icon["kind"] == TC and icon["power"] == power)


def expeditions(state: State) -> frozenset[str]:
    """The powers that keep an expeditionary corps in their off-map boxes while the markers lie where they do."""
    icons = (icon for track in state.tracks for icon in shown(state, track))
    return frozenset(icon["power"] for icon in icons if icon["kind"] == EXPEDITION)


def victory(state: State, track: str) -> str | None:
    """The power that the box under the marker of *track* gives a victory marker."""
    return next((icon["power"] for icon in shown(state, track) if icon["kind"] == VICTORY), None)
