"""Events of troops (6, 9, 11, 13): how many a power has is public, which generals have them is secret."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.position.state import State


def _changed(state: State, change: Mapping[str, int]) -> dict[str, int]:
    """Troops after *change*; a general whose troops the viewer does not know stays unknown."""
    troops = dict(state.troops)
    for general, number in change.items():
        if general in troops:
            troops[general] += number
    return troops


class TroopsDivided(Event[State], frozen=True):
    """A seat divided troops of a power among generals: each one's number is its secret.

    *total* is what the power then has on the map. *why* is `set-up`, `exchange` or `recruits`.
    """

    seat: str
    power: str
    total: int
    why: str
    troops: Mapping[str, int] | None = None

    def seen_by(self, seat: str) -> "Event[State] | None":
        if seat == self.seat:
            return self
        return None if self.why == "exchange" else replace(self, troops=None)

    def change(self, state: State) -> State:
        totals = {**state.totals, self.power: self.total}
        return replace(state, totals=totals, troops={**state.troops, **(self.troops or {})})


def lost_by(state: State, power: str, losses: Mapping[str, int], why: str) -> "TroopsLost":
    """That *power* lost these troops of its generals."""
    seat, number = state.seat_of(power), sum(losses.values())
    return TroopsLost(seat=seat, power=power, number=number, why=why, generals=tuple(losses), losses=losses)


class TroopsLost(Event[State], frozen=True):
    """A power lost troops; *losses* by general is secret unless it is plain (one general).

    *why* is `supply`, `combat` or, for those that cannot retreat, `retreat`.
    """

    seat: str
    power: str
    number: int
    why: str
    generals: tuple[str, ...]
    losses: Mapping[str, int] | None = None

    def seen_by(self, seat: str) -> "Event[State] | None":
        return self if seat == self.seat or len(self.generals) == 1 else replace(self, losses=None)

    def change(self, state: State) -> State:
        totals = {**state.totals, self.power: state.totals[self.power] - self.number}
        change = {general: -number for general, number in (self.losses or {}).items()}
        told = tuple(
            replace(s, troops=s.troops - self.number) if set(self.generals) <= set(s.generals) else s
            for s in state.sightings
        )
        return replace(state, totals=totals, troops=_changed(state, change), sightings=told)
