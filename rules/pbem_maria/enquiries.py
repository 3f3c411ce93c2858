"""What players may ask of Maria before they order: where a piece can go, the way between two cities, maps in words."""

from collections.abc import Mapping

import msgspec

from pbem.engine.decision import Decision
from pbem.engine.order import Order, Problem
from pbem.engine.picture import Picture
from pbem.engine.ruleset import Enquiry, Foreseen
from pbem_maria.chapters import hussars, supply
from pbem_maria.chapters.duel import pairs
from pbem_maria.chapters.paths import PiecePath
from pbem_maria.chapters.reach import Destination, reach
from pbem_maria.drawing import WORDS, way
from pbem_maria.drawing.areas import areas, rivers
from pbem_maria.orders.movement import MARCH, Move
from pbem_maria.orders.stage import StageOrders
from pbem_maria.position.powers import enemies
from pbem_maria.position.state import Pair, State
from pbem_maria.sequence import stage
from pbem_maria.sequence.stage import PieceReach, acts_now, in_stage, piece_reach, stage_reach, starving

PIECE = ("general", "train")
PLACE = ("city", *PIECE)
HUSSARS = "hussars"
"""They have a reach together, as a kind of names of its own."""
NEARBY = 3
"""A map of a city or a piece is about the cities so near to it."""


class PieceOnWay(msgspec.Struct, frozen=True):
    """A piece in a city on the way."""

    piece: str
    city: str


class WayBetween(msgspec.Struct, frozen=True, kw_only=True):
    """The shortest way by road from one city to another, whatever is on it, and the shortest on main roads only.

    If it is asked for a piece, also where that is in its reach, or why it is not.
    """

    start: str
    goal: str
    path: PiecePath = ()
    main: PiecePath = ()
    on_it: tuple[PieceOnWay, ...] = ()
    piece: str = ""
    destination: Destination | None = None
    refused: Problem | None = None


class HussarReach(msgspec.Struct, frozen=True, kw_only=True):
    """Where hussars are and may be placed (7): cities on the lines of supply of enemy generals first, then others."""

    now: tuple[str | None, ...]
    on_supply: tuple[PieceOnWay, ...]
    cities: tuple[str, ...]


class MapPart(msgspec.Struct, frozen=True, kw_only=True):
    """What is in a part of the map: pieces, fortresses, hussars."""

    pieces: tuple[PieceOnWay, ...]
    fortresses: tuple[str, ...]
    hussars: tuple[str | None, ...]


def _reach(view: State, seat: str, named: tuple[str, ...]) -> tuple[PieceReach, ...] | HussarReach | Problem:
    """The reach of one piece, of whatever power, or of all pieces of the seat that act in this stage."""
    if view.result is not None or not view.turn:
        return Problem("no-moves-now", args={"over": view.result is not None})
    if not named:
        found = stage_reach(view, seat) if acts_now(view, seat) else ()
        found += tuple(piece_reach(in_stage(view, seat), lost) for lost in (starving(view, seat) if found else ()))
        return found or Problem("reach-of-what")
    if named[0] == HUSSARS:
        return hussar_reach(view)
    own = seat in view.seats.values() and view.seat_of(view.power_of(named[0])) == seat
    state = in_stage(view, seat) if own and acts_now(view, seat) else view
    return (piece_reach(state, named[0], seat if own else ""),)


def hussar_reach(view: State) -> HussarReach:
    """Where hussars may be placed now, as far as *view* knows (7)."""
    free = tuple(city for city in view.board.cities if hussars.wrong_with(view, city) is None)
    foes = [
        one
        for one in view.theatre.generals
        if one in view.at and enemies(view, view.power_of(one), hussars.HUSSAR_POWER)
    ]
    lines = [(one, found.path) for one in foes if (found := supply.line(view, one))]
    held = tuple(PieceOnWay(one, city) for one, path in lines for city in path if city in free)
    taken = {each.city for each in held}
    return HussarReach(now=view.hussars, on_supply=held, cities=tuple(city for city in free if city not in taken))


def _way(view: State, seat: str, named: tuple[str, ...]) -> WayBetween | Problem:
    """The way between two cities, each named by itself or by a piece that is there."""
    gone = next((name for name in named if name not in view.board.cities and name not in view.at), None)
    if gone is not None:
        return Problem("way-of-nothing", args={"piece": gone})
    first = named[0]
    start, goal = (view.at.get(name, name) for name in named)
    if start == goal:
        return Problem("way-to-itself", args={"city": goal})
    path = _shortest(view.board.roads, start, goal)
    on_it = tuple(PieceOnWay(piece, city) for city in path for piece in view.pieces_at(city) if piece != first)
    found = WayBetween(start=start, goal=goal, path=path, main=_shortest(view.board.main, start, goal), on_it=on_it)
    if first not in view.at:
        return found
    destination = reach(view, first).to(goal)
    refused = None if destination else _refused(view, first, goal)
    return msgspec.structs.replace(found, piece=first, destination=destination, refused=refused)


def _refused(view: State, piece: str, city: str) -> Problem | None:
    """Why a march of *piece* to *city* would be refused."""
    move = Move(pieces=(piece,), how=MARCH, path=(city,))
    powers = (view.power_of(piece),)
    return next((problem for problem in stage.tried(view, powers, move) if problem.stops), None)


def _shortest(roads: Mapping[str, tuple[str, ...]], start: str, goal: str) -> PiecePath:
    """The shortest path, of equally short ones the first by names; empty if there is none."""
    before: dict[str, str] = {start: ""}
    queue = [start]
    for here in queue:
        for city in roads[here]:
            if city not in before:
                before[city] = here
                queue.append(city)
    path = []
    while goal in before and goal != start:
        path.append(goal)
        goal = before[goal]
    return tuple(reversed(path))


def _drawn_way(_view: State, found: WayBetween) -> Picture | tuple[str, str]:
    """The way as an arrow; the map around the start where there is none."""
    return way(found.piece, (found.start, *found.path)) if found.path else ("map", found.start)


def _map(view: State, seat: str, named: tuple[str, ...]) -> MapPart | Problem:
    """What is in an area, or within three cities of a city or a piece; of the whole board without a name."""
    if not named:
        cities = tuple(view.board.cities)
    elif (area := {**rivers(view.theatre), **areas(view.theatre)}.get(named[0])) is not None:
        cities = area.cities
    elif (city := view.at.get(named[0], named[0])) in view.board.cities:
        cities = tuple(other for other, far in view.board.distances(city).items() if far <= NEARBY)
    else:
        return Problem("map-off-map", args={"piece": named[0]})
    inside = set(cities)
    pieces = tuple(
        PieceOnWay(piece, view.at[piece])
        for piece in (*view.theatre.generals, *view.theatre.trains)
        if view.at.get(piece) in inside
    )
    forts = tuple(city.id for city in view.board.fortresses if city.id in inside)
    return MapPart(pieces=pieces, fortresses=forts, hussars=tuple(city for city in view.hussars if city in inside))


def _own_map(_view: State, _found: None) -> tuple[str, str]:
    """The map on which the seat has most pieces: a picture of both is too large for an email."""
    return "map", ""


def _whole(_view: State, _seat: str, _named: tuple[str, ...]) -> None:
    """The answer is what the view holds, as its template tells it."""


ENQUIRIES: Mapping[str, Enquiry[State]] = {
    "reach": Enquiry(answer=_reach, names=((*PIECE, HUSSARS),)),
    "way": Enquiry(answer=_way, names=(PLACE, PLACE), least=2, picture=_drawn_way),
    "map": Enquiry(answer=_map, names=(WORDS["map"],)),
    "board": Enquiry(answer=_whole, picture=_own_map),
    "tracks": Enquiry(answer=_whole),
    "readings": Enquiry(answer=_whole),
}


def foresee(view: State, decision: Decision, order: Order) -> Foreseen[State] | None:
    """What a stage's sheet would lead to before its combats, as if its seat were alone: supply and moves (5)."""
    if not isinstance(order, StageOrders):
        return None
    return Foreseen(*stage.foreseen(view, decision.seat, order, supplied="again" in decision.about))


def attacks_due(view: State, seat: str) -> tuple[Pair, ...]:
    """The combats that *seat* would have to fight in its stage as the pieces are now (11.1)."""
    return tuple(pair for pair in pairs(view, stage.powers_of(view, seat)))
