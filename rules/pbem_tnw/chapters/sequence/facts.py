"""What a seat sees when a condition of its orders is looked at (2.2, 2.4)."""

from collections.abc import Collection
from fractions import Fraction

from pbem_tnw.chapters.battle.outlook import dice_seen, margin_seen
from pbem_tnw.chapters.cards.occasion import ResponseOccasion
from pbem_tnw.chapters.naval.rounds import sea_dice
from pbem_tnw.chapters.peace.points import points_of_seat
from pbem_tnw.position.control import camp_of, controller, nations_of
from pbem_tnw.position.forces import (
    allied_squadrons,
    allies_at,
    enemy_squadrons,
    enemy_units,
    general,
    generals_at,
)
from pbem_tnw.position.state import WarState


class SeatFacts:
    """The `Facts` of a *view*: what *seat* knows that asks for its *nation*.

    In a response *occasion* is what is answered. *total* is the sum of the peace modifiers so far (5.8).
    """

    def __init__(
        self, view: WarState, seat: str, nation: str, occasion: ResponseOccasion | None = None, total: int | None = None
    ) -> None:
        self._view, self._seat, self._nation = view, seat, nation
        self._occasion, self._total = occasion, total

    def units(self, place: str | None) -> int | None:
        if place is not None:
            return allies_at(self._view, self._nation, place).strength
        formation = None if self._view.impulse is None else self._view.impulse.formation
        return None if formation is None else formation.pieces.strength

    def enemy_units(self, place: str | None) -> int | None:
        there = place or self.where()
        return None if there is None else enemy_units(self._view, self._nation, there)

    def squadrons(self, place: str | None) -> int | None:
        there = place or self._at_sea()
        return None if there is None else len(allied_squadrons(self._view, self._nation, there))

    def enemy_squadrons(self, place: str | None) -> int | None:
        there = place or self._at_sea()
        return None if there is None else len(enemy_squadrons(self._view, self._nation, there))

    def general(self, place: str | None) -> Collection[str] | None:
        there = place or self.where()
        return None if there is None else generals_at(self._view, there)

    def dice(self, side: str) -> int | None:
        """In the battle that is going on, before the Formation, or where it or the Fleet would go next."""
        found = dice_seen(self._view, self._nation, self.where() or "")
        if found is None:
            found = sea_dice(self._view, self._nation, self._at_sea() or "")
        return None if found is None else found[0 if side == "own" else 1]

    def odds(self) -> Fraction | None:
        own, enemy = self.dice("own"), self.dice("enemy")
        return None if own is None or not enemy else Fraction(own, enemy)

    def enemy_rating(self) -> int | None:
        """The Rating of the best general of the force that acts, of the enemies there if oneself acts."""
        there = self.where()
        if there is None:
            return None
        camp = camp_of(self._view, self._nation)
        others = (general(self._view, one) for one in generals_at(self._view, there))
        return max((one.battle for one in others if camp_of(self._view, one.nation) != camp), default=0)

    def own(self) -> int | None:
        there = self.where()
        if there is None:
            return None
        if there in self._view.board.zones:
            return len(allied_squadrons(self._view, self._nation, there))
        return allies_at(self._view, self._nation, there).strength

    def controls(self, nation: str, place: str) -> bool | None:
        return controller(self._view, place) == nation if place in self._view.board.duchies else None

    def column(self, proxy: str) -> str | None:
        consul = self._view.consuls.get(proxy)
        return None if consul is None else consul.column

    def cards(self, nation: str) -> int | None:
        return len(self._view.hands[nation]) if nation in self._view.hands else 0

    def cp_left(self) -> int | None:
        impulse = self._view.impulse
        if impulse is None:
            return None
        return sum(pool.points for pool in impulse.pools if pool.nation == self._nation)

    def played(self, nation: str, title: str) -> bool | None:
        return title in self._view.played_by.get(nation, ())

    def round(self) -> int | None:
        return self._view.round

    def turn(self) -> int | None:
        return self._view.year

    def points(self, seat: str | None) -> int | None:
        return points_of_seat(self._view, seat or self._seat)

    def won_last(self) -> bool | None:
        return self._view.impulse is not None and self._view.impulse.won_last

    def where(self) -> str | None:
        if self._occasion is not None and self._occasion.place:
            return self._occasion.place
        impulse = self._view.impulse
        if impulse is not None and impulse.formation is not None:
            return impulse.formation.place
        return self._at_sea()

    def _at_sea(self) -> str | None:
        """The place of what is answered; else of the Fleet that acts, or of the Formation."""
        if self._occasion is not None and self._occasion.place:
            return self._occasion.place
        impulse = self._view.impulse
        if impulse is None:
            return None
        acting = impulse.voyage or impulse.formation
        return None if acting is None else acting.place

    def by(self) -> str | None:
        return self._occasion.nation if self._occasion is not None else None

    def card(self) -> str | None:
        return self._occasion.card or None if self._occasion is not None else None

    def roll(self) -> int | None:
        rolled = self._view.impulse.rolled if self._view.impulse is not None else ()
        return sum(rolled[0].faces) if rolled else None

    def need(self) -> int | None:
        rolled = self._view.impulse.rolled if self._view.impulse is not None else ()
        return rolled[0].need or None if rolled else None

    def margin(self) -> int | None:
        return margin_seen(self._view, self._nation)

    def sum(self) -> int | None:
        return self._total

    def cp_sum(self) -> int | None:
        hand = self._view.hands.get(self._nation)
        if hand is None:
            return None
        return sum(self._view.board.cards[card].cp for card in hand.known)

    @property
    def own_nations(self) -> tuple[str, ...]:
        """The nations that the seat runs."""
        return nations_of(self._view, self._seat)
