"""Political shifts that have happened before a case begins (19)."""

from collections.abc import Mapping

from pbem.engine.ruleset import Unplayable
from pbem.engine.table import Table
from pbem_maria.events.boxes import MarkersSetAside, PointsLost
from pbem_maria.events.shifts import NeutralityEnded, ObjectivesReduced, SilesiaAnnexed
from pbem_maria.given_markers import Power
from pbem_maria.given_politics import GivenPolitics
from pbem_maria.powers import PRUSSIA
from pbem_maria.silesia import TURNS
from pbem_maria.state import State


class GivenShifts(GivenPolitics, frozen=True, kw_only=True):
    """Whether Silesia is annexed, Prussia neutral, France's objectives reduced, and what was set aside for that."""

    annexed: bool = False
    neutral_until: int = 0
    """The turn in which Prussia's neutrality ends; unless said, it has ended."""
    reduced: bool = False
    aside: Mapping[Power, int] = {}
    """Markers set aside, out of the pools."""
    owed: int = 0
    """Points lost for which Austria may still move Saxony's marker."""


def lay_shifts(table: Table[State], given: GivenShifts, *, over: bool) -> None:
    """Bring the shifts of *given* to the table; *over*: whether a neutrality until this turn has ended already."""
    turn, until = table.state.turn, given.neutral_until
    if until > turn + TURNS:
        raise Unplayable(
            f"peace in turn {turn} leaves Prussia neutral until turn {turn + TURNS} at most", "neutral until"
        )
    if given.annexed or until:
        table.emit(SilesiaAnnexed(until=until))
    if (given.annexed or until) and (until < turn or (until == turn and over)):
        table.emit(NeutralityEnded(power=PRUSSIA))
    if given.reduced:
        table.emit(ObjectivesReduced())
    for power, number in given.aside.items():
        table.emit(MarkersSetAside(power=power, number=number))
    if given.owed:
        table.emit(PointsLost(loser=PRUSSIA, points=0, for_saxony=given.owed))
