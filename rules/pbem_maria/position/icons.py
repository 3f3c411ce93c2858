"""What the boxes of the political tracks show, and what holds while a marker is in one (17)."""

from pbem_maria.edition.edition import Edition
from pbem_maria.edition.printed_tracks import ExpeditionIcon, Icon, IncomeIcon, Track, TrackBox, VictoryIcon
from pbem_maria.position.state import State


def track_called(edition: Edition, track: str) -> Track:
    """The track of *edition* with this id."""
    return next(each for each in edition.tracks.tracks if each.id == track)


def boxes(edition: Edition, track: str) -> dict[int, TrackBox]:
    """The boxes of *track* by their numbers, from left to right."""
    return {box.box: box for box in track_called(edition, track).boxes}


def star(edition: Edition, track: str) -> int:
    """The box of *track* with the star, in which its marker starts (4)."""
    return track_called(edition, track).star


def shown(state: State, track: str) -> tuple[Icon, ...]:
    """The icons of the box with the marker of *track*."""
    return boxes(state.theatre.edition, track)[state.tracks[track]].icons


def income(state: State, power: str) -> int:
    """The cards by which the icons under the markers raise the income of *power*; below zero they lower it."""
    icons = (icon for track in state.tracks for icon in shown(state, track))
    return sum(icon.n for icon in icons if isinstance(icon, IncomeIcon) and icon.power == power)


def expeditions(state: State) -> frozenset[str]:
    """The powers that keep an expeditionary corps in their off-map boxes while the markers are where they are."""
    icons = (icon for track in state.tracks for icon in shown(state, track))
    return frozenset(icon.power for icon in icons if isinstance(icon, ExpeditionIcon))


def victory(state: State, track: str) -> str | None:
    """The power that the box under the marker of *track* gives a victory marker."""
    return next((icon.power for icon in shown(state, track) if isinstance(icon, VictoryIcon)), None)
