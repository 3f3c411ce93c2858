"""What happens in diplomacy: consuls, Camps, wars, Armistices, Resources."""

from typing import Literal

import msgspec

from pbem.engine.event import Event
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
    """The other seat does not agree to an Armistice (17.2); only the seat that offered it learns that."""

    seat: str
    powers: tuple[str, str]

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
