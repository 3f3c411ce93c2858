"""What a seat sees when it is decided whether its force intercepts or evades (2.3, 10)."""

from collections.abc import Callable

from pbem_tnw.chapters.battle.dice import count
from pbem_tnw.chapters.battle.sides import due
from pbem_tnw.chapters.battle.steps import Battle
from pbem_tnw.chapters.cards.windows import ResponseOccasion
from pbem_tnw.chapters.movement.commanders import alliance, defence
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.position.impulse import Contact
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import moving

BattleDice = tuple[int, int]
"""The dice of the attacker and of the defender in the first round."""


class ContactFacts(SeatFacts):
    """The `Facts` of a seat whose force of *own* units, of *nation*, meets the Formation that moves.

    *need* is what its two dice must show; *dice* tells those of the battle, in which it defends, if they are asked for.
    """

    def __init__(
        self, view: WarState, seat: str, nation: str, contact: Contact, *, own: int, need: int,
        dice: Callable[[], BattleDice | None],
    ) -> None:  # fmt: skip
        mover = view.impulse.nation if view.impulse is not None else ""
        occasion = ResponseOccasion(trigger="step", nation=mover, place=contact.place, origin=contact.origin)
        super().__init__(view, seat, nation, occasion)
        self._own, self._need, self._dice, self._enemy = own, need, dice, moving(view)

    def enemy_units(self, place: str | None) -> int | None:
        if place is None and self._enemy is not None:
            return self._enemy.pieces.strength
        return super().enemy_units(place)

    def own(self) -> int | None:
        return self._own

    def need(self) -> int | None:
        return self._need

    def roll(self) -> int | None:
        return None

    def dice(self, side: str) -> int | None:
        dice = self._dice()
        return None if dice is None else dice[1 if side == "own" else 0]

    def enemy_rating(self) -> int | None:
        commander = self._enemy.commander if self._enemy is not None else ""
        return self._view.board.leaders[commander].battle if commander else 0


def dice_of_battle(state: WarState, nation: str, contact: Contact) -> BattleDice | None:
    """The dice of the battle that follows on a *contact*, as things are; None if there is none."""
    own, enemy = alliance(state, nation, contact.place), defence(state, nation, contact.place)
    if not own.pieces.strength or not enemy.pieces.strength:
        return None
    battle = due(state, own, enemy, contact)
    return count(state, battle, "attacker").total, count(state, battle, "defender").total


def battle_box(nation: str, contact: Contact) -> Battle:
    """The battle that follows on a step."""
    return Battle(
        nation=nation, place=contact.place, origin=contact.origin, landed=contact.landed, defended=contact.defended,
        interceptors=contact.interceptors, evasion_failed=contact.evasion_failed, batteries=contact.batteries,
        disrupted=contact.disrupted,
    )  # fmt: skip
