"""What the seats wish for the Interphase, nation by nation in the order of the Sequence Track (14)."""

from collections.abc import Iterator

from pbem.engine.table import Table
from pbem_tnw.chapters.sequence.facts import SeatFacts
from pbem_tnw.orders.conditions.condition import OrderCondition, value
from pbem_tnw.orders.turn_end import DeployLine, InterphaseWar, SurrenderOffer, TurnEndWish
from pbem_tnw.position.control import powers_of, seat_of
from pbem_tnw.position.state import WarState


def wish_of(state: WarState, nation: str) -> TurnEndWish:
    """The Turn-end sheet of the seat that runs *nation*; that of silence if it sent none."""
    return state.turn_ends.get(seat_of(state, nation)) or TurnEndWish()


def holds(table: Table[WarState], nation: str, condition: OrderCondition) -> bool:
    """Whether a condition holds by what the seat of *nation* sees now."""
    seat = seat_of(table.state, nation)
    view = table.views.get(seat, table.state)
    return value(condition, SeatFacts(view, seat, nation))


def players_nations(state: WarState) -> Iterator[str]:
    """The nations that seats run, in the order of the Sequence Track."""
    return (nation for nation in state.board.sequence if seat_of(state, nation))


def lead_power(state: WarState, seat: str) -> str:
    """The Power of a seat that is meant where a line names none: its first on the Sequence Track."""
    return next(iter(powers_of(state, seat)), "")


def wars_wished(state: WarState, nation: str) -> tuple[InterphaseWar, ...]:
    """The declarations of war of a Power (14.12)."""
    lead = lead_power(state, seat_of(state, nation))
    return tuple(line for line in wish_of(state, nation).declare if (line.nation or lead) == nation)


def surrenders_wished(state: WarState) -> tuple[tuple[str, SurrenderOffer], ...]:
    """The surrenders that seats offer, each with the Power that makes it (14.14)."""
    return tuple(
        (nation, line)
        for nation in players_nations(state)
        for line in wish_of(state, nation).surrender
        if (line.nation or lead_power(state, seat_of(state, nation))) == nation
    )


def deployments_wished(state: WarState, nation: str) -> tuple[DeployLine, ...]:
    """The Deployments of *nation*; a line that names none is for the first nation of the seat with pieces there."""
    seat = seat_of(state, nation)
    wished = wish_of(state, nation).deploy
    return tuple(line for line in wished if (line.nation or owner_of(state, seat, line)) == nation)


def owner_of(state: WarState, seat: str, line: DeployLine) -> str:
    """The nation of a Deployment that names none: that of its generals, else the first with pieces at its start."""
    leaders = state.board.leaders
    if line.leaders and line.leaders[0] in leaders:
        return leaders[line.leaders[0]].nation
    there = set(state.units.get(line.origin, {}))
    if line.squadrons is not None:
        there = {one.nation for one in state.squadrons.get(line.origin, ())}
    own = [nation for nation in state.board.sequence if seat_of(state, nation) == seat]
    return next((nation for nation in own if nation in there), own[0] if own else "")
