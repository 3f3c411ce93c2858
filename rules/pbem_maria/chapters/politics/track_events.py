"""Events of the political tracks (17): their markers, and the generals of the expeditionary corps."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.chapters.pieces.events import put
from pbem_maria.position.state import State


class TrackMoved(Event[State], frozen=True):
    """The marker of a political track moved from one box to another."""

    track: str
    start: int
    end: int

    def change(self, state: State) -> State:
        return replace(state, tracks={**state.tracks, self.track: self.end})


class ExpeditionSent(Event[State], frozen=True):
    """A power put a general into its off-map box; it keeps its troops.

    *start* is the city that it left, empty for a removed general whose troops were bought for this.
    """

    general: str
    box: str
    start: str = ""

    def change(self, state: State) -> State:
        return replace(
            state,
            at={piece: city for piece, city in state.at.items() if piece != self.general},
            commanders={city: general for city, general in state.commanders.items() if general != self.general},
            face_down=state.face_down - {self.general},
            off_map={**state.off_map, self.general: self.box},
        )


class ExpeditionReturned(Event[State], frozen=True):
    """A general returned from an off-map box, face up, to the city of its arrow."""

    general: str
    box: str
    city: str

    def change(self, state: State) -> State:
        off_map = {general: box for general, box in state.off_map.items() if general != self.general}
        return put(replace(state, off_map=off_map), self.general, self.city)


class GaveWay(Event[State], frozen=True):
    """A piece made room for *general*, which returned from an off-map box."""

    piece: str
    general: str
    start: str
    city: str

    def change(self, state: State) -> State:
        return put(state, self.piece, self.city)
