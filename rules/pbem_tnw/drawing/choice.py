"""Which pictures there are: those of a letter, and those that people ask for."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pbem.engine.decision import Decision
from pbem.engine.drawing import Picture
from pbem.engine.event import PUBLIC, Event
from pbem.engine.kit.drawing.crop import fits
from pbem.engine.problem import Problem
from pbem_tnw.chapters.movement.reach import reach
from pbem_tnw.drawing.areas import areas
from pbem_tnw.drawing.layers.duchies import place_of
from pbem_tnw.drawing.placement.scale import AREA as AREA_SCALE
from pbem_tnw.drawing.since import WarSince, as_data, since
from pbem_tnw.drawing.theatres import front, theatres
from pbem_tnw.letter_tools import reach_points
from pbem_tnw.position.control import nations_of
from pbem_tnw.position.state import WarState

BOARD, AREA, PLACE, MOVES, REACH, TRACKS = "board", "area", "place", "moves", "reach", "tracks"
WHOLE = "whole"
"""Kinds of pictures: the whole board with what is beside it, an area, the surroundings of a place, what moved since the
last letter, where a general can go, what is beside the map, and the whole board for a screen."""
_THEATRES, _REACHES, _MOVES = 3, 2, 3
"""The most theatres, reaches and pictures of what moved in a letter."""


def pictures(
    view: WarState, seat: str, seen: Sequence[Event[WarState]], asked: Sequence[Decision]
) -> tuple[Picture, ...]:
    """Those for a letter, the most useful first.

    What moved comes first, where the seat was concerned before all else. Whoever is asked something has the areas in
    which it fought and where its forces meet enemies or at least stand, what is beside the map once the first Turn has
    begun, and the reach of the generals that are nearest to an enemy.
    """
    found = since(view, seen)
    moved = tuple(_moves(view, seat, found))
    if not asked or view.result:
        return moved
    close_ups = [_area(one) for one in theatres(view, seat, found.own(nations_of(view, seat)))[:_THEATRES]]
    if not view.turn:
        return (*moved, *close_ups)
    reaches = [reach_of(view, seat, one) for one in front(view, seat)[:_REACHES] if _can_go(view, one)]
    return (*moved, *close_ups[:1], Picture(name="tracks", kind=TRACKS), *close_ups[1:], *reaches)


def named(view: WarState, seat: str, word: str, identifier: str) -> Picture | Problem:
    """The picture that a word and an id stand for; `map` alone is the theatre in which the seat has most to decide."""
    if word == "board":
        return Picture(name="board", kind=BOARD)
    if word == "tracks":
        return Picture(name="tracks", kind=TRACKS)
    if word == "reach":
        if view.generals.get(identifier, "") not in view.board.duchies:
            code = "reach-of-one" if not identifier else "reach-off-map"
            return Problem(code, rule="9.1", args={"general": identifier})
        return reach_of(view, seat, identifier)
    if not identifier:
        return next((_area(one) for one in theatres(view, seat)), Picture(name="board", kind=BOARD))
    if identifier in areas(view.board):
        return _area(identifier)
    place = view.generals.get(identifier, identifier)
    if place not in view.board.duchies and place not in view.board.zones:
        return Problem("map-off-map", args={"general": identifier})
    return Picture(name=f"map-{identifier}", kind=PLACE, of=identifier)


def choices(view: WarState, seat: str, word: str) -> tuple[str, ...]:
    """What pictures are best asked of: areas, or the seat's own generals on the map."""
    if word == "reach":
        nations = nations_of(view, seat) if seat != PUBLIC else view.board.sequence
        leaders = view.board.leaders
        return tuple(
            one for one in leaders if leaders[one].nation in nations and view.generals.get(one) in view.board.duchies
        )
    return tuple(areas(view.board))


def _can_go(view: WarState, general: str) -> bool:
    """Whether a picture of its reach shows anything: not of one that pins down a Fortress with all that it has."""
    nation = view.board.leaders[general].nation
    return any(found.duchies for found in reach(view, nation, general, reach_points(view, general))[:1])


def reach_of(view: WarState, seat: str, general: str) -> Picture:
    """The picture of where a general can go with the CPs of the best card that its nation is known to hold."""
    points = reach_points(view, general)
    return Picture(name=f"reach-{general}", kind=REACH, of=general, shows={"points": points}, beside="options")


def _area(identifier: str) -> Picture:
    return Picture(name=f"map-{identifier}", kind=AREA, of=identifier)


def _moves(view: WarState, seat: str, found: WarSince) -> Iterator[Picture]:
    """A picture of what moved for each area, those first in which the *seat* fought and moved, then the fullest.

    An area in which things are too far apart for its scale has several.
    """
    groups: list[WarSince] = []
    for one in found.each():
        area = _area_of(view, one)
        for number, group in enumerate(groups):
            joined = group.joined(one)
            if group.area == area and fits([place_of(view, place) for place in joined.places], AREA_SCALE):
                groups[number] = joined
                break
        else:
            groups.append(replace(one, area=area))
    own = nations_of(view, seat) if seat != PUBLIC else ()
    groups.sort(key=lambda group: (-len(group.own(own)), -len(group.fights), -len(group.places)))
    for number, group in enumerate(groups[:_MOVES]):
        yield Picture(
            name=f"moves-{number + 1}" if number else "moves", kind=MOVES, shows=as_data(group), beside="story"
        )


def _area_of(view: WarState, one: WarSince) -> str:
    """The area that holds the most of the places of something that happened; none if no area has any."""
    every = areas(view.board)
    counted = {area: sum(place in every[area].places for place in one.places) for area in every}
    best = max(counted, key=lambda area: counted[area], default="")
    return best if best and counted[best] else ""
