"""The Conquest phase (5.7, 15.1)."""

from pbem.engine.decision import Answers
from pbem.engine.order import Order
from pbem.engine.step import Step
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.done import end_by_zones
from pbem_tnw.chapters.conquest.events import ConquestRolled
from pbem_tnw.chapters.conquest.results import put_out
from pbem_tnw.chapters.conquest.threat import NEED, RULE, Threat, next_threat
from pbem_tnw.chapters.peace.events import SixPointsCounted
from pbem_tnw.chapters.peace.points import FRANCE, points_of_power
from pbem_tnw.position.draws import draw_name
from pbem_tnw.position.state import WarState


class ConquestPhase(Step[WarState, Order], frozen=True):
    """Test the nations that have lost their capital or all their Keys, one after the other; *tested* were so far.

    Before that lasting events end by the zones that a Camp controls, as their cards say.
    """

    rule = RULE
    tested: tuple[str, ...] = ()

    def run(self, table: Table[WarState], answers: Answers[Order]) -> None:
        table.leave()
        if not self.tested:
            end_by_zones(table)
            if table.state.options.six_points == "before-spoils":
                table.emit(SixPointsCounted(points=points_of_power(table.state, FRANCE)))
        found = next_threat(table.state, self.tested)
        if found is None:
            return
        table.enter(ConquestPhase(tested=(*self.tested, found.nation)))
        if _conquered(table, found):
            put_out(table, found.nation, found.conqueror, "conquest", found.holder)


def _conquered(table: Table[WarState], found: Threat) -> bool:
    """Whether *found* comes true: with all Keys lost without a die, out of reach without one, too."""
    if found.certain:
        return True
    die = 0
    if not found.hopeless:
        (die,) = table.roll(draw_name(table.state, f"conquest of {found.nation}"), 1)
    rolled = ConquestRolled(
        nation=found.nation, conqueror=found.conqueror, keys=found.keys, modifier=found.modifier, need=NEED, die=die
    )  # fmt: skip
    table.emit(rolled)
    return rolled.conquered
