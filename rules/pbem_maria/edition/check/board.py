"""The map: squares, regions, cities, roads (3)."""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain
from typing import get_args

from pbem.engine.kit.edition import folded, nearest
from pbem.engine.problem import OrderPath, Problem
from pbem_maria.edition.board import City, Half, Map, PowerId

SQUARES = 44
ELECTORS = {"koeln", "mainz", "trier", "mannheim", "berlin", "dresden", "muenchen", "prag", "hannover"}
SILESIAN = 7
CITIES: OrderPath = ("map", "cities")
_REGIONS: OrderPath = ("map", "regions")


def check(board: Map, unread: Collection[str]) -> Iterator[Problem]:
    """Every problem of map.yaml."""
    if len(board.squares) != SQUARES:
        yield Problem("squares", ("map", "squares"), args={"found": len(board.squares), "wanted": SQUARES})
    yield from _twice(_REGIONS, [region.id for region in board.regions])
    yield from _twice(CITIES, [city.id for city in board.cities])
    for number, city in enumerate(board.cities):
        yield from _city((*CITIES, number), city, board, unread)
    yield from _spellings(board)
    yield from _roads(board, unread)
    yield from _connected(board)
    yield from _crossings(board)
    yield from _fortresses(board)


def _twice(listed: OrderPath, ids: list[str]) -> Iterator[Problem]:
    for number, each in enumerate(ids):
        if each in ids[:number]:
            yield Problem("id-twice", (*listed, number, "id"), args={"id": each})


def _city(spot: OrderPath, city: City, board: Map, unread: Collection[str]) -> Iterator[Problem]:
    if not city.id.isascii() or city.id != city.id.lower() or " " in city.id:
        yield Problem("bad-id", (*spot, "id"), args={"id": city.id})
    if city.suit:
        yield Problem("worked-out", (*spot, "suit"), args={"key": "suit"})
    if city.square not in board.squares:
        args = {"city": city.name, "square": city.square, "nearest": nearest(city.square, board.squares)}
        yield Problem("unknown-square", (*spot, "square"), args=args, rests_on=(("map", "squares"),))
    region = next((region for region in board.regions if region.id == city.region), None)
    where = {"city": city.name, "region": city.region}
    if region is None:
        if city.region not in unread:
            near = nearest(city.region, [region.id for region in board.regions])
            yield Problem("unknown-region", (*spot, "region"), args={**where, "nearest": near})
        return
    if city.home != region.home:
        yield Problem("wrong-home", (*spot, "home"), args={**where, "found": city.home, "wanted": region.home})
    if region.board not in ("both", city.board):
        yield Problem("wrong-board", (*spot, "board"), args={**where, "found": city.board, "wanted": region.board})


def _spellings(board: Map) -> Iterator[Problem]:
    """No two cities may have a name that players could not tell apart."""
    first: dict[str, str] = {}
    for number, city in enumerate(board.cities):
        for spelling in (city.name, *city.aliases):
            other = first.setdefault(folded(spelling), city.id)
            if other != city.id:
                args = {"spelling": spelling, "city": city.id, "other": other}
                yield Problem("name-of-two", (*CITIES, number), args=args)


def _roads(board: Map, unread: Collection[str]) -> Iterator[Problem]:
    known = {city.id for city in board.cities}
    seen: set[frozenset[str]] = set()
    listed = (("main", board.roads.main), ("minor", board.roads.minor))
    for kind, number, road in ((kind, number, road) for kind, roads in listed for number, road in enumerate(roads)):
        spot = ("map", "roads", kind, number)
        for at, end in enumerate(road):
            if end not in known and end not in unread:
                args = {"city": end, "nearest": nearest(end, known)}
                yield Problem("road-to-nowhere", (*spot, at), args=args)
        if road[0] == road[1]:
            yield Problem("road-to-itself", spot, args={"city": road[0]})
        if frozenset(road) in seen:
            yield Problem("road-twice", spot, args={"one": road[0], "other": road[1]})
        seen.add(frozenset(road))


def _connected(board: Map) -> Iterator[Problem]:
    """Every city has a road, and one leads from each to each on a part of the board."""
    rests_on = (("map", "roads"), CITIES)
    numbers = {city.id: number for number, city in enumerate(board.cities)}
    whole = board.without(())
    for city in whole.cities:
        if not whole.roads[city]:
            yield Problem("city-without-road", (*CITIES, numbers[city]), args={"city": city}, rests_on=rests_on)
    for half in get_args(Half):
        part = board.without(tuple(other for other in get_args(Half) if other != half))
        joined = sorted(city for city in part.cities if whole.roads[city])
        cut = sorted(set(joined) - set(part.distances(joined[0]))) if joined else []
        if cut:
            args = {"board": half, "cities": tuple(cut[:8])}
            yield Problem("board-in-pieces", (*CITIES, numbers[cut[0]]), args=args, rests_on=rests_on)


def _crossings(board: Map) -> Iterator[Problem]:
    half = {city.id: city.board for city in board.cities}
    every = chain(board.roads.main, board.roads.minor)
    real = {frozenset(road) for road in every if len({half[end] for end in road if end in half}) == 2}
    rests_on = (("map", "roads"), CITIES)
    for number, road in enumerate(board.crossings):
        if frozenset(road) not in real:
            spot = ("map", "crossings", number)
            yield Problem("no-crossing", spot, args={"cities": tuple(sorted(road))}, rests_on=rests_on)
    for missing in sorted(map(_sorted, real - set(map(frozenset, board.crossings)))):
        yield Problem("crossing-not-listed", ("map", "crossings"), args={"cities": missing})


def _sorted(road: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted(road))


def _fortresses(board: Map) -> Iterator[Problem]:
    cities = {city.id: city for city in board.cities}
    numbers = {city.id: number for number, city in enumerate(board.cities)}
    forts = [city for city in cities.values() if city.is_fortress]
    major = [city for city in forts if city.is_major_fortress]
    silesian = tuple(sorted(city.id for city in forts if city.region == "silesia"))
    if len(silesian) != SILESIAN:
        yield Problem("silesia", CITIES, args={"found": silesian, "wanted": SILESIAN})
    electors = {city.id for city in cities.values() if city.elector}
    if electors != ELECTORS:
        args = {"lacking": _sorted(ELECTORS - electors), "wrong": _sorted(electors - ELECTORS)}
        yield Problem("electors", CITIES, args=args)
    for name in sorted(electors - {city.id for city in forts}):
        yield Problem("elector-without-walls", (*CITIES, numbers[name], "fortress"), args={"city": name})
    for name in ("breslau", "dresden", "muenchen"):
        if name in cities and not cities[name].is_major_fortress:
            yield Problem("must-be-major", (*CITIES, numbers[name], "fortress"), args={"city": name})
    if not any(city.region == "united-provinces" for city in major):
        yield Problem("no-dutch-fortress", CITIES)
    homes = Counter(city.home for city in major)
    for power in get_args(PowerId):
        if not homes[power]:
            yield Problem("no-major-fortress", CITIES, args={"power": power})
