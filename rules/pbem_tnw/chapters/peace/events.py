"""What happens in the Peace phase and at the end of the game (5.8-5.82)."""

from msgspec.structs import replace

from pbem.engine.event import Event
from pbem_tnw.position.state import WarEnd, WarState


class PeaceModified(Event[WarState], frozen=True):
    """A seat added to the peace roll or took from it; its *power* has a card fewer in the next Turn (5.8)."""

    seat: str
    power: str
    add: int
    total: int

    def change(self, state: WarState) -> WarState:
        fewer = {**state.fewer_cards, self.power: state.fewer_cards.get(self.power, 0) + 1}
        return replace(state, fewer_cards=fewer)


class SixPointsCounted(Event[WarState], frozen=True):
    """The points of France were counted as the Conquest phase began, which an option lets decide (5.82)."""

    points: int

    def change(self, state: WarState) -> WarState:
        return replace(state, points_before=self.points)


class PeaceRolled(Event[WarState], frozen=True):
    """The die of the Peace phase, with the modifiers; *need* ends the game."""

    die: int
    modifiers: int
    need: int

    @property
    def total(self) -> int:
        """What counts."""
        return self.die + self.modifiers


class BonusGiven(Event[WarState], frozen=True):
    """A Power has points besides those of 5.81, or fewer (17.1)."""

    power: str
    points: int
    rule: str

    def change(self, state: WarState) -> WarState:
        bonus = {**state.bonus, self.power: state.bonus.get(self.power, 0) + self.points}
        return replace(state, bonus=bonus)


class WarEnded(Event[WarState], frozen=True):
    """The game is over."""

    result: WarEnd

    def change(self, state: WarState) -> WarState:
        return replace(state, result=self.result, flow=())
