"""Rolling dice in an Impulse: the roll, the windows after it, and then whoever reckons its result."""

import msgspec

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.position import Box
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.windows import ResponseOccasion, ResponseWindow
from pbem_tnw.chapters.dice.events import DicePutAside, DiceRolled
from pbem_tnw.position.draws import roll_name
from pbem_tnw.position.impulse import DiceRoll
from pbem_tnw.position.state import WarState


class DueRoll(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A roll that is due: so many *dice* of *nation*; the rest as in `DiceRoll`."""

    purpose: str
    nation: str
    dice: int
    side: str = ""
    who: str = ""
    modifier: int = 0
    need: int = 0

    def made(self, faces: tuple[int, ...]) -> DiceRoll:
        """The roll with its faces, the highest first where dice are not added up."""
        shown = faces if self.need else tuple(sorted(faces, reverse=True))
        return DiceRoll(
            purpose=self.purpose, nation=self.nation, faces=shown, side=self.side, who=self.who,
            modifier=self.modifier, need=self.need,
        )  # fmt: skip


class RollDice(Step[WarState, Order], frozen=True):
    """Roll all dice that are due at once (11.3); what lies on the table is reckoned when these have been."""

    rule = "6.14"
    rolls: tuple[DueRoll, ...]

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if table.state.impulse is not None and table.state.impulse.rolled:
            table.emit(DicePutAside())
        for due in self.rolls:
            name = roll_name(table.state, " ".join(filter(None, (due.purpose, due.side, due.who))))
            table.emit(DiceRolled(roll=due.made(table.roll(name, due.dice))))


def rolling(*rolls: DueRoll, windows: tuple[ResponseOccasion, ...] = ()) -> tuple[Box, ...]:
    """The boxes that roll dice, open the *windows* for those who may change just such a roll, and then that of `roll`.

    Whoever reckons the result follows them on the flow, finds it in `state.impulse.rolled` in the order of *rolls*, and
    clears the table (`DiceCleared`).
    """
    after = (*windows, ResponseOccasion(trigger="roll", nation=rolls[0].nation))
    return (RollDice(rolls=rolls), *(ResponseWindow(occasion=each) for each in after))
