"""The political tracks and what depends on them, as a case file writes it (17, 18, 19.3)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pbem.engine.reading import Named
from pbem.engine.ruleset import Unplayable
from pbem.engine.table import Table
from pbem_maria import expedition, saxony_track
from pbem_maria.events.election import ElectionCalled
from pbem_maria.events.pieces import PlacedOffMap
from pbem_maria.events.politics import TracksLaid
from pbem_maria.events.shifts import SaxonyTurned
from pbem_maria.given_markers import GivenMarkers
from pbem_maria.saxony import hand_over
from pbem_maria.state import AUSTRIA, PRUSSIAN_ALLY, State

Track = Annotated[str, Named("track")]


class GivenPolitics(GivenMarkers, frozen=True, kw_only=True):
    """Where the markers of the tracks lie, who is in an off-map box, what Saxony is, whether there is an election."""

    tracks: Mapping[Track, int] = {}
    """The boxes of the markers; unless said, those with the star."""
    shift: Mapping[Track, int] = {}
    """How far the markers move, to the left below zero, in a case that begins with that."""
    off_map: Mapping[Annotated[str, Named("general")], int] = {}
    """The troops of generals in their power's off-map box."""
    saxony: Literal["prussian-ally", "neutral", "austrian-ally"] | None = None
    """Saxony's standing; unless said, by its marker."""
    election: Literal["pending"] | None = None


def lay_politics(table: Table[State], given: GivenPolitics) -> None:
    """Bring the politics of *given* to the table."""
    state = table.state
    if not state.theatre.is_advanced:
        return
    edition = state.theatre.edition
    boxes: dict[str, int] = {track.id: track.star for track in edition.tracks.tracks}
    for track in edition.tracks.tracks:
        if not 1 <= given.tracks.get(track.id, 1) <= len(track.boxes):
            raise Unplayable(f"the track {track.id} has the boxes 1 to {len(track.boxes)}", "tracks")
    boxes |= given.tracks
    zones = saxony_track.zones(state)
    standing = given.saxony or zones[boxes[saxony_track.TRACK]]
    if zones[boxes[saxony_track.TRACK]] != standing:
        boxes[saxony_track.TRACK] = next(number for number, zone in zones.items() if zone == standing)
    table.emit(TracksLaid(markers=boxes))
    for general in given.off_map:
        table.emit(PlacedOffMap(general=general, box=expedition.box_of(state, state.power_of(general))))
    if standing != PRUSSIAN_ALLY:
        table.emit(SaxonyTurned(standing=standing))
        hand_over(table, state.seat_of(AUSTRIA))
    if given.election == "pending":
        table.emit(ElectionCalled())
