"""Conquest and protection of fortresses (10.3)."""

from pbem.engine.event import Event
from pbem.engine.table import Table
from pbem_maria.chapters.conquest import objectives
from pbem_maria.chapters.conquest.events import Conquered, Questioned
from pbem_maria.chapters.victory import victory_boxes
from pbem_maria.position.powers import (
    SILESIA,
    allied,
    controller,
    cooperating,
    holders,
    home_of,
    is_enemy_fortress,
    major_of,
    side_of,
)
from pbem_maria.position.state import DisputedFortress, State

PROTECTS = 3
"""A general protects fortresses at most this many cities away."""


def protectors(state: State, city: str) -> tuple[str, ...]:
    """The generals that protect the fortress *city*, the nearest first; whatever is in between."""
    owner = controller(state, city)
    if owner is None:
        return ()
    near = [
        (state.board.distance(where, city), general)
        for general, where in state.at.items()
        if state.theatre.is_general(general) and _holds(state, city, owner, state.power_of(general))
    ]
    return tuple(general for distance, general in sorted(near) if distance <= PROTECTS)


def _holds(state: State, city: str, owner: str, power: str) -> bool:
    """Whether generals of *power* protect the fortress *city* of *owner*: they cooperate with one that holds it."""
    return any(cooperating(state, holder, power) for holder in holders(state, city, owner))


def marker_for(state: State, city: str, power: str) -> str | None:
    """The marker that a conquest of *city* by *power* leaves there, if any.

    There is none with an elector marker, nor where a fortress returns to a friendly major power, except in Silesia.
    """
    home = home_of(state, city)
    comes_home = home is not None and state.theatre.edition.powers[home].is_major and allied(state, home, power)
    if city in state.electors or (comes_home and state.board.cities[city].region != SILESIA):
        return None
    return major_of(state, power)


def conquered(state: State, city: str, question: DisputedFortress, *, retroactive: bool = False) -> Conquered:
    """The event of the conquest of *city*."""
    return Conquered(
        city=city,
        power=question.power,
        general=question.general,
        former=controller(state, city) or "",
        marker=marker_for(state, city, question.power),
        elector=side_of(state, question.power) if city in state.electors else None,
        retroactive=retroactive,
    )


def on_leaving(state: State, general: str, city: str) -> Event[State] | None:
    """What happens to *city* when *general* leaves it by a march: conquest, question mark, or nothing."""
    power = state.power_of(general)
    if general in state.face_down or not is_enemy_fortress(state, city, power):
        return None
    question = DisputedFortress(power, general, major_of(state, power))
    if not protectors(state, city):
        return conquered(state, city, question)
    if city in state.questions:
        return None
    return Questioned(city=city, power=power, general=general, marker=question.marker)


def take(table: Table[State], event: Event[State]) -> None:
    """Carry out a conquest or a question mark, with what it means for the Electors box and for 19.2."""
    table.emit(event)
    victory_boxes.settle_electors(table)
    if isinstance(event, Conquered):
        objectives.conquered(table, event)
