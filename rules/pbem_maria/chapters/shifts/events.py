"""Events of the political shifts (19): Saxony's standing, neutrality, annexed Silesia, reduced objectives."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.chapters.conquest.events import without_marker
from pbem_maria.chapters.pieces.events import put
from pbem_maria.position.cards import Pile
from pbem_maria.position.state import NEUTRAL, SAXONY, Pair, State


class SaxonyTurned(Event[State], frozen=True):
    """Saxony's standing changed (19.3): it is now `prussian-ally`, `neutral` or `austrian-ally`.

    A Saxon general leaves the fights of a stack that it shared with another power; the other fights on without it.
    """

    standing: str

    def change(self, state: State) -> State:
        neutral = state.neutral | {SAXONY} if self.standing == NEUTRAL else state.neutral - {SAXONY}
        due = tuple(Pair(_without_saxons(state, p.attackers), _without_saxons(state, p.defenders)) for p in state.due)
        overtaken = state.overtaken or bool(state.orders)
        return replace(state, saxony=self.standing, neutral=neutral, due=due, overtaken=overtaken)


def _without_saxons(state: State, stack: tuple[str, ...]) -> tuple[str, ...]:
    """The generals of *stack* that are not Saxon, or the whole stack if all are."""
    return tuple(general for general in stack if state.power_of(general) != SAXONY) or stack


class PowerHandedOver(Event[State], frozen=True):
    """Another seat runs a power from now on: its hand and its troops are that seat's secret, no longer the old one's.

    The others see how many cards there are.
    """

    power: str
    seat: str
    cards: tuple[str, ...] | int
    troops: Mapping[str, int] | None = None

    def seen_by(self, seat: str) -> "Event[State] | None":
        if seat == self.seat or isinstance(self.cards, int):
            return self
        return replace(self, cards=len(self.cards), troops=None)

    def change(self, state: State) -> State:
        others = {general: n for general, n in state.troops.items() if state.power_of(general) != self.power}
        return replace(
            state,
            seats={**state.seats, self.power: self.seat},
            hands={**state.hands, self.power: Pile().gain(self.cards)},
            troops={**others, **(self.troops or {})},
        )


class MarkersReturned(Event[State], frozen=True):
    """The markers on these fortresses went back to their pools (19.1, 19.2, 19.3)."""

    cities: tuple[str, ...]

    def change(self, state: State) -> State:
        for city in self.cities:
            state = without_marker(state, city)
        return state


class Withdrew(Event[State], frozen=True):
    """A piece was sent to the nearest city where it may be: it could not stay where it was (19.1, 19.3)."""

    piece: str
    start: str
    city: str

    def change(self, state: State) -> State:
        return put(state, self.piece, self.city)


class SaxonPointsSpent(Event[State], frozen=True):
    """For *points* that Prussia lost Austria moved Saxony's marker *boxes* to the right (19.3)."""

    points: int
    boxes: int

    def change(self, state: State) -> State:
        return replace(state, owed=0)


class PeaceOffered(Event[State], frozen=True):
    """Prussia, in control of all Silesia, offered Austria peace (19.1)."""


class PeaceRefused(Event[State], frozen=True):
    """Austria refused the peace that Prussia offered."""


class SilesiaAnnexed(Event[State], frozen=True):
    """Austria accepted: Silesia is Prussian home country, Prussia neutral until its stage of turn *until* (19.1)."""

    until: int

    def change(self, state: State) -> State:
        return replace(state, annexed=True, neutral=state.neutral | {"prussia"}, neutral_until=self.until)


class NeutralityEnded(Event[State], frozen=True):
    """A power is no longer neutral (19.1)."""

    power: str

    def change(self, state: State) -> State:
        return replace(state, neutral=state.neutral - {self.power})


class ObjectivesReduced(Event[State], frozen=True):
    """France gave up its objectives in core Austria, once and for all (19.2)."""

    def change(self, state: State) -> State:
        return replace(state, reduced=True)
