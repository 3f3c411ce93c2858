"""One step of a Fleet: what forbids it (13.2, 13.5)."""

from collections.abc import Iterator

from pbem.engine.problem import Problem
from pbem_tnw.chapters.cards.modifiers import forbidden
from pbem_tnw.chapters.naval.fleets import MOST_STEPS, nations_of_fleet
from pbem_tnw.position.control import controller, friendly
from pbem_tnw.position.forces import enemies_at, enemy_squadrons
from pbem_tnw.position.state import WarState
from pbem_tnw.position.voyage import Voyage

RULE = "13.2"


def wrong_with_sea_step(state: WarState, voyage: Voyage, to: str) -> Iterator[Problem]:
    """Why a Fleet cannot make a step to *to* now; nothing if it can, or if it attacks the Squadrons in a Port there."""
    here, nation = voyage.place, voyage.nation
    if to not in near(state, here):
        yield _wrong("no-way-by-sea", place=here, to=to, most=MOST_STEPS)
        return
    if voyage.over:
        yield _wrong("sailing-over", rule="13.4", place=here)
        return
    if voyage.steps >= MOST_STEPS:
        yield _wrong("three-sea-steps", most=MOST_STEPS, place=here, to=to)
    if to in state.board.duchies and not is_attack(state, nation, to):
        if not all(friendly(state, one, to) for one in (nation, *nations_of_fleet(state, voyage.squadrons))):
            yield _wrong("port-not-friendly", to=to, other=controller(state, to))
        elif voyage.cargo and enemies_at(state, nation, to):
            yield _wrong("port-under-siege", rule="13.7", to=to)
    for each in nations_of_fleet(state, voyage.squadrons):
        for zone in (here, to):
            if zone in state.board.zones and (card := forbidden(state, "sail", each, zone)):
                yield _wrong("sailing-forbidden", rule="6.11", zone=zone, card=card)
                return


def near(state: WarState, place: str) -> tuple[str, ...]:
    """The places one step away from a Port or a zone, whoever controls them."""
    if place in state.board.duchies:
        return state.board.duchies[place].port
    zone = state.board.zones[place]
    return (*zone.adjacent, *zone.ports)


def is_attack(state: WarState, nation: str, to: str) -> bool:
    """Whether a step to *to* is an attack on the enemy Squadrons in a Port (13.5)."""
    return to in state.board.duchies and bool(enemy_squadrons(state, nation, to))


def _wrong(code: str, *, rule: str = RULE, **args: object) -> Problem:
    return Problem(code, (), rule, args)
