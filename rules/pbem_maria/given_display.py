"""The political deck and what lies on the political display, as a case file writes it (17, 25)."""

from collections.abc import Mapping
from typing import Annotated

from pbem.engine.reading import Named
from pbem.engine.table import Table
from pbem_maria.cards import find
from pbem_maria.events.combat import FightEnded
from pbem_maria.events.politics import CardPlaced, CardShown, PoliticsStacked
from pbem_maria.given_markers import Power
from pbem_maria.given_shifts import GivenShifts
from pbem_maria.state import Pair, State

Card = Annotated[str, Named("card")]


class GivenDisplay(GivenShifts, frozen=True, kw_only=True):
    """Which political cards are to come, which TCs are saved or lie face down, and who won the latest combat."""

    politics: tuple[Annotated[str, Named("political")], ...] = ()
    """The deck of political cards, the first on top; unless said, there are none."""
    saved: Mapping[Power, tuple[Card, ...]] = {}
    """TCs saved on the display, face up."""
    bluffed: Mapping[Power, tuple[Card, ...]] = {}
    """TCs that lie face down there since an earlier turn (25)."""
    victor: str = ""
    """The seat that won the latest combat."""

    def on_display(self, power: str) -> tuple[str, ...]:
        """The faces of all TCs of *power* on the display."""
        return (*self.saved.get(power, ()), *self.bluffed.get(power, ()))


def lay_display(table: Table[State], given: GivenDisplay) -> None:
    """Bring the political deck and the display of *given* to the table, out of the hands."""
    if given.politics:
        table.emit(PoliticsStacked(cards=given.politics))
    state = table.state
    if given.victor:
        general = next(g.id for g in state.theatre.generals.values() if state.seat_of(g.power) == given.victor)
        table.emit(FightEnded(pair=Pair((general,), (general,)), loser="defender"))
    for power in state.theatre.powers:
        seat = table.state.seat_of(power)
        for faces, saved in ((given.saved.get(power, ()), True), (given.bluffed.get(power, ()), False)):
            for card in find(table.state.hands[power].known, faces)[0]:
                table.emit(CardPlaced(power=power, seat=seat, cards=(card,)))
                if saved:
                    table.emit(CardShown(power=power, seat=seat, card=card, trump=True))
