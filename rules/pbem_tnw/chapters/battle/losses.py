"""Who bears losses: which nation's units are killed or disrupted, and which generals (5.6, 9.7, 11.3)."""

from collections.abc import Iterable, Mapping

import msgspec

from pbem_tnw.orders.lines.pieces import PieceNames
from pbem_tnw.position.control import seat_of
from pbem_tnw.position.state import WarState


class LossWish(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one seat orders of losses: whose units first, and which subordinate generals before any unit."""

    nations: tuple[str, ...] = ()
    generals: PieceNames = PieceNames()


class Bearers(msgspec.Struct, frozen=True, kw_only=True):
    """Who bears losses of one force: the units at the start by nation, each nation's seat, each seat's wish."""

    start: Mapping[str, int]
    seats: Mapping[str, str]
    wishes: Mapping[str, LossWish] = {}

    @property
    def agreed(self) -> tuple[str, ...]:
        """The order that all owners of several seats wish alike; none: they bear losses in turn."""
        wishes = {self.wishes.get(seat, LossWish()).nations for seat in self.seats.values()}
        return next(iter(wishes)) if len(wishes) == 1 else ()

    @property
    def willing(self) -> tuple[str, ...]:
        """The generals whom their owners would lose before any unit."""
        named = (wish.generals for wish in self.wishes.values())
        return tuple(dict.fromkeys(name for each in named if each.rule == "named" for name in each.names))

    def next(self, left: Mapping[str, int], borne: Mapping[str, int]) -> str:
        """The nation that bears the next loss, of those with units *left*; *borne* is what they have lost so far."""
        nations = [nation for nation in self.start if left.get(nation, 0) > 0]
        seats = tuple(dict.fromkeys(self.seats[nation] for nation in nations))
        if self.agreed or len(seats) == 1:
            order = self.agreed or self.wishes.get(seats[0], LossWish()).nations
            return min(nations, key=lambda one: self._rank(one, order))
        seat = min(seats, key=lambda one: (self._borne(one, borne), self._numbers(one)))
        order = self.wishes.get(seat, LossWish()).nations
        return min((one for one in nations if self.seats[one] == seat), key=lambda one: self._rank(one, order))

    def _rank(self, nation: str, order: tuple[str, ...]) -> tuple[int, int]:
        return (order.index(nation) if nation in order else len(order), -self.start[nation])

    def _borne(self, seat: str, borne: Mapping[str, int]) -> int:
        return sum(number for nation, number in borne.items() if self.seats[nation] == seat)

    def _numbers(self, seat: str) -> int:
        return -max(number for nation, number in self.start.items() if self.seats[nation] == seat)


def bearers(state: WarState, units: Mapping[str, int], wishes: Mapping[str, LossWish]) -> Bearers:
    """The bearers of the losses of *units*, in the order of the Sequence Track."""
    start = {nation: units[nation] for nation in state.board.sequence if units.get(nation)}
    return Bearers(start=start, seats={nation: seat_of(state, nation) for nation in start}, wishes=wishes)


def bear(who: Bearers, number: int, *pools: Mapping[str, int]) -> tuple[dict[str, int], ...]:
    """How many of *number* losses each nation bears out of each of *pools*, one pool after the other.

    What no pool has left is not borne.
    """
    borne: dict[str, int] = {}
    taken: list[dict[str, int]] = []
    for pool in pools:
        left, here = dict(pool), dict[str, int]()
        while number and any(left.values()):
            nation = who.next(left, borne)
            left[nation] -= 1
            here[nation] = here.get(nation, 0) + 1
            borne[nation] = borne.get(nation, 0) + 1
            number -= 1
        taken.append(here)
    return tuple(taken)


def less(units: Mapping[str, int], gone: Mapping[str, int]) -> dict[str, int]:
    """*units* without those *gone*; nations with none left are not there."""
    left = {nation: number - gone.get(nation, 0) for nation, number in units.items()}
    return {nation: number for nation, number in left.items() if number > 0}


def together(units: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Strengths added up by nation."""
    found: dict[str, int] = {}
    for each in units:
        for nation, number in each.items():
            found[nation] = found.get(nation, 0) + number
    return {nation: number for nation, number in found.items() if number}
