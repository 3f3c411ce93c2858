"""The map: duchies, links, sea zones, narrows, boxes (7.43, 9.2, 12, 13.1, 15.1)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import get_args

from pbem.engine.problem import OrderPath, Problem
from pbem_tnw.edition.board import Duchy, NationId, WarMap
from pbem_tnw.edition.check.known import DUCHIES, ZONES, KnownIds, every_place, twice

CAPITALS: Mapping[str, int] = {nation: 2 if nation == "russia" else 1 for nation in get_args(NationId)}
DOUBLE = {("britain", "france"): 5, ("britain", "prussia"): 1, ("france", "prussia"): 1}
"""Doubly Associated duchies by upper and lower colour: Holland and the Vendée, Hanover, Warsaw (7.43)."""
STRENGTH, STRENGTH_OF_GIBRALTAR = 2, 4
MOST_ZONES = 2
NEEDED_BOXES = ("regroup", "fleets", "foreign-wars", "yard", "killed")
_LINKS: OrderPath = ("map", "links")
_MAP: tuple[OrderPath, ...] = (_LINKS, DUCHIES, ZONES)
_ID = re.compile(r"[a-z][a-z0-9-]*")


def check(board: WarMap, known: KnownIds) -> Iterator[Problem]:
    """Every problem of map.yaml but those of spellings."""
    yield from twice(DUCHIES, [duchy.id for duchy in board.duchies])
    yield from twice(ZONES, [zone.id for zone in board.zones])
    yield from _ids(board)
    for number, duchy in enumerate(board.duchies):
        yield from _duchy((*DUCHIES, number), duchy, known)
    yield from _counted(board)
    yield from _off_the_board(board)
    yield from _links(board, known)
    yield from _zones(board, known)
    yield from _ports(board)
    yield from _narrows(board, known)
    yield from _connected(board)
    found = {box.id for box in board.boxes}
    for box in NEEDED_BOXES:
        if box not in found:
            yield Problem("box-missing", ("map", "boxes"), args={"box": box})
    yield from twice(("map", "boxes"), [box.id for box in board.boxes])


def _ids(board: WarMap) -> Iterator[Problem]:
    duchies = {duchy.id for duchy in board.duchies}
    for path, place in every_place(board):
        if not _ID.fullmatch(place.id):
            yield Problem("bad-id", (*path, "id"), args={"id": place.id})
        if path[:-1] == ZONES and place.id in duchies:
            yield Problem("id-twice", (*path, "id"), args={"id": place.id})


def _duchy(path: OrderPath, duchy: Duchy, known: KnownIds) -> Iterator[Problem]:
    args = {"duchy": duchy.name}
    if (duchy.upper is not None) != (duchy.tie == "double") or duchy.upper == duchy.nation:
        yield Problem("upper-of-double", (*path, "upper" if duchy.upper else "tie"), args=args, rule="7.43")
    if duchy.key and not duchy.is_fortress:
        yield Problem("key-of-fortress", (*path, "key"), args=args)
    if duchy.is_fortress != bool(duchy.strength):
        yield Problem("strength-of-fortress", (*path, "strength" if duchy.strength else "kind"), args=args, rule="12.3")
    elif duchy.is_fortress:
        wanted = STRENGTH_OF_GIBRALTAR if duchy.id == "gibraltar" else STRENGTH
        if duchy.strength != wanted:
            found = {"found": duchy.strength, "wanted": wanted}
            yield Problem("fortress-strength", (*path, "strength"), args={**args, **found}, rule="12.3")
    if duchy.capital and not (duchy.is_home and (duchy.key or duchy.kind == "key")):
        yield Problem("capital-no-home-key", (*path, "capital"), args=args, rule="15.1")
    if len(duchy.port) > MOST_ZONES or len(set(duchy.port)) < len(duchy.port):
        yield Problem("port-zones", (*path, "port"), args=args)
    for number, zone in enumerate(duchy.port):
        yield from known.unknown("zone", zone, (*path, "port", number))


def _counted(board: WarMap) -> Iterator[Problem]:
    """Capitals and doubly Associated duchies: as many as the rules say (7.43, 15.1)."""
    capitals = Counter(str(duchy.nation) for duchy in board.duchies if duchy.capital)
    for nation, wanted in CAPITALS.items():
        if capitals[nation] != wanted:
            args = {"nation": nation, "found": capitals[nation], "wanted": wanted}
            yield Problem("number-of-capitals", DUCHIES, rule="15.1", args=args)
    double = Counter(
        (str(duchy.upper), str(duchy.nation)) for duchy in board.duchies if duchy.tie == "double" and duchy.upper
    )
    for upper, lower in sorted({*double, *DOUBLE}):
        found, wanted = double[upper, lower], DOUBLE.get((upper, lower), 0)
        if found != wanted:
            args = {"upper": upper, "lower": lower, "found": found, "wanted": wanted}
            yield Problem("number-of-double", DUCHIES, rule="7.43", args=args)


def _off_the_board(board: WarMap) -> Iterator[Problem]:
    for path, place in every_place(board):
        if not (0 < place.x < board.board.width and 0 < place.y < board.board.height):
            yield Problem("off-the-board", path, args={"name": place.name})


def _links(board: WarMap, known: KnownIds) -> Iterator[Problem]:
    ports = {duchy.id: duchy.port for duchy in board.duchies}
    seen: set[frozenset[str]] = set()
    numbers: Counter[str] = Counter()
    for one, other, link in board.links.each():
        path = (*_LINKS, "pass_" if link.kind == "pass" else link.kind, numbers[link.kind])
        numbers[link.kind] += 1
        yield from known.unknown("duchy", one, (*path, 0))
        yield from known.unknown("duchy", other, (*path, 1))
        if one == other:
            yield Problem("link-to-itself", path, args={"duchy": one})
        elif frozenset((one, other)) in seen:
            yield Problem("link-twice", path, args={"one": one, "other": other})
        seen.add(frozenset((one, other)))
        if link.kind != "strait":
            continue
        yield from known.unknown("zone", link.zone, (*path, 2))
        if known.has("zone", link.zone) and not any(link.zone in ports.get(end, ()) for end in (one, other)):
            args = {"one": one, "other": other, "zone": link.zone}
            yield Problem("strait-without-port", path, rule="9.2", args=args, rests_on=(DUCHIES,))


def _zones(board: WarMap, known: KnownIds) -> Iterator[Problem]:
    zones = {zone.id: zone for zone in board.zones}
    ports: dict[str, set[str]] = defaultdict(set)
    for duchy in board.duchies:
        for touched in duchy.port:
            ports[touched].add(duchy.id)
    for number, zone in enumerate(board.zones):
        path = (*ZONES, number)
        for at, other in enumerate(zone.adjacent):
            yield from known.unknown("zone", other, (*path, "adjacent", at))
            if other == zone.id or (other in zones and zone.id not in zones[other].adjacent):
                args = {"zone": zone.name, "other": other}
                yield Problem("one-sided-zone", (*path, "adjacent", at), args=args, rests_on=(ZONES,))
        for at, port in enumerate(zone.ports):
            yield from known.unknown("duchy", port, (*path, "ports", at))
            if known.has("duchy", port) and port not in ports[zone.id]:
                args = {"zone": zone.name, "duchy": port}
                yield Problem("port-elsewhere", (*path, "ports", at), args=args, rests_on=(DUCHIES,))
        lacking = tuple(sorted(ports[zone.id] - set(zone.ports)))
        if lacking:
            yield Problem("ports-not-listed", (*path, "ports"), args={"zone": zone.name, "duchies": lacking})


def _ports(board: WarMap) -> Iterator[Problem]:
    """The two zones of a Port are adjacent (13.3)."""
    zones = {zone.id: zone for zone in board.zones}
    for number, duchy in enumerate(board.duchies):
        if len(duchy.port) == MOST_ZONES and set(duchy.port) <= set(zones):
            one, other = duchy.port
            if other not in zones[one].adjacent:
                args = {"duchy": duchy.name, "one": one, "other": other}
                yield Problem("port-of-zones-apart", (*DUCHIES, number, "port"), args=args, rests_on=(ZONES,))


def _narrows(board: WarMap, known: KnownIds) -> Iterator[Problem]:
    ports = {duchy.id: duchy.port for duchy in board.duchies}
    for number, narrows in enumerate(board.narrows):
        path: OrderPath = ("map", "narrows", number)
        yield from known.unknown("duchy", narrows.guarded_by, (*path, "guarded_by"))
        for at, zone in enumerate(narrows.zones):
            yield from known.unknown("zone", zone, (*path, "zones", at))
        touched = ports.get(narrows.guarded_by)
        if touched is not None and set(touched) != set(narrows.zones):
            args = {"name": narrows.name, "duchy": narrows.guarded_by}
            yield Problem("guard-elsewhere", (*path, "guarded_by"), rule="13.8", args=args, rests_on=(DUCHIES,))


def _connected(board: WarMap) -> Iterator[Problem]:
    """Every duchy and zone can be reached from every other, by land and sea."""
    joined: dict[str, set[str]] = defaultdict(set)
    for one, other, _ in board.links.each():
        joined[one].add(other)
        joined[other].add(one)
    at_sea = [(zone.id, each) for zone in board.zones for each in (*zone.adjacent, *zone.ports)]
    for one, other in (*at_sea, *((zone, duchy.id) for duchy in board.duchies for zone in duchy.port)):
        joined[one].add(other)
        joined[other].add(one)
    ids = [place.id for _, place in every_place(board)]
    reached = {ids[0]} if ids else set()
    queue = list(reached)
    while queue:
        following = joined[queue.pop()] - reached
        reached |= following
        queue += following
    cut = [(path, place.id) for path, place in every_place(board) if place.id not in reached]
    if cut:
        args = {"places": tuple(each for _, each in cut[:8])}
        yield Problem("out-of-reach", cut[0][0], args=args, rests_on=_MAP)
