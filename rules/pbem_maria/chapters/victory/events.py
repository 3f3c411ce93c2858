"""Events of the victory markers outside the map: pools, battle boxes and the other victory boxes (15, 16)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.chapters.victory.pools import laid, returned, shifted
from pbem_maria.position.state import State


class PoolsFilled(Event[State], frozen=True):
    """Every major power got its victory markers (4)."""

    pools: Mapping[str, int]

    def change(self, state: State) -> State:
        return replace(state, pools=self.pools, battle=dict.fromkeys(self.pools, 0))


class ElectorHeld(Event[State], frozen=True):
    """An elector marker is on its fortress, with the side that holds it (4, 10.3)."""

    city: str
    power: str

    def change(self, state: State) -> State:
        return replace(state, electors={**state.electors, self.city: self.power})


class PointsLost(Event[State], frozen=True):
    """A power lost points by combat or for lack of supply (16); *winner* is empty for the latter.

    *placed* markers went from the winner's pool to its battle boxes, *taken_back* from the loser's to its pool. For
    *for_saxony* of the points Austria may move Saxony's marker (19.3).
    """

    loser: str
    points: int
    winner: str = ""
    placed: int = 0
    taken_back: int = 0
    for_saxony: int = 0

    def change(self, state: State) -> State:
        battle, pools = dict(state.battle), state.pools
        if self.placed:
            battle[self.winner] = battle.get(self.winner, 0) + self.placed
            pools = shifted(pools, self.winner, -self.placed)
        if self.taken_back:
            battle[self.loser] = battle.get(self.loser, 0) - self.taken_back
            pools = shifted(pools, self.loser, self.taken_back)
        return replace(state, battle=battle, pools=pools, owed=state.owed + self.for_saxony)


class BoxTaken(Event[State], frozen=True):
    """A power put a marker from its pool into a victory box: electors, emperor, italy or silesia (16)."""

    box: str
    power: str

    def change(self, state: State) -> State:
        return laid(replace(state, boxes={**state.boxes, self.box: self.power}), self.power, self.box)


class BoxLeft(Event[State], frozen=True):
    """A power's marker went from a victory box back to its pool."""

    box: str
    power: str

    def change(self, state: State) -> State:
        boxes = {box: power for box, power in state.boxes.items() if box != self.box}
        return returned(replace(state, boxes=boxes), self.power, self.box)


class MarkersSetAside(Event[State], frozen=True):
    """Markers went from a power's pool off the board (19.1, 19.2); below zero, back into it."""

    power: str
    number: int

    def change(self, state: State) -> State:
        aside = {**state.aside, self.power: state.aside.get(self.power, 0) + self.number}
        return replace(state, aside=aside, pools=shifted(state.pools, self.power, -self.number))


class WinterScored(Event[State], frozen=True):
    """A major power noted the markers that are left in its pool (13); hidden until the end."""

    power: str
    seat: str
    score: int | None = None

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat else replace(self, score=None)

    def change(self, state: State) -> State:
        if self.score is None:
            return state
        scores = {**state.scores, self.power: (*state.scores.get(self.power, ()), self.score)}
        return replace(state, scores=scores)
