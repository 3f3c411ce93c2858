"""What is wrong with an edition."""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain
from typing import get_args

from pbem.engine.edition import folded, nearest
from pbem.engine.order import OrderPath, Problem
from pbem_maria.edition.armies import Armies, General, Power, Train
from pbem_maria.edition.board import City, Half, Map, PowerId, Suit
from pbem_maria.edition.cards import MajorId, PrintedPolitics, SaxonZone, TacticalCards, Track, TrackId, Tracks
from pbem_maria.edition.edition import EditionFiles

SQUARES = 44
ELECTORS = {"koeln", "mainz", "trier", "mannheim", "berlin", "dresden", "muenchen", "prag", "hannover"}
SILESIAN = 7
CITIES: OrderPath = ("map", "cities")
_REGIONS: OrderPath = ("map", "regions")


def check_board(board: Map, unread: Collection[str]) -> Iterator[Problem]:
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


def check_armies(armies: Armies, board: Map, unread: Collection[str]) -> Iterator[Problem]:
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


DECKS = (1, 2, 3, 4)
VALUES, RESERVES = tuple(range(2, 11)), 2
YEARS = range(1741, 1745)
A_YEAR = 6
ELECTION_YEAR = 1742


def check_politics(files: EditionFiles) -> Iterator[Problem]:
    """Every problem of tactical_cards.yaml, tracks.yaml and politics.yaml."""
    yield from _decks(files.tactical_cards)
    yield from _tracks(files.tracks)
    yield from _cards(files.politics)


def _decks(cards: TacticalCards) -> Iterator[Problem]:
    suits = tuple(suit.id for suit in cards.suits)
    if suits != get_args(Suit):
        yield Problem("suits", ("tactical_cards", "suits"), args={"found": suits, "wanted": get_args(Suit)})
    if cards.deck.values != VALUES or cards.deck.reserves != RESERVES:
        yield Problem("deck", ("tactical_cards", "deck"))
    if cards.decks != DECKS:
        yield Problem("decks", ("tactical_cards", "decks"))


def _tracks(tracks: Tracks) -> Iterator[Problem]:
    if tracks.display != get_args(MajorId):
        yield Problem("display", ("tracks", "display"), args={"wanted": get_args(MajorId)})
    found = tuple(track.id for track in tracks.tracks)
    if sorted(found) != sorted(get_args(TrackId)):
        yield Problem("tracks", ("tracks", "tracks"), args={"found": found, "wanted": get_args(TrackId)})
    for number, track in enumerate(tracks.tracks):
        yield from _track_boxes(("tracks", "tracks", number, "boxes"), track)


def _track_boxes(spot: OrderPath, track: Track) -> Iterator[Problem]:
    if [box.box for box in track.boxes] != list(range(1, len(track.boxes) + 1)):
        yield Problem("boxes-out-of-order", spot, args={"track": track.id})
    stars = sum(box.star for box in track.boxes)
    if stars != 1:
        yield Problem("one-star", spot, args={"track": track.id, "found": stars})
    if track.id != "saxony":
        return
    zones = list(get_args(SaxonZone))
    given = [zones.index(box.zone) if box.zone else -1 for box in track.boxes]
    if given != sorted(given) or set(given) != set(range(len(zones))):
        yield Problem("zones", spot, args={"wanted": tuple(zones)})
    if sum(box.s_box for box in track.boxes) != 1:
        yield Problem("one-s-box", spot, rule="19.1")


def _cards(politics: PrintedPolitics) -> Iterator[Problem]:
    listed: OrderPath = ("politics", "cards")
    years = Counter(card.year for card in politics.cards if not card.extra)
    seen: set[str] = set()
    for number, card in enumerate(politics.cards):
        if card.id in seen:
            yield Problem("id-twice", (*listed, number, "id"), args={"id": card.id})
        seen.add(card.id)
    for year in YEARS:
        if years[year] != A_YEAR:
            yield Problem("cards-a-year", listed, args={"year": year, "found": years[year], "wanted": A_YEAR})
    elections = [card for card in politics.cards if card.is_election]
    if [card.year for card in elections] != [ELECTION_YEAR] or len(elections[0].effects) != 1:
        yield Problem("one-election", listed)


def check(files: EditionFiles, unread: Collection[str]) -> Iterator[Problem]:
    """Every problem of *files*; what is *unread* is there but could not be read."""
    yield from check_board(files.map, unread)
    yield from check_armies(files.armies, files.map, unread)
    yield from check_politics(files)
