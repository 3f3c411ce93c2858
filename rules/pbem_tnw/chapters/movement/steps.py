"""One step of a Formation: what it costs, and what forbids it (9.2, 9.4, 9.5)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.problem import Problem
from pbem_tnw.chapters.cards.modifiers import modifier
from pbem_tnw.chapters.movement.formations import FormationKind, kind_of, wrong_with_pieces
from pbem_tnw.position.control import armistice, at_war, camp_of, controller, friendly, may_enter, patron
from pbem_tnw.position.forces import allies_at, enemies_at, enemy_squadrons, links, zone_holder
from pbem_tnw.position.impulse import WarFormation
from pbem_tnw.position.state import WarState
from pbem_tnw.position.wear import MOST_STEPS, steps_made

RULE = "9.2"
HARD_LINKS = ("pass", "marsh", "strait")
"""A step over one of these costs 1 CP more (9.1)."""


def cost_of_step(state: WarState, formation: WarFormation, to: str) -> int:
    """The CPs of a step into a neighbouring duchy (9.1), with what cards add (`step_cost`)."""
    kind = kind_of(state, formation.pieces, formation.commander)
    return cost_over_link(state, formation.nation, kind, formation.place, to)


def cost_over_link(state: WarState, nation: str, kind: FormationKind, here: str, to: str) -> int:
    """The CPs of a step between neighbouring duchies for a Formation of a *kind*, whoever is in it."""
    link = links(state, here)[to].kind
    return max(0, plain_cost(kind) + (link in HARD_LINKS) + modifier(state, "step_cost", nation, place=to, link=link))


def plain_cost(kind: FormationKind) -> int:
    """The CPs of a step over a plain link (9.1)."""
    return 2 if kind == "army-group" else 1


def enemy_fortress(state: WarState, nation: str, place: str) -> bool:
    """Whether an enemy Fortress is at *place* (9.4, 9.5)."""
    duchy = state.board.duchies.get(place)
    return duchy is not None and duchy.is_fortress and at_war(state, nation, controller(state, place))


def wrong_with_step(state: WarState, formation: WarFormation, to: str) -> Iterator[Problem]:
    """Why a Formation cannot make a step to *to* now, whatever it costs; nothing if it can."""
    here = formation.place
    if to not in links(state, here):
        yield _wrong("not-next-to", place=here, to=to, near=tuple(links(state, here)))
        return
    yield from wrong_with_pieces(state, formation.nation, formation.pieces, formation.commander)
    if formation.stopped:
        yield _wrong("formation-stopped", rule="9.4", place=here, fought=formation.fought)
        return
    if steps_made(state, formation) >= MOST_STEPS:
        yield _wrong("four-steps", most=MOST_STEPS, place=here)
    yield from wrong_with_crossing(state, formation.nation, here, to)
    yield from wrong_with_entering(state, formation, to)
    kind = kind_of(state, formation.pieces, formation.commander)
    if kind == "detachment" and not _safe(state, formation.nation, to):
        yield _wrong("detachment-only-friendly", rule="9.1", to=to)
    if not mask_kept(state, formation, to):
        yield _wrong("mask-missing", rule="9.5", place=here, to=to)


def wrong_with_crossing(state: WarState, nation: str, here: str, to: str) -> Iterator[Problem]:
    """Whether an enemy controls the zone of the strait between two duchies (9.2, 13.1)."""
    zone = links(state, here)[to].zone
    holder = zone_holder(state, zone) if zone else ""
    if holder and at_war(state, nation, holder):
        ships = enemy_squadrons(state, nation, zone)
        yield _wrong("strait-closed", place=here, to=to, zone=zone, other=holder, squadrons=len(ships))


def mask_kept(state: WarState, formation: WarFormation, to: str) -> bool:
    """Whether a step leaves a unit before the enemy Fortress where the Formation stands, if it must (9.5)."""
    here, nation = formation.place, formation.nation
    if not enemy_fortress(state, nation, here) or friendly(state, nation, to):
        return True
    return allies_at(state, nation, here).strength > formation.pieces.strength


def barrier(state: WarState, nation: str, duchy: str) -> str:
    """Why forces of *nation* may not enter a duchy (9.2): `armistice`, `subject`, `neutral`; empty if they may."""
    if may_enter(state, nation, duchy):
        return ""
    other = controller(state, duchy)
    if armistice(state, nation, other):
        return "armistice"
    return "subject" if patron(state, other) in state.subjects and not camp_of(state, other) else "neutral"


def formation_nations(state: WarState, formation: WarFormation) -> tuple[str, ...]:
    """The nations with pieces in a Formation, that of the Formation first."""
    leaders = (state.board.leaders[one].nation for one in formation.pieces.generals)
    return tuple(dict.fromkeys((formation.nation, *formation.pieces.units, *leaders)))


def with_kind(state: WarState, formation: WarFormation) -> WarFormation:
    """The Formation with the kind that its pieces make it now."""
    kind: FormationKind = kind_of(state, formation.pieces, formation.commander)
    return replace(formation, kind=kind)


def wrong_with_entering(state: WarState, formation: WarFormation, to: str) -> Iterator[Problem]:
    """That one of the nations in a Formation may not enter a duchy, whatever the way there (9.2, 17.2)."""
    for nation in formation_nations(state, formation):
        if why := barrier(state, nation, to):
            rule = "17.2" if why == "armistice" else RULE
            yield _wrong("may-not-enter", rule=rule, to=to, nation=nation, other=controller(state, to), why=why)
            return


def _safe(state: WarState, nation: str, duchy: str) -> bool:
    return friendly(state, nation, duchy) and not enemies_at(state, nation, duchy)


def _wrong(code: str, *, rule: str = RULE, **args: object) -> Problem:
    return Problem(code, (), rule, args)
