"""Which pictures there are: those of a letter, and those that people ask for."""

from collections.abc import Iterable, Iterator, Sequence

from pbem.engine.decision import Decision
from pbem.engine.drawing import Picture
from pbem.engine.event import PUBLIC, Event
from pbem.engine.kit.drawing.crop import fits
from pbem.engine.problem import Problem
from pbem_maria.chapters.turn.orders import StageOrders
from pbem_maria.drawing.areas import Area, areas, rivers
from pbem_maria.drawing.placement.scale import AREA
from pbem_maria.drawing.since import ALONG, Arrow, Since, as_data, since
from pbem_maria.position.powers import enemies
from pbem_maria.position.state import State

BOARD, HALF, PART, PLACE, MOVES, REACH, TRACKS = "board", "half", "area", "place", "moves", "reach", "tracks"
WHOLE, WAY = "whole", "way"
"""Kinds of pictures: both maps below each other, one of them, an area, the surroundings of a city or piece, what moved
since the last letter, where a piece can go, what is beside the maps, the whole board in one drawing, a way by road."""
_NEAR = 5
"""A general that is further than so many cities from every enemy has no picture of its own in a letter."""
_THEATRE = 5
"""Generals within so many cities of each other are in one theatre."""
_CLOSE_UPS = 4
"""The most close-ups in a letter, and below the most pictures of what moved."""
_MOVES = 3


def pictures(view: State, seat: str, seen: Sequence[Event[State]], asked: Sequence[Decision]) -> tuple[Picture, ...]:
    """Those for a letter, the most useful first.

    What moved comes first: where most of it did, if it is too far apart for one picture. For a stage one close-up for
    each theatre follows in which the seat has generals: of the one that is nearest to an enemy. After these are the
    maps, and close-ups of other generals that an enemy is near to. Any other question has the tracks and victory
    markers beside it, and the maps if nothing moved.
    """
    moved = tuple(_moves(view, since(view, seen)))
    acting = [power for power in view.stage_powers() if view.seats.get(power) == seat]
    orders = any(issubclass(one.takes, StageOrders) for one in asked)
    first, others = _close_ups(view, acting) if orders else ((), ())
    maps = tuple(_half(area) for area in _halves(view, seat)) if asked and not view.result else ()
    tracks = (Picture(name="tracks", kind=TRACKS),) if asked and view.tracks and not orders else ()
    return (*moved[:1], *first, *moved[1:], *tracks, *(maps if orders or not moved else ()), *others)


def named(view: State, seat: str, word: str, identifier: str) -> Picture | Problem:
    """The picture that a word and an id stand for.

    `board` is both maps, too large for a letter; `map` alone is the map on which the seat has most pieces.
    """
    if word == "board":
        return Picture(name="board", kind=BOARD)
    if word == "tracks":
        return Picture(name="tracks", kind=TRACKS) if view.tracks else Problem("no-tracks", rule="14")
    if word == "reach":
        if identifier not in view.at and identifier not in view.theatre.trains:
            return Problem(
                "reach-of-one" if not identifier else "reach-off-map", rule="10.1", args={"piece": identifier}
            )
        return reach_of(view, identifier)
    if not identifier:
        return _half(_halves(view, seat)[0])
    area = {**areas(view.theatre), **rivers(view.theatre)}.get(identifier)
    if area is not None:
        return _half(area) if area.half else _area(view, area)
    city = view.at.get(identifier, identifier)
    if city not in view.board.cities:
        return Problem("map-off-map", args={"piece": identifier})
    return Picture(name=f"map-{identifier}", kind=PLACE, of=identifier)


def choices(view: State, seat: str, word: str) -> tuple[str, ...]:
    """What pictures are best asked of: areas, or the seat's own pieces."""
    if word == "reach":
        powers = view.powers_of(seat) if seat != PUBLIC else tuple(view.theatre.powers)
        return tuple(piece for power in powers for piece in (*view.generals_of(power), *view.trains_of(power)))
    every = areas(view.theatre)
    parts = {part.id for area in every.values() for part in area.parts}
    return tuple(area for area in every if area not in parts)


def reach_of(view: State, piece: str) -> Picture:
    """The picture of where a piece can go; that of a stack is of its commander."""
    return Picture(name=f"reach-{piece}", kind=REACH, of=piece, beside="options")


def way_of(piece: str, path: tuple[str, ...]) -> Picture:
    """The picture of a way, which begins where *piece* is, if one is named."""
    return Picture(name="way", kind=WAY, shows=as_data(Since(moves=(Arrow(piece, path, ALONG),))))


def _half(area: Area) -> Picture:
    return Picture(name=area.id, kind=HALF, of=area.id)


def _area(view: State, area: Area) -> Picture:
    """An area; of one that is too large the part with the most pieces."""
    if area.parts:
        where = set(view.at.values())
        area = max(area.parts, key=lambda part: len(where & {*part.cities}))
    return Picture(name=f"map-{area.id}", kind=PART, of=area.id)


def _halves(view: State, seat: str) -> list[Area]:
    """The maps on which a seat has pieces, that with the most first; all of them for one that has none."""
    halves = [area for area in areas(view.theatre).values() if area.half]
    own = [city for piece, city in view.at.items() if view.seats.get(view.power_of(piece)) == seat]
    counted = {area.id: sum(city in area.cities for city in own) for area in halves}
    busy = [area for area in halves if counted[area.id]]
    return sorted(busy or halves, key=lambda area: -counted[area.id])


def _moves(view: State, found: Since) -> Iterator[Picture]:
    """One picture of what moved, or one for each map if that is too far apart."""
    if not found.cities:
        return
    for number, group in enumerate(_together(view, found)[:_MOVES]):
        yield Picture(
            name=f"moves-{number + 1}" if number else "moves", kind=MOVES, shows=as_data(group), beside="story"
        )


def _together(view: State, found: Since) -> list[Since]:
    """What happened in parts that fit a picture each, that with the most first."""
    groups: list[Since] = []
    for one in found.each():
        for number, group in enumerate(groups):
            joined = group.joined(one)
            if fits([view.board.cities[city] for city in joined.cities], AREA):
                groups[number] = joined
                break
        else:
            groups.append(one)
    return sorted(groups, key=lambda group: (-len(group.combats), -len(group.cities)))


def _close_ups(view: State, powers: Iterable[str]) -> tuple[tuple[Picture, ...], tuple[Picture, ...]]:
    """For each theatre the general that is nearest to an enemy, and the others that are near to one."""
    generals = {general: _nearest_enemy(view, general) for power in powers for general in _movable(view, power)}
    first: list[str] = []
    others: list[str] = []
    for general in sorted(generals, key=lambda one: generals[one]):
        here = view.at[general]
        if all(view.board.distance(here, view.at[one]) > _THEATRE for one in first):
            first.append(general)
        elif generals[general] <= _NEAR:
            others.append(general)
    room = max(0, _CLOSE_UPS - len(first))
    return tuple(reach_of(view, one) for one in first[:_CLOSE_UPS]), tuple(reach_of(view, one) for one in others[:room])


def _movable(view: State, power: str) -> Iterator[str]:
    """The generals of *power* that can still move in this stage, of a stack its commander."""
    for general in view.generals_of(power):
        if general not in view.moved and view.generals_at(view.at[general])[0] == general:
            yield general


def _nearest_enemy(view: State, general: str) -> int:
    power, here = view.power_of(general), view.at[general]
    foes = (one for one in view.at if view.theatre.is_general(one) and enemies(view, view.power_of(one), power))
    return min((view.board.distance(here, view.at[foe]) for foe in foes), default=10**6)
