"""Events of the victory markers outside the map (15, 16): pools."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem.engine.table import Table
from pbem_maria.position.powers import FRANCE, PRAGMATIC, PRUSSIA, major_of
from pbem_maria.position.state import NEUTRAL, State


def shifted(pools: Mapping[str, int], power: str, number: int) -> Mapping[str, int]:
    """The pools after *number* markers came to (or, below zero, out of) that of *power*, if it has one."""
    return {**pools, power: pools[power] + number} if power in pools else pools


def laid(state: State, power: str, place: str) -> State:
    """The state after a marker of *power* left its pool for *place*; by an option an empty pool owes none (10.3)."""
    if state.options.empty_pool == "keeps" and state.pools.get(power, 1) <= 0:
        return replace(state, unpooled={**state.unpooled, place: power})
    return replace(state, pools=shifted(state.pools, power, -1))


def returned(state: State, power: str, place: str) -> State:
    """The state after the marker of *power* left *place* for its pool, unless it never came from there."""
    if place in state.unpooled:
        return replace(state, unpooled={other: owner for other, owner in state.unpooled.items() if other != place})
    return replace(state, pools=shifted(state.pools, power, 1))


def missing(state: State, power: str) -> int:
    """How many markers *power* lacked for what it took with an empty pool."""
    return max(0, -state.pools.get(power, 0)) + sum(owner == power for owner in state.unpooled.values())


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


SPACES = 2
"""Battle boxes of each major power."""
TROOPS_A_POINT = 3
ELECTORS, EMPEROR, ITALY, SILESIA = "electors", "emperor", "italy", "silesia"
BOXES = (ELECTORS, EMPEROR, ITALY, SILESIA)


def combat_points(destroyed: int, *, removed: bool) -> int:
    """The points for *destroyed* troops in one combat; for fewer than three, 1 if a general was *removed*."""
    return destroyed // TROOPS_A_POINT or int(removed)


def score_combat(table: Table[State], winner: str, loser: str, points: int, board: str) -> None:
    """Settle *points* lost in a combat on *board* by the power *loser* to the power *winner* (16)."""
    state = table.state
    if points and state.theatre.is_advanced:
        _lose(table, major_of(state, loser), points, board, major_of(state, winner))


def score_supply(table: Table[State], power: str, board: str) -> None:
    """Settle the point for a general of *power* that was removed for lack of supply on *board* (16)."""
    if table.state.theatre.is_advanced:
        _lose(table, major_of(table.state, power), 1, board)


def _lose(table: Table[State], loser: str, points: int, board: str, winner: str = "") -> None:
    state = table.state
    room = SPACES - state.battle.get(winner, 0) if winner else 0
    markers = max(0, state.pools.get(winner, points))
    saxon = loser == PRUSSIA or (state.two_players and loser == FRANCE and board == "bohemia")
    if state.saxony == NEUTRAL and state.options.neutral_saxony == "stays":
        saxon = False
    table.emit(
        PointsLost(
            winner=winner,
            loser=loser,
            points=points,
            placed=min(points, room, markers),
            taken_back=min(points, state.battle.get(loser, 0)),
            for_saxony=points if saxon else 0,
        )
    )


def settle_electors(table: Table[State]) -> None:
    """Give the 3 Electors box to the side that holds that many, or take it back (16)."""
    state = table.state
    box = next((b for b in state.theatre.edition.armies.victory_boxes if b.id == ELECTORS), None)
    if not state.theatre.is_advanced or box is None:
        return
    held = [state.electors.get(city) for city in box.of]
    holder = next((side for side in (FRANCE, PRAGMATIC) if held.count(side) >= box.needs), None)
    put(table, ELECTORS, holder)


def put(table: Table[State], box: str, power: str | None) -> None:
    """Let *power*, or no power, have a marker in *box*."""
    former = table.state.boxes.get(box)
    if former == power:
        return
    if former is not None:
        table.emit(BoxLeft(box=box, power=former))
    if power is not None:
        table.emit(BoxTaken(box=box, power=power))
