"""What the sheet of a stage, as far as it is written, comes to for each piece: its fights and its supply (9, 11.1)."""

from collections.abc import Iterator

import msgspec

from pbem.engine.desk import DeskNote, DeskSign, Said
from pbem_maria.chapters.combat.orders import CombatOrders
from pbem_maria.chapters.combat.plans import FightSide, pairs, parts, plan_for
from pbem_maria.chapters.supply import supply
from pbem_maria.desk.draft import StageDraft
from pbem_maria.position.state import State


class StageOutlook(msgspec.Struct, frozen=True):
    """The position *after* the moves of a draft, as if its seat were alone, and the *fights* in which it attacks."""

    draft: StageDraft
    after: State
    fights: tuple[FightSide, ...]

    def signs(self, piece: str) -> tuple[DeskSign, ...]:
        """What *piece* comes to: a fight, or no supply."""
        return tuple(note.sign for note in self.notes(piece) if note.sign is not None)

    def notes(self, piece: str) -> Iterator[DeskNote]:
        """What there is to say of it."""
        if not self.after.theatre.is_general(piece) or piece not in self.after.at:
            return
        for fight in self.fights:
            if piece in fight.own:
                city = self.after.at[fight.enemy[0]]
                yield DeskNote(said=Said("will-attack", {"generals": fight.enemy, "city": city}), sign="fight")
                if plan_for(self.after, self.draft.seat, fight, self._plans) is None:
                    yield DeskNote(said=Said("without-plan", {"generals": fight.enemy}), key="combat")
        if not supply.is_supplied(self.after, piece):
            distance = supply.nearest_train(self.after, piece)
            yield DeskNote(said=Said("no-supply", {"distance": distance}), sign="no-supply")

    @property
    def _plans(self) -> CombatOrders:
        return CombatOrders(combat=self.draft.order.combat, standing=self.draft.order.standing)


def stage_outlook(draft: StageDraft, after: State) -> StageOutlook:
    """The outlook of a draft whose moves lead to the position *after* them."""
    seat = draft.seat
    due = tuple(pair for pair in pairs(after, after.stage_powers()) if _of(after, pair.attackers[0]) == seat)
    return StageOutlook(draft, after, tuple(part for part in parts(after, seat, due) if part.attacking))


def _of(state: State, general: str) -> str:
    return state.seat_of(state.power_of(general))
