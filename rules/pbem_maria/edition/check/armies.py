"""Powers, generals, supply trains and the set-up (1, 4, 8, 15)."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import get_args

from pbem.engine.kit.edition import nearest
from pbem.engine.problem import OrderPath, Problem
from pbem_maria.edition.armies import Armies, General, Power, Train
from pbem_maria.edition.board import Map, PowerId
from pbem_maria.edition.check.board import CITIES

POWERS = {
    "france": (26, 11, 2), "bavaria": (5, 0, 5), "prussia": (22, 13, 9),
    "saxony": (5, 0, 3), "pragmatic": (14, 8, 3), "austria": (28, 8, 5),
}  # fmt: skip
"""Troops, pool of markers and opening hand of each power."""
GENERALS, TRAINS = 20, 10
SILESIA = {"liegnitz", "glogau"}
"""The fortresses of Silesia that are Prussia's at the start."""
_POWERS = ("armies", "powers")

PlacedPiece = tuple[OrderPath, General | Train, Power]


def check(armies: Armies, board: Map, unread: Collection[str]) -> Iterator[Problem]:
    """Every problem of armies.yaml."""
    yield from _powers(armies)
    pieces = tuple(_pieces(armies))
    yield from _counted(pieces)
    yield from _places(armies, pieces, {city.id for city in board.cities}, unread)
    yield from _neighbours(armies, pieces, board)
    yield from _boxes(armies, board, unread)
    yield from _start(armies, board)


def _pieces(armies: Armies) -> Iterator[PlacedPiece]:
    """Every piece, its path before it and its power behind it."""
    for number, power in enumerate(armies.powers):
        for at, general in enumerate(power.generals):
            yield (*_POWERS, number, "generals", at), general, power
        for at, train in enumerate(power.trains):
            yield (*_POWERS, number, "trains", at), train, power


def _powers(armies: Armies) -> Iterator[Problem]:
    for number, power in enumerate(armies.powers):
        spot = (*_POWERS, number)
        for key, wanted in zip(("troops", "pool", "hand"), POWERS[power.id], strict=True):
            if (found := getattr(power, key)) != wanted:
                args = {"power": power.id, "key": key, "found": found, "wanted": wanted}
                yield Problem("army-number", (*spot, key), args=args)
        ranks = [general.rank for general in power.generals]
        if ranks != list(range(1, len(ranks) + 1)):
            yield Problem("ranks", (*spot, "generals"), args={"power": power.id, "found": tuple(ranks)})
        minima, most = sum(general.minimum for general in power.generals), armies.maximum_per_general * len(ranks)
        if not minima <= power.troops <= most:
            args = {"power": power.id, "troops": power.troops, "minima": minima, "most": most}
            yield Problem("troops-do-not-fit", (*spot, "troops"), args=args, rests_on=((*spot, "generals"),))
    listed = Counter(power.id for power in armies.powers)
    for name in get_args(PowerId):
        if listed[name] != 1:
            yield Problem("power-twice" if listed[name] else "power-missing", _POWERS, args={"power": name})


def _counted(pieces: Collection[PlacedPiece]) -> Iterator[Problem]:
    seen: set[str] = set()
    for spot, piece, _ in pieces:
        if (piece.city is None) == (piece.box is None):
            yield Problem("city-or-box", spot, args={"piece": piece.id})
        if piece.power:
            yield Problem("worked-out", (*spot, "power"), args={"key": "power"})
        if isinstance(piece, Train) and piece.number:
            yield Problem("worked-out", (*spot, "number"), args={"key": "number"})
        if piece.id in seen:
            yield Problem("id-twice", (*spot, "id"), args={"id": piece.id})
        seen.add(piece.id)
    for kind, type_, wanted in (("generals", General, GENERALS), ("trains", Train, TRAINS)):
        found = sum(isinstance(piece, type_) for _, piece, _ in pieces)
        if found != wanted:
            yield Problem("number-of-pieces", _POWERS, args={"kind": kind, "found": found, "wanted": wanted})


def _places(
    armies: Armies, pieces: Collection[PlacedPiece], cities: Collection[str], unread: Collection[str]
) -> Iterator[Problem]:
    taken: dict[str, str] = {}
    boxes = {box.id for box in armies.boxes} | {"silesia"}
    for spot, piece, _ in pieces:
        city = piece.city
        if city is not None and city not in cities and city not in unread:
            args = {"piece": piece.id, "city": city, "nearest": nearest(city, cities)}
            yield Problem("set-up-nowhere", (*spot, "city"), args=args)
        elif city in taken:
            yield Problem("set-up-twice", (*spot, "city"), args={"city": city, "other": taken[city]})
        elif city is not None:
            taken[city] = piece.id
        if piece.box is not None and piece.box not in boxes and piece.box not in unread:
            yield Problem("unknown-box", (*spot, "box"), args={"box": piece.box, "boxes": tuple(sorted(boxes))})


def _neighbours(armies: Armies, pieces: Collection[PlacedPiece], board: Map) -> Iterator[Problem]:
    side = {power: number for number, group in enumerate(armies.alliances) for power in group}
    joined = board.without(()).roads
    for spot, piece, power in pieces:
        for _, other, enemy in pieces:
            foes = side.get(power.id, 0) < side.get(enemy.id, 0)
            if foes and piece.city and other.city in joined.get(piece.city, ()):
                yield Problem("enemies-adjacent", (*spot, "city"), args={"piece": piece.id, "other": other.id})


def _boxes(armies: Armies, board: Map, unread: Collection[str]) -> Iterator[Problem]:
    homes = {city.id: city.home for city in board.cities}
    for number, box in enumerate(armies.boxes):
        spot = ("armies", "boxes", number, "city")
        if box.city not in homes and box.city not in unread:
            args = {"box": box.id, "city": box.city, "nearest": nearest(box.city, homes)}
            yield Problem("box-to-nowhere", spot, args=args)
        elif box.city in homes and homes[box.city] != box.power:
            yield Problem("box-abroad", spot, args={"box": box.id, "city": box.city, "power": box.power})


def _start(armies: Armies, board: Map) -> Iterator[Problem]:
    silesia = {city.id for city in board.cities if city.region == "silesia" and city.is_fortress}
    for power, wanted in (("prussia", SILESIA), ("austria", silesia - SILESIA)):
        found = armies.start.silesian(power)
        if set(found) != wanted:
            args = {"found": tuple(sorted(found)), "wanted": tuple(sorted(wanted))}
            yield Problem("silesia-start", ("armies", "start", "silesia", power), args=args, rests_on=(CITIES,))
