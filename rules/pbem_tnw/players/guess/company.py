"""What the guesser chooses among: cards, places, generals and nations of a view, always by the same chance."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from pbem.engine.chance import Chance
from pbem_tnw.position.control import nations_of, own_lands, powers_of
from pbem_tnw.position.state import WarState

T = TypeVar("T")


class Company:
    """A seat with what it sees, and chance."""

    def __init__(self, view: WarState, seat: str, chance: Chance) -> None:
        self.view, self.seat, self.chance = view, seat, chance
        self.board = view.board
        self.nations = tuple(view.board.sequence)

    def one_in(self, number: int) -> bool:
        """True once in so many times."""
        return not self.chance.below(number)

    def maybe(self, items: Sequence[T]) -> T | None:
        """One of *items*, or in half of the cases none."""
        return self.chance.choice(items) if items and self.one_in(2) else None

    def some(self, items: Iterable[T], most: int, least: int = 0) -> tuple[T, ...]:
        """From *least* to *most* different *items*, as far as there are so many."""
        found = tuple(dict.fromkeys(items))
        return found and self.chance.shuffled(found)[: least + self.chance.below(most - least + 1)]

    def powers(self) -> tuple[str, ...]:
        """The Powers that the seat runs as its own."""
        return powers_of(self.view, self.seat)

    def own(self) -> tuple[str, ...]:
        """The nations that the seat runs."""
        return nations_of(self.view, self.seat)

    def cards_of(self, nation: str) -> tuple[str, ...]:
        """The cards and Reserves that *nation* may play, as far as the seat knows."""
        reserves = (card for card in self.board.reserves.get(nation, ()) if card not in self.view.used)
        return (*self.view.holdings(nation).known, *reserves)

    def generals_of(self, nation: str) -> tuple[str, ...]:
        """The generals of *nation* on the map."""
        leaders = self.board.leaders
        return tuple(
            one for one, place in self.view.generals.items()
            if leaders[one].nation == nation and place in self.board.duchies
        )  # fmt: skip

    def duchies(self, nation: str) -> tuple[str, ...]:
        """Where a nation is most likely to have something to do: its own lands, where it stands, next to it."""
        standing = [place for place in self.board.duchies if self.view.units.get(place, {}).get(nation)]
        near = [other for place in standing for other in self.board.links.get(place, {})]
        return tuple(dict.fromkeys((*standing, *near, *own_lands(self.view, nation))))

    def ports(self, nation: str) -> tuple[str, ...]:
        """Where Squadrons of *nation* are, else its Ports."""
        found = [place for place, there in self.view.squadrons.items() if any(one.nation == nation for one in there)]
        mapped = [place for place in found if place in self.board.duchies or place in self.board.zones]
        return tuple(mapped) or tuple(one for one in own_lands(self.view, nation) if self.board.duchies[one].port)

    def places(self) -> tuple[str, ...]:
        """Every duchy and zone."""
        return (*self.board.duchies, *self.board.zones)
