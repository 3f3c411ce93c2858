"""Moving the markers of the political tracks; only the box in which one stops takes effect (17)."""

from collections.abc import Mapping

from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_maria.chapters.politics.expedition_steps import ReturnExpedition, SendExpedition
from pbem_maria.chapters.politics.track_events import TrackMoved
from pbem_maria.chapters.shifts import saxony
from pbem_maria.chapters.victory import victory_boxes
from pbem_maria.edition.printed_tracks import VictoryIcon
from pbem_maria.position import icons, saxony_track
from pbem_maria.position.state import State


def shift(table: Table[State], steps: Mapping[str, int]) -> None:
    """Move the markers of tracks by so many boxes, to the left below zero, and carry out what that means.

    What must be asked first is entered on the flow; so the step that calls this has left it.
    """
    move(table, {track: landing(table.state, track, by) for track, by in steps.items()})


def move(table: Table[State], boxes: Mapping[str, int]) -> None:
    """Move the markers of tracks to *boxes*, and carry out what that means, as `shift` does."""
    away = icons.expeditions(table.state)
    for track, end in boxes.items():
        start = table.state.tracks[track]
        if end != start:
            table.emit(TrackMoved(track=track, start=start, end=end))
            _settle_victory(table, track, start, end)
    table.enter(*_expeditions(table.state, away))
    _settle_saxony(table)


def landing(state: State, track: str, by: int) -> int:
    """The box in which the marker of *track* stops if it moves by so many boxes; it never leaves its track."""
    numbers = icons.boxes(state.theatre.edition, track)
    first = saxony_track.leftmost(state) if track == saxony_track.TRACK else min(numbers)
    return max(first, min(max(numbers), state.tracks[track] + by))


def _settle_victory(table: Table[State], track: str, start: int, end: int) -> None:
    """A box with a victory marker puts it into the box of Italy, where it stays until its track is back on the star."""
    state = table.state
    boxes = icons.boxes(state.theatre.edition, track).values()
    if not any(isinstance(icon, VictoryIcon) for box in boxes for icon in box.icons):
        return
    star = icons.star(state.theatre.edition, track)
    if end == star or (state.options.italy_star == "crossed" and min(start, end) <= star <= max(start, end)):
        victory_boxes.put(table, victory_boxes.ITALY, None)
    power = icons.victory(table.state, track)
    if power is not None:
        victory_boxes.put(table, victory_boxes.ITALY, power)


def _expeditions(state: State, away: frozenset[str]) -> tuple[Step, ...]:
    """What is to be done where the effect of an expeditionary corps ends or begins; the returns come first."""
    now = icons.expeditions(state)
    powers = state.theatre.majors
    returns = tuple(ReturnExpedition(power=power) for power in powers if power in away - now)
    return (*returns, *(SendExpedition(power=power) for power in powers if power in now - away))


def _settle_saxony(table: Table[State]) -> None:
    """Saxony changes its standing when its marker has come to another zone (19.3)."""
    state = table.state
    zone = saxony_track.zones(state)[state.tracks[saxony_track.TRACK]]
    if zone != state.saxony:
        saxony.turn(table, zone)
