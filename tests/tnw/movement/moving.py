"""Formations in tests: formed at once, and moved step by step."""

from pbem_tnw.chapters.land.events import FormationFormed
from pbem_tnw.chapters.land.formations import form
from pbem_tnw.orders.lines import FormLine
from pbem_tnw.orders.pieces import OWN, Strengths
from pbem_tnw.position.forces import moving
from pbem_tnw.position.impulse import WarFormation
from pbem_tnw.position.state import WarState


def formed(
    state: WarState, commander: str | None, *riders: str, own: int | None = None, at: str | None = None
) -> WarState:
    """*state* with a Formation of the Active nation, as a line `form` makes it."""
    units = Strengths(numbers={OWN: own}) if own is not None else Strengths()
    formation, problems = form(state, state.active, FormLine(at=at, commander=commander, riders=riders, units=units))
    assert formation is not None
    assert not any(problem.stops for problem in problems), problems
    return FormationFormed(formation=formation).change(state)


def formation_of(state: WarState) -> WarFormation:
    """The Formation that moves."""
    formation = moving(state)
    assert formation is not None
    return formation
