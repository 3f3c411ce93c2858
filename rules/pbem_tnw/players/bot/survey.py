"""What a nation sees of the war on land: who is whose enemy, what stands where, how far it is."""

import heapq
from collections.abc import Mapping
from functools import cached_property, lru_cache

import msgspec

from pbem_tnw.edition.edition import known
from pbem_tnw.position.control import allied, at_war, controller, seat_of
from pbem_tnw.position.state import WarState

_FAR = 7
"""CPs beyond which an Army does not count."""
_FADES = 0.78
"""What is left of the pressure of a force for each CP between."""
HARD = ("pass", "marsh")


class ForceSeen(msgspec.Struct, frozen=True):
    """Land forces of a Camp in a duchy: *own* units of the nation that looks on, and *others*.

    *generals* are those of the nation that looks on, of an enemy all, the best first.
    """

    own: int = 0
    others: int = 0
    generals: tuple[str, ...] = ()
    rating: int = 0
    """Of the best general of any nation there."""
    bonus: int = 1
    """The dice of nationality (11.2)."""

    dice: int = 0
    """About the dice that it rolls in a battle."""

    @property
    def units(self) -> int:
        return self.own + self.others

    @property
    def marches(self) -> int:
        """Its dice if it can march, which needs a general."""
        return self.dice if self.rating else 0

    def with_own(self, own: int) -> "ForceSeen":
        """The same force with so many units of the nation that looks on."""
        return force(own, self.others, self.generals, self.rating, self.bonus)

    def led_by(self, generals: tuple[str, ...], rating: int) -> "ForceSeen":
        """The same force with other generals."""
        return force(self.own, self.others, generals, rating, self.bonus)


def force(own: int, others: int, generals: tuple[str, ...], rating: int, bonus: int) -> ForceSeen:
    """Forces with their dice counted (11.2)."""
    units = own + others
    dice = units + rating + min(2, max(0, len(generals) - 1)) + bonus if units else 0
    return ForceSeen(own, others, generals, rating, bonus, dice)


class WarSurvey:
    """The war as *nation* sees it in *view*."""

    def __init__(self, view: WarState, nation: str) -> None:
        self.view, self.nation, self.board, self.seat = view, nation, view.board, seat_of(view, nation)
        nations = self.board.sequence
        self.friends = frozenset(other for other in nations if allied(view, nation, other))
        self.enemies = frozenset(other for other in nations if at_war(view, nation, other))
        self.control = {duchy: controller(view, duchy) for duchy in self.board.duchies}

    @cached_property
    def own(self) -> Mapping[str, ForceSeen]:
        """The forces of the Camp of *nation* by duchy."""
        return self._forces(self.friends)

    @cached_property
    def hostile(self) -> Mapping[str, ForceSeen]:
        """The enemy forces by duchy."""
        return self._forces(self.enemies)

    @cached_property
    def _all_reaches(self) -> Mapping[str, Mapping[str, float]]:
        return _reaches(self.board.key, frozenset(
            duchy for duchy, who in self.control.items() if who not in self.friends and who not in self.enemies
        ))  # fmt: skip

    def reaches(self, start: str) -> Mapping[str, float]:
        """How much of a force at *start* presses on each duchy, over those of friends and enemies: 1 or less."""
        return self._all_reaches[start]

    def is_friendly(self, duchy: str) -> bool:
        return self.control[duchy] in self.friends

    def is_hostile(self, duchy: str) -> bool:
        return self.control[duchy] in self.enemies

    def best_first(self, generals: tuple[str, ...]) -> tuple[str, ...]:
        """Generals by Rating, then Command."""
        leaders = self.board.leaders
        return tuple(sorted(generals, key=lambda one: (-leaders[one].battle, -leaders[one].command, one)))

    def _forces(self, nations: frozenset[str]) -> dict[str, ForceSeen]:
        leaders, found = self.board.leaders, dict[str, ForceSeen]()
        at: dict[str, list[str]] = {}
        for one, place in self.view.generals.items():
            if leaders[one].nation in nations and place in self.board.duchies:
                at.setdefault(place, []).append(one)
        for place in self.board.duchies:
            there = {n: s for n, s in self.view.units.get(place, {}).items() if n in nations and s}
            here = at.get(place, ())
            if not there and not here:
                continue
            own = there.get(self.nation, 0)
            mine = tuple(one for one in here if self.nation not in nations or leaders[one].nation == self.nation)
            rating = max((leaders[one].battle for one in here), default=0)
            found[place] = force(own, sum(there.values()) - own, self.best_first(mine), rating, self._bonus(there))
        return found

    def _bonus(self, units: Mapping[str, int]) -> int:
        total = sum(units.values())
        if 2 * units.get("france", 0) > total:
            return 2
        return 0 if 2 * sum(units.get(minor, 0) for minor in self.board.minors) >= total else 1


@lru_cache(maxsize=64)
def _reaches(edition: str, closed: frozenset[str]) -> dict[str, dict[str, float]]:
    return {start: _from(edition, closed, start) for start in known(edition).duchies}


def _from(edition: str, closed: frozenset[str], start: str) -> dict[str, float]:
    links, found = known(edition).links, dict[str, float]()
    queue = [(0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here in found:
            continue
        found[here] = _FADES**cost
        for to, link in links[here].items():
            due = cost + (2 if link.kind in HARD else 1)
            if to not in found and to not in closed and link.kind != "strait" and due <= _FAR:
                heapq.heappush(queue, (due, to))
    return found
