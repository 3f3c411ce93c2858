"""Trials of orders on what one seat knows: for the check of a sheet, and for what it would lead to."""

from typing import Any

from pbem.engine.event import Event
from pbem.engine.table import Scratch
from pbem_tnw.chapters.pieces.card_events import DeckLaid
from pbem_tnw.position.state import WarState


class OrdersTrial(Scratch[WarState]):
    """A trial in which every seat is taken to know what this one does: of others' standing orders nothing is known."""

    def __init__(self, view: WarState) -> None:
        super().__init__(view)
        self.views = _OneView(self)

    def emit(self, event: Event[WarState]) -> None:
        """Let *event* happen as no seat sees it where it shuffles: the order of the deck would be made up."""
        super().emit(event.seen_by("") if isinstance(event, DeckLaid) else event)

    def step(self) -> None:
        """Carry out the box on top of the flow."""
        box: Any = self.state.flow[-1]
        box.run(self, {})


class _OneView(dict[str, WarState]):
    def __init__(self, table: OrdersTrial) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, seat: str) -> WarState:
        return self._table.state
