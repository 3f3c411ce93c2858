"""What cards have promised for a roll to come (part 3, `roll_mod`)."""

from pbem.engine.table import Table
from pbem_tnw.chapters.cards.events import RollBonusUsed
from pbem_tnw.position.state import WarState


def take_bonus(table: Table[WarState], roll: str, nation: str) -> int:
    """What cards add to the next *roll* of *nation*; it is used up by that."""
    promised = table.state.impulse.bonuses if table.state.impulse is not None else ()
    mine = [each.n for each in promised if (each.roll, each.nation) == (roll, nation)]
    if mine:
        table.emit(RollBonusUsed(roll=roll, nation=nation))
    return sum(mine)
