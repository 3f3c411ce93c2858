"""Where forces may go that evade, retreat, or are generals alone: pure functions (9.6, 10.2, 11.4)."""

from collections.abc import Collection, Iterable

from pbem_tnw.edition.board import LinkKind
from pbem_tnw.position.control import at_war, controller, friendly, may_enter, seat_of
from pbem_tnw.position.forces import allies_at, enemies_at, links, nearest_friendly
from pbem_tnw.position.pieces import Pieces
from pbem_tnw.position.state import WarState

EVASION_LINKS: tuple[LinkKind, ...] = ("plain", "rough", "pass")
"""No force intercepts or evades over a marsh or a strait (10.1, 10.2)."""


def evasions(state: WarState, place: str, pieces: Pieces, origin: str) -> tuple[str, ...]:
    """Where forces at *place* may evade to, the default first: where most units of their Camp stand (2.3, row 22).

    Adjacent Friendly duchies without enemy forces, by a plain, rough or pass link, not *origin*, where the enemy comes
    from (10.2).
    """
    return _most_units_first(
        state,
        pieces,
        (
            duchy
            for duchy, link in links(state, place).items()
            if duchy != origin and link.kind in EVASION_LINKS and _safe(state, pieces, duchy, friendly_only=True)
        ),
    )


def retreats(
    state: WarState, place: str, pieces: Pieces, origin: str, came_from: Collection[str] = ()
) -> tuple[str, ...]:
    """Where a defender who lost at *place* may retreat to, the default first; none: it is eliminated (11.4).

    Adjacent duchies without enemy forces, not *origin*, where the attacker came from, not over a strait: a Friendly one
    if there is any, else an Uncontrolled unfortified one of a nation that it is at war with. An interceptor may also go
    back where it *came from*.
    """
    near = [duchy for duchy, link in links(state, place).items() if duchy != origin and link.kind != "strait"]
    friends = [duchy for duchy in near if _safe(state, pieces, duchy, friendly_only=True)]
    board = state.board
    others = [
        duchy for duchy in near
        if not board.duchies[duchy].is_fortress and _safe(state, pieces, duchy, friendly_only=False)
    ]  # fmt: skip
    back = [duchy for duchy in came_from if _free(state, pieces, duchy)]
    return _most_units_first(state, pieces, dict.fromkeys((*(friends or others), *back)))


def refuge(state: WarState, nation: str, place: str) -> str:
    """The nearest Friendly duchy without enemies for generals of *nation*; empty if there is none (9.6).

    Among equals the first that its seat's standing orders name, else the first in the alphabet.
    """
    nearest = nearest_friendly(state, nation, place)
    orders = state.standing.get(seat_of(state, nation))
    wished = orders.march_to or () if orders is not None else ()
    return next((duchy for duchy in wished if duchy in nearest), nearest[0] if nearest else "")


def _safe(state: WarState, pieces: Pieces, duchy: str, *, friendly_only: bool) -> bool:
    """Whether all of *pieces* may go to *duchy*, which is Friendly to them, or an enemy's, and empty of enemies."""
    nations = _nations(state, pieces)
    if friendly_only:
        allowed = all(friendly(state, nation, duchy) for nation in nations)
    else:
        allowed = all(may_enter(state, nation, duchy) for nation in nations) and any(
            at_war(state, nation, controller(state, duchy)) for nation in nations
        )
    return allowed and _free(state, pieces, duchy)


def _free(state: WarState, pieces: Pieces, duchy: str) -> bool:
    return all(not enemies_at(state, nation, duchy) for nation in _nations(state, pieces))


def _nations(state: WarState, pieces: Pieces) -> tuple[str, ...]:
    owners = {*pieces.units, *(state.board.leaders[one].nation for one in pieces.generals)}
    return tuple(nation for nation in state.board.sequence if nation in owners)


def _most_units_first(state: WarState, pieces: Pieces, duchies: Iterable[str]) -> tuple[str, ...]:
    """The duchies where most own units stand first, then in the alphabet (11.4)."""
    nations = _nations(state, pieces)

    def own(duchy: str) -> int:
        return allies_at(state, nations[0], duchy).strength if nations else 0

    return tuple(sorted(duchies, key=lambda duchy: (-own(duchy), duchy)))
