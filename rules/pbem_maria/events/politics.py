"""Events of politics (17): the deck, the display, the tracks."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_maria.cards import Pile
from pbem_maria.state import State


class TracksLaid(Event, frozen=True):
    """The markers of the political tracks lie in these boxes at the start (4)."""

    markers: Mapping[str, int]

    def change(self, state: State) -> State:
        return replace(state, tracks=self.markers)


class PoliticsStacked(Event, frozen=True):
    """The packets of political cards were shuffled and stacked, the first year on top; nobody knows their order."""

    cards: tuple[str, ...] | int

    def seen_by(self, seat: str) -> "Event | None":
        return replace(self, cards=self.cards if isinstance(self.cards, int) else len(self.cards))

    def change(self, state: State) -> State:
        return replace(state, political_deck=Pile().gain(self.cards))
