"""The track of Saxony's marker: its boxes, what they mean, how far the marker may go (17, 19.3)."""

from collections.abc import Mapping

from pbem_maria.chapters.shifts.orders import ASK, NONE, PAST_NEUTRAL, TO_NEUTRAL, SaxonyWish
from pbem_maria.edition.printed_tracks import TrackBox
from pbem_maria.position import icons
from pbem_maria.position.state import AUSTRIAN_ALLY, NEUTRAL, State

TRACK = "saxony"


def boxes(state: State) -> Mapping[int, TrackBox]:
    """The boxes of Saxony's track by their numbers, from left to right."""
    return icons.boxes(state.theatre.edition, TRACK)


def zones(state: State) -> Mapping[int, str]:
    """What Saxony is while its marker is in a box, by the numbers of the boxes."""
    return {number: box.zone for number, box in boxes(state).items() if box.zone}


def zones_ahead(state: State) -> tuple[str, ...]:
    """What Saxony would be in the box of its marker, in the next to the right, and so on to the end of the track."""
    if TRACK not in state.tracks:
        return ()
    return tuple(zone for number, zone in sorted(zones(state).items()) if number >= state.tracks[TRACK])


def most(state: State) -> int:
    """How many boxes Austria may move Saxony's marker for the points lost: one a point, to the end of the track."""
    return min(state.owed, max(0, len(zones_ahead(state)) - 1))


def wished(state: State, wish: SaxonyWish) -> int:
    """How many boxes *wish* moves Saxony's marker now."""
    ahead = zones_ahead(state)[: most(state) + 1]
    if wish.boxes is not None:
        return min(wish.boxes, len(ahead) - 1)
    if wish.to in (NONE, ASK):
        return 0
    barred = {TO_NEUTRAL: AUSTRIAN_ALLY, PAST_NEUTRAL: NEUTRAL}.get(wish.to)
    return max(n for n, zone in enumerate(ahead) if n == 0 or zone != barred)


def leftmost(state: State) -> int:
    """The first box to which Saxony's marker may be pushed back (option `saxony_returns`)."""
    found = zones(state)
    if state.options.saxony_returns == "yes":
        return min(found)
    return min(number for number, zone in found.items() if zone == state.saxony)


def printed_income(state: State) -> int | None:
    """The income that Saxony's track prints for the box of its marker, in place of the armies' (8, 19.3)."""
    if TRACK not in state.tracks:
        return None
    return boxes(state)[state.tracks[TRACK]].income


def s_box(state: State) -> int:
    """The box to which the annexation of Silesia puts the marker of an allied Saxony (19.1)."""
    return next(number for number, box in boxes(state).items() if box.s_box)
