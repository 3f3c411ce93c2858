"""The Diplomatic Track: events, reading it, Resources."""

from collections.abc import Collection, Iterator
from typing import Literal

import msgspec

from pbem.engine.event import Event
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.nation.pieces import draw_cards
from pbem_tnw.chapters.turn.events import CardBought
from pbem_tnw.position.control import ALLY, is_power, is_proxy, patron
from pbem_tnw.position.state import Armistice, Consul, WarState

ConsulCause = Literal["points", "event", "broken", "restored", "war", "conquest", "submission", "ruling"]
"""Why a consul moved: by CPs, by an event, because an event broke its alliance or an answer restored it (8.21), because
war was declared on its nation (8.32), because that was conquered or submitted (15.2, 15.3), or by a ruling."""
ResourceCause = Literal["rout", "conquest", "capture", "event", "used", "income", "start", "ruling"]
JoinCause = Literal["declaration", "attacked", "asked", "return"]


class ConsulMoved(Event[WarState], frozen=True):
    """A Proxy's consul moved into another box: *nation* did it, for so many *points* or by a *card* (8.1)."""

    proxy: str
    start: Consul
    to: Consul
    cause: ConsulCause
    nation: str = ""
    points: int = 0
    card: str = ""

    def change(self, state: WarState) -> WarState:
        return msgspec.structs.replace(state, consuls={**state.consuls, self.proxy: self.to})


class ConsulTurned(Event[WarState], frozen=True):
    """A consul was turned to its +1 side, or back, for 1 CP of *nation* (8.1)."""

    proxy: str
    nation: str
    to: Consul

    def change(self, state: WarState) -> WarState:
        return msgspec.structs.replace(state, consuls={**state.consuls, self.proxy: self.to})


class AllianceMade(Event[WarState], frozen=True):
    """A Proxy is the ally of a Power from now on (8.2)."""

    proxy: str
    power: str
    camp: str = ""


class AllianceEnded(Event[WarState], frozen=True):
    """An alliance that an event broke was not restored: the Proxy is neutral (8.21)."""

    proxy: str
    power: str


class AllianceRestored(Event[WarState], frozen=True):
    """*nation* restored an alliance at once, by a *card* played as an event or by CPs of *cards* (8.21)."""

    proxy: str
    power: str
    nation: str
    cards: tuple[str, ...]
    points: int = 0


class WarDeclared(Event[WarState], frozen=True):
    """A Power declared war on a nation (8.33), by which it may change Camp."""

    nation: str
    on: str
    points: int = 0
    camp: str = ""
    """The Camp that it joins by it."""


class CampJoined(Event[WarState], frozen=True):
    """A Power is in a Camp from now on, neutral or a Subject Neutral no longer (8.3)."""

    nation: str
    camp: str
    cause: JoinCause
    former: str = ""

    def change(self, state: WarState) -> WarState:
        subjects = {power: each for power, each in state.subjects.items() if power != self.nation}
        return msgspec.structs.replace(state, camps={**state.camps, self.nation: self.camp}, subjects=subjects)


class JoiningRefused(Event[WarState], frozen=True):
    """Not all members of a Camp let a Power join it (8.33, 14.11); only the seat that wished it learns that."""

    seat: str
    nation: str
    camp: str
    on: str = ""
    """On whom it wanted to declare war by it."""

    def seen_by(self, seat: str) -> "JoiningRefused | None":
        return self if seat and seat == self.seat else None


class ArmisticeMade(Event[WarState], frozen=True):
    """Two Powers have an Armistice (17.2), by agreement or by a *card*."""

    armistice: Armistice
    card: str = ""

    def change(self, state: WarState) -> WarState:
        others = tuple(each for each in state.armistices if set(each.powers) != set(self.armistice.powers))
        return msgspec.structs.replace(state, armistices=(*others, self.armistice))


class ArmisticeRefused(Event[WarState], frozen=True):
    """The second of *powers* does not agree to an Armistice (17.2); only the seat that offered it learns that.

    Who brings an Armistice *of others* does not learn which of them it was.
    """

    seat: str
    powers: tuple[str, str]
    of_others: bool = False

    def seen_by(self, seat: str) -> "ArmisticeRefused | None":
        return self if seat and seat == self.seat else None


class ArmisticeEnded(Event[WarState], frozen=True):
    """An Armistice is over: its time has run out, a Power broke it, or one of them left the war (17.2)."""

    powers: tuple[str, str]
    cause: Literal["lapsed", "broken", "out-of-war", "one-camp"]

    def change(self, state: WarState) -> WarState:
        left = tuple(each for each in state.armistices if set(each.powers) != set(self.powers))
        return msgspec.structs.replace(state, armistices=left)


class ResourceMoved(Event[WarState], frozen=True):
    """The Resource marker of a Power moved on its track (16.1)."""

    nation: str
    start: int
    to: int
    cause: ResourceCause
    card: str = ""

    def change(self, state: WarState) -> WarState:
        return msgspec.structs.replace(state, resources={**state.resources, self.nation: self.to})


def holder_of_resources(state: WarState, nation: str) -> str:
    """The Power whose marker moves for *nation*: a Proxy's is its Power's; empty for a neutral Proxy (16.1)."""
    power = patron(state, nation)
    return power if power and is_power(state, power) else ""


def move_resource(table: Table[WarState], nation: str, n: int, cause: ResourceCause, card: str = "") -> int:
    """Move the marker of *nation*, or of its Power, by *n* within the track; gives back by how much it moved (16.1)."""
    power = holder_of_resources(table.state, nation)
    if not power:
        return 0
    track = table.state.board.tracks.resource
    start = table.state.resources.get(power, 0)
    to = min(track.last, max(track.first, start + n))
    if to != start:
        table.emit(ResourceMoved(nation=power, start=start, to=to, cause=cause, card=card))
    return to - start


def buy_card(table: Table[WarState], nation: str) -> None:
    """Use a Resource of *nation*: its marker goes down by one, and the nation draws a card (16.2)."""
    move_resource(table, nation, -1, "used")
    draw_cards(table, nation, 1, "resource")
    table.emit(CardBought(nation=nation))


ConsulWay = Literal["left", "right"]
RULE = "8.1"
TURN = 1
"""CPs to turn a consul to its +1 side or back."""


class ConsulStep(msgspec.Struct, frozen=True):
    """A step of a consul: the box that it enters, plain, and the CPs that it costs."""

    to: Consul
    cost: int = 0


def columns(state: WarState) -> tuple[str, ...]:
    """The columns from left to right: Unaligned first, the Ally boxes last."""
    return state.board.tracks.diplomatic.column_ids


def is_open(state: WarState) -> bool:
    """Whether the Track is in use: not in the first Round of the first Turn (8.1)."""
    return state.turn > 1 or state.round > 1


def rows(state: WarState) -> tuple[str, ...]:
    """The rows that are open: that of Prussia is closed while it is a Proxy itself."""
    return tuple(row for row in state.board.tracks.diplomatic.rows if not is_proxy(state, row))


def own_row(state: WarState, nation: str) -> str:
    """The row in which the CPs of *nation* move consuls to the right: a Power's own, by an option a Pact ally's too."""
    if state.options.ally_cp_right == "yes":
        return patron(state, nation)
    return nation if is_power(state, nation) and not is_proxy(state, nation) else ""


def beside(state: WarState, consul: Consul, way: ConsulWay, row: str = "") -> Consul | None:
    """The box that *consul* enters by a step; at Unaligned a step to the right is in *row*. None if there is no box."""
    order = columns(state)
    at = order.index(consul.column) + (1 if way == "right" else -1)
    if not 0 <= at < len(order):
        return None
    return Consul(column=order[at], row="" if at == 0 else consul.row or row)


def step_cost(state: WarState, nation: str, proxy: str, consul: Consul, way: ConsulWay, to: Consul) -> int:
    """The CPs of *nation* for a step of *consul* into *to*, at least 0.

    They are the number of that column, on the +1 side 1 less to the right and 1 more to the left, changed by cards in
    play for the Power of that row.
    """
    cost = state.board.tracks.diplomatic.cost(to.column)
    if nation in (consul.row, to.row):
        cost += modifier(state, "consul_cost", nation)
    if consul.plus:
        cost += -1 if way == "right" else 1
    return max(0, cost)


def steps_by_points(
    state: WarState, nation: str, proxy: str, way: ConsulWay, steps: int, row: str = ""
) -> tuple[ConsulStep, ...]:
    """The steps that *nation* would pay for, one after the other; fewer than *steps* where the Track ends."""
    consul, found = state.consuls[proxy], list[ConsulStep]()
    for _ in range(steps):
        to = beside(state, consul, way, row or nation)
        if to is None:
            break
        found.append(ConsulStep(to, step_cost(state, nation, proxy, consul, way, to)))
        consul = to
    return tuple(found)


def moves_by_event(
    state: WarState,
    proxy: str,
    steps: int,
    way: Literal["left", "right", "either"],
    in_rows: Collection[str] = (),
    *,
    to_ally: bool = True,
) -> tuple[Consul, ...]:
    """The boxes into which an event may move the consul of *proxy*: one step to *steps*, all the same way (6.16, 8.1).

    Without *in_rows* it may move in any row. None for a nation without a consul, for one in an Ally box, while the
    Track is closed; into an Ally box only with *to_ally*.
    """
    consul = state.consuls.get(proxy)
    if consul is None or consul.column == ALLY or not is_open(state):
        return ()
    ways: tuple[ConsulWay, ...] = ("right", "left") if way == "either" else (way,)
    found = [to for each in ways for to in _along(state, consul, each, steps, in_rows)]
    return tuple(to for to in dict.fromkeys(found) if to_ally or to.column != ALLY)


def _along(state: WarState, consul: Consul, way: ConsulWay, steps: int, in_rows: Collection[str]) -> Iterator[Consul]:
    open_rows = [row for row in rows(state) if not in_rows or row in in_rows]
    for row in (consul.row,) if consul.row else open_rows:
        at = consul
        for _ in range(steps if row in open_rows else 0):
            to = beside(state, at, way, row)
            if to is None:
                break
            yield to
            at = to
