"""The cards of a combat (11.1), one play after another."""

from collections.abc import Mapping
from typing import NamedTuple


class Side(NamedTuple):
    """One side of a combat: its troops, and the suit and the cards (`H7`, `R`) that it plays with."""

    troops: int
    suit: str
    hand: tuple[str, ...]


class Verdict(NamedTuple):
    """How a combat ended: who lost how many points; no one in a tie."""

    loser: str | None
    loss: int


class Combat:
    """A combat under way; *score* is each side's."""

    def __init__(self, attacker: Side, defender: Side) -> None:
        self.sides = {"attacker": attacker, "defender": defender}
        self.hands = {name: list(side.hand) for name, side in self.sides.items()}
        ahead = attacker.troops - defender.troops
        self.score: Mapping[str, int] = {"attacker": ahead, "defender": -ahead}
        self.right = "defender" if ahead > 0 else "attacker"

    def fitting(self) -> list[str]:
        """The cards of the suit, without Reserves, of the side that has the right to play."""
        letter = self.sides[self.right].suit[0].upper()
        return [card for card in self.hands[self.right] if card.startswith(letter)]

    def plays(self) -> set[tuple[str, int] | None]:
        """All that the side may do that has the right: cards with the values they count; None is not to play."""
        found: set[tuple[str, int] | None] = {(card, int(card[1:])) for card in self.fitting()}
        if self.score[self.right] < 0 or not found:
            found.add(None)
        return found | {("R", value) for value in (1, 2, 3, 4, 5, 6, 7, 8) if "R" in self.hands[self.right]}

    def play(self, card: str, value: int) -> None:
        """Add a card to the score of the side that has the right; at zero or above the right passes to the other."""
        self.hands[self.right].remove(card)
        now = self.score[self.right] + value
        other = "defender" if self.right == "attacker" else "attacker"
        self.score = {self.right: now, other: -now}
        if now >= 0:
            self.right = other

    def stop(self) -> Verdict:
        """The side that has the right does not play."""
        loss = -self.score[self.right]
        return Verdict(self.right, loss) if loss else Verdict(None, 0)
