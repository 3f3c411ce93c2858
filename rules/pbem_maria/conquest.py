"""Conquest and protection of fortresses (10.3)."""

from pbem.engine.event import Event
from pbem_maria.events.control import Conquered, Questioned
from pbem_maria.powers import SILESIA, controller, cooperating, enemies, is_enemy_fortress, major_of
from pbem_maria.state import Question, State

PROTECTS = 3
"""A general protects fortresses at most this many cities away."""


def protectors(state: State, city: str) -> tuple[str, ...]:
    """The generals that protect the fortress *city*, the nearest first; whatever stands in between."""
    owner = controller(state, city)
    if owner is None:
        return ()
    near = [
        (state.board.distance(where, city), general)
        for general, where in state.at.items()
        if state.theatre.is_general(general) and cooperating(state, owner, state.power_of(general))
    ]
    return tuple(general for distance, general in sorted(near) if distance <= PROTECTS)


def marker_for(state: State, city: str, power: str) -> str | None:
    """The marker that a conquest of *city* by *power* leaves there, if any."""
    place = state.board.cities[city]
    if place.region == SILESIA:
        return major_of(state, power)
    if place.home is None or (place.home == power and state.theatre.edition.powers[power].is_major):
        return None
    minor = not state.theatre.edition.powers[place.home].is_major
    return major_of(state, power) if minor or enemies(state, place.home, power) else None


def conquered(state: State, city: str, question: Question, *, retroactive: bool = False) -> Conquered:
    """The event of the conquest of *city*."""
    return Conquered(
        city=city,
        power=question.power,
        general=question.general,
        former=controller(state, city) or "",
        marker=marker_for(state, city, question.power),
        retroactive=retroactive,
    )


def on_leaving(state: State, general: str, city: str) -> Event | None:
    """What happens to *city* when *general* leaves it by a march: conquest, question mark, or nothing."""
    power = state.power_of(general)
    if general in state.face_down or not is_enemy_fortress(state, city, power):
        return None
    question = Question(power, general)
    if not protectors(state, city):
        return conquered(state, city, question)
    return None if city in state.questions else Questioned(city=city, power=power, general=general)
