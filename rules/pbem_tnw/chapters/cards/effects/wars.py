"""The effect `foreign_war`: a nation sends pieces out of play, and builds what is lacking (6.13)."""

from collections.abc import Iterable, Iterator

from pbem.engine.problem import Problem
from pbem.engine.table import Table
from pbem_tnw.chapters.cards.effects.rules import carry_out, hindrances
from pbem_tnw.chapters.cards.events import ForeignWarOpened
from pbem_tnw.chapters.cards.forced import ForcedPoints, must_surrender
from pbem_tnw.chapters.cards.playing import Playing
from pbem_tnw.chapters.diplomacy.removals import standing_of
from pbem_tnw.chapters.pieces.events import PiecesMoved, SquadronsMoved
from pbem_tnw.edition.card_words import ForeignWarEffect
from pbem_tnw.orders.standing import SendOrder
from pbem_tnw.position.forces import enemies_at, links, squadrons_at
from pbem_tnw.position.pieces import Pieces, Squadron
from pbem_tnw.position.places import REGROUP, YARD, on_map, war_box
from pbem_tnw.position.state import ForeignWar, WarState


@hindrances.register
def _always(effect: ForeignWarEffect, state: WarState, playing: Playing) -> Iterator[Problem]:
    """A nation that lacks the pieces sends what it has."""
    yield from ()


@carry_out.register
def _open(effect: ForeignWarEffect, table: Table[WarState], playing: Playing) -> None:
    nation, card, demand = effect.against, playing.card.id, effect.demand
    ships = demand.squadron - len(_squadrons(table.state, nation)[: demand.squadron])
    points = ForcedPoints(table, nation, card)
    built = points.build("squadron", ships)
    if built < ships and effect.fail == "submission":
        must_surrender(table, nation, card)
        return
    table.emit(ForeignWarOpened(war=ForeignWar(card=card, nation=nation, turkish=effect.turkish)))
    for place, one in _squadrons(table.state, nation)[: demand.squadron]:
        table.emit(SquadronsMoved(start=place, to=war_box(card), squadrons=(one,), cause="sent", rule="6.13"))
    if built:
        new = (Squadron(nation=nation),) * built
        table.emit(SquadronsMoved(start=YARD, to=war_box(card), squadrons=new, cause="sent", rule="6.13"))
    _send_units(table, nation, card, demand.unit, points)
    _send_generals(table, nation, card, demand.general, points)


def _send_generals(table: Table[WarState], nation: str, card: str, n: int, points: ForcedPoints) -> None:
    """Send generals: from the map, then for 1 CP each out of the Regroup box (6.13, 7.7)."""
    for general in _generals(table.state, nation)[:n]:
        start = table.state.generals[general]
        if start != REGROUP or points.pay(1):
            _send(table, nation, card, start, Pieces(generals=(general,)))


def _send_units(table: Table[WarState], nation: str, card: str, n: int, points: ForcedPoints) -> None:
    """Send units: from the map, then for 1 CP each out of the Regroup box, then built at once (6.12, 6.13, 7.7)."""
    for place, units in _sources(table.state, nation, n).items():
        _send(table, nation, card, place, Pieces(units={nation: units}))
        n -= units
    while n and table.state.units.get(REGROUP, {}).get(nation) and points.pay(1):
        _send(table, nation, card, REGROUP, Pieces(units={nation: 1}))
        n -= 1
    if built := points.build("unit", n):
        _send(table, nation, card, YARD, Pieces(units={nation: built}))


def _send(table: Table[WarState], nation: str, card: str, start: str, pieces: Pieces) -> None:
    table.emit(PiecesMoved(start=start, to=war_box(card), pieces=pieces, cause="sent", rule="6.13"))


def _wish(state: WarState, nation: str) -> SendOrder:
    return standing_of(state, nation).send or SendOrder()


def _squadrons(state: WarState, nation: str) -> list[tuple[str, Squadron]]:
    """The Squadrons that may be sent, in the order in which they go; not those under a Build marker.

    From the places that the standing orders name, then from the Regroup box, which costs nothing, then from where
    enemies are farthest.
    """
    there = [
        (place, one) for place in state.squadrons if place == REGROUP or on_map(place)
        for one in squadrons_at(state, place, (nation,)) if not one.build
    ]  # fmt: skip
    wished, far = _wish(state, nation).squadron, distances(state, nation)

    def rank(each: tuple[str, Squadron]) -> tuple[int, bool, int, str, int]:
        place, one = each
        first = wished.index(place) if place in wished else len(wished)
        return (first, place != REGROUP, -far.get(place, 0), place, -one.refit)

    return sorted(there, key=rank)


def _sources(state: WarState, nation: str, n: int) -> dict[str, int]:
    """How many units are sent from which places on the map, *n* in all if there are so many.

    In turn from the places that the standing orders name, then from where enemies are farthest.
    """
    left = {place: each[nation] for place, each in state.units.items() if each.get(nation) and on_map(place)}
    wished, far = _wish(state, nation).unit, distances(state, nation)
    by_default = sorted(left, key=lambda place: (-far.get(place, 0), place))
    found: dict[str, int] = {}
    for number in range(min(n, sum(left.values()))):
        turn = number % len(wished) if wished else 0
        place = next(one for one in (*wished[turn:], *wished[:turn], *by_default) if left.get(one))
        left[place] -= 1
        found[place] = found.get(place, 0) + 1
    return found


def _generals(state: WarState, nation: str) -> list[str]:
    """The generals that may be sent: those that the standing orders name, then the least able ones.

    Those on the map come before those in the Regroup box, which cost a CP.
    """
    leaders, place = state.board.leaders, state.generals
    here = [name for name, at in place.items() if (on_map(at) or at == REGROUP) and leaders[name].nation == nation]
    wished = [name for name in _wish(state, nation).general if name in here]
    least = sorted(here, key=lambda one: (leaders[one].command, leaders[one].battle, leaders[one].name))
    return sorted(dict.fromkeys((*wished, *least)), key=lambda one: place[one] == REGROUP)


def distances(state: WarState, nation: str) -> dict[str, int]:
    """By duchy: the steps to the nearest enemy forces of *nation*; as far as can be where there are none."""
    ring = [duchy for duchy in state.board.duchies if enemies_at(state, nation, duchy)]
    found = dict.fromkeys(ring, 0)
    steps = 0
    while ring:
        steps += 1
        ring = list(_next_ring(state, ring, found))
        found.update(dict.fromkeys(ring, steps))
    return {duchy: found.get(duchy, len(state.board.duchies)) for duchy in state.board.duchies}


def _next_ring(state: WarState, ring: Iterable[str], seen: dict[str, int]) -> Iterator[str]:
    return iter(dict.fromkeys(other for duchy in ring for other in links(state, duchy) if other not in seen))
